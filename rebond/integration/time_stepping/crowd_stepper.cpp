#include "rebond/integration/time_stepping/crowd_stepper.hpp"

#include "rebond/contact/neighbours.hpp"
#include "rebond/integration/energy_guard.hpp"
#include "rebond/integration/time_stepping/crowd_impulses.hpp"
#include "rebond/integration/time_stepping/disc_bodies.hpp"
#include "rebond/integration/time_stepping/leaping_discs.hpp"
#include "rebond/integration/time_stepping/step_count.hpp"
#include "rebond/mechanics/linear/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace rebond {
namespace {

constexpr double skin_of_radius = 0.2;  // of the largest radius: how far the list of pairs sees [-]
// Gap of a contact, of the radii: what impulses of this accuracy open of those that rest, many times over
// [-].
constexpr double touching = 1e-9;
constexpr double tolerated_overlap = 0.1;  // of a radius [-]
constexpr std::size_t most_halvings = 6;   // of a step whose impulses are not found
constexpr double most_missed = 0.1;        // residual beyond which impulses mean nothing [-]

using Rows = Eigen::Matrix<double, 2, 3>;

class CrowdStepper {
public:
    CrowdStepper(const Problem& problem, const MoreauJean& scheme, Recorder& recorder)
        : problem_(problem),
          crowd_(*problem.crowd),
          scheme_(scheme),
          recorder_(recorder),
          bodies_{static_cast<Index>(crowd_.radii.size()), crowd_.spins},
          largest_(*std::max_element(crowd_.radii.begin(), crowd_.radii.end())),
          neighbours_(crowd_.radii, skin_of_radius * largest_),
          dynamics_(problem.model->dynamics()),
          state_(problem.initial),
          now_(state_, *dynamics_),
          guard_(problem),
          q_mid_(state_.q),
          v_before_(state_.v),
          acceleration_(system_of(problem).force.cwiseQuotient(system_of(problem).mass.diagonal())),
          by_body_(Vector::Zero(3 * bodies_.count)),
          impulses_(bodies_.gathered(system_of(problem).mass.diagonal().cwiseInverse()),
                    scheme.step * acceleration_.cwiseAbs().maxCoeff()),
          leaps_(*problem.model, scheme.step)
    {
    }

    Outcome run(const std::atomic<bool>* interrupt)
    {
        const long count = steps_over(problem_.duration, scheme_.step);
        for (long i = 0; tell(i) && i < count && !recorder_.enough(); ++i) {
            if (outcome_.heeds(interrupt)) break;
            const long missed = missed_;
            if (!advance(scheme_.step, 0, interrupt)) break;
            // Where the least parts are not solved, the next steps are not worth as many.
            if (missed_ == missed)
                halvings_allowed_ = std::min(halvings_allowed_ + 1, most_halvings);
            else if (halvings_allowed_ > 0)
                --halvings_allowed_;
        }
        outcome_.time = state_.t;
        outcome_.residual = worst_;
        outcome_.penetration = deepest_;
        if (deepest_share_ > tolerated_overlap)
            outcome_.warnings.push_back(
                fmt::format("balls overlap by up to {:.0f} % of their radius ({:.3g} m at most). The step is "
                            "too long for their impacts; a tenth of it would show about a tenth of this",
                            100.0 * deepest_share_, deepest_));
        if (missed_ > 0 && outcome_.status == Status::ok)
            outcome_.fail(
                Status::solve_failed,
                fmt::format("in {} of {} steps with contact the impulses miss their conditions by more than "
                            "{:g} of the speeds at hand, by {:.1e} at most. The run went on to its end; a "
                            "smaller step may help",
                            missed_, with_contact_, CrowdImpulses::certified, worst_));
        if (halved_ > 0)
            outcome_.warnings.push_back(
                fmt::format("{} steps were taken in parts, down to {:.3g} s at the least: in one step their "
                            "impulses were not found to {:g} of the speeds at hand",
                            halved_, scheme_.step / std::pow(2.0, static_cast<double>(starts_.size() - 1)),
                            CrowdImpulses::certified));
        if (bounded_ > 0)
            outcome_.warnings.push_back(fmt::format(
                "in {} of {} steps with contact Newton's law with friction would have added energy: "
                "restitution was lowered where it did",
                bounded_, with_contact_));
        leaps_.report(outcome_);
        outcome_.warnings.emplace_back(
            "impacts of a crowd of balls are not counted one by one: impacts and episodes are empty");
        return std::move(outcome_);
    }

private:
    static const LinearSystem& system_of(const Problem& problem)
    {
        return problem.model->as_linear()->system();
    }

    bool tell(long i)
    {
        state_.t = static_cast<double>(i) * scheme_.step;
        outcome_.steps = i;
        now_.renew();
        leaps_.see(state_.v);
        recorder_.step(now_);
        if (guard_.allows(now_)) return true;
        outcome_.fail(Status::diverged, guard_.reason());
        return false;
    }

