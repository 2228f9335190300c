#include "rebond/orbits/lasting/sticking_orbit.hpp"

#include "rebond/orbits/proof/flight_proof.hpp"
#include "rebond/orbits/proof/replay.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr double knots = 24.0;   // of the grid in a period of the fastest mode
constexpr int most_knots = 260;  // in each direction
constexpr int most_iterations = 40;
constexpr double largest_residual = 1e-11;
constexpr double converged = 1e-15;
constexpr double alike = 1e-7;      // of two orbits' durations [-]
constexpr double no_motion = 1e-9;  // of the lengths: an orbit at rest [-]
constexpr double replayed = 1e-9;

class Search {
public:
    Search(const OrbitSystem& system, Index contact, const StickingOptions& options)
        : system_(system),
          contact_(contact),
          options_(options),
          free_(system.free()),
          held_(system.held({contact})),
          n_(system.dofs()),
          w_(gradient_of(system.problem().contacts[contact].gap, n_))
    {
    }

    std::vector<Orbit> run()
    {
        const Vector& omega = free_.modes().frequencies;
        const double slowest = 2.0 * std::numbers::pi / omega.minCoeff();
        const double fastest = 2.0 * std::numbers::pi / omega.maxCoeff();
        const double end = 0.5 * options_.longest * slowest;
        const int count = std::min(most_knots, static_cast<int>(std::ceil(knots * end / fastest)));
        Matrix remainder(count, count);
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j)
                remainder(i, j) = remainder_at(end * (i + 1) / count, end * (j + 1) / count);
        std::vector<Orbit> orbits;
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j) {
                bool least = true;
                for (int a = std::max(0, i - 1); a <= std::min(count - 1, i + 1); ++a)
                    for (int b = std::max(0, j - 1); b <= std::min(count - 1, j + 1); ++b)
                        least = least && remainder(i, j) <= remainder(a, b);
                if (least) solve(end * (i + 1) / count, end * (j + 1) / count, orbits);
            }
        return orbits;
    }

