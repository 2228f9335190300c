// How contacts with friction spent the time they were closed.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <optional>
#include <vector>

namespace rebond {

// Of all contacts together; zero in runs without friction.
struct ContactFindings {
    long transitions = 0;     // from sticking to sliding, back, or from one direction to the other
    double stick_time = 0.0;  // [s]
    double slip_time = 0.0;   // [s]
    long jams = 0;            // impacts of contacts that slid, without collision
    long indeterminate = 0;   // instants at which friction allowed several motions
    long reversals = 0;       // impacts in which sliding stopped and went on the other way
};

class ContactRecord {
public:
    explicit ContactRecord(std::size_t contacts) : phases_(contacts) {}

    void change(const ContactChange& change)
    {
        Phase& phase = phases_[change.contact];
        if (phase.sliding && change.to && *phase.sliding != *change.to) ++found_.transitions;
        add_time(phase, change.time, found_);
        phase = {change.to, change.time};
    }
    void impact(const Impact& impact)
    {
        if (impact.is_jam) ++found_.jams;
        if (impact.reverses) ++found_.reversals;
    }
    void indeterminate() { ++found_.indeterminate; }

    // With what has lasted until t [s].
    ContactFindings findings(double t) const
    {
        ContactFindings found = found_;
        for (const Phase& phase : phases_) add_time(phase, t, found);
        return found;
    }

private:
    struct Phase {
        std::optional<Sliding> sliding = {};  // none: open
        double since = 0.0;                   // [s]
    };
    static void add_time(const Phase& phase, double until, ContactFindings& found)
    {
        if (!phase.sliding || *phase.sliding == Sliding::smooth) return;
        (*phase.sliding == Sliding::sticks ? found.stick_time : found.slip_time) += until - phase.since;
    }

    std::vector<Phase> phases_;
    ContactFindings found_;
};

}  // namespace rebond
