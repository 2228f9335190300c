#include "rebond/solvers/complementarity/coulomb_interior_point.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double rounding_of_kink = 0.03;  // δ/τ [-]
// Starts, one after the other, each where the last one stalled: α and y at least, and ρ, of a contact's
// mobility.
struct Start {
    double least = 0.0, compliance = 0.0;  // [-]
};
constexpr std::array starts = {Start{0.1, 1e-6},   Start{1.0, 1e-8},  Start{0.01, 1e-4}, Start{0.1, 1e-6},
                               Start{0.001, 1e-6}, Start{10.0, 1e-8}, Start{0.03, 1e-4}};
constexpr double to_boundary = 0.99;                                               // of the way [-]
constexpr double least_centring = 1e-6, fair_centring = 0.1, half_centring = 0.5;  // of τ [-]
constexpr double short_step = 0.3;      // beyond which a step to the centre is tried instead [-]
constexpr double least_product = 0.01;  // of the mean: of a pair after a step [-]
constexpr double stalled = 0.05;        // a step that is none [-]
constexpr int most_stalled = 3;

}  // namespace

Vector2 CoulombInteriorPoint::weights(const Site& site) const
{
    return site.alpha.cwiseQuotient(site.y + compliance_ * site.alpha);
}

Vector2 CoulombInteriorPoint::Site::impulse(const Vector2& a) const
{
    return Vector2(a(0) + a(1), friction * (a(0) - a(1))) / mobility;
}

BlockOutcome CoulombInteriorPoint::solve(std::span<const BlockContact> contacts,
                                         const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                         Eigen::Ref<Vector> v,  // NOLINT: written through
                                         Eigen::Ref<Vector> p, const std::atomic<bool>* interrupt)
{
    require(scale > 0.0, "CoulombInteriorPoint: the scale is a velocity above zero");
    require(p.size() == 2 * static_cast<Index>(contacts.size()) && v.size() == inverse_masses.size(),
            "CoulombInteriorPoint: sizes of velocities and impulses");
    contacts_.prepare(contacts, inverse_masses);
    free_ = v;
    masses_ = (inverse_masses.array() > 0.0).select(inverse_masses.cwiseInverse(), 1.0);
    contacts_.into_cones(p);
    contacts_.set_velocities(free_, p, v);
    BlockOutcome outcome;
    outcome.residual = contacts_.residual(v, p) / scale;
    best_ = p;
    double best = outcome.residual;
    const bool is_finite = std::isfinite(best);
    std::size_t start = 0;
    int stalls = most_stalled;
    if (is_finite && best > settings_.tolerance) lay_out(scale, inverse_masses);
    const bool can_move = is_finite && !sites_.empty();
    while (can_move && best > settings_.tolerance && outcome.iterations < settings_.most_factorisations) {
        if (stalls == most_stalled) {
            if (start == starts.size()) break;
            compliance_ = starts[start].compliance;
            place(scale, p, starts[start].least);
            ++start;
            stalls = 0;
        }
        if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) {
            outcome.status = BlockStatus::interrupted;
            break;
        }
        const double tau = mean_product(0.0);
        linearise(tau);
        ++outcome.iterations;
        if (!factor()) break;
        // How far τ falls by itself says how much of it to ask for.
        step_to(0.0, false);
        const double foreseen = mean_product(longest_step()) / tau;
        const double centring = std::clamp(foreseen * foreseen * foreseen, least_centring, 1.0);
        step_to(centring * tau, true);
        double share = longest_step();
        for (const double wanted : {std::max(centring, fair_centring), half_centring, 1.0}) {
            if (share >= short_step) break;
            step_to(wanted * tau, false);
            share = longest_step();
        }
        share = std::min(1.0, to_boundary * share);
        move(share);
        stalls = share < stalled ? stalls + 1 : 0;
        write_impulses(scale, p);
        contacts_.set_velocities(free_, p, v);
        const double residual = contacts_.residual(v, p) / scale;
        if (!std::isfinite(residual)) break;
        if (residual < best) {
            best = residual;
            best_ = p;
        }
    }
    p = best_;
    contacts_.set_velocities(free_, p, v);
    outcome.residual = contacts_.residual(v, p) / scale;
    if (outcome.residual <= settings_.tolerance) outcome.status = BlockStatus::solved;
    return outcome;
}

Vector2 CoulombInteriorPoint::velocity(const Site& site, const Vector& x) const
{
    Vector2 w = site.to_first * x.segment<3>(3 * site.first);
    if (site.second >= 0) w += site.to_second * x.segment<3>(3 * site.second);
    return w;
}

void CoulombInteriorPoint::push(const Site& site, const Vector2& impulse, Vector& force) const
{
    force.segment<3>(3 * site.first) += site.to_first.transpose() * impulse;
    if (site.second >= 0) force.segment<3>(3 * site.second) += site.to_second.transpose() * impulse;
}

// The contacts that move.
void CoulombInteriorPoint::lay_out(double scale, const Eigen::Ref<const Vector>& inverse_masses)
{
    const Vector moves = (inverse_masses.array() > 0.0).cast<double>();
    const auto moving = [&](Index body) { return moves.segment<3>(3 * body).asDiagonal(); };
    sites_.clear();
    pairs_.clear();
    for (std::size_t k = 0; k < contacts_.count(); ++k) {
        if (!contacts_.moves(k)) continue;
        const BlockContact& contact = contacts_[k];
        Site site;
        site.contact = static_cast<Index>(k);
        site.first = contact.first;
        site.second = contact.second;
        site.friction = contact.friction;
        site.mobility = contacts_.mobility(k).diagonal().maxCoeff();
        site.to_first = contact.first_rows * moving(contact.first);
        site.to_second.setZero();
        if (contact.second >= 0) site.to_second = contact.second_rows * moving(contact.second);
        site.start = contacts_.velocity(k, free_) / scale;
        if (site.second >= 0) pairs_.emplace_back(site.first, site.second);
        sites_.push_back(site);
    }
    factors_.lay_out(free_.size() / 3, pairs_);
}

