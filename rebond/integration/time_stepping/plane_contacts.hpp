// Contacts with friction, and gaps that bend or move, in a step of Moreau–Jean's scheme.
//
// The gradients are those half a step ahead, W_m = W(t + h/2, qⁱ + h/2 vⁱ), and W_i = W(tⁱ, qⁱ). With the
// velocity d of the obstacle, which is ∂φ/∂t of its gap,
//
//     u⁻ = W_i·vⁱ + d(tⁱ),      c = (W_m − W_i)·vⁱ,      u⁺ = W_m·v⁺ + c + d(t⁺),                        (1)
//     M(q^{i+θ}) (v⁺ − vⁱ) = h f(t^{i+θ}, q^{i+θ}, v^{i+θ}) + W_m p                                      (2)
//
// and the law of FrictionalImpact between u⁻ and u⁺. c is what the turning of the gradient adds to the
// velocity: it is reflected with coefficient 1, not e, so that a contact that lasts neither sinks nor loses
// energy, beyond O(h³) a step. The impulse takes −½ p·(u⁻ + u⁺) from the body; the share of friction in it is
// lost by sliding, unless the contact, or one that moves it, did not push in the step before and approaches
// faster than forces alone make it in two steps: then all of it is lost in an impact. An obstacle that moves
// gives the body −½ p·(d(tⁱ) + d(t⁺)).
//
// A gap is the difference of lengths, and a body that rests opens and closes it by their rounding: a contact
// is closed within that, an impulse that turns velocities by less than rounding is no push, and a contact
// slides only where its velocity is more than that.
//
// Where many discs touch, the impulses are those of a crowd (crowd_impulses.hpp), which costs O(n) or
// O(n^1.5) for n of them instead of O(n³), to 10⁻¹⁰ if it can be. Where it finds none to 10⁻⁸, the dense
// problem is solved.
//
// Where M or f are not linear, (2) is solved again with the impulses found, and these are corrected, until
// both stand still.
#pragma once

#include "rebond/contact/friction/frictional_impact.hpp"
#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/time_stepping/crowd_impulses.hpp"
#include "rebond/integration/time_stepping/disc_bodies.hpp"
#include "rebond/integration/time_stepping/impact_runs.hpp"
#include "rebond/integration/time_stepping/penetration.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace rebond {

class PlaneContacts {
public:
    // Whether the scheme needs this for the problem: friction, curved gaps, or Poisson's law for several.
    static bool are_needed(const Problem& problem);

    // All must outlive it; `step` and `theta` are those of the scheme. `is_predicted`: a contact is active
    // where its gap would be closed half a step later, and not where it is closed already.
    PlaneContacts(const Problem& problem, AccelerationSolver& solver, Recorder& recorder,
                  Penetration& penetration, double step, double theta, bool is_predicted);

    // Adds to the acceleration a without reactions what (1) and (2) ask for, and notes the pushes. `A` is
    // q^{i+θ} for a = 0. False if the impulses found miss their conditions by a tenth.
    [[nodiscard]] bool press(const State& state, const Vector& A, Vector& a,
                             std::vector<ImpactRuns::Push>& pushes);

    Work take_work() { return std::exchange(work_, {}); }  // of obstacles and sliding, since asked last [J]

    // The residual, and what a reader of the numbers should know.
    void report(Outcome& outcome) const;

private:
    struct Active {
        Index contact = 0;
        Vector2 before = Vector2::Zero();   // u⁻ [m/s]
        Vector2 turning = Vector2::Zero();  // c + d(t⁺) [m/s]
        Vector2 drift = Vector2::Zero();    // ½ (d(tⁱ) + d(t⁺)) [m/s]
    };
    void find_active(const State& state);
    [[nodiscard]] bool press_as_crowd(const State& state, Vector& a);
    std::optional<BlockContact> block_contact(Index i);
    [[nodiscard]] bool resolve();
    void find_free(const State& state, const Vector& a, bool has_impulses);
    [[nodiscard]] bool converge(const State& state, const Vector& A, Vector& a);
    void add_impulses(const Vector& impulses, double sign, Vector& a);
    std::size_t group_of(Index i) const { return static_cast<std::size_t>(groups_[i]); }
    void find_rounding();
    bool has_push(Index i) const;
    bool strikes(Index i) const;
    Sliding sliding_of(Index i) const;
    void find_impacts();
    void note_pushes(double t, std::vector<ImpactRuns::Push>& pushes);

    const Problem& problem_;
    AccelerationSolver& solver_;
    Recorder& recorder_;
    Penetration& penetration_;
    double step_, theta_;
    bool is_predicted_;
    FrictionalImpact impact_;
    DiscBodies bodies_;
    std::optional<CrowdImpulses> crowd_;  // of discs by Newton's law
    Vector v_free_, by_body_, p_;
    std::vector<Index> groups_;     // by active contact: those that move each other
    std::vector<double> mobility_;  // normal, by active contact [1/kg]
    std::vector<Active> active_;
    std::vector<std::optional<Sliding>> states_;  // told last, by contact
    std::vector<char> has_impact_;                // by group of contacts that move each other
    std::vector<double> rounding_;                // of velocities, by group [m/s]
    std::vector<Vector2> given_;                  // impulses of the step before, by contact [N s]
    Vector q_mid_, load_, last_;
    std::vector<ClosedContact> none_closed_;
    Work work_;
    long steps_ = 0;                                       // with contact
    long bounded_ = 0, without_rebound_ = 0, missed_ = 0;  // of them
    double worst_ = 0.0;                                   // residual [-]
};

}  // namespace rebond