private:
    // (2) is L (A, B) = r; with the derivatives of L (A, B) by τ and σ.
    struct Equations {
        Matrix L;
        Vector r;
    };

    Equations equations(double tau, double sigma) const
    {
        const Vector omega = free_.modes().frequencies, nu = held_.modes().frequencies;
        const Matrix &F = free_.modes().vibrations, &H = held_.modes().vibrations;
        const Vector c = (tau * omega.array()).cos(), s = (tau * omega.array()).sin();
        const Vector ch = (sigma * nu.array()).cos(), sh = (sigma * nu.array()).sin();
        Equations eq{.L = Matrix::Zero(2 * n_ + 1, 2 * n_ - 1), .r = Vector::Zero(2 * n_ + 1)};
        eq.L.topLeftCorner(n_, n_) = F * c.asDiagonal();
        eq.L.topRightCorner(n_, n_ - 1) = -H * ch.asDiagonal();
        eq.L.block(n_, 0, n_, n_) = -F * s.cwiseProduct(omega).asDiagonal();
        eq.L.block(n_, n_, n_, n_ - 1) = -H * sh.cwiseProduct(nu).asDiagonal();
        eq.L.row(2 * n_).head(n_) = -w_.transpose() * F * c.cwiseProduct(omega.cwiseAbs2()).asDiagonal();
        eq.r.head(n_) = held_.forced(0.0).q - free_.forced(0.0).q;
        return eq;
    }

    double remainder_at(double tau, double sigma) const
    {
        const Equations eq = equations(tau, sigma);
        const Vector x = eq.L.colPivHouseholderQr().solve(eq.r);
        return (eq.L * x - eq.r).norm() / eq.r.norm();
    }

    void solve(double tau, double sigma, std::vector<Orbit>& orbits) const
    {
        const Vector omega = free_.modes().frequencies, nu = held_.modes().frequencies;
        const Matrix &F = free_.modes().vibrations, &H = held_.modes().vibrations;
        Equations eq = equations(tau, sigma);
        const double size = eq.r.norm();
        if (!(size > 0.0)) return;
        Vector x = eq.L.colPivHouseholderQr().solve(eq.r);
        double residual = 0.0, last = std::numeric_limits<double>::infinity();
        for (int iteration = 0; iteration < most_iterations; ++iteration) {
            eq = equations(tau, sigma);
            const Vector R = eq.L * x - eq.r;
            residual = R.cwiseAbs().maxCoeff() / size;
            if (!(residual < 1e6)) return;
            if (residual <= converged || (residual <= largest_residual && residual >= 0.5 * last)) break;
            last = std::min(last, residual);
            const Vector A = x.head(n_), B = x.tail(n_ - 1);
            const Vector c = (tau * omega.array()).cos(), s = (tau * omega.array()).sin();
            const Vector ch = (sigma * nu.array()).cos(), sh = (sigma * nu.array()).sin();
            Matrix J(2 * n_ + 1, 2 * n_ + 1);
            J.leftCols(2 * n_ - 1) = eq.L;
            Vector by_tau = Vector::Zero(2 * n_ + 1), by_sigma = by_tau;
            by_tau.head(n_) = -F * (omega.array() * s.array() * A.array()).matrix();
            by_tau.segment(n_, n_) = -F * (omega.array().square() * c.array() * A.array()).matrix();
            by_tau(2 * n_) = w_.dot(F * (omega.array().cube() * s.array() * A.array()).matrix());
            by_sigma.head(n_) = H * (nu.array() * sh.array() * B.array()).matrix();
            by_sigma.segment(n_, n_) = -H * (nu.array().square() * ch.array() * B.array()).matrix();
            J.col(2 * n_ - 1) = by_tau;
            J.col(2 * n_) = by_sigma;
            const Vector step = -J.colPivHouseholderQr().solve(R);
            if (!step.allFinite()) return;
            const double shorten =
                std::min({1.0, 0.2 * tau / std::abs(step(2 * n_ - 1)), 0.2 * sigma / std::abs(step(2 * n_))});
            x += shorten * step.head(2 * n_ - 1);
            tau += shorten * step(2 * n_ - 1);
            sigma += shorten * step(2 * n_);
        }
        if (!(residual <= largest_residual)) return;
        const double T = 2.0 * (tau + sigma);
        if (T > 2.0 * options_.longest * 2.0 * std::numbers::pi / omega.minCoeff()) return;
        if (x.head(n_).norm() <= no_motion * size) return;
        for (const Orbit& other : orbits)
            if (std::abs(other.period - T) <= alike * T &&
                std::abs(other.events[1].time - 2.0 * tau) <= alike * T)
                return;
        orbits.push_back(orbit(x.head(n_), tau, sigma, residual));
    }

    Orbit orbit(const Vector& A, double tau, double sigma, double residual) const
    {
        const Vector omega = free_.modes().frequencies;
        const Matrix& F = free_.modes().vibrations;
        const Vector c = (tau * omega.array()).cos(), s = (tau * omega.array()).sin();
        Orbit orbit{.sequence = {{contact_, EventKind::release}, {contact_, EventKind::closing}},
                    .period = 2.0 * (tau + sigma)};
        orbit.state = free_.forced(0.0);
        orbit.state.q += F * c.cwiseProduct(A);
        orbit.state.v += F * (omega.array() * s.array() * A.array()).matrix();
        orbit.energy = system_.energy(orbit.state);
        orbit.events.push_back({.time = 0.0, .contact = contact_, .kind = EventKind::release, .impacts = 0});
        orbit.events.push_back({.time = 2.0 * tau,
                                .contact = contact_,
                                .kind = EventKind::closing,
                                .end = 2.0 * tau,
                                .impacts = 0});
        Certificate& certificate = orbit.certificate;
        certificate.residual = residual;
        FlightProof proof(system_);
        const FlowMotion flight = free_.start(orbit.state);
        proof.fly({}, flight, 2.0 * tau, {{.contact = contact_, .order = 3}}, contact_);
        proof.fly({contact_}, held_.start(free_.state(flight, 2.0 * tau)), 2.0 * sigma, {}, std::nullopt);
        proof.report(certificate);
        // The orbit is that of every restitution; without rebound a run is not lost in impacts of rounding.
        if (options_.orbit.replay && certificate.refusal.empty()) {
            Problem problem = system_.problem();
            for (Contact& contact : problem.contacts) contact.law.restitution = 0.0;
            const Replay again = replay(problem, free_.state(flight, tau), orbit.period);
            if (!again.refusal.empty())
                certificate.refusal = "it could not be run again: " + again.refusal;
            else
                certificate.replay_error = again.error;
            if (certificate.refusal.empty() && !(again.error <= replayed))
                certificate.refusal = fmt::format("a run from it comes back to {:.1e} only", again.error);
        }
        certificate.holds = certificate.refusal.empty();
        return orbit;
    }

    const OrbitSystem& system_;
    Index contact_;
    const StickingOptions& options_;
    const LinearFlow &free_, &held_;
    Index n_;
    Vector w_;
};

std::vector<Orbit> none(std::string reason)
{
    std::vector<Orbit> orbits(1);
    orbits[0].status = OrbitStatus::not_served;
    orbits[0].reason = reason;
    orbits[0].certificate.refusal = std::move(reason);
    return orbits;
}

}  // namespace

std::vector<Orbit> find_sticking_orbits(const OrbitSystem& system, Index contact,
                                        const StickingOptions& options)
{
    if (!system.refusal().empty()) return none(system.refusal());
    if (!system.is_autonomous() || !system.is_conservative())
        return none(
            "a load or damping acts: contacts then last by loss, and the search for those is another one");
    if (system.dofs() < 2) return none("one coordinate alone cannot rest and move on without loss");
    if (system.free().rigid() > 0 || !system.held({contact}).refusal().empty() ||
        system.held({contact}).rigid() > 0)
        return none("the body can move rigidly; sticking orbits are searched for bodies that are tied");
    std::vector<Orbit> orbits = Search(system, contact, options).run();
    if (orbits.empty()) return none("the search found no orbit that rests on this contact");
    std::stable_sort(orbits.begin(), orbits.end(), [](const Orbit& a, const Orbit& b) {
        if (a.certificate.holds != b.certificate.holds) return a.certificate.holds;
        return a.period < b.period;
    });
    return orbits;
}

}  // namespace rebond