    // By h, or by two halves of it where the impulses are not found.
    bool advance(double h, std::size_t halvings, const std::atomic<bool>* interrupt)
    {
        const double t = state_.t;
        h_ = h;
        if (halvings == starts_.size()) starts_.emplace_back();
        starts_[halvings].keep(state_, p_, keys_before_);
        q_mid_ = state_.q + 0.5 * h * state_.v;
        find_contacts();
        v_before_ = state_.v;
        state_.v += h * acceleration_;
        if (impulses_.count() > 0) {
            const BlockOutcome solved = resolve(interrupt);
            if (solved.status == BlockStatus::not_solved && halvings < halvings_allowed_) {
                starts_[halvings].put_back(state_, p_, keys_before_);
                if (halvings == 0) ++halved_;
                if (!advance(0.5 * h, halvings + 1, interrupt)) return false;
                state_.t = t + 0.5 * h;
                return advance(0.5 * h, halvings + 1, interrupt);
            }
            if (!accept(solved)) return false;
        }
        state_.q += h * ((1.0 - scheme_.theta) * v_before_ + scheme_.theta * state_.v);
        return true;
    }

    // ---- who touches whom

    bool is_predicted() const { return scheme_.activation == MoreauJean::Activation::predicted; }

    void find_contacts()
    {
        impulses_.clear();
        keys_.clear();
        neighbours_.renew(q_mid_);
        for (const auto& [i, j] : neighbours_.pairs()) add_pair(i, j);
        for (Index k = 0; k < std::ssize(crowd_.walls); ++k) add_wall(k);
        guess_impulses();
    }

    void add_pair(Index i, Index j)
    {
        const double reach = crowd_.radii[i] + crowd_.radii[j];
        const Vector2 ahead = q_mid_.segment<2>(2 * i) - q_mid_.segment<2>(2 * j);
        const Vector2 here = state_.q.segment<2>(2 * i) - state_.q.segment<2>(2 * j);
        const double seen = (1.0 + touching) * reach;
        if ((is_predicted() ? ahead : here).squaredNorm() > seen * seen) return;
        note_depth(reach - here.norm(), std::min(crowd_.radii[i], crowd_.radii[j]));
        const Vector2 n = ahead.normalized(), t(n.y(), -n.x());
        const Vector2 n_here = here.normalized(), t_here(n_here.y(), -n_here.x());
        const Vector2 relative = state_.v.segment<2>(2 * i) - state_.v.segment<2>(2 * j);
        BlockContact contact;
        contact.first = i;
        contact.second = j;
        contact.first_rows << n.x(), n.y(), 0.0, t.x(), t.y(), bodies_.spins ? crowd_.radii[i] : 0.0;
        contact.second_rows << -n.x(), -n.y(), 0.0, -t.x(), -t.y(), bodies_.spins ? crowd_.radii[j] : 0.0;
        double slide = t_here.dot(relative);
        if (bodies_.spins)
            slide += crowd_.radii[i] * state_.v(2 * bodies_.count + i) +
                     crowd_.radii[j] * state_.v(2 * bodies_.count + j);
        const Vector2 u(n_here.dot(relative), slide);
        contact.bias = {(n - n_here).dot(relative), (t - t_here).dot(relative)};
        impulses_.add(contact, crowd_.law, u);
        keys_.push_back({i, j});
    }

    void add_wall(Index k)
    {
        const Contact& wall = crowd_.walls[k];
        const auto& [t, q, v] = state_;
        const double half = 0.5 * h_;
        const double seen = touching * largest_;
        if ((is_predicted() ? gap_at(wall.gap, t + half, q_mid_) : gap_at(wall.gap, t, q)) > seen) return;
        BlockContact contact;
        gradient_at(wall.gap, t + half, q_mid_, row_);
        contact.first = bodies_.body_of(row_.front().coordinate);
        note_depth(-gap_at(wall.gap, t, q), crowd_.radii[contact.first]);
        set_row(0, contact);
        const double ahead = along(row_, v);
        gradient_at(wall.slide, t + half, q_mid_, row_);
        set_row(1, contact);
        const double slide_ahead = along(row_, v);
        const Vector2 u(rate_at(wall.gap, t, q, v), rate_at(wall.slide, t, q, v));
        const Vector2 now(drift_at(wall.gap, t, q), drift_at(wall.slide, t, q));
        const double then = t + h_;
        contact.bias = {ahead - (u(0) - now(0)) + drift_at(wall.gap, then, q),
                        slide_ahead - (u(1) - now(1)) + drift_at(wall.slide, then, q)};
        impulses_.add(contact, wall.law, u);
        keys_.push_back({-1, k});
    }

    // How far a disc is in another or a wall, and its radius [m].
    void note_depth(double depth, double radius)
    {
        deepest_ = std::max(deepest_, depth);
        deepest_share_ = std::max(deepest_share_, depth / radius);
    }

    void set_row(Index part, BlockContact& contact)
    {
        for (const auto& [coordinate, weight] : row_)
            contact.first_rows(part, bodies_.part_of(coordinate)) += weight;
    }

