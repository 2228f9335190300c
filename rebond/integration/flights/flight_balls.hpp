// Flight of balls in the plane, exact while nothing they touch presses them from a side that turns.
//
// Free balls, balls at rest on each other and balls that slide on the floor have constant accelerations.
// Balls that are pressed together while one rolls over the other have
//
//     M v̇ = f + Σ w_k ν_k,      w_k·v̇ + κ_k = 0,      κ = (|ẋ_rel|² − u²)/|x_rel| for discs, 0 on a plane,
//     (1)
//
// with gradients w_k(q) that turn; this is integrated by Gauss collocation of order 12
// (solvers/polynomials/gauss_collocation.hpp), and what drifts off the constraints is put back after each
// step.
//
// Over a step positions are polynomials of its time, exactly or to the tolerance of the collocation, and so
// are the squared distances |x₁ − x₂|² − (r₁ + r₂)². Their first root is certified by Bernstein coefficients:
// no touch is missed.
#pragma once

#include "rebond/integration/flights/event_accurate.hpp"
#include "rebond/integration/flights/flight.hpp"
#include "rebond/solvers/polynomials/gauss_collocation.hpp"

#include <Eigen/Cholesky>

#include <array>
#include <vector>

namespace rebond {

// Whether all bodies fly on parabolas without friction, and all contacts are those of discs with what stands
// still: circles, straight walls and each other.
[[nodiscard]] bool are_ballistic(const Problem& problem);

class BallsFlight final : public Flight {
public:
    // The problem must be ballistic, and outlive the flight.
    BallsFlight(const Problem& problem, const EventAccurate& scheme);

    bool may_shorten() const override { return true; }
    double next_step() const override { return length_; }
    double smooth_time() const override { return length_; }

    const Instant& now() override;
    [[nodiscard]] bool mobility(const std::vector<Index>& contacts, Matrix& G) override;
    [[nodiscard]] bool accelerations(const std::vector<Index>& contacts, Vector& a) override;
    void gradient(Index contact, Vector& w) override;
    void apply_impulses(const std::vector<Index>& contacts, const Vector& impulses) override;

    [[nodiscard]] std::optional<double> try_step(std::vector<ClosedContact>& closed,
                                                 const std::vector<Opening>& openings, double longest,
                                                 bool restart) override;
    std::optional<double> first_touch(Index contact) override;
    std::optional<double> first_release(std::size_t h) override;
    [[nodiscard]] bool land(double after) override;
    void arrive(std::optional<double> t) override;

    double time() const override { return landing_.t; }
    double gap(Index contact) override;
    double rate(Index contact) override;
    double rounding(Index contact) const override;
    double rate_rounding(Index contact) override;
    void close(Index contact) override;
    std::optional<double> reaction(const std::vector<ClosedContact>& closed, std::size_t h) override;
    double reaction_rounding(std::size_t h) override;
    Pressing pressing(std::size_t h) override;
    Work work() override { return {}; }
    long residual_evaluations() const override { return residual_evaluations_; }

private:
    static constexpr int stages = GaussCollocation::stages;
    static constexpr int powers = stages + 2;  // of the step's time in a position

    // w_k at some q: of the ball at `first`, and the opposite of the ball at `second`, if there is one.
    struct Gradient {
        Index first = 0;
        Index second = -1;
        Vector2 normal = {0.0, 1.0};
    };

    // One collocation step: accelerations and reactions at its stages.
    struct Stages {
        double length = 0.0;  // h [s]
        std::array<Vector, stages> a;
        std::array<Vector, stages> reactions;  // by closed contact [N]
    };

    Gradient disc_gradient(Index contact, const Vector& q) const;
    Vector2 between(const Gradient& w, const Vector& x) const;
    double along(const Gradient& w, const Vector& x) const;
    void push(const Gradient& w, double impulse, Vector& v) const;  // v ← v + M⁻¹w p
    double product(const Gradient& a, const Gradient& b) const;     // aᵀM⁻¹b
    double turning(Index contact, const Gradient& w, const Vector& q, const Vector& v) const;  // κ of (1)
    bool accelerate(const Vector& q, const Vector& v, Vector& a, Vector& reactions);  // by (1), with closed_
    bool is_steady() const;
    bool has_closed(const std::vector<ClosedContact>& closed) const;
    double collocation_error();
    bool collocate(Stages& step);
    bool collocate_within(double longest);
    void set_path();
    void keep_gaps_closed(State& state);

    const Problem& problem_;
    EventAccurate scheme_;
    GaussCollocation gauss_;
    State state_, landing_;
    State start_;           // where a steady flight began: samples on its way add no rounding
    double elapsed_ = 0.0;  // from there to where the balls are [s], more exactly than times of day
    double after_ = 0.0;    // from where they are to the landing [s]
    double fastest_ = 0.0;  // speed of a ball along x or y at the start of any flight so far [m/s]
    std::unique_ptr<Dynamics> dynamics_;
    StateInstant now_;
    Vector masses_, free_;  // by coordinate [kg], [m/s²]
    std::vector<double> reach_;

    std::vector<ClosedContact> closed_;
    std::vector<Opening> openings_;
    double length_ = 0.0;        // of the step tried [s]
    double rolling_step_ = 0.0;  // of the next one by collocation [s]; 0: not known
    bool is_steady_ = true;      // accelerations of the step tried are constant
    Vector a_, reactions_;       // at its start
    Stages tried_, shortened_;
    const Stages* landed_ = nullptr;
    Matrix path_;  // positions over the step: Σ_k path_.col(k) τᵏ, 0 ≤ τ ≤ 1
    int terms_ = 3;

    mutable Row row_;
    std::vector<Gradient> w_;  // of the closed contacts, or of the contacts whose mobility was asked for last
    Matrix G_;
    Eigen::LDLT<Matrix> factors_;
    Vector rhs_, q_, v_, trial_, trial_reactions_;
    long residual_evaluations_ = 0;
};

}  // namespace rebond
