#include "rebond/integration/time_stepping/lagrange_newmark.hpp"

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/energy_guard.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rebond {
namespace {

constexpr double theta = 0.25, eta = 0.5;
constexpr Index few = 2;  // contacts, as the ends of a frame
constexpr double never = std::numeric_limits<double>::infinity();

class Stepper {
public:
    Stepper(const Problem& problem, const LagrangeNewmark& scheme, Recorder& recorder)
        : problem_(problem),
          recorder_(recorder),
          solver_(*problem.model, problem.contacts, scheme.step),
          step_(scheme.step),
          state_(problem.initial),
          a_(Vector::Zero(problem.model->dofs())),
          next_{.q = a_, .v = a_, .a = a_, .contacts = {}},
          contacts_(problem.contacts.size()),
          slides_(problem.contacts.size()),
          G_(2 * std::ssize(problem.contacts), 2 * std::ssize(problem.contacts)),
          sides_(2 * std::ssize(problem.contacts)),
          now_(state_, solver_.dynamics()),
          is_conservative_(problem.model->is_conservative()),
          guard_(problem)
    {
        closed_.reserve(contacts_.size());
        next_.contacts.resize(contacts_.size());
        // A massless coordinate has no acceleration of its own: then the run starts from none.
        if (!solver_.solve(0.0, state_.q, state_.v, 0.0, 0.0, none_closed_, a_)) a_.setZero();
    }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        const double end = problem_.duration * (1.0 - 1e-12);
        while (tell() && state_.t < end && !recorder_.enough()) {
            if (outcome_.heeds(interrupt)) break;
            if (!advance(std::min(step_, problem_.duration - state_.t))) {
                outcome_.fail(Status::solve_failed, "a step could not be solved; a smaller one may help");
                break;
            }
        }
        for (Touch& touch : contacts_) {
            if (!touch.is_told) continue;
            touch.impact.end = state_.t;
            touch.impact.is_over = false;
            recorder_.impact(touch.impact);
        }
        outcome_.time = state_.t;
        outcome_.residual_evaluations = solver_.residual_evaluations();
        return std::move(outcome_);
    }

private:
    // Of one contact.
    struct Forces {
        double normal = 0.0;    // N [N]
        double friction = 0.0;  // T [N]
    };
    struct Touch {
        bool is_closed = false;
        bool is_told = false;  // its beginning; its end is not
        double place = 0.0;    // where it sticks, along the plane of contact [m]
        double slid = 0.0;     // where it was along it at the last step [m]
        Forces forces = {};    // at the last step
        Impact impact = {};
    };
    struct Step {
        Vector q, v, a;
        std::vector<Forces> contacts;
    };
    struct Event {
        double after = never;  // the start of the step [s]
        Index contact = 0;
    };

    bool tell()
    {
        now_.renew();
        recorder_.step(now_);
        if (guard_.allows(now_)) return true;
        outcome_.fail(Status::diverged, guard_.reason());
        return false;
    }

    // One step, taken again from its start with each event in it, the earliest first.
    bool advance(double h)
    {
        for (std::size_t turns = 0;; ++turns) {
            if (!solve(h)) return false;
            const Event event = first_event(h);
            const bool is_undecided = turns == 2 * contacts_.size();  // to and fro
            if (event.after == never || is_undecided) break;
            turn(event);
        }
        accept(h);
        return true;
    }

    // Equations (1) and (2) over h.
    bool solve(double h)
    {
        const double beta = theta * h * h, gamma = eta * h;
        next_.q = state_.q + h * state_.v + (0.5 - theta) * h * h * a_;
        next_.v = state_.v + (1.0 - eta) * h * a_;
        next_.a = a_;
        if (!solver_.solve(state_.t + h, next_.q, next_.v, beta, gamma, none_closed_, next_.a)) return false;
        find_reactions(beta);
        next_.q += beta * next_.a;
        next_.v += gamma * next_.a;
        return next_.q.allFinite();
    }

    // The forces of the closed contacts: those that stick, and once more with those that do not sliding.
    void find_reactions(double beta)
    {
        next_.contacts.assign(contacts_.size(), {});
        slides_.assign(contacts_.size(), 0.0);
        closed_.clear();
        for (std::size_t k = 0; k < contacts_.size(); ++k)
            if (contacts_[k].is_closed) closed_.push_back(static_cast<Index>(k));
        if (closed_.empty()) return;
        find_forces(beta);
        bool slides = false;
        for (const Index k : closed_) {
            const double bound = problem_.contacts[k].law.friction * std::max(next_.contacts[k].normal, 0.0);
            if (bound > 0.0 && std::abs(next_.contacts[k].friction) <= bound) continue;
            slides_[k] = std::copysign(1.0, next_.contacts[k].friction);
            slides = true;
        }
        if (slides) find_forces(beta);
        for (const Index k : closed_)
            next_.a += next_.contacts[k].normal * solver_.response(k) +
                       next_.contacts[k].friction * solver_.slide_response(k);
    }

    void find_forces(double beta)
    {
        const auto n = static_cast<Index>(closed_.size());
        solver_.plane_mobility(closed_, G_);
        for (Index i = 0; i < n; ++i) {
            const Index k = closed_[i];
            const auto& [gap, law, slide, is_massless, name] = problem_.contacts[k];
            sides_(2 * i) = -gap_at(gap, 0.0, next_.q) / beta - along(gap.terms, next_.a);
            sides_(2 * i + 1) =
                (contacts_[k].place - along(slide.terms, next_.q)) / beta - along(slide.terms, next_.a);
            if (slides_[k] == 0.0 && law.friction > 0.0) continue;
            const double unit = G_(2 * i, 2 * i);  // the row T ∓ μN = 0, in the size of the others
            G_.row(2 * i + 1).head(2 * n).setZero();
            G_(2 * i + 1, 2 * i + 1) = unit;
            G_(2 * i + 1, 2 * i) = -slides_[k] * law.friction * unit;
            sides_(2 * i + 1) = 0.0;
        }
        if (n <= few)
            take_forces<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * few, 2 * few>>(n);
        else
            take_forces<Matrix>(n);
    }

    // The shortest solution, where the contacts over-determine it. A small system is solved without the heap.
    template <typename System>
    void take_forces(Index n)
    {
        using Sides = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, System::MaxRowsAtCompileTime, 1>;
        const System G = G_.topLeftCorner(2 * n, 2 * n);
        const Sides sides = sides_.head(2 * n);
        const Sides forces = G.completeOrthogonalDecomposition().solve(sides);
        for (Index i = 0; i < n; ++i) next_.contacts[closed_[i]] = {forces(2 * i), forces(2 * i + 1)};
    }

    // Gaps and forces run straight from the start of the step to its end.
    Event first_event(double h) const
    {
        Event first;
        for (std::size_t k = 0; k < contacts_.size(); ++k) {
            const Gap& gap = problem_.contacts[k].gap;
            const bool is_closed = contacts_[k].is_closed;
            const double before = is_closed ? contacts_[k].forces.normal : gap_at(gap, 0.0, state_.q);
            const double after = is_closed ? next_.contacts[k].normal : gap_at(gap, 0.0, next_.q);
            if (!(after < 0.0)) continue;
            const double time = before > 0.0 ? h * before / (before - after) : 0.0;
            if (time < first.after) first = {time, static_cast<Index>(k)};
        }
        return first;
    }

    void accept(double h)
    {
        if (!is_conservative_) {
            const Work done = h * solver_.dynamics().power(state_.t + h, next_.q, next_.v);
            recorder_.work(done);
            guard_.work(done);
        }
        state_.t += h;
        state_.q.swap(next_.q);
        state_.v.swap(next_.v);
        a_.swap(next_.a);
        ++outcome_.steps;
        for (std::size_t k = 0; k < contacts_.size(); ++k) book(static_cast<Index>(k), h);
    }

    // Forces run straight over a step; a contact that has opened still pushes on the way.
    void book(Index k, double h)
    {
        auto& [is_closed, is_told, place, slid, forces, impact] = contacts_[k];
        if (is_closed && !is_told) recorder_.contact_begins(k, impact.time);
        is_told = is_told || is_closed;
        if (!is_told) return;
        const Forces before = std::exchange(forces, next_.contacts[k]);
        const double normal = 0.5 * h * (before.normal + forces.normal);
        const double friction = 0.5 * h * (before.friction + forces.friction);
        impact.impulse += normal;
        impact.friction += friction;
        impact.peak_force = std::fmax(impact.peak_force, forces.normal);
        impact.velocity_after = along(problem_.contacts[k].gap.terms, state_.v);
        recorder_.received(k, normal, friction);
        const double now = along(problem_.contacts[k].slide.terms, state_.q);
        impact.energy_loss -= friction / h * (now - std::exchange(slid, now));
        if (slides_[k] != 0.0) place = now;
        if (is_closed) return;
        recorder_.impact(impact);
        is_told = false;
    }

    // Closes an open contact, opens a closed one.
    void turn(const Event& event)
    {
        const Index k = event.contact;
        Touch& touch = contacts_[k];
        const double t = state_.t + event.after;
        touch.is_closed = !touch.is_closed;
        touch.impact.end = t;
        if (!touch.is_closed || touch.is_told) return;
        touch.place = touch.slid = along(problem_.contacts[k].slide.terms, state_.q);
        touch.forces = {};
        touch.impact = {
            .time = t, .contact = k, .velocity_before = along(problem_.contacts[k].gap.terms, state_.v)};
    }

    const Problem& problem_;
    Recorder& recorder_;
    AccelerationSolver solver_;
    double step_;
    State state_;
    Vector a_;
    Step next_;
    std::vector<Touch> contacts_;
    std::vector<Index> closed_;
    std::vector<double> slides_;  // sgn T where a contact slides, else 0
    std::vector<ClosedContact> none_closed_;
    Matrix G_;
    Vector sides_;
    StateInstant now_;
    bool is_conservative_;
    EnergyGuard guard_;
    Outcome outcome_;
};

}  // namespace

