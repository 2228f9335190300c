#include "rebond/contact/beam_rebound_law.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// x/(1 + x), also where x has overflown.
double share(double x)
{
    return 1.0 / (1.0 + 1.0 / x);
}

// (2), with what their derivatives need.
struct Coefficients {
    double e_bar = 0.0;
    double e_bar_slope = 0.0;      // dē/d ln μ₀
    double e_bar_curvature = 0.0;  // d²ē/(d ln μ₀)²
    double beta_0 = 0.0;
    double beta_1 = 0.0;
    double rest_0 = 1.0;  // 1 − β₀ without cancellation
    double rest_1 = 1.0;  // 1 − β₁

    double compliant(double Z) const { return 1.0 / (1.0 + Z); }
    double outward() const { return (beta_0 + beta_1) / (1.0 + beta_0); }
};

Coefficients coefficients(const BeamReboundLaw& law, const BeamContact& contact)
{
    Coefficients c;
    // ē is the same for m and 1/m; the one below 1 cannot overflow.
    const double m = law.mu_0 * contact.Z;
    const double x = m > 1.0 ? 1.0 / m : m;
    const double D = 1.0 + x + x * x;
    c.e_bar = law.restitution * (1.0 + x * x) / D;
    c.e_bar_slope = law.restitution * (m > 1.0 ? 1.0 : -1.0) * x * (1.0 - x * x) / (D * D);

    c.e_bar_curvature = -law.restitution * x *
                        ((1.0 - 3.0 * x * x) * D - 2.0 * x * (1.0 - x * x) * (1.0 + 2.0 * x)) / (D * D * D);

    // A beam without modes has Z = 0 and N = 0.
    const double x_0 = contact.Z > 0.0 ? law.alpha_0 * contact.Z / static_cast<double>(contact.modes) : 0.0;
    const double x_1 = law.alpha_1 * contact.Z_first;
    c.beta_0 = share(x_0);
    c.beta_1 = share(x_1);
    c.rest_0 = 1.0 / (1.0 + x_0);
    c.rest_1 = 1.0 / (1.0 + x_1);
    return c;
}

void require_valid(const BeamReboundLaw& law)
{
    require(law.restitution >= 0.0 && law.restitution <= 1.0, "a restitution is between 0 and 1");
    require(law.mu_0 > 0.0 && law.alpha_0 > 0.0 && law.alpha_1 > 0.0,
            "the parameters of the rebound law are positive");
}

}  // namespace

BeamContact beam_contact(double mass, const Eigen::Ref<const Vector>& elastic,
                         const Eigen::Ref<const Vector>& rigid)
{
    require(mass > 0.0, "a ball has mass");
    BeamContact contact;
    contact.mass = mass;
    contact.modes = elastic.size();
    contact.Z_rigid = mass * rigid.squaredNorm();
    const double M_e = mass / (1.0 + contact.Z_rigid);
    contact.Z = M_e * elastic.squaredNorm();
    if (elastic.size() > 0) contact.Z_first = M_e * elastic(0) * elastic(0);
    return contact;
}

double rebound_ratio(const BeamReboundLaw& law, const BeamContact& contact)
{
    const Coefficients c = coefficients(law, contact);
    const double r = c.e_bar * std::max(c.compliant(contact.Z), c.outward());
    return (r - contact.Z_rigid) / (1.0 + contact.Z_rigid);
}

ReboundBranches rebound_branches(const BeamReboundLaw& law, const BeamContact& contact)
{
    const Coefficients c = coefficients(law, contact);
    const double A = c.compliant(contact.Z);
    const double B = c.outward();
    const double scale = 1.0 / (1.0 + contact.Z_rigid);
    // β' = β (1 − β), β'' = β' (1 − 2β); B = 1 − (1 − β₁)/(1 + β₀)
    const double d_0 = c.beta_0 * c.rest_0, dd_0 = d_0 * (c.rest_0 - c.beta_0);
    const double d_1 = c.beta_1 * c.rest_1, dd_1 = d_1 * (c.rest_1 - c.beta_1);
    const double q = 1.0 / (1.0 + c.beta_0);
    const double B_0 = c.rest_1 * d_0 * q * q;
    const double B_1 = d_1 * q;
    const double B_00 = c.rest_1 * (dd_0 - 2.0 * d_0 * d_0 * q) * q * q;
    const double B_01 = -d_0 * d_1 * q * q;
    const double B_11 = dd_1 * q;

    ReboundBranches f;
    f.compliant = (c.e_bar * A - contact.Z_rigid) * scale;
    f.compliant_slope(0) = scale * c.e_bar_slope * A;
    f.compliant_curvature(0, 0) = scale * c.e_bar_curvature * A;
    f.outward = (c.e_bar * B - contact.Z_rigid) * scale;
    f.outward_slope = scale * Eigen::Vector3d(c.e_bar_slope * B, c.e_bar * B_0, c.e_bar * B_1);
    f.outward_curvature << c.e_bar_curvature * B, c.e_bar_slope * B_0, c.e_bar_slope * B_1,  //
        c.e_bar_slope * B_0, c.e_bar * B_00, c.e_bar * B_01,                                 //
        c.e_bar_slope * B_1, c.e_bar * B_01, c.e_bar * B_11;
    f.outward_curvature *= scale;
    return f;
}

