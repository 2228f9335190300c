#include "rebond/orbits/lyapunov.hpp"

#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/stability/saltation.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr Index most_coordinates = 50;

// The frame that goes with a run, and the logarithms of R.
class FrameRecorder final : public Recorder {
public:
    FrameRecorder(const OrbitSystem& system, double period, const LyapunovOptions& options)
        : system_(system),
          period_(period),
          options_(options),
          frame_(Matrix::Identity(2 * system.dofs(), 2 * system.dofs()))
    {
        batches_.assign(static_cast<std::size_t>(options.batches), Vector::Zero(2 * system.dofs()));
    }

    void step(const Instant& now) override
    {
        fly_to(now.t());
        if (now.t() < wanted_time() * (1.0 - 1e-14)) return;
        const Eigen::HouseholderQR<Matrix> qr(frame_);
        frame_ = qr.householderQ() * Matrix::Identity(frame_.rows(), frame_.cols());
        if (count_ >= options_.transient && count_ < options_.transient + options_.periods) {
            const long batch = (count_ - options_.transient) * options_.batches / options_.periods;
            batches_[static_cast<std::size_t>(batch)] +=
                qr.matrixQR().diagonal().cwiseAbs().array().log().matrix();
        }
        ++count_;
    }

    void arrival(const Instant& before) override
    {
        fly_to(before.t());
        at_event_ = {before.t(), before.q(), before.v()};
    }

    // Impacts of one instant follow one another.
    void impact(const Impact& impact) override
    {
        const Index c = impact.contact;
        const Vector gradient =
            gradient_of(system_.problem().contacts[static_cast<std::size_t>(c)].gap, system_.dofs());
        const EventSide before = side_of(at_event_);
        at_event_.v += impact.impulse * system_.mass_response(c);
        frame_ = saltation(gradient, system_.mass_response(c), system_.restitution(c), before,
                           side_of(at_event_)) *
                 frame_;
        if (count_ < options_.transient || count_ >= options_.transient + options_.periods) return;
        ++impacts_;
        log_restitution_ += 2.0 * std::log(system_.restitution(c));
    }

    void contact_begins(Index /*contact*/, double t) override
    {
        if (lasting_since_ < 0.0) lasting_since_ = t;
    }
    bool enough() const override
    {
        return lasting_since_ >= 0.0 || count_ >= options_.transient + options_.periods;
    }
    double wanted_time() const override { return static_cast<double>(count_ + 1) * period_; }

    const std::vector<Vector>& batches() const { return batches_; }
    double lasting_since() const { return lasting_since_; }  // < 0: no contact has lasted
    long impacts() const { return impacts_; }
    double log_restitution() const { return log_restitution_; }

private:
    void fly_to(double t)
    {
        if (t > time_) frame_ = system_.free().transition(t - time_) * frame_;
        time_ = t;
    }
    EventSide side_of(const State& state) const
    {
        return {state.v, system_.free().acceleration(system_.free().start(state), 0.0)};
    }

    const OrbitSystem& system_;
    double period_;
    LyapunovOptions options_;
    Matrix frame_;
    State at_event_;
    double time_ = 0.0;
    long count_ = 0;               // of whole periods
    std::vector<Vector> batches_;  // sums of log R_ii
    long impacts_ = 0;
    double log_restitution_ = 0.0;
    double lasting_since_ = -1.0;
};

// tr(M⁻¹C), from what unit velocities do to accelerations.
double damping_trace(const OrbitSystem& system)
{
    const LinearFlow& flow = system.free();
    State state{0.0, Vector::Zero(system.dofs()), Vector::Zero(system.dofs())};
    const Vector at_rest = flow.acceleration(flow.start(state), 0.0);
    double trace = 0.0;
    for (Index i = 0; i < system.dofs(); ++i) {
        state.v = Vector::Unit(system.dofs(), i);
        trace -= flow.acceleration(flow.start(state), 0.0)(i) - at_rest(i);
    }
    return trace;
}

LyapunovExponents refused(const std::string& reason)
{
    return {.reason = reason};
}

}  // namespace

LyapunovExponents lyapunov_exponents(const OrbitSystem& system, const LyapunovOptions& options,
                                     const std::atomic<bool>* interrupt)
{
    require(options.batches >= 2 && options.periods >= options.batches,
            "lyapunov_exponents: too few periods");
    if (!system.refusal().empty()) return refused(system.refusal());
    if (!system.load_period()) return refused("the scene has no load whose periods could be counted");
    if (system.dofs() > most_coordinates)
        return refused(fmt::format("exponents are computed for up to {} coordinates, not {}",
                                   most_coordinates, system.dofs()));
    for (Index c = 0; c < system.contacts(); ++c)
        if (system.restitution(c) == 0.0)
            return refused("a contact with restitution 0 puts neighbours on one path: an exponent is −∞");

    const double period = *system.load_period();
    Problem run = system.problem();
    run.duration = (static_cast<double>(options.transient + options.periods) + 0.5) * period;
    run.sample_every = run.duration;
    FrameRecorder recorder(system, period, options);
    Scheme scheme = EventModal{};
    if (scheme_refusal(run, scheme)) scheme = EventAccurate{};
    const Outcome outcome = integrate(run, scheme, recorder, interrupt);
    if (recorder.lasting_since() >= 0.0)
        return refused(fmt::format(
            "a contact lasts from t = {:g} s on, which puts neighbours on one path: the motion is "
            "superstable, an exponent is −∞",
            recorder.lasting_since()));
    if (outcome.status != Status::ok) {
        LyapunovExponents none = refused(outcome.reason.empty() ? "interrupted" : outcome.reason);
        none.is_interrupted = outcome.status == Status::interrupted;
        return none;
    }

    const auto periods = static_cast<double>(options.periods);
    const auto batches = static_cast<double>(options.batches);
    Vector mean = Vector::Zero(2 * system.dofs());
    for (const Vector& batch : recorder.batches()) mean += batch / (periods * period);
    Vector variance = Vector::Zero(mean.size());
    for (const Vector& batch : recorder.batches())
        variance += (batch * batches / (periods * period) - mean).cwiseAbs2() / (batches - 1.0);
    std::vector<Index> order(static_cast<std::size_t>(mean.size()));
    for (Index i = 0; i < mean.size(); ++i) order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return mean(a) > mean(b); });

    LyapunovExponents found{.impacts_per_period = static_cast<double>(recorder.impacts()) / periods,
                            .periods = options.periods};
    for (const Index i : order) {
        found.exponents.push_back(mean(i));
        found.errors.push_back(std::sqrt(variance(i) / batches));
    }
    found.sum_rule_error = std::abs(mean.sum() + damping_trace(system) -
                                    recorder.log_restitution() / (periods * period));  // (2)
    return found;
}

}  // namespace rebond