Refusal refusal(const Problem& problem, const LagrangeNewmark& /*scheme*/)
{
    if (auto refused = unless_linear(problem)) return refused;
    if (auto refused = unserved(problem, {.friction = true})) return refused;
    const bool may_all_slide =
        std::all_of(problem.contacts.begin(), problem.contacts.end(),
                    [](const Contact& contact) { return !contact.slide.terms.empty(); });
    if (!may_all_slide) return Refused{"needs contacts that can slide along a plane, as the ends of a frame"};
    return std::nullopt;
}

Outcome integrate_by(const LagrangeNewmark& scheme, const Problem& problem, Recorder& recorder,
                     const std::atomic<bool>* interrupt)
{
    return Stepper(problem, scheme, recorder).run(interrupt);
}

std::vector<std::string> setting_warnings(const LagrangeNewmark& /*scheme*/, const Problem& problem,
                                          bool /*resolves_waves*/)
{
    std::vector<std::string> warnings{
        "lagrange_newmark is the scheme as printed: contacts chatter, their forces grow as the step shrinks, "
        "and energy is created; use moreau_jean for reliable results"};
    for (const Contact& contact : problem.contacts) {
        if (!(contact.law.restitution > 0.0)) continue;
        warnings.push_back(
            fmt::format("impact.restitution = {:g} is not used: lagrange_newmark constrains positions and "
                        "has no impact law",
                        contact.law.restitution));
        break;
    }
    return warnings;
}

}  // namespace rebond
