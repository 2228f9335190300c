// Newmark's average-acceleration flight [PaoliSchatzman2007, (15)–(17)].
//
//     q⁺ = q + Δt v + Δt²/4 (F + F⁺),    v⁺ = v + Δt/2 (F + F⁺),    F = M(q)⁻¹ f(q, v)
//
// Over a step the gap is taken as the quadratic that (15) gives with δ in place of Δt, and an impact as
// its smallest positive root when the step ends below zero (17). `printed` lands on that quadratic in
// every coordinate, as the paper does, which loses energy of order Δt² at each impact; `resolved`
// solves the implicit step again up to δ.
//
// Second order. Energy is kept to second order in free flight, exactly so for linear systems.
#pragma once

#include "rebond/integration/flights/event_newmark.hpp"
#include "rebond/integration/flights/state_flight.hpp"

namespace rebond {

class NewmarkFlight final : public StateFlight {
public:
    // `problem` must outlive the flight.
    NewmarkFlight(const Problem& problem, const EventNewmark& scheme);

    bool may_shorten() const override { return false; }
    double next_step() const override { return scheme_.step; }
    double smooth_time() const override { return tried_; }
    std::optional<double> try_step(std::vector<ClosedContact>& closed, const std::vector<Opening>& openings,
                                   double longest, bool restart) override;
    std::optional<double> first_touch(Index contact) override;
    std::optional<double> first_release(std::size_t h) override;
    Pressing pressing(std::size_t h) override;
    long residual_evaluations() const override
    {
        return StateFlight::residual_evaluations() + step_solver_.residual_evaluations() +
               substep_solver_.residual_evaluations();
    }

private:
    bool land_on(double after, State& to) override;

    // Solves (15)–(16) over `step` from where the body is, with the contacts of `closed`; F⁺ into `a`.
    bool solve(AccelerationSolver& solver, double step, std::vector<ClosedContact>& closed, Vector& a);

    EventNewmark scheme_;
    AccelerationSolver step_solver_;     // of whole steps
    AccelerationSolver substep_solver_;  // of those cut short
    std::vector<Opening> openings_;
    double tried_ = 0.0;   // length of the step tried [s]
    double landed_ = 0.0;  // where the last landing was [s]
    Vector F_, F_next_, F_substep_;
    Vector A_, B_;
    std::vector<ClosedContact> start_, end_,
        substep_;  // closed at the start and the end of the step, and of a substep
};

}  // namespace rebond
