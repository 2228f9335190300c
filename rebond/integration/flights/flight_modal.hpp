// Exact flight of a linear model between events, by its modes.
//
// Each set of closed contacts has modes of its own, found when it first occurs. The body stays in modal
// coordinates from impact to impact: an impulse at a contact of a body that holds none adds to its modal
// velocities, and positions are computed only for those who ask. The first event of a step is certified
// (exponential_sum.hpp), so a step is as long as the next sample or the end of the run allows.
#pragma once

#include "rebond/integration/flights/event_modal.hpp"
#include "rebond/integration/flights/flight.hpp"
#include "rebond/integration/flights/modal_motion.hpp"

#include <atomic>
#include <map>

namespace rebond {

class ModalFlight final : public Flight {
public:
    // The problem's model must be Linear; `problem` must outlive the flight.
    // `interrupt`, if raised, ends the search for modes: the step is refused.
    ModalFlight(const Problem& problem, const EventModal& scheme,
                const std::atomic<bool>* interrupt = nullptr);

    bool may_shorten() const override { return true; }
    double next_step() const override { return step_; }
    double smooth_time() const override { return smooth_time_; }

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

    double time() const override;
    double gap(Index contact) override;
    double rate(Index contact) override;
    double rounding(Index contact) const override;
    double rounding_of_lengths(Index contact) const override;
    double rate_rounding(Index contact) override;
    void close(Index contact) override { closing_ = contact; }
    std::optional<double> reaction(const std::vector<ClosedContact>& closed, std::size_t h) override;
    double reaction_rounding(std::size_t h) override;
    Pressing pressing(std::size_t h) override;
    Work work() override { return motion_->work(); }

    long residual_evaluations() const override;
    std::string refusal() const override { return refusal_; }
    std::vector<std::string> warnings() const override;

private:
    // The state, computed from the modes when it is asked for.
    class Here final : public Instant {
    public:
        explicit Here(ModalFlight& flight) : flight_(flight) {}
        double t() const override { return flight_.time(); }
        const Vector& q() const override { return flight_.state().q; }
        const Vector& v() const override { return flight_.state().v; }
        const Energy& energy() const override;

    private:
        ModalFlight& flight_;
        mutable Energy energy_;
    };

    const State& state();
    double rounding_of(const ModalMotion::Observable& observable) const;
    void leave_modes();
    [[nodiscard]] bool enter_modes(const std::vector<ClosedContact>& closed);

    const Problem& problem_;
    const Linear& linear_;
    EventModal scheme_;
    const std::atomic<bool>* interrupt_;
    double step_;
    double smooth_time_ = 0.0;
    std::unique_ptr<Dynamics> dynamics_;
    Matrix G_;                                                            // mobility of all contacts
    std::vector<Vector> responses_;                                       // M⁻¹w, by contact
    std::map<std::vector<Index>, std::unique_ptr<ModalMotion>> motions_;  // by closed contacts, in order
    ModalMotion* motion_ = nullptr;                                       // none: state_ is all there is
    State state_;
    bool is_state_fresh_ = true;  // state_ is where the body looks
    Vector a_, r_;
    std::vector<double> lengths_;  // largest that a gap is the difference of so far, per contact [m]
    std::vector<double> reach_;    // the same of the terms of its modes [m]
    // What a gap has changed by at most when the state became modes, per contact [m]: masses that are orders
    // of magnitude apart lose the square root of that beyond rounding.
    std::vector<double> lost_in_modes_;

    std::vector<ExponentialSum> sums_;
    std::vector<Index> sum_contacts_;         // of the gaps, which come first
    std::vector<std::size_t> closed_places_;  // in motion_->closed(), by closed contact
    std::vector<Index> sorted_closed_;
    std::optional<ExponentialRootFinder::Root> touch_;  // the first in the step tried
    std::vector<std::optional<double>> releases_;       // of the closed contacts, in the step tried [s]
    std::optional<Index> closing_;                      // its gap is zero where the body landed
    Here here_{*this};
    std::string refusal_;
};

}  // namespace rebond
