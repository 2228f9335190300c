// A linear body in flight with some contacts closed, as a sum of exponentials of the time s since a start.
//
// With the modes φ_j of motion that keeps the closed gaps closed and q = q₀ + Σ φ_j η_j, q₀ a point where
// they are,
//
//     η̈_j + 2δ_j η̇_j + ω_j² η_j = φ_jᵀ(f(t) − K q₀),      2δ_j = φ_jᵀ C φ_j                          (1)
//
// has solutions made of a parabola for free rigid motion and of terms u = a e^{λs}:
//
//     oscillation   λ = −δ + i√(ω² − δ²)          overdamped mode   λ = −δ ± √(δ² − ω²)
//     rigid motion with damping   λ = −2δ          harmonic load     λ = iΩ
//
// Gaps are weighted sums of these, and so are the reactions of closed contacts,
//
//     ν = G⁻¹ WᵀM⁻¹ (K q + C q̇ − f),      G = WᵀM⁻¹W,                                                 (2)
//
// where a weight may be complex; a term with one takes two slots, a and ia, with real weights.
//
// Damping must be modal: ΦᵀCΦ diagonal. A mode within 1e-9 of critical damping is taken that far from it. A
// load at the very frequency of an undamped mode has no such solution, and where an exponential hardly
// differs from its first terms within the run the sum cancels: f/λ² is taken from f/λ² to leave ½fT². Both
// are refused once more than four digits would go.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/solvers/oscillations/exponential_sum.hpp"

#include <atomic>
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

class ModalMotion {
public:
    // With the contacts `closed`, whose gradients are independent, for runs of `duration` [s]. Both
    // arguments by reference must outlive it.
    // `stop`, if raised meanwhile, leaves no motion.
    ModalMotion(const Linear& linear, const std::vector<Contact>& contacts, std::vector<Index> closed,
                double duration, const std::atomic<bool>* stop = nullptr);

    // Why there is no such motion; empty if there is.
    const std::string& refusal() const { return refusal_; }

    // Of a frequency at most, by the rounding of the entries of the stiffness [-].
    double uncertainty() const { return uncertainty_; }

    const std::vector<Index>& closed() const { return closed_; }

    // Largest |λ| [1/s]; zero if there is no term.
    double fastest() const { return fastest_; }

    // Starts at a state, which is taken to the closed gaps.
    void start(const State& state);

    // Something observed: the gap of a contact [m], or the reaction of the h-th closed contact [N].
    class Observable {
        friend class ModalMotion;
        double constant_ = 0.0;
        double constant_size_ = 0.0;  // of what the constant is the sum of
        Vector on_modes_, on_rates_;  // weights of η_j, η̇_j; the latter empty for none
        Vector on_slots_;
    };
    const Observable& gap(Index contact) const { return gaps_[contact]; }
    const Observable& reaction(std::size_t h) const { return reactions_[h]; }

    // As the root finder wants it, `order` being the lowest derivative that is positive at the start.
    ExponentialSum sum(const Observable& observable, int order) const;
    std::optional<ExponentialRootFinder::Root> first_root(const std::vector<ExponentialSum>& sums,
                                                          double horizon);

    // Looks at s [s] after the start; what follows speaks of there.
    void look(double s);
    double time() const { return t_ + s_; }
    double value(const Observable& observable) const;
    double rate(const Observable& observable) const;
    double acceleration(const Observable& observable) const;  // zero if it is rounding
    double integral(const Observable& observable) const;      // since the start
    double size(const Observable& observable) const;          // of what it is the sum of
    double rate_size(const Observable& observable) const;     // of what its rate is the sum of

    // The largest value since the start, zero if none is positive: certified to 1e-9 of itself, for what
    // exceeds a value at some time is a root of the difference.
    double largest(const Observable& observable);
    void state(State& to);

    // What damping and harmonic loads did since the start [J].
    Work work();

    // The start moves to where it looks, which is the time t [s].
    void move(double t);

    // At the start, an impulse [N s] at a contact; closed ones stay closed.
    void apply_impulse(Index contact, double impulse);

    // At the start, moves the body so that gap k, not closed, changes by `change` [m]: along M⁻¹w.
    void shift(Index contact, double change);

    // Of sums over all terms, a derivative being one, by the root finder so far.
    long evaluations() const { return finder_->size() > 0 ? finder_->effort().terms / finder_->size() : 0; }

private:
    struct Mode {
        double decay = 0.0;   // δ
        double load = 0.0;    // φᵀ(f₀ − K q₀)
        double offset = 0.0;  // η without its terms, at the start
        double slope = 0.0;
        double curvature = 0.0;
        Index term = -1;  // first of its terms
        int terms = 0;    // how many
    };

    struct Term {
        std::complex<double> lambda;
        Index mode = -1;  // or
        Index load = -1;
        Index slot = -1;  // of a; the next one is that of ia, if weights may be complex
    };

    // Re(a e^{λs}), a part of a rate η̇_j or of a load.
    struct Part {
        std::complex<double> a;
        std::complex<double> lambda;
    };
    static double integral_of_product(const Part& one, const Part& other, double s);

    // Weights of η, η̇ and the loads, and from them those of the slots.
    struct Weights {
        double constant = 0.0;
        double constant_size = 0.0;
        Vector position;  // by mode
        Vector velocity;  // by mode; empty for none
        std::vector<double> load;
    };

    void find_terms();
    void find_observables();
    void order_slots();
    bool keeps_digits(Index mode);
    Observable observed(const Weights& weights) const;
    std::complex<double> response(Index load, Index mode) const;
    void add_free(Index mode, double position, double velocity);
    double crest_after(const Observable& observable, double s, double end);
    void set_slot(Index term, std::complex<double> value);
    std::complex<double> at(Index term) const;

    const Linear& linear_;
    const std::vector<Contact>& contacts_;
    std::vector<Index> closed_;
    double duration_;  // T [s]
    std::string refusal_;
    double uncertainty_ = 0.0;
    std::unique_ptr<Modes> shapes_;
    std::unique_ptr<Dynamics> dynamics_;
    Vector origin_;              // q₀
    double fastest_ = 0.0;       // largest |λ| [1/s]
    double largest_load_ = 0.0;  // of constant loads on a mode
    bool may_be_complex_ = false;

    std::vector<Mode> modes_;
    std::vector<Term> terms_;
    std::vector<Vector> load_on_modes_;  // φᵀf_l, by load
    std::vector<Observable> gaps_, reactions_;
    std::vector<Index> slot_terms_;  // by slot

    std::optional<ExponentialRootFinder> finder_;
    OwnedPhasors a_{0}, u_{0};  // slots at the start, and where it looks
    double t_ = 0.0, s_ = 0.0;  // of the start, and since [s]
    Vector eta_, eta_rate_, x_;
    double reach_ = 0.0;  // largest root mean square of η at a start: transforms leave its rounding in each
    Vector negative_;     // weights of a difference
    std::vector<ExponentialSum> below_;  // a difference
    std::vector<Part> parts_;            // of one mode's rate
};

}  // namespace rebond
