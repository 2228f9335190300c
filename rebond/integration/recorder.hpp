// What a run reports as it goes.
//
// A run may take 10⁸ steps, so nothing is kept unless somebody listens: a Recorder receives each
// step, impact and sustained contact in order of time and keeps what it wants. Findings, result
// files, plots and progress bars are recorders; Recorders hands one run to several.
//
// An event is reported before the first step that reports the state at or after it. A contact that
// lasts (a sustained contact, or an impact spread over several steps) is announced when it begins and
// reported when it has ended, at the end of the run at the latest: until then it is open.
#pragma once

#include "rebond/contact/friction/sliding.hpp"
#include "rebond/integration/problem.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

namespace rebond {

// The state at the end of a step (and once at t = 0), computed as far as it is asked for. References are
// valid during the call only.
class Instant {
public:
    virtual ~Instant() = default;
    virtual double t() const = 0;
    virtual const Vector& q() const = 0;
    virtual const Vector& v() const = 0;
    virtual const Energy& energy() const = 0;
};

// That of a State.
class StateInstant final : public Instant {
public:
    StateInstant(const State& state, Dynamics& dynamics) : state_(state), dynamics_(dynamics) {}

    // The state has changed.
    void renew() { energy_.reset(); }

    double t() const override { return state_.t; }
    const Vector& q() const override { return state_.q; }
    const Vector& v() const override { return state_.v; }
    const Energy& energy() const override
    {
        if (!energy_) {
            dynamics_.place(state_.t, state_.q);
            energy_ = dynamics_.energy(state_.v);
        }
        return *energy_;
    }

private:
    const State& state_;
    Dynamics& dynamics_;
    mutable std::optional<Energy> energy_;
};

// Event-driven schemes locate an impact at an instant; in a time-stepping scheme it is a run of
// consecutive steps with an impulse, and `end` is the last of them.
struct Impact {
    double time = 0.0;  // [s]
    double end = 0.0;   // [s], ≥ time
    Index contact = 0;
    double velocity_before = 0.0;  // normal, negative when approaching [m/s]
    double velocity_after = 0.0;   // [m/s]
    double impulse = 0.0;          // normal [N s]
    double friction = 0.0;         // impulse along the plane of contact [N s]
    double energy_loss = 0.0;      // [J]
    // Largest normal force [N] as a mean over a step; the first step, which stops the approach, has none.
    double peak_force = std::numeric_limits<double>::quiet_NaN();
    bool is_over = true;    // false: the run ended first
    bool is_jam = false;    // of a contact that slid, without collision
    bool reverses = false;  // it stopped sliding and went on the other way
};

// A lasting contact: the gap stays closed under a reaction ν ≥ 0.
struct SustainedContact {
    double start = 0.0;  // [s]
    double end = 0.0;    // [s]
    Index contact = 0;
    double impulse = 0.0;      // ∫ν dt [N s]
    double friction = 0.0;     // ∫τ dt, along the plane of contact [N s]
    double peak_force = 0.0;   // max ν [N]
    double energy_loss = 0.0;  // through it, in impacts of other contacts [J]
    bool is_over = true;       // false: the run ended first
};

// A contact with friction opens, or sticks or slides from now on.
struct ContactChange {
    double time = 0.0;  // [s]
    Index contact = 0;
    std::optional<Sliding> to = {};  // none: it is open
};

// A contact has separated for good: no later touch is possible.
struct Separation {
    double time = 0.0;  // when it separated [s]
    Index contact = 0;
    double velocity = 0.0;     // of the body that leaves [m/s]
    double sensitivity = 0.0;  // of it to the logarithm of that body's mass [m/s]
    bool is_determined =
        true;  // whether the errors of the scheme, so much amplified, leave its velocity a meaning
};

class Recorder {
public:
    virtual ~Recorder() = default;
    virtual void step(const Instant& /*now*/) {}

    // What damping and loads that depend on time did since the last call, before the step it led to [J].
    virtual void work(const Work& /*done*/) {}

    // The state just before an event that is located in time, told before it.
    virtual void arrival(const Instant& /*before*/) {}

    // A lasting contact begins at t [s]; one impact() or sustained() of that contact will tell it.
    virtual void contact_begins(Index /*contact*/, double /*t*/) {}
    virtual void impact(const Impact& /*impact*/) {}
    virtual void sustained(const SustainedContact& /*phase*/) {}

    virtual void change(const ContactChange& /*change*/) {}

    // The motion of a contact that slides has several answers at t [s], of which opening was taken.
    virtual void indeterminate(Index /*contact*/, double /*t*/) {}

    virtual void separation(const Separation& /*separated*/) {}

    // What a contact received since the last step told, at once or during it [N s].
    virtual void received(Index /*contact*/, double /*normal*/, double /*friction*/) {}

    // What the force that begins at an onset of the problem did since the last step told: its impulse [N s]
    // and its largest value [N].
    virtual void switched(Index /*onset*/, double /*impulse*/, double /*peak*/) {}

    // Asked after every step; the run ends at the first yes.
    virtual bool enough() const { return false; }

    // A time [s] ahead at which it would like a step to end, for schemes that choose their steps.
    virtual double wanted_time() const { return std::numeric_limits<double>::infinity(); }
};

class Recorders final : public Recorder {
public:
    Recorders(std::initializer_list<Recorder*> recorders) : recorders_(recorders) {}
    void add(Recorder& recorder) { recorders_.push_back(&recorder); }

    void step(const Instant& now) override
    {
        for (Recorder* recorder : recorders_) recorder->step(now);
    }
    void work(const Work& done) override
    {
        for (Recorder* recorder : recorders_) recorder->work(done);
    }
    void arrival(const Instant& before) override
    {
        for (Recorder* recorder : recorders_) recorder->arrival(before);
    }
    void contact_begins(Index contact, double t) override
    {
        for (Recorder* recorder : recorders_) recorder->contact_begins(contact, t);
    }
    void impact(const Impact& impact) override
    {
        for (Recorder* recorder : recorders_) recorder->impact(impact);
    }
    void sustained(const SustainedContact& phase) override
    {
        for (Recorder* recorder : recorders_) recorder->sustained(phase);
    }
    void separation(const Separation& separation) override
    {
        for (Recorder* recorder : recorders_) recorder->separation(separation);
    }
    void change(const ContactChange& change) override
    {
        for (Recorder* recorder : recorders_) recorder->change(change);
    }
    void indeterminate(Index contact, double t) override
    {
        for (Recorder* recorder : recorders_) recorder->indeterminate(contact, t);
    }
    void received(Index contact, double normal, double friction) override
    {
        for (Recorder* recorder : recorders_) recorder->received(contact, normal, friction);
    }
    void switched(Index onset, double impulse, double peak) override
    {
        for (Recorder* recorder : recorders_) recorder->switched(onset, impulse, peak);
    }
    bool enough() const override
    {
        for (const Recorder* recorder : recorders_)
            if (recorder->enough()) return true;
        return false;
    }
    double wanted_time() const override
    {
        double first = std::numeric_limits<double>::infinity();
        for (const Recorder* recorder : recorders_) first = std::min(first, recorder->wanted_time());
        return first;
    }

private:
    std::vector<Recorder*> recorders_;
};

}  // namespace rebond