BeamRebound beam_rebound(const BeamReboundLaw& law, double mass, const Eigen::Ref<const Vector>& elastic,
                         const Eigen::Ref<const Vector>& rigid, double approach)
{
    require_valid(law);
    require(approach >= 0.0, "the ball approaches the beam");
    const BeamContact contact = beam_contact(mass, elastic, rigid);
    const Coefficients c = coefficients(law, contact);
    const double Z = contact.Z;
    const double Z_r = contact.Z_rigid;
    const double M_e = mass / (1.0 + Z_r);

    // r and κ = Σφ_i w_i / Z. If the last inequality binds, Z > 0, for β₀ + β₁ > 0.
    const bool is_outward = c.outward() > c.compliant(Z);
    const double r = approach * c.e_bar * std::max(c.outward(), c.compliant(Z));
    const double kappa =
        approach * c.e_bar * (is_outward ? c.rest_1 / ((1.0 + c.beta_0) * Z) : c.compliant(Z));

    const double P = M_e * (r + approach);
    return {.velocity = (r - Z_r * approach) / (1.0 + Z_r),
            .impulse = P,
            .elastic_rates = -M_e * kappa * elastic,
            .rigid_rates = -P * rigid,
            .kinetic_energy = 0.5 * M_e * (r * r + Z * kappa * kappa + Z_r * approach * approach),
            .is_outward = is_outward};
}

BeamReboundProgramme beam_rebound_programme(const BeamReboundLaw& law, double mass,
                                            const Eigen::Ref<const Vector>& elastic,
                                            const Eigen::Ref<const Vector>& rigid, double approach)
{
    require_valid(law);
    require(approach >= 0.0, "the ball approaches the beam");
    const BeamContact contact = beam_contact(mass, elastic, rigid);
    const Coefficients c = coefficients(law, contact);
    const double V = approach;
    const double Z_r = contact.Z_rigid;
    const Vector phi = elastic.cwiseAbs();
    const Index N = phi.size();

    BeamReboundProgramme qp;
    qp.H = Vector::Ones(N + 1);
    qp.g = Vector::Zero(N + 1);
    qp.C = Matrix::Zero(2 * N + 2, N + 1);
    qp.d = Vector::Zero(2 * N + 2);

    // ½(M v² + M Z_r (v + V)²) for the ball and the rigid modes
    qp.H(0) = mass * (1.0 + Z_r);
    qp.g(0) = mass * Z_r * V;
    qp.offset = 0.5 * mass * Z_r * V * V;

    qp.C.block(0, 1, N, N).setIdentity();
    // φ_i M (v + V) − w_i ≥ 0
    qp.C.block(N, 0, N, 1) = mass * phi;
    qp.C.block(N, 1, N, N) = -Matrix::Identity(N, N);
    qp.d.segment(N, N) = -mass * V * phi;
    // r + Σφ_i w_i ≥ ē V and r − β₀ Σφ_i w_i ≥ β₁ ē V
    qp.C(2 * N, 0) = qp.C(2 * N + 1, 0) = 1.0 + Z_r;
    qp.C.row(2 * N).tail(N) = phi.transpose();
    qp.C.row(2 * N + 1).tail(N) = -c.beta_0 * phi.transpose();
    qp.d(2 * N) = (c.e_bar - Z_r) * V;
    qp.d(2 * N + 1) = (c.beta_1 * c.e_bar - Z_r) * V;
    return qp;
}

}  // namespace rebond
