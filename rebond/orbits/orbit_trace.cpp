#include "rebond/orbits/orbit_trace.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/find_orbits.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Gaps of states one after the other.
class Tracer {
public:
    explicit Tracer(const Problem& problem) : problem_(problem) {}

    void add(const State& state)
    {
        times_.push_back(state.t);
        for (const Contact& contact : problem_.contacts) {
            gaps_.push_back(gap_at(contact.gap, state.t, state.q));
            rates_.push_back(rate_at(contact.gap, state.t, state.q, state.v));
        }
    }

    OrbitTrace trace() const
    {
        const Index rows = std::ssize(problem_.contacts), columns = std::ssize(times_);
        return {.times = times_,
                .gaps = Eigen::Map<const Matrix>(gaps_.data(), rows, columns),
                .rates = Eigen::Map<const Matrix>(rates_.data(), rows, columns)};
    }

private:
    const Problem& problem_;
    std::vector<double> times_, gaps_, rates_;
};

class Sampler final : public Recorder {
public:
    Sampler(Tracer& tracer, double start, double spacing) : tracer_(tracer), start_(start), spacing_(spacing)
    {
    }

    void step(const Instant& now) override
    {
        if (now.t() < wanted_time() && !has_event_) return;
        tracer_.add({now.t(), now.q(), now.v()});
        while (wanted_time() <= now.t()) ++count_;
        has_event_ = false;
    }
    void arrival(const Instant& before) override
    {
        tracer_.add({before.t(), before.q(), before.v()});
        has_event_ = true;
    }
    double wanted_time() const override { return start_ + static_cast<double>(count_) * spacing_; }

private:
    Tracer& tracer_;
    double start_, spacing_;
    long count_ = 0;
    bool has_event_ = false;
};

void run(const Problem& problem, const Orbit& orbit, int samples, Tracer& tracer)
{
    Problem copy = problem;
    copy.initial = orbit.state;
    copy.duration = orbit.state.t + orbit.period;
    copy.sample_every = orbit.period / samples;
    // Without load a lasting contact closes at speed zero, whatever its restitution; a run with rebound would
    // have tiny impacts without end there.
    if (orbit.load_periods == 0 && has_lasting_contact(orbit.sequence))
        for (Contact& contact : copy.contacts) contact.law.restitution = 0.0;
    Scheme scheme = EventModal{};
    if (scheme_refusal(copy, scheme)) scheme = EventAccurate{};
    Sampler sampler(tracer, orbit.state.t, copy.sample_every);
    (void)integrate(copy, scheme, sampler);
}

}  // namespace

OrbitTrace trace_of(const Problem& problem, const Orbit& orbit, int samples)
{
    Tracer tracer(problem);
    const OrbitSystem system(problem);
    if (!system.refusal().empty() || has_lasting_contact(orbit.sequence) || orbit.events.empty()) {
        run(problem, orbit, samples, tracer);
        return tracer.trace();
    }
    const ImpactMotion motion = motion_of(system, orbit);
    for (Index i = 0; i < motion.count(); ++i) {
        const FlowMotion flight = flight_after(system, motion, i);
        const double end = i + 1 < motion.count() ? motion.times(i + 1) : motion.times(0) + motion.period;
        const double length = end - motion.times(i);
        const int pieces = std::max(8, static_cast<int>(std::ceil(samples * length / motion.period)));
        for (int k = 0; k <= pieces; ++k) tracer.add(system.free().state(flight, length * k / pieces));
    }
    return tracer.trace();
}

}  // namespace rebond
