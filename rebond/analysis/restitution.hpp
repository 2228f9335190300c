// The apparent coefficient of restitution: what an observer who averages the rebound sees.
//
// The normal velocity of the contact point is averaged over a window after the first contact that
// is followed by a full window without another, and divided by the approach speed at the first
// impact [PaoliSchatzman2007, section 5.3], the largest of them if several contacts have an impact at once.
// Contacts that rested before the first impact and go on resting are supports and do not count. Where that is
// another contact than the one of the first impact, the two have nothing to do with each other, and there is
// no such coefficient. The average of a velocity is a difference of gaps,
//
//     ū = [φ(t_end + window) − φ(t_end)] / window,                                         (1)
//
// so no samples are needed. A contact that is known to have separated for good needs no window: its
// coefficient is that of the body that leaves.
//
// In (1), φ(t_end) is the gap of the step at t_end where there is one, as in every
// time-stepping scheme, and 0 where the contact ended between two steps: such an end was located
// as a zero of the gap. φ(t_end + window) is interpolated within its step, by the cubic that gap and velocity
// at both ends determine, or linearly where the velocity is not told.
#pragma once

#include "rebond/analysis/open_contacts.hpp"
#include "rebond/integration/recorder.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct RestitutionFindings {
    std::optional<double> apparent;      // [-]
    std::optional<double> tangential;    // velocity along the plane over impact_speed [-]
    std::optional<double> mass_centre;   // velocity after the first episode over speed before [-]
    std::optional<double> impact_speed;  // at the first impact [m/s]; null if it did not approach
    std::optional<double> effective;     // impulse of the first contact over that of a rigid body, less 1 [-]
    std::optional<double> conditioning;  // |d apparent / d ln M|, M the mass of the body that leaves [-]
};

class RestitutionRecord {
public:
    RestitutionRecord(std::size_t contacts, double window) : window_(window), open_(contacts) {}

    // `gap` [m] and `velocity` [m/s] are those of the watched contact.
    void step(double t, double gap, std::optional<double> velocity = {});

    // `gap` [m] is that of the event's contact, at the last step told; it is watched from now on.
    void contact_begins(Index contact, double t, double gap);
    void impact(const Impact& impact, double gap);
    void sustained(const SustainedContact& phase, double gap);
    void separation(const Separation& separation);

    // The contact whose gap matters: the one that touched last.
    Index watched() const { return watched_; }

    // When the window would end [s], if one is running; else infinity.
    double window_end() const
    {
        return is_timing() && !open_.any() ? contact_end_ + window_ : std::numeric_limits<double>::infinity();
    }

    // A full window has passed without contact.
    bool is_quiet() const { return mean_velocity_.has_value(); }
    std::optional<double> apparent() const;
    // Empty if there is one; it names the contacts.
    std::string why_not_apparent(const std::vector<Contact>& contacts = {}) const;
    double contact_end() const { return contact_end_; }  // of the last contact [s]
    std::optional<double> conditioning() const;
    std::optional<double> impact_speed() const { return impact_speed_; }

private:
    bool is_timing() const { return has_impact_ && !is_quiet(); }
    void touch(Index contact, double t, double gap);
    void leave(Index contact, double t);
    void end_window(double t, double gap, std::optional<double> velocity);

    double window_;  // [s]
    OpenContacts open_;
    Index watched_ = 0;
    bool has_impact_ = false;
    double first_time_ = 0.0;               // of the first impact [s]
    std::optional<double> impact_speed_;    // [m/s]
    Index first_struck_ = 0;                // the contact it is of
    std::optional<double> mean_velocity_;   // ū of (1) [m/s]
    bool is_determined_ = true;             // whether it has a meaning
    std::optional<double> sensitivity_;     // of the velocity after a separation [m/s]
    double contact_end_ = 0.0;              // t_end [s]
    std::optional<double> gap_at_the_end_;  // φ(t_end) [m]; unknown until the next step
    double last_t_ = 0.0;                   // at the last step [s]
    double last_gap_ = 0.0;                 // of the watched contact [m]
    std::optional<double> last_velocity_;   // of the watched contact [m/s]
};

}  // namespace rebond