// α and y of (3) at p, no less than `least`.
void CoulombInteriorPoint::place(double scale, const Eigen::Ref<const Vector>& p, double least)
{
    x_.setZero(free_.size());
    for (const Site& site : sites_) push(site, p.segment<2>(2 * site.contact) / scale, x_);
    x_ = x_.cwiseQuotient(masses_);
    for (Site& site : sites_) {
        const Vector2 own = p.segment<2>(2 * site.contact) * (site.mobility / scale);
        const double along = site.friction > 0.0 ? own(1) / site.friction : 0.0;
        const Vector2 w = site.start + velocity(site, x_);
        const double slides = site.friction * std::abs(w(1)), turns = site.friction * w(1);
        site.alpha = Vector2(0.5 * (own(0) + along), 0.5 * (own(0) - along)).cwiseMax(least);
        site.y = Vector2(w(0) + slides + turns, w(0) + slides - turns).cwiseMax(least);
        site.alpha_step.setZero();
        site.y_step.setZero();
    }
}

void CoulombInteriorPoint::write_impulses(double scale, Eigen::Ref<Vector> p) const
{
    p.setZero();
    for (const Site& site : sites_) p.segment<2>(2 * site.contact) = scale * site.impulse(site.alpha);
}

// Mean of α y after a share of the step.
double CoulombInteriorPoint::mean_product(double share) const
{
    double sum = 0.0;
    for (const Site& site : sites_)
        sum += (site.alpha + share * site.alpha_step).dot(site.y + share * site.y_step);
    return sum / (2.0 * static_cast<double>(sites_.size()));
}

// What (3) and the equations of motion miss, and J.
void CoulombInteriorPoint::linearise(double tau)
{
    const double delta = rounding_of_kink * tau;
    unbalanced_ = masses_.cwiseProduct(x_);
    for (Site& site : sites_) {
        const Vector2 w = site.start + velocity(site, x_);
        const double mu = site.friction, speed = std::hypot(w(1), 2.0 * delta);
        const double sign = speed > 0.0 ? w(1) / speed : 0.0;
        site.missing = Vector2(w(0) + mu * (speed + w(1)), w(0) + mu * (speed - w(1))) - site.y;
        site.J << 1.0, mu * (sign + 1.0), 1.0, mu * (sign - 1.0);
        push(site, -site.impulse(site.alpha), unbalanced_);
    }
}

// (4).
bool CoulombInteriorPoint::factor()
{
    factors_.set_zero();
    for (Index i = 0; i < masses_.size() / 3; ++i)
        factors_.add(i, i, masses_.segment<3>(3 * i).asDiagonal().toDenseMatrix());
    for (const Site& site : sites_) {
        Eigen::Matrix2d E;
        E << 1.0, 1.0, site.friction, -site.friction;
        const Eigen::Matrix2d B = E * weights(site).asDiagonal() * site.J / site.mobility;
        const Eigen::Matrix<double, 3, 2> first = site.to_first.transpose() * B;
        factors_.add(site.first, site.first, first * site.to_first);
        if (site.second < 0) continue;
        const Eigen::Matrix<double, 3, 2> second = site.to_second.transpose() * B;
        factors_.add(site.first, site.second, first * site.to_second);
        factors_.add(site.second, site.first, second * site.to_first);
        factors_.add(site.second, site.second, second * site.to_second);
    }
    return factors_.factor();
}

// Newton's step to α y = `product`; `corrects`: with the product of the last steps, which Newton's leaves
// out.
void CoulombInteriorPoint::step_to(double product, bool corrects)
{
    step_ = -unbalanced_;
    for (Site& site : sites_) {
        Vector2 wanted = Vector2::Constant(product);
        if (corrects) wanted -= site.alpha_step.cwiseProduct(site.y_step);
        // What α gains if nothing moves.
        site.alpha_step = (wanted - site.alpha.cwiseProduct(site.y + site.missing))
                              .cwiseQuotient(site.y + compliance_ * site.alpha);
        push(site, site.impulse(site.alpha_step), step_);
    }
    factors_.solve(step_);
    for (Site& site : sites_) {
        const Vector2 turned = site.J * velocity(site, step_);
        site.alpha_step -= weights(site).cwiseProduct(turned);
        site.y_step = turned + site.missing + compliance_ * site.alpha_step;
    }
}

double CoulombInteriorPoint::longest_step() const
{
    double share = 1.0;
    const auto bound = [&share](double value, double step) {
        if (step < 0.0) share = std::min(share, -value / step);
    };
    for (const Site& site : sites_)
        for (const Index i : {0, 1}) {
            bound(site.alpha(i), site.alpha_step(i));
            bound(site.y(i), site.y_step(i));
        }
    return share;
}

// No product is left far behind the others: the smaller factor of it is raised.
void CoulombInteriorPoint::move(double share)
{
    x_ += share * step_;
    for (Site& site : sites_) {
        site.alpha += share * site.alpha_step;
        site.y += share * site.y_step;
    }
    const double least = least_product * mean_product(0.0);
    for (Site& site : sites_)
        for (const Index i : {0, 1}) {
            if (site.alpha(i) * site.y(i) >= least) continue;
            if (site.alpha(i) < site.y(i))
                site.alpha(i) = least / site.y(i);
            else
                site.y(i) = least / site.alpha(i);
        }
}

}  // namespace rebond
