#include "rebond/analysis/trajectory.hpp"

#include <cmath>

namespace rebond {
namespace {

constexpr double most_at_once = 1e9;  // [bytes]

}  // namespace

Trajectory::Trajectory(const Problem& problem)
    : dofs(problem.model->dofs()), contact_count(problem.contacts.size())
{
    const double expected = std::floor(problem.duration / problem.sample_every) + 2.0;
    const double row = sizeof(double) * (1.0 + 2.0 * static_cast<double>(dofs)) + sizeof(EnergySample) +
                       static_cast<double>(contact_count * sizeof(ContactSample));
    if (!(expected * row <= most_at_once)) return;
    const auto samples = static_cast<std::size_t>(expected);
    time.reserve(samples);
    position.reserve(samples * dofs);
    velocity.reserve(samples * dofs);
    energy.reserve(samples);
    contacts.reserve(samples * contact_count);
}

void Trajectory::sample(const Sample& sample)
{
    const auto& [at, parts, touching] = sample;
    time.push_back(at.t);
    position.insert(position.end(), at.q.begin(), at.q.end());
    velocity.insert(velocity.end(), at.v.begin(), at.v.end());
    energy.push_back({parts.kinetic, parts.elastic, parts.gravity, parts.total()});
    contacts.insert(contacts.end(), touching.begin(), touching.end());
}

void Trajectory::add_to_last(const std::vector<ContactSample>& more)
{
    ContactSample* last = contacts.data() + (contacts.size() - contact_count);
    for (std::size_t k = 0; k < contact_count; ++k) {
        last[k].impulse += more[k].impulse;
        last[k].friction += more[k].friction;
    }
}

}  // namespace rebond
