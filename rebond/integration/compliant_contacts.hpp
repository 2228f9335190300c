// Problems with compliant contacts, for schemes that know none.
//
// A compliant contact is a force of the body (contact/compliant_model.hpp), so a scheme gets another problem:
// the body with these forces, the contacts that are left, and as onsets the gaps at which the forces begin
// and end. Its recorder hears the contacts by their own numbers. A touch of a compliant contact is an impact
// that lasts from where its gap closes to where it opens and loses nothing.
//
// Flights that end their steps at onsets give its times to rounding, and its impulse and largest force as
// accurate as the motion. Of other schemes the times are interpolated within a step, and impulse and largest
// force are those of a cubic through gap and rate at both ends of each step.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/refusal.hpp"
#include "rebond/solvers/polynomials/gauss_polynomial.hpp"

#include <string>
#include <vector>

namespace rebond {

[[nodiscard]] bool has_compliant_contacts(const Problem& problem);

// What no scheme serves at a compliant contact.
[[nodiscard]] Refusal unserved_compliance(const Problem& problem);

// The energy of a state of the problem, with that of its compliant contacts.
[[nodiscard]] Energy energy_of(const Problem& problem, const State& state);

// The problem as schemes see it. The contacts of its own that are left keep their order.
[[nodiscard]] Problem with_compliant_body(const Problem& problem);

class CompliantRecorder final : public Recorder {
public:
    // `problem`, with its compliant contacts, and `recorder` must outlive it.
    CompliantRecorder(const Problem& problem, Recorder& recorder);

    void step(const Instant& now) override;
    void work(const Work& done) override { recorder_.work(done); }
    void arrival(const Instant& before) override { recorder_.arrival(before); }
    void contact_begins(Index contact, double t) override;
    void impact(const Impact& impact) override;
    void sustained(const SustainedContact& phase) override;
    void change(const ContactChange& change) override;
    void indeterminate(Index contact, double t) override { recorder_.indeterminate(rigid_[contact], t); }
    void separation(const Separation& separation) override;
    void received(Index contact, double normal, double friction) override;
    void switched(Index onset, double impulse, double peak) override;
    bool enough() const override { return recorder_.enough(); }
    double wanted_time() const override { return recorder_.wanted_time(); }

    // The run is over: touches that are not are told.
    void finish();

    // Steps of the shortest touch that began and ended; 0 if there was none.
    long fewest_steps() const { return fewest_steps_; }

private:
    struct Touch {
        Index contact = 0;
        double t = 0.0, gap = 0.0, rate = 0.0;  // at the last step
        bool is_pressed = false;
        Impact impact = {};
        long steps = 0;
        std::optional<double> received = {};  // since the last step, if the scheme says so [N s]
        double peak = 0.0;                    // likewise [N]
    };
    void follow(Touch& touch, const Instant& now);
    void begin(Touch& touch, double t, double rate);
    void end(Touch& touch, double t, double rate);
    void press(Touch& touch, double t, double gap, double rate);
    double force(const Touch& touch, double gap) const;

    const Problem& problem_;
    Recorder& recorder_;
    std::vector<Index> rigid_;  // contacts that the scheme knows, by their numbers in the problem
    std::vector<Touch> touches_;
    GaussPolynomial gauss_;
    bool has_begun_ = false;
    long fewest_steps_ = 0;
};

}  // namespace rebond
