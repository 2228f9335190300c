// One step of a ball pressed on a beam (mechanics/beam/ball_on_beam.hpp).
//
// Over a step h the force is a polynomial through its values F_j at the Gauss nodes, and ball and modes
// answer to it exactly (solvers/oscillations/oscillator_response.hpp). That leaves one equation per node,
//
//     δ_j = δ_j⁰ + Σ_l W_jl F_l,     F_j = K (δ_j)₊^{3/2}                                               (1)
//
// with δ⁰ the free motion, which Newton's method solves. No mode limits the step; the smoothness of F does.
// It starts and ends as t^{3/2}, so the steps of a contact grow from its touch and shrink towards its
// release, and the release is a step so short that what F does in it is below the tolerance.
//
// The error of a step follows from the Legendre modes that F lacks, which are of about the size f of the last
// it has. As a part of the ball's velocity v it is
//
//     (h f/Mv) (ρ³ + [M Σφ_i²|ψ(λ_i h)|²]^{1/2})                                                        (2)
//
// What the ball loses cancels the more the smoother F is; ρ is the decay of its Legendre modes within two
// orders, and ρ³ is above what is found at a touch and in smooth motion. A force that ends within the step
// has 0.1 instead. The second part is what modes lose that are too fast for f to cancel: for them ψ of
// oscillator_response.hpp is not small. Lengths are the longest over powers of two, so that tables are few.
//
// The derivative with respect to ln M follows from (1) differentiated, with the matrix of Newton's last
// iteration. F is continuous at touch and release, so it passes them unchanged.
#pragma once

#include "rebond/integration/flights/ball_motion.hpp"

#include <Eigen/LU>

#include <optional>
#include <vector>

namespace rebond {

class HertzContactStep {
public:
    // Steps of at most `longest` [s], with errors of `tolerance` [-] of a ball at `speed` [m/s]. `model` must
    // outlive it.
    HertzContactStep(const BallOnBeam& model, double longest, double speed, double tolerance);

    static constexpr int levels = 40;
    double length(int level) const;    // longest/2^level [s]
    int level_within(double h) const;  // the first whose length is at most h [s]

    // Solves (1) for a step of a level from `start`, which must stay until the next call; false if it cannot.
    [[nodiscard]] bool solve(int level, const BallMotion& start);

    // Of the step last solved, in tolerances (2).
    double error() const { return error_; }
    // What to expect of a step of length h [s] from a touch at this rate of δ [m/s], and of one that holds
    // the release, h after this δ [m].
    double touch_error(double rate, double h) const;
    double release_error(double indentation, double h) const;

    double length() const { return h_; }  // h [s]

    // Where δ vanishes first, in steps, `end` being the motion at τ = 1; zero where it does not become
    // positive.
    std::optional<double> release(const BallMotion& end);

    // The state at τ in (0, 1], and the derivative that goes with the state `to` there.
    void move_state(double tau, Vector& q, Vector& v) const;
    void move_derivative(double tau, BallMotion& to);

    double impulse(double tau) const;                   // ∫F dt up to there [N s]
    double peak_force(double tau, double known) const;  // up to there, or the known one if that is higher [N]
    double damping_work(double tau, const Vector& q, const Vector& v) const;  // up to there [J]

private:
    using Values = OscillatorResponse::Values;
    using Square = OscillatorResponse::Square;
    static constexpr int nodes = OscillatorResponse::nodes;

    // What an impulse lacks of a force, per second of the step, and the size of its last Legendre modes [N].
    struct Loss {
        double of_ball = 0.0;
        double last = 0.0;
    };
    Loss loss(const Values& force, bool is_broken) const;
    void differentiate();
    double modal_energy(const Vector& q, const Vector& v) const;

    const BallOnBeam& model_;
    OscillatorResponse response_;
    GaussPolynomial gauss_;
    Square lift_;  // of a unit mass at the nodes under the force, on a unit step
    std::vector<OscillatorResponse::Table> tables_;
    double longest_;
    double mobility_;    // of the contact, every mode being free [1/kg]
    double allowed_;     // error of an impulse [N s]
    double touch_loss_;  // of τ^{3/2} [-]

    const BallMotion* start_ = nullptr;
    const OscillatorResponse::Table* table_ = nullptr;
    double h_ = 0.0;
    double delta_0_ = 0.0;
    double error_ = 0.0;
    Values delta_, force_;
    Values slope_;    // dF/dδ at the nodes
    Values tangent_;  // of F
    Eigen::PartialPivLU<Square> newton_;
    BallMotion scratch_;
};

}  // namespace rebond
