#include "apps/cli/commands/schemes/scheme_costs.hpp"

#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/terminal/looks.hpp"
#include "apps/cli/terminal/shown_time.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/studies/scheme_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace rebond::cli {
namespace {

constexpr auto a_moment = std::chrono::milliseconds(200);  // with each scheme
constexpr double soon = 0.05;                              // [s]: a scheme is not tried if it begins later
constexpr Index most_tried = 1'000'000;                    // coordinates

// Has heard enough a moment after the first step, or after the first impact if that comes sooner, and knows
// then how fast it went from there.
class Moment final : public Recorder {
public:
    void step(const Instant& now) override
    {
        if (!(now.t() > 0.0) || is_over_) return;
        since_impact_ += has_seen_impact_;
        const bool begins = first_ == 0.0 || since_impact_ == settled_after;
        if (!begins && !looks_.is_due()) return;
        const auto clock = Clock::now();
        if (begins) {
            first_ = now.t();
            begun_ = clock;
        }
        if (clock < begun_ + a_moment) return;
        is_over_ = true;
        last_ = now.t();
        ended_ = clock;
    }
    void impact(const Impact& /*impact*/) override { has_seen_impact_ = true; }
    bool enough() const override { return is_over_; }
    bool has_seen_impact() const { return has_seen_impact_; }

    // Of a run of that length [s].
    double seconds(double duration) const
    {
        const double before = std::chrono::duration<double>(begun_ - start_).count();
        const double since = std::chrono::duration<double>(ended_ - begun_).count();
        return before + since * (duration - first_) / (last_ - first_);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr long settled_after = 20;  // steps: a new set of contacts may have cost something once

    Clock::time_point start_ = Clock::now(), begun_, ended_;
    double first_ = 0.0, last_ = 0.0;  // where the body was then [s]
    Looks looks_;
    long since_impact_ = 0;  // steps
    bool is_over_ = false, has_seen_impact_ = false;
};

double step_for(const Prepared& prepared)
{
    const Scene& scene = prepared.file.scene;
    if (!chooses_its_step(type_name(scene.scheme))) return step_of(scene.scheme);
    return resolving_step(prepared.ready.problem);
}

// What a scheme expects that does not begin within a moment.
std::optional<double> time_with_long_setup(const Prepared& prepared)
{
    const auto expected = expected_time_of(prepared.file.scene.scheme, prepared.ready.problem);
    return expected && expected->setup > soon ? std::optional(expected->total) : std::nullopt;
}

// With every mode of an elastic body in motion, as it is after its first impact.
PreparedProblem shaken(PreparedProblem ready)
{
    constexpr double share = 0.1;  // of the largest speed
    State& initial = ready.problem.initial;
    const double speed =
        initial.v.cwiseAbs().maxCoeff() + initial.q.cwiseAbs().maxCoeff() / ready.problem.duration;
    for (Index i = 0; i < initial.v.size(); ++i) initial.v(i) += (i % 2 == 0 ? share : -share) * speed;
    return ready;
}

void try_it(SchemeCost& cost, const Prepared& prepared, const std::atomic<bool>& interrupt)
{
    cost.seconds = time_with_long_setup(prepared);
    if (cost.seconds) return;
    const auto& [file, ready] = prepared;
    Moment moment;
    const RunResult done = run_scene(file.scene, ready, {&moment}, &interrupt);
    const Outcome& outcome = done.outcome;
    if (moment.enough()) {
        cost.seconds = moment.seconds(ready.problem.duration);
        const bool may_be_idle = !moment.has_seen_impact() && !ready.problem.contacts.empty() &&
                                 ready.problem.model->as_linear() != nullptr;
        if (!may_be_idle) return;
        Moment another;
        const RunResult busy = run_scene(file.scene, shaken(ready), {&another}, &interrupt);
        cost.seconds = std::max(
            *cost.seconds, another.enough() ? another.seconds(ready.problem.duration) : busy.wall_seconds);
    } else if (outcome.status == Status::ok) {
        cost.seconds = done.wall_seconds;
    } else if (outcome.status != Status::interrupted) {
        cost.trouble = outcome.status == Status::unbalanced
                           ? fmt::format("its result is refused: {}", outcome.reason)
                           : fmt::format("stops at t = {:g} s: {}", outcome.time, outcome.reason);
    }
}

// The scene that was read, by another scheme: what was set of its own does not concern that one.
Prepared prepared_by(const SchemeCost& cost, const Prepared& own, const std::filesystem::path& directory)
{
    std::vector<std::string> overrides;
    const bool is_own = cost.scheme == type_name(own.file.scene.scheme);
    for (const std::string& override : own.file.overrides)
        if (is_own || !(override.starts_with("scheme.") || override.starts_with("scheme=")))
            overrides.push_back(override);
    if (!is_own) overrides.push_back("scheme.type=" + cost.scheme);
    if (!is_own && cost.step) overrides.push_back(fmt::format("scheme.step={}", *cost.step));
    if (!is_own && !cost.step) overrides.emplace_back("scheme.step=0");
    if (result_named(own.file.path)) return prepare(own.file.path, overrides);
    Scene scene = parse_scene(own.file.text, own.file.path, overrides, directory);
    return prepare(SceneFile{std::move(scene), own.file.text, own.file.path, std::move(overrides)});
}

// Without the place, which is that of an override nobody typed.
std::string reason_of(const InputError& error)
{
    const std::string text = error.what();
    const std::size_t place = text.find("error: ");
    return place == std::string::npos ? text : text.substr(place + 7);
}

}  // namespace

std::vector<SchemeCost> scheme_costs(const Prepared& own, const std::filesystem::path& directory,
                                     const std::atomic<bool>& interrupt)
{
    if (own.ready.problem.model->dofs() > most_tried) return {};
    const double step = step_for(own);
    std::vector<SchemeCost> costs;
    for (const std::string_view scheme : schemes_that_serve(own.ready.problem)) {
        if (interrupt) break;
        SchemeCost& cost = costs.emplace_back(SchemeCost{.scheme = std::string(scheme)});
        if (!chooses_its_step(scheme)) cost.step = step;
        try {
            try_it(cost, prepared_by(cost, own, directory), interrupt);
        } catch (const InputError& error) {
            cost.trouble = "cannot run this scene: " + reason_of(error);
        }
    }
    return costs;
}

std::filesystem::path directory_of(const SceneFile& file)
{
    return can_be_read_again(file.path) ? std::filesystem::path(file.path).parent_path() : ".";
}

std::string described(const SchemeCost& cost)
{
    std::string text = fmt::format("{:<26} ", cost.scheme);
    if (!cost.trouble.empty()) return text + cost.trouble;
    text += cost.seconds ? "about " + shown_time(*cost.seconds) : "unknown";
    if (cost.step) text += fmt::format(", with steps of {:.3g} s", *cost.step);
    return text;
}

}  // namespace rebond::cli
