// From a trajectory to numbers, gathered while the run goes, in constant memory except for one entry
// per episode.
#pragma once

#include "rebond/analysis/contact_record.hpp"
#include "rebond/analysis/energy.hpp"
#include "rebond/analysis/episodes.hpp"
#include "rebond/analysis/first_contact.hpp"
#include "rebond/analysis/restitution.hpp"
#include "rebond/analysis/tangential_restitution.hpp"
#include "rebond/analysis/touched_contacts.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/sample_times.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct AnalysisSpec {
    double restitution_window = 0.0025;                // [s]
    std::optional<double> episode_gap = std::nullopt;  // [s]; absent: one wave transit, or the whole run
};

// The longest pause [s] within an episode: the one asked for, or the model's wave transit, or
// infinity, which makes the whole run one episode.
double episode_gap(const AnalysisSpec& spec, const Problem& problem);

struct Findings {
    State final = {};
    EnergyFindings energy = {};
    ContactFindings contacts = {};
    std::vector<TouchedContact> touched = {};
    long impacts = 0;
    std::optional<double> first_impact = {};  // [s]
    std::optional<double> last_impact = {};   // [s]
    std::vector<Episode> episodes = {};
    RestitutionFindings restitution = {};
    std::map<std::string, std::string> absent = {};  // why a number has no value, by its name in the summary
    std::optional<std::string> validity_warning =
        {};  // of the model to its samples or its end, with the time
};

class Analyst final : public Recorder {
public:
    // With `stop_when_quiet` it has enough once a full restitution window passed without contact.
    // `problem` must outlive the analyst.
    Analyst(const Problem& problem, const AnalysisSpec& spec, bool stop_when_quiet = false);

    void step(const Instant& now) override;
    void work(const Work& done) override;
    void arrival(const Instant& before) override;
    void contact_begins(Index contact, double t) override;
    void impact(const Impact& impact) override;
    void sustained(const SustainedContact& phase) override;
    void change(const ContactChange& change) override { contacts_.change(change); }
    void indeterminate(Index /*contact*/, double /*t*/) override { contacts_.indeterminate(); }
    void separation(const Separation& separation) override;
    void received(Index contact, double normal, double friction) override
    {
        touched_.received(contact, normal, friction);
    }
    bool enough() const override;
    double wanted_time() const override { return restitution_.window_end(); }

    // What has been learnt up to the last step.
    Findings findings() const;

private:
    double last_gap(Index contact) const;
    const Contact& watched() const;
    void note_contact_end();
    void note_absent(Findings& findings) const;
    std::optional<std::string> validity_warning() const;

    const Problem& problem_;
    bool stop_when_quiet_;
    State last_;                // at the last step or arrival told
    SampleTimes sample_times_;  // at which the model may object
    EnergyBalance energy_;
    ContactRecord contacts_;
    EpisodeRecord episodes_;
    RestitutionRecord restitution_;
    TangentialRecord tangential_;
    TouchedContacts touched_;
    FirstContact first_contact_;
    long impacts_ = 0;
    std::optional<double> first_impact_;
    std::optional<double> last_impact_;
    std::optional<std::string> validity_warning_;  // the first one seen
};

}  // namespace rebond
