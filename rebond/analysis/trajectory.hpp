// A run in memory: every sample, impact and sustained contact, one after the other as they were told.
#pragma once

#include "rebond/analysis/sampler.hpp"

#include <cstddef>
#include <vector>

namespace rebond {

struct EnergySample {
    double kinetic = 0.0;  // [J]
    double elastic = 0.0;  // [J]
    double gravity = 0.0;  // [J]
    double total = 0.0;    // [J]
};

struct Trajectory final : SampleSink {
    Index dofs = 0;
    std::size_t contact_count = 0;
    std::vector<double> time;             // [s], one for each sample
    std::vector<double> position;         // samples × dofs
    std::vector<double> velocity;         // samples × dofs
    std::vector<EnergySample> energy;     // one for each sample
    std::vector<ContactSample> contacts;  // samples × contacts
    std::vector<Impact> impacts;
    std::vector<SustainedContact> sustained_contacts;

    // Memory for all samples of a run of the problem is taken at once, as far as that is not much.
    explicit Trajectory(const Problem& problem);
    Trajectory() = default;

    void sample(const Sample& sample) override;
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void sustained(const SustainedContact& phase) override { sustained_contacts.push_back(phase); }
    void add_to_last(const std::vector<ContactSample>& more) override;

    // Calls visit(Sample) for each.
    template <typename Visit>
    void for_each_sample(Visit&& visit) const
    {
        State state{.t = 0.0, .q = Vector(dofs), .v = Vector(dofs)};
        std::vector<ContactSample> at(contact_count);
        for (std::size_t i = 0; i < time.size(); ++i) {
            state.t = time[i];
            state.q = Eigen::Map<const Vector>(position.data() + i * dofs, dofs);
            state.v = Eigen::Map<const Vector>(velocity.data() + i * dofs, dofs);
            for (std::size_t k = 0; k < contact_count; ++k) at[k] = contacts[i * contact_count + k];
            const Energy parts{
                .kinetic = energy[i].kinetic, .elastic = energy[i].elastic, .gravity = energy[i].gravity};
            visit(Sample{state, parts, at});
        }
    }
};

}  // namespace rebond
