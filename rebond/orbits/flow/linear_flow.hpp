// Flight of a linear system under its loads with some contacts held closed: from a state to any later time.
//
//     q(t) = q_s + Re Σ_h U_h e^{iΩ_h t} + free motion (flow_modes.hpp),                              (1)
//     (K + iΩ_h C − Ω_h² M) U_h = F_h e^{iψ_h}      within the closed set.                             (2)
//
// A gap and the reaction of a closed contact are linear in (q, v) and the loads, so each is a signal
// (signal.hpp) over the time since the start. The reactions of the closed contacts are
//
//     ν = G⁻¹ WᵀM⁻¹ (K q + C v − f),      G = WᵀM⁻¹W.                                                  (3)
//
// An undamped mode that a load drives at its own frequency has no periodic answer: such a flow is refused.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/orbits/flow/flow_modes.hpp"
#include "rebond/orbits/flow/signal.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rebond {

// Where a flight is, in what (1) is made of.
struct FlowMotion {
    double t = 0.0;          // of its start [s]
    ComplexVector a = {};    // of the exponents
    Vector rigid = {};       // η_r
    Vector rigid_rate = {};  // η̇_r
};

class LinearFlow {
public:
    // The problem's model must be Linear and its gaps straight; `problem` must outlive the flow. The modes
    // may be those of another problem with the same matrices and the same closed contacts.
    LinearFlow(const Problem& problem, std::vector<Index> closed, std::shared_ptr<const FlowModes> modes);

    const std::string& refusal() const { return refusal_; }
    const FlowModes& modes() const { return *modes_; }
    std::shared_ptr<const FlowModes> shared_modes() const { return modes_; }
    const std::vector<Index>& closed() const { return closed_; }
    Index dofs() const { return static_cast<Index>(q_static_.size()); }
    Index size() const { return modes_->exponents.size(); }      // of the exponents
    Index rigid() const { return modes_->rigid_shapes.cols(); }  // motions

    FlowMotion start(const State& state) const;
    State state(const FlowMotion& motion, double s) const;
    Vector acceleration(const FlowMotion& motion, double s) const;

    // Φ(s) = ∂(q, v)(s)/∂(q, v)(0), 2n × 2n.
    Matrix transition(double s) const;

    // Something linear in the state and the loads.
    struct Observable {
        double constant = 0.0;
        ComplexVector on_exponents = {};
        ComplexVector on_loads = {};  // of e^{iΩ_h t}
        Vector on_rigid = {};         // of η_r
        Vector on_rigid_rate = {};    // of η̇_r
    };
    const Observable& gap(Index contact) const { return gaps_[contact]; }
    const Observable& reaction(Index h) const { return reactions_[h]; }  // of the h-th closed contact
    Vector reaction_row(Index h, bool of_velocity) const { return of_velocity ? on_v_.col(h) : on_q_.col(h); }

    Signal signal(const Observable& observable, const FlowMotion& motion) const;
    const ComplexVector& signal_exponents() const { return signal_exponents_; }  // λ_j, then iΩ_h

    // χ_jᵀM⁻¹w and ρ_rᵀw: what an impulse 1 at a contact does to the amplitudes.
    const ComplexVector& response(Index contact) const { return responses_[contact]; }
    const Vector& rigid_response(Index contact) const { return rigid_responses_[contact]; }
    const Vector& rigid_load() const { return rigid_load_; }  // ρ_rᵀf₀

    // Of (1) at t: the forced part alone, and what it is made of.
    State forced(double t) const;
    const Vector& load_frequencies() const { return frequencies_; }

private:
    void find_forced();
    void find_observables();
    Observable observed(const Vector& on_q, const Vector& on_v, double constant,
                        const ComplexVector& on_loads) const;

    const Problem& problem_;
    std::vector<Index> closed_;
    std::shared_ptr<const FlowModes> modes_;
    std::string refusal_;

    Vector q_static_;        // q_s
    Vector frequencies_;     // Ω_h [rad/s]
    ComplexMatrix loads_;    // F_h e^{iψ_h}
    ComplexMatrix answers_;  // U_h
    Vector rigid_load_;      // ρᵀf₀
    Vector constant_load_;   // f₀ and harmonics of frequency zero
    std::vector<Observable> gaps_, reactions_;
    Matrix on_q_, on_v_;  // rows of (3), one column for each closed contact
    std::vector<ComplexVector> responses_;
    std::vector<Vector> rigid_responses_;
    ComplexVector signal_exponents_;
};

// The gradient of a straight gap.
[[nodiscard]] Vector gradient_of(const Gap& gap, Index dofs);

}  // namespace rebond
