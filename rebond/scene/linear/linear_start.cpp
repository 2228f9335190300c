#include "rebond/scene/linear/linear_start.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

double shifted(double phase_deg, double frequency_hz, double time)
{
    const double turns = frequency_hz * time;
    return std::remainder(phase_deg + 360.0 * (turns - std::floor(turns)), 360.0);
}

std::vector<double> list_of(const Vector& numbers)
{
    return {numbers.begin(), numbers.end()};
}

MatrixSpec spec_of(const SymmetricMatrix& matrix)
{
    MatrixSpec spec;
    spec.rows = spec.columns = matrix.size();
    for (const Entry& entry : matrix.entries()) {
        spec.entries.push_back(entry);
        if (entry.row != entry.column) spec.entries.push_back({entry.column, entry.row, entry.value});
    }
    return spec;
}

}  // namespace

std::vector<PeriodicLoad> periodic_loads(LinearScene& subject)
{
    std::vector<PeriodicLoad> loads;
    for (HarmonicSpec& load : subject.model.harmonic) loads.push_back({load.frequency_hz, &load.phase_deg});
    for (ContactSpec& contact : subject.contact)
        if (contact.motion) loads.push_back({contact.motion->frequency_hz, &contact.motion->phase_deg});
    return loads;
}

void start_at(LinearScene& subject, const State& state)
{
    subject.initial.position.emplace().numbers = list_of(state.q);
    subject.initial.velocity = list_of(state.v);
    for (const auto& [frequency_hz, phase_deg] : periodic_loads(subject))
        *phase_deg = shifted(*phase_deg, frequency_hz, state.t);
}

LinearScene linear_scene_of(const Problem& problem)
{
    const LinearSystem& system = problem.model->as_linear()->system();
    LinearScene subject;
    subject.model.mass = spec_of(system.mass);
    subject.model.damping = spec_of(system.damping);
    subject.model.stiffness = spec_of(system.stiffness);
    if (!system.force.isZero(0.0)) subject.model.force = list_of(system.force);
    for (const HarmonicLoad& load : system.harmonics)
        subject.model.harmonic.push_back({.amplitude = list_of(load.amplitude),
                                          .frequency_hz = load.frequency / (2.0 * std::numbers::pi),
                                          .phase_deg = load.phase * 180.0 / std::numbers::pi});
    for (const Contact& contact : problem.contacts) {
        ContactSpec& spec = subject.contact.emplace_back();
        spec.normal.is_sparse = true;
        spec.normal.terms.assign(contact.gap.terms.begin(), contact.gap.terms.end());
        spec.offset = contact.gap.offset;
        spec.law = contact.law.law;
        spec.restitution = contact.law.restitution;
        if (!contact.name.empty()) spec.name = contact.name;
    }
    start_at(subject, problem.initial);
    return subject;
}

}  // namespace rebond
