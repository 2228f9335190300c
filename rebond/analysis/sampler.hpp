// The samples of a run: states, energies and contacts at evenly spaced times, for those who keep them.
//
// A sample is taken at the start, at the first step at or after each multiple of the sampling interval, and
// at the last step. Impulses are those received since the sample before.
#pragma once

#include "rebond/analysis/close_up.hpp"
#include "rebond/integration/sample_times.hpp"

#include <optional>
#include <vector>

namespace rebond {

// A contact at a sample.
struct ContactSample {
    double gap = 0.0;       // [m]
    double rate = 0.0;      // [m/s]
    double impulse = 0.0;   // normal, since the sample before [N s]
    double friction = 0.0;  // likewise, along the plane of contact [N s]
    double state = 0.0;     // 0 open, 1 sticks or is closed without friction, ±2 slides
};

struct Sample {
    const State& at;
    const Energy& energy;
    const std::vector<ContactSample>& contacts;
};

// Where samples, impacts and sustained contacts are kept.
class SampleSink {
public:
    virtual ~SampleSink() = default;
    virtual void sample(const Sample& sample) = 0;
    virtual void impact(const Impact& impact) = 0;
    virtual void sustained(const SustainedContact& phase) = 0;

    // Impulses that were told after the last sample: they belong to it.
    virtual void add_to_last(const std::vector<ContactSample>& contacts) = 0;
};

class Sampler final : public Recorder {
public:
    // `episode_gap` [s] ends the close-up. `problem` and `sink` must outlive the sampler.
    Sampler(const Problem& problem, double episode_gap, SampleSink& sink);

    void step(const Instant& now) override;
    void contact_begins(Index contact, double t) override;
    void impact(const Impact& impact) override;
    void sustained(const SustainedContact& phase) override;
    void change(const ContactChange& change) override;
    void received(Index contact, double normal, double friction) override;

    // Takes the last sample. Nothing is told afterwards.
    void finish();

    CloseUp close_up() const { return close_up_ ? close_up_->close_up() : CloseUp{}; }

private:
    void sample(const Energy& energy);

    const Problem& problem_;
    SampleSink& sink_;
    SampleTimes times_;
    std::optional<CloseUpRecord> close_up_;  // where there are contacts
    State last_;                             // at the last step told
    bool has_step_ = false;                  // any was told
    std::optional<double> sampled_;          // time of the last sample [s]
    std::vector<ContactSample> contacts_;
};

}  // namespace rebond
