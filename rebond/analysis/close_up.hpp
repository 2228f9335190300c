// Contact 0 seen step by step, where samples are too coarse to show micro-impacts.
#pragma once

#include "rebond/analysis/thinned_series.hpp"
#include "rebond/integration/recorder.hpp"

#include <array>
#include <vector>

namespace rebond {

// From shortly before the first impact of contact 0 to the end of its first episode, when the episode
// gap has passed without contact; thinned to a few thousand points, if possible not next to a contact.
struct CloseUp {
    std::vector<double> time;      // [s]
    std::vector<double> gap;       // [m]
    std::vector<double> velocity;  // normal, of the contact point [m/s]
};

class CloseUpRecord {
public:
    static constexpr std::size_t most_points = 4096;
    static constexpr std::size_t steps_before = 64;  // kept from before the first contact

    // `gap` is that of contact 0 and must outlive the record; `episode_gap` [s].
    CloseUpRecord(const Gap& gap, double episode_gap);

    void step(const Instant& now);
    void contact_begins(Index contact, double t);
    void impact(const Impact& impact);
    void sustained(const SustainedContact& phase);

    CloseUp close_up() const;

private:
    struct Point {
        double time = 0.0;
        double gap = 0.0;
        double velocity = 0.0;
    };
    enum class Stage { before, during, after };

    void touch(double t);
    void leave(double t);
    bool is_over(double t) const { return !open_ && t - contact_end_ > episode_gap_; }

    const Gap& gap_;
    double episode_gap_;  // [s]
    Stage stage_ = Stage::before;
    std::array<Point, steps_before> ring_;  // the last steps before the first contact
    std::size_t steps_ = 0;                 // that went into the ring
    ThinnedSeries<Point> series_;
    bool open_ = false;         // contact 0 lasts
    double contact_end_ = 0.0;  // of its last contact [s]
    bool pin_next_ = false;     // the next step follows a contact
};

}  // namespace rebond
