#include "apps/cli/scheme_costs.hpp"

#include "apps/cli/looks.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/shown_time.hpp"
#include "rebond/core/error.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/suited_scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numbers>

namespace rebond::cli {
namespace {

constexpr auto a_moment = std::chrono::milliseconds(200);  // with each scheme
constexpr double soon = 0.05;  // [s]: event_modal is not tried if its modes take longer
constexpr double steps_a_period = 20.0, steps_a_run = 1000.0;  // of a step that nobody gave

// Has heard enough after a moment, and knows then how fast it went from the first step on.
class Moment final : public Recorder {
public:
    void step(const Instant& now) override
    {
        if (!(now.t() > 0.0) || is_over_) return;
        if (first_ == 0.0) {
            first_ = now.t();
            begun_ = Clock::now();
        }
        if (!looks_.is_due() || Clock::now() < start_ + a_moment) return;
        is_over_ = true;
        last_ = now.t();
        ended_ = Clock::now();
    }
    bool enough() const override { return is_over_; }

    // Of a run of that length [s].
    double seconds(double duration) const
    {
        const double preparing = std::chrono::duration<double>(begun_ - start_).count();
        const double stepping = std::chrono::duration<double>(ended_ - begun_).count();
        return last_ > first_ ? preparing + stepping * (duration - first_) / (last_ - first_)
                              : preparing * duration / first_;
    }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point start_ = Clock::now(), begun_, ended_;
    double first_ = 0.0, last_ = 0.0;  // where the body was then [s]
    Looks looks_;
    bool is_over_ = false;
};

std::vector<std::string_view> schemes_for_model(const Scene& scene)
{
    return std::visit([]<typename Subject>(const Subject&) { return schemes_for<Subject>(); }, scene.subject);
}

// The scene's own, or one that resolves its motion.
double step_for(const Prepared& prepared)
{
    const Scene& scene = prepared.file.scene;
    const double given = std::visit([](const auto& scheme) { return scheme.step; }, scene.scheme);
    if (given > 0.0) return given;
    const Problem& problem = prepared.ready.problem;
    const double most = problem.duration / steps_a_run;
    if (has_massless_contacts(problem)) return most;
    const double frequency = highest_frequency(*problem.model, problem.initial.q);
    return std::min(most, 2.0 * std::numbers::pi / (steps_a_period * frequency));
}

// What event_modal takes, where its modes alone take longer than a moment.
std::optional<double> time_with_long_modes(const Prepared& prepared)
{
    const auto* linear = dynamic_cast<const Linear*>(prepared.ready.problem.model.get());
    if (linear == nullptr || !std::holds_alternative<EventModal>(prepared.file.scene.scheme)) return {};
    const SchemeTimes times = expected_times(prepared.file.scene, *linear);
    return times.modes > soon ? std::optional(times.modal) : std::nullopt;
}

void try_it(SchemeCost& cost, const Prepared& prepared, const std::atomic<bool>& interrupt)
{
    cost.seconds = time_with_long_modes(prepared);
    if (cost.seconds) return;
    Moment moment;
    const Performance done = perform(prepared.file.scene, prepared.ready, {&moment}, &interrupt);
    const Outcome& outcome = done.outcome;
    if (moment.enough())
        cost.seconds = moment.seconds(prepared.ready.problem.duration);
    else if (outcome.status == Status::ok)
        cost.seconds = done.wall_seconds;
    else if (outcome.status != Status::interrupted)
        cost.trouble = outcome.status == Status::unbalanced
                           ? fmt::format("its result is refused: {}", outcome.reason)
                           : fmt::format("stops at t = {:g} s: {}", outcome.time, outcome.reason);
}

// Without the place, which is that of an override nobody typed.
std::string reason_of(const InputError& error)
{
    const std::string text = error.what();
    const std::size_t place = text.find("error: ");
    return place == std::string::npos ? text : text.substr(place + 7);
}

}  // namespace

std::vector<SchemeCost> scheme_costs(const std::string& scene, const std::vector<std::string>& overrides,
                                     const std::atomic<bool>& interrupt)
{
    const Prepared own = prepare(scene, overrides);
    const double step = step_for(own);
    std::vector<SchemeCost> costs;
    for (const std::string_view scheme : schemes_for_model(own.file.scene)) {
        if (interrupt) break;
        SchemeCost& cost = costs.emplace_back(SchemeCost{.scheme = std::string(scheme)});
        if (!chooses_its_step(scheme)) cost.step = step;
        try {
            try_it(cost, prepare_by(cost.scheme, cost.step, scene, overrides), interrupt);
        } catch (const InputError& error) {
            cost.trouble = "not for this scene: " + reason_of(error);
        }
    }
    return costs;
}

std::string described(const SchemeCost& cost)
{
    std::string text = fmt::format("{:<26} ", cost.scheme);
    if (!cost.trouble.empty()) return text + cost.trouble;
    text += cost.seconds ? "about " + shown_time(*cost.seconds)
                         : "not known: its first step takes longer than a moment";
    if (cost.step) text += fmt::format(", with steps of {:.3g} s", *cost.step);
    return text;
}

}  // namespace rebond::cli
