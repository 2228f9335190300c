#include "rebond/integration/acceleration_solver.hpp"

#include "rebond/contact/friction/frictional_rest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_iterations = 60;
constexpr int least_patience = 2;     // iterations that are no reason to renew factors
constexpr int most_solves = 64;       // with the same factors
constexpr double negligible = 1e-13;  // of the velocities: error a solve may leave [-]
constexpr double stagnated = 1e-11;   // of the velocities: noise at which an iteration may stop short [-]
constexpr double rounding_of_balance = 64.0;  // roundings that forces in balance leave [-]
constexpr int most_passes = 3;                // of what closed contacts need
constexpr double still_missing = 1e-2;        // of the pass before: less is worth another pass [-]
constexpr double uncoupled = 1e-14;           // of the mobilities of two contacts [-]
constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

AccelerationSolver::AccelerationSolver(const Model& model, const std::vector<Contact>& contacts, double step)
    : contacts_(contacts),
      rows_(contacts),
      curvature_(contacts.size(), 0.0),
      slide_curvature_(contacts.size(), 0.0),
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
    missing_.reserve(2 * contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if (is_rough(contacts[k])) slide_response_[k].to.setZero(model.dofs());
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
    return fresh(response_[contact], rows_.normal(contact));
}

const Vector& AccelerationSolver::slide_response(Index contact)
{
    return fresh(slide_response_[contact], rows_.slide(contact));
}

void AccelerationSolver::plane_mobility(const std::vector<Index>& contacts, Matrix& G)
{
    const auto count = static_cast<Index>(contacts.size());
    for (Index j = 0; j < count; ++j) {
        const Vector& normal = response(contacts[j]);
        const Vector& sliding = slide_response(contacts[j]);
        for (Index i = 0; i < count; ++i) {
            const Row &w = rows_.normal(contacts[i]), &slide = rows_.slide(contacts[i]);
            G.block<2, 2>(2 * i, 2 * j) << along(w, normal), along(w, sliding), along(slide, normal),
                along(slide, sliding);
        }
    }
}

double AccelerationSolver::trust(const ClosedContact& one)
{
    const Index k = one.contact;
    const double s = direction_of(one.sliding), mu = contacts_[k].law.friction;
    const double own = along(rows_.normal(k), response(k));
    const double B = own - mu * s * along(rows_.normal(k), slide_response(k));
    return B / own - 0.5 * paradoxical;
}

bool AccelerationSolver::is_coupled(const ClosedContact& one, const ClosedContact& other)
{
    const Row &w = rows_.normal(one.contact), &slide = rows_.slide(one.contact);
    const double own = along(w, response(one.contact));
    const double others = along(rows_.normal(other.contact), response(other.contact));
    const double shared = std::max({std::abs(along(w, response(other.contact))),
                                    std::abs(along(slide, response(other.contact))),
                                    std::abs(along(w, slide_response(other.contact)))});
    return shared > uncoupled * std::sqrt(own * others);
}

const Vector& AccelerationSolver::fresh(Response& response, const Row& along)
{
    if (!response.is_fresh) {
        response.to.setZero(r_.size());
        add_reaction(along, 1.0, response.to);
        dynamics_->solve(response.to);
        response.is_fresh = true;
    }
    return response.to;
}

void AccelerationSolver::place_rows(double t, const Vector& q)
{
    rows_.place(t, q);
    for (const Index k : rows_.varying()) response_[k].is_fresh = slide_response_[k].is_fresh = false;
}