    // Impulses of the step before, of the same two bodies; keys are in the same order then and now but for
    // those that came or went.
    void guess_impulses()
    {
        std::swap(p_, p_before_);
        p_.setZero(2 * static_cast<Index>(impulses_.count()));
        lasts_.assign(impulses_.count(), 0);
        std::size_t old = 0;
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            while (old < keys_before_.size() && comes_before(keys_before_[old], keys_[k])) ++old;
            if (old == keys_before_.size()) break;
            if (!(keys_before_[old] == keys_[k])) continue;
            p_.segment<2>(static_cast<Index>(2 * k)) = p_before_.segment<2>(static_cast<Index>(2 * old));
            lasts_[k] = p_(static_cast<Index>(2 * k)) > 0.0;
        }
        keys_before_ = keys_;
    }

    // Pairs first, walls (first = −1) last.
    struct Key {
        Index first = 0, second = 0;
        bool operator==(const Key&) const = default;
    };
    static bool comes_before(const Key& a, const Key& b)
    {
        if ((a.first < 0) != (b.first < 0)) return b.first < 0;
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    }

    // ---- impulses

    BlockOutcome resolve(const std::atomic<bool>* interrupt)
    {
        bodies_.gather(state_.v, by_body_);
        const BlockOutcome solved = impulses_.solve(by_body_, p_, interrupt);
        bodies_.scatter(by_body_, state_.v);
        outcome_.residual_evaluations += solved.iterations;
        return solved;
    }

    bool accept(const BlockOutcome& solved)
    {
        ++with_contact_;
        if (impulses_.is_bounded()) ++bounded_;
        worst_ = std::max(worst_, solved.residual);
        if (solved.status == BlockStatus::not_solved) ++missed_;
        if (!(solved.residual <= most_missed) && solved.status != BlockStatus::interrupted) {
            outcome_.fail(Status::solve_failed,
                          fmt::format("the impulses of {} contacts miss their conditions by {:.1e} of the "
                                      "speeds at hand; a smaller step may help",
                                      impulses_.count(), solved.residual));
            return false;
        }
        book_losses();
        return true;
    }

    // −½ p·(u⁻ + u⁺).
    void book_losses()
    {
        Work done;
        for (std::size_t k = 0; k < impulses_.count(); ++k) {
            const Vector2 p = p_.segment<2>(static_cast<Index>(2 * k));
            const Vector2 twice = impulses_.before(k) + impulses_.after(k, by_body_);
            const double loss = -0.5 * p.dot(twice);
            const double slid = lasts_[k] ? -0.5 * p(1) * twice(1) : 0.0;
            done.friction += slid;
            done.impacts += loss - slid;
            if (keys_[k].first < 0) done.loads -= p.dot(mean_drift(keys_[k].second));
        }
        recorder_.work(done);
        guard_.work(done);
    }

    Vector2 mean_drift(Index k) const
    {
        const Contact& wall = crowd_.walls[k];
        const double then = state_.t + h_;
        return {0.5 * (drift_at(wall.gap, state_.t, state_.q) + drift_at(wall.gap, then, state_.q)),
                0.5 * (drift_at(wall.slide, state_.t, state_.q) + drift_at(wall.slide, then, state_.q))};
    }

    // What a step begins with.
    struct Start {
        Vector q, v, p;
        std::vector<Key> keys;

        void keep(const State& state, const Vector& impulses, const std::vector<Key>& those_of)
        {
            q = state.q;
            v = state.v;
            p = impulses;
            keys = those_of;
        }
        void put_back(State& state, Vector& impulses, std::vector<Key>& those_of) const
        {
            state.q = q;
            state.v = v;
            impulses = p;
            those_of = keys;
        }
    };

    const Problem& problem_;
    const Crowd& crowd_;
    MoreauJean scheme_;
    Recorder& recorder_;
    DiscBodies bodies_;
    double largest_;  // radius [m]
    Neighbours neighbours_;
    std::unique_ptr<Dynamics> dynamics_;
    State state_;
    StateInstant now_;
    EnergyGuard guard_;
    Vector q_mid_, v_before_, acceleration_;
    Vector by_body_;  // velocities, three for each disc
    CrowdImpulses impulses_;
    LeapingDiscs leaps_;
    std::vector<Key> keys_, keys_before_;
    std::vector<char> lasts_;  // of each: it pushed in the step before
    Vector p_, p_before_;
    Row row_;
    double h_ = 0.0;  // [s]
    std::size_t halvings_allowed_ = most_halvings;
    std::vector<Start> starts_;                                      // by halvings of the step
    long with_contact_ = 0, missed_ = 0, bounded_ = 0, halved_ = 0;  // steps
    double worst_ = 0.0;
    double deepest_ = 0.0, deepest_share_ = 0.0;  // overlap [m], and of a radius [-]
    Outcome outcome_;
};

}  // namespace

Outcome integrate_crowd(const MoreauJean& scheme, const Problem& problem, Recorder& recorder,
                        const std::atomic<bool>* interrupt)
{
    return CrowdStepper(problem, scheme, recorder).run(interrupt);
}

}  // namespace rebond
