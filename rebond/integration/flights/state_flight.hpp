// A flight that moves a State: what such flights share besides their steps.
#pragma once

#include "rebond/integration/flights/flight.hpp"

namespace rebond {

class StateFlight : public Flight {
public:
    const Instant& now() override;
    [[nodiscard]] bool mobility(const std::vector<Index>& contacts, Matrix& G) override;
    [[nodiscard]] bool accelerations(const std::vector<Index>& contacts, Vector& a) override;
    [[nodiscard]] bool plane_mobility(const std::vector<Index>& contacts, Matrix& G) override;
    [[nodiscard]] bool plane_accelerations(const std::vector<Index>& contacts, Vector& a) override;
    void apply_plane_impulses(const std::vector<Index>& contacts, const Vector& impulses) override;
    void gradient(Index contact, Vector& w) override;
    void apply_impulses(const std::vector<Index>& contacts, const Vector& impulses) override;

    [[nodiscard]] bool land(double after) final { return land_on(after, landing_); }
    void arrive(std::optional<double> t) override;

    double time() const override { return landing_.t; }
    double gap(Index contact) override;
    double rate(Index contact) override;
    double friction_of(Index contact) const override { return problem_.contacts[contact].law.friction; }
    double slide_rate(Index contact) override;
    double slide_rate_rounding(Index contact) override;
    double rounding(Index contact) const override;
    double rate_rounding(Index contact) override;
    void close(Index contact) override;
    std::optional<double> reaction(const std::vector<ClosedContact>& closed, std::size_t h) override;
    double trust(const std::vector<ClosedContact>& closed, std::size_t h) override;
    std::optional<Vector2> reactions(const std::vector<ClosedContact>& closed, std::size_t h) override;

    // By the trapezoidal rule, as flights of second order deserve.
    Work work() override;

    long residual_evaluations() const override { return solver_.residual_evaluations(); }

protected:
    // `problem` must outlive the flight.
    explicit StateFlight(const Problem& problem);

    // The state `after` [s] the start of the step tried.
    [[nodiscard]] virtual bool land_on(double after, State& to) = 0;

    const Problem& problem_;
    State state_;                // where the body is
    AccelerationSolver solver_;  // of accelerations at a state

private:
    State landing_;
    StateInstant now_;
    std::vector<double> reach_;  // largest lengths a gap was the difference of at arrivals, per contact [m]
    std::vector<ClosedContact> none_closed_, trial_closed_;
    Row row_;
    Vector a_;
};

}  // namespace rebond
