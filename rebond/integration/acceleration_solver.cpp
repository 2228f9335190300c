#include "rebond/integration/acceleration_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_iterations = 60;
constexpr int least_patience = 2;       // iterations that are no reason to renew factors
constexpr int most_solves = 64;         // with the same factors
constexpr double negligible = 1e-13;    // of the velocities: error a solve may leave [-]
constexpr double stagnated = 1e-11;     // of the velocities: noise at which an iteration may stop short [-]
constexpr int most_passes = 3;          // of what closed contacts need
constexpr double still_missing = 1e-2;  // of the pass before: less is worth another pass [-]
constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

AccelerationSolver::AccelerationSolver(const Model& model, const std::vector<Contact>& contacts, double step)
    : contacts_(contacts),
      dynamics_(model.dynamics()),
      solves_exactly_(dynamics_->solves_exactly()),
      step_(step),
      response_(contacts.size(), {.to = Vector::Zero(model.dofs())}),
      slide_response_(contacts.size()),
      error_(Vector::Zero(static_cast<Index>(contacts.size()))),
      q_(model.dofs()),
      v_(model.dofs()),
      r_(model.dofs())
{
}

bool AccelerationSolver::factor(double t, const Vector& q, double beta, double gamma)
{
    dynamics_->place(t, q);
    for (std::vector<Response>* responses : {&response_, &slide_response_})
        for (Response& response : *responses) response.is_fresh = false;
    rounding_ = 0.0;
    age_ = 0;
    beta_ = beta;
    gamma_ = gamma;
    if (dynamics_->factor(beta, gamma)) return true;
    beta_ = -1.0;
    return false;
}

const Vector& AccelerationSolver::response(Index contact)
{
    return fresh(response_[contact], contacts_[contact].gap);
}

const Vector& AccelerationSolver::slide_response(Index contact)
{
    return fresh(slide_response_[contact], contacts_[contact].slide);
}

void AccelerationSolver::plane_mobility(const std::vector<Index>& contacts, Matrix& G)
{
    const auto count = static_cast<Index>(contacts.size());
    for (Index j = 0; j < count; ++j) {
        const Vector& normal = response(contacts[j]);
        const Vector& sliding = slide_response(contacts[j]);
        for (Index i = 0; i < count; ++i) {
            const Contact& contact = contacts_[contacts[i]];
            G.block<2, 2>(2 * i, 2 * j) << along(contact.gap, normal), along(contact.gap, sliding),
                along(contact.slide, normal), along(contact.slide, sliding);
        }
    }
}

const Vector& AccelerationSolver::fresh(Response& response, const Gap& along)
{
    if (!response.is_fresh) {
        response.to.setZero(r_.size());
        add_reaction(along, 1.0, response.to);
        dynamics_->solve(response.to);
        response.is_fresh = true;
    }
    return response.to;
}

// Adds to the correction of a what the closed contacts need to have w·(a − correction) = c. Of several, G may
// have lost what is small beside its largest entries: what is still missing is added again.
void AccelerationSolver::correct_reactions(std::vector<ClosedContact>& closed, const Vector& a,
                                           Vector& correction)
{
    const Index count = static_cast<Index>(closed.size());
    if (count > 1) {
        G_.resize(count, count);
        for (Index i = 0; i < count; ++i)
            for (Index j = 0; j < count; ++j)
                G_(i, j) = along(contacts_[closed[i].contact].gap, response(closed[j].contact));
        G_factors_.compute(G_);
    }
    double last = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < most_passes; ++pass) {
        for (Index i = 0; i < count; ++i) {
            const Gap& gap = contacts_[closed[i].contact].gap;
            error_(i) = closed[i].acceleration - along(gap, a) + along(gap, correction);
        }
        const double missing = error_.head(count).cwiseAbs().maxCoeff();
        if (pass > 0 && !(missing > 0.0 && missing < still_missing * last)) return;
        last = missing;
        if (count == 1) {
            error_(0) /= along(contacts_[closed[0].contact].gap, response(closed[0].contact));
        } else {
            auto errors = error_.head(count);
            G_factors_.solveInPlace(errors);
        }
        for (Index i = 0; i < count; ++i) {
            closed[i].reaction += error_(i);
            correction -= error_(i) * response(closed[i].contact);
        }
        if (count == 1) return;
    }
}

void AccelerationSolver::sweep(double t, const Vector& q, const Vector& v, std::vector<ClosedContact>& closed,
                               Vector& a, Vector& correction)
{
    dynamics_->place(t, q);
    correct(v, closed, a, correction);
}

void AccelerationSolver::correct(const Vector& v, std::vector<ClosedContact>& closed, Vector& a,
                                 Vector& correction)
{
    dynamics_->residual(v, a, correction);
    ++residual_evaluations_;
    for (const ClosedContact& one : closed)
        add_reaction(contacts_[one.contact].gap, -one.reaction, correction);
    dynamics_->solve(correction);
    if (!closed.empty()) correct_reactions(closed, a, correction);
    a -= correction;
}

bool AccelerationSolver::iterate(double t, const Vector& A, const Vector& B, double beta, double gamma,
                                 std::vector<ClosedContact>& closed, Vector& a)
{
    ++age_;
    bool renewed = false;
    int seen = 0;  // corrections with the present factors
    const auto renew = [&] {
        renewed = true;
        seen = 0;
        q_ = A + beta * a;
        return factor(t, q_, beta, gamma);
    };
    if (beta != beta_ || gamma != gamma_)
        if (!renew()) return false;

    // The error left after a correction is about that correction times the contraction seen; a first
    // correction counts as the last one only if it is rounding itself.
    double last = 0.0, scale = 0.0;
    for (int count = 1; count <= most_iterations; ++count) {
        if (beta != 0.0) {
            q_ = A + beta * a;
            dynamics_->place(t, q_);
        } else if (count == 1) {
            dynamics_->place(t, A);
        }
        v_ = B + gamma * a;
        correct(v_, closed, a, r_);
        if (solves_exactly_) return true;

        const double correction = step_ * r_.norm();
        if (++seen == 1) scale = v_.norm() + step_ * a.norm();
        if (!std::isfinite(correction) || !std::isfinite(scale)) return false;
        const double left = seen == 1 ? correction / epsilon * negligible : correction * (correction / last);
        if (correction == 0.0 || left <= negligible * scale) {
            if (renewed)
                usual_iterations_ = std::max(count, least_patience);
            else if (count > usual_iterations_ || age_ >= most_solves)
                beta_ = -1.0;  // renew before the next solve
            return true;
        }
        if (seen > 1) {
            // Rounding ends an iteration too: its own, or that of q, which comes back through the stiffness
            // as 1/β times itself. Where that was seen, the solves that follow need not see it again.
            const double own = stagnated * scale;
            const double of_q = beta > 0.0 ? 8.0 * epsilon * q_.norm() * step_ / beta : 0.0;
            if (correction <= rounding_ && correction <= std::max(own, of_q)) return true;
            if ((correction > 0.01 * last && correction <= own) ||
                (correction > 0.5 * last && correction <= of_q)) {
                rounding_ = 2.0 * correction;
                return true;
            }
            if (correction > 0.5 * last && (renewed || !renew())) return false;
        }
        last = correction;
    }
    return false;
}

}  // namespace rebond