void AccelerationSolver::bend(double t, const Vector& q, const Vector& v,
                              const std::vector<ClosedContact>& closed)
{
    for (const ClosedContact& one : closed) {
        const Index k = one.contact;
        if (!rows_.varies(k)) continue;
        curvature_[k] = curvature_at(contacts_[k].gap, t, q, v);
        slide_curvature_[k] = curvature_at(contacts_[k].slide, t, q, v);
    }
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
                G_(i, j) = along(rows_.normal(closed[i].contact), response(closed[j].contact));
        G_factors_.compute(G_);
    }
    double last = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < most_passes; ++pass) {
        for (Index i = 0; i < count; ++i) {
            const Row& w = rows_.normal(closed[i].contact);
            error_(i) = wanted(closed[i]) - along(w, a) + along(w, correction);
        }
        const double missing = error_.head(count).cwiseAbs().maxCoeff();
        if (pass > 0 && !(missing > 0.0 && missing < still_missing * last)) return;
        last = missing;
        if (count == 1) {
            error_(0) /= along(rows_.normal(closed[0].contact), response(closed[0].contact));
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

// The same for contacts with friction, where the force on a contact that slides is along w − μ s t. Where
// directions are combinations of others, reactions are not unique: those nearest to the preferred ones are
// taken, so that they do not drift from stage to stage and from step to step.
void AccelerationSolver::correct_rough_reactions(std::vector<ClosedContact>& closed, const Vector& a,
                                                 Vector& correction)
{
    Index count = 0;
    for (const ClosedContact& one : closed) count += one.sliding == Sliding::sticks ? 2 : 1;
    rough_.resize(count);
    double last = std::numeric_limits<double>::infinity();
    for (int pass = 0; pass < most_passes; ++pass) {
        Index i = 0;
        double missing = 0.0;
        for (const ClosedContact& row : closed) {
            const Row &w = rows_.normal(row.contact), &t = rows_.slide(row.contact);
            rough_.side(i) = wanted(row) - along(w, a) + along(w, correction);
            missing = std::max(missing, std::abs(rough_.side(i)));
            const bool sticks = row.sliding == Sliding::sticks;
            if (sticks) {
                rough_.side(i + 1) = -slide_curvature_[row.contact] - along(t, a) + along(t, correction);
                missing = std::max(missing, std::abs(rough_.side(i + 1)));
            }
            Index j = 0;
            for (const ClosedContact& column : closed) {
                const Vector& normal = response(column.contact);
                const double s = direction_of(column.sliding);
                const double mu = contacts_[column.contact].law.friction;
                rough_.entry(i, j) = along(w, normal);
                if (sticks) rough_.entry(i + 1, j) = along(t, normal);
                if (s != 0.0) {
                    const Vector& sliding = slide_response(column.contact);
                    rough_.entry(i, j) -= mu * s * along(w, sliding);
                    if (sticks) rough_.entry(i + 1, j) -= mu * s * along(t, sliding);
                }
                ++j;
                if (column.sliding != Sliding::sticks) continue;
                const Vector& sticking = slide_response(column.contact);
                rough_.entry(i, j) = along(w, sticking);
                if (sticks) rough_.entry(i + 1, j) = along(t, sticking);
                ++j;
            }
            i += sticks ? 2 : 1;
        }
        if (pass > 0 && !(missing > 0.0 && missing < still_missing * last)) return;
        last = missing;
        if (rough_.solve() < count) draw_to_preferred(closed);
        i = 0;
        for (ClosedContact& one : closed) {
            const double more = rough_.side(i++);
            one.reaction += more;
            correction -= more * response(one.contact);
            if (one.sliding == Sliding::smooth) continue;
            const double before = one.friction;
            one.friction =
                one.sliding == Sliding::sticks ? before + rough_.side(i++) : friction_of_sliding(one);
            correction -= (one.friction - before) * slide_response(one.contact);
        }
        if (count == 1) return;
    }
}

void AccelerationSolver::draw_to_preferred(const std::vector<ClosedContact>& closed)
{
    missing_.clear();
    for (const ClosedContact& one : closed) {
        missing_.push_back(one.preferred(0) - one.reaction);
        if (one.sliding == Sliding::sticks) missing_.push_back(one.preferred(1) - one.friction);
    }
    rough_.draw_to([this](Index i) { return missing_[i]; });
}

void AccelerationSolver::sweep(double t, const Vector& q, const Vector& v, std::vector<ClosedContact>& closed,
                               Vector& a, Vector& correction)
{
    dynamics_->place(t, q);
    if (!closed.empty() && bends()) {
        place_rows(t, q);
        bend(t, q, v, closed);
    }
    correct(v, closed, a, correction);
}

void AccelerationSolver::correct(const Vector& v, std::vector<ClosedContact>& closed, Vector& a,
                                 Vector& correction)
{
    dynamics_->residual(v, a, correction);
    ++residual_evaluations_;
    if (load_ != nullptr) correction -= *load_;
    bool is_rough = false;
    for (ClosedContact& one : closed) {
        add_reaction(rows_.normal(one.contact), -one.reaction, correction);
        is_rough = is_rough || one.is_shared() || one.sliding != Sliding::smooth;
        if (one.sliding == Sliding::smooth) continue;
        if (one.sliding != Sliding::sticks) one.friction = friction_of_sliding(one);
        add_reaction(rows_.slide(one.contact), -one.friction, correction);
    }
    dynamics_->solve(correction);
    if (is_rough)
        correct_rough_reactions(closed, a, correction);
    else if (!closed.empty())
        correct_reactions(closed, a, correction);
    a -= correction;
}

// What the reactions do to the acceleration, |M⁻¹w ν| [m/s²]: what holds a body at rest leaves its rounding.
double AccelerationSolver::pushed(const std::vector<ClosedContact>& closed)
{
    double sum = 0.0;
    for (const ClosedContact& one : closed) {
        sum += std::abs(one.reaction) * response(one.contact).norm();
        if (one.sliding != Sliding::smooth)
            sum += std::abs(one.friction) * slide_response(one.contact).norm();
    }
    return sum;
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
        const bool turns = !closed.empty() && bends();
        if (turns) {
            const Vector& q = beta != 0.0 ? q_ : A;
            place_rows(t, q);
            bend(t, q, v_, closed);
        }
        correct(v_, closed, a, r_);
        if (solves_exactly_ && !(turns && (beta != 0.0 || gamma != 0.0))) return true;

        const double correction = step_ * r_.norm();
        if (++seen == 1) scale = v_.norm() + step_ * a.norm();
        if (!std::isfinite(correction) || !std::isfinite(scale)) return false;
        const double left = seen == 1 ? correction / epsilon * negligible : correction * (correction / last);
        const bool is_rounding = correction <= rounding_of_balance * epsilon * step_ * pushed(closed);
        if (is_rounding || left <= negligible * scale) {
            // A solve that a load follows up starts close to its answer: it does not say what is usual.
            if (renewed)
                usual_iterations_ =
                    std::max({count, least_patience, load_ != nullptr ? usual_iterations_ : 0});
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
