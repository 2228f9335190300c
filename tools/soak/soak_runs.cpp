// Runs many scenes in one process, one after the other, for the reliability campaign.
//
// Standard input holds records, a line and the text of a scene:
//
//     NAME SECONDS BYTES
//     (BYTES bytes of TOML)
//
// and every record becomes one line of JSON on standard output: the summary of `rebond run --json`, with
// `name`, `samples` (time, position, velocity at each multiple of run.sample_every; of large
// bodies the first alone), `impact_times`, `quick_turns` (impacts that follow one of another contact almost
// at once, where an impulse at one changes the rate of the other), `shortest_turn` (the least time, not zero,
// between such a pair [s]), `settled_speed` (the
// greatest after a bounce that was taken as rest [m/s]), `deepest` (the most negative gap of any step [m]),
// `reach` (the largest of the lengths that gaps are differences of [m]), `received` and `friction` (see
// friction_witness.hpp) and, of a scene that was refused, status "invalid". Files that a scene names are
// looked for in the folder given as argument.
//
// Of a scene that begins with the line "# gaps as functions" each gap is handed to the engine as one that a
// program brings: its value and its gradient, and nothing else is known of it.
//
// A run that takes more than SECONDS of the processor is interrupted, status "interrupted". One that does not
// stop within ten times as long, or waits for a minute and a hundred times as long, ends the process with
// code 9, after a line with status "hangs".
#include "friction_witness.hpp"
#include "rebond/contact/gaps/user_gap.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/sample_times.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/run_scene.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr rebond::Index most_coordinates = 64;  // of bodies of which more than the first sample is printed
constexpr std::size_t most_impacts = 64;        // whose times are printed
constexpr double almost_at_once = 1e-6;         // of the run [-]

double processor_seconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Interrupts what takes too long, and ends the process if that does not help.
class Watchdog {
public:
    Watchdog() : thread_([this] { watch(); }) {}
    ~Watchdog()
    {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    void start(const std::string& name, double seconds)
    {
        const std::lock_guard lock(mutex_);
        name_ = name;
        interrupt_ = false;
        soft_ = processor_seconds() + seconds;
        hard_ = processor_seconds() + 10.0 * seconds;
        latest_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(60.0 + 100.0 * seconds));
        is_running_ = true;
        changed_.notify_one();
    }
    void stop()
    {
        const std::lock_guard lock(mutex_);
        is_running_ = false;
    }
    const std::atomic<bool>* interrupt() const { return &interrupt_; }

private:
    void watch()
    {
        std::unique_lock lock(mutex_);
        while (!is_over_) {
            changed_.wait_for(lock, std::chrono::milliseconds(20));
            if (!is_running_) continue;
            const double now = processor_seconds();
            if (now > soft_) interrupt_ = true;
            if (now > hard_ || Clock::now() > latest_) {
                std::cout << Json{{"name", name_}, {"status", "hangs"}}.dump() << std::endl;
                std::_Exit(9);
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> interrupt_ = false;
    bool is_over_ = false, is_running_ = false;
    std::string name_;
    double soft_ = 0.0, hard_ = 0.0;  // [s] of the processor, which other work on the machine does not use up
    Clock::time_point latest_;        // for one that waits for ever
    std::thread thread_;
};

// What the checks want to know of a trajectory.
class Witness final : public rebond::Recorder {
public:
    explicit Witness(const rebond::Problem& problem)
        : problem_(problem),
          solver_(*problem.model, problem.contacts, problem.duration),
          last_impacts_(problem.contacts.size(), -std::numeric_limits<double>::infinity()),
          sample_times_(problem.sample_every),
          is_small_(problem.model->dofs() <= most_coordinates)
    {
    }

    void step(const rebond::Instant& now) override
    {
        for (const rebond::Contact& contact : problem_.contacts) {
            deepest_ = std::min(deepest_, rebond::gap_at(contact.gap, now.t(), now.q()));
            reach_ = std::max(reach_, rebond::lengths_in(contact.gap, now.t(), now.q()));
        }
        if (!sample_times_.is_due(now.t()) || (!is_small_ && !samples_.empty())) return;
        samples_.push_back(Json::array({now.t(), numbers(now.q()), numbers(now.v())}));
    }
    void impact(const rebond::Impact& impact) override
    {
        if (impact_times_.size() < most_impacts) impact_times_.push_back(impact.time);
        const double since = impact.time - last_of_others(impact.contact);
        quick_turns_ += since <= almost_at_once * problem_.duration;
        if (since > 0.0) shortest_turn_ = std::min(shortest_turn_, since);
        const double e = problem_.contacts[static_cast<std::size_t>(impact.contact)].law.restitution;
        if (impact.velocity_after == 0.0)
            settled_speed_ = std::max(settled_speed_, -e * impact.velocity_before);
        last_impacts_[static_cast<std::size_t>(impact.contact)] = impact.time;
    }

    void tell(Json& told)
    {
        told["samples"] = std::move(samples_);
        told["impact_times"] = std::move(impact_times_);
        told["quick_turns"] = quick_turns_;
        told["shortest_turn"] = shortest_turn_;
        told["settled_speed"] = settled_speed_;
        told["deepest"] = deepest_;
        told["reach"] = reach_;
    }

private:
    // When another contact that is coupled to this one last had an impact after this one's last [s].
    double last_of_others(rebond::Index contact)
    {
        double last = -std::numeric_limits<double>::infinity();
        const double own = last_impacts_[static_cast<std::size_t>(contact)];
        for (std::size_t k = 0; k < last_impacts_.size(); ++k) {
            const auto other = static_cast<rebond::Index>(k);
            if (other == contact || last_impacts_[k] < own || last_impacts_[k] <= last) continue;
            if (are_coupled(contact, other)) last = last_impacts_[k];
        }
        return last;
    }

    // Whether an impulse at one contact changes the rate of another; taken for granted where masses depend on
    // where the body is.
    bool are_coupled(rebond::Index i, rebond::Index j)
    {
        const rebond::Gap &one = problem_.contacts[static_cast<std::size_t>(i)].gap,
                          &other = problem_.contacts[static_cast<std::size_t>(j)].gap;
        if (problem_.model->as_linear() == nullptr || one.function || other.function) return true;
        if (!is_factored_) is_factored_ = solver_.factor(0.0, problem_.initial.q, 0.0, 0.0);
        if (!*is_factored_) return true;
        constexpr double rounding = 1e-12;  // [-]
        const double own = rebond::along(one.terms, solver_.response(i));
        const double others = rebond::along(other.terms, solver_.response(j));
        return std::abs(rebond::along(one.terms, solver_.response(j))) > rounding * std::sqrt(own * others);
    }

    static Json numbers(const rebond::Vector& x) { return std::vector<double>(x.begin(), x.end()); }

    const rebond::Problem& problem_;
    rebond::AccelerationSolver solver_;
    std::optional<bool> is_factored_;   // its masses; not asked yet
    std::vector<double> last_impacts_;  // per contact [s]
    rebond::SampleTimes sample_times_;
    bool is_small_;
    long quick_turns_ = 0;
    double shortest_turn_ = std::numeric_limits<double>::max();  // [s]
    double settled_speed_ = 0.0;                                 // [m/s]
    double deepest_ = 0.0;                                       // [m]
    double reach_ = 0.0;                                         // [m]
    Json samples_ = Json::array(), impact_times_ = Json::array();
};

// The gap as a user's function.
rebond::Gap as_function(const rebond::Gap& gap, const rebond::State& at)
{
    rebond::Row gradient;
    rebond::gradient_at(gap, at.t, at.q, gradient);
    rebond::UserGapSpec spec;
    for (const rebond::Term& term : gradient) spec.coordinates.push_back(term.coordinate);
    std::sort(spec.coordinates.begin(), spec.coordinates.end());
    spec.coordinates.erase(std::unique(spec.coordinates.begin(), spec.coordinates.end()),
                           spec.coordinates.end());
    spec.value = [gap](double t, const rebond::Vector& q) { return rebond::gap_at(gap, t, q); };
    spec.gradient = [gap, coordinates = spec.coordinates](double t, const rebond::Vector& q,
                                                          rebond::Vector& w) {
        rebond::Row row;
        rebond::gradient_at(gap, t, q, row);
        for (const auto& [i, weight] : row)
            w(std::lower_bound(coordinates.begin(), coordinates.end(), i) - coordinates.begin()) += weight;
    };
    spec.drift = [gap](double t, const rebond::Vector& q) { return rebond::drift_at(gap, t, q); };
    spec.moves = gap.function != nullptr && gap.function->frequency() > 0.0;
    if (const double length = rebond::lengths_in(gap, at.t, at.q); length > 0.0) spec.length = length / 4.0;
    if (spec.moves) {
        spec.frequency = gap.function->frequency();
        spec.time = 1.0 / spec.frequency;
    }
    return {.terms = {}, .offset = 0.0, .function = std::make_shared<rebond::UserGap>(std::move(spec))};
}

constexpr std::string_view as_functions = "# gaps as functions\n";

Json run(const std::string& name, const std::string& text, const std::filesystem::path& folder,
         const std::atomic<bool>* interrupt)
{
    const auto start = Clock::now();
    Json told;
    try {
        const rebond::Scene scene = rebond::parse_scene(text, "scene", {}, folder);
        rebond::PreparedProblem prepared = rebond::prepare_problem(scene);
        if (text.starts_with(as_functions))
            for (rebond::Contact& contact : prepared.problem.contacts)
                contact.gap = as_function(contact.gap, prepared.problem.initial);
        Witness witness(prepared.problem);
        FrictionWitness friction(prepared.problem);
        const rebond::RunResult done = rebond::run_scene(scene, prepared, {&witness, &friction}, interrupt);
        told = rebond::summary_json(rebond::summarise(scene, prepared.problem, done));
        witness.tell(told);
        friction.tell(told);
    } catch (const rebond::InputError& error) {
        told = {{"status", "invalid"}, {"reason", error.what()}};
    } catch (const rebond::Unbuildable& error) {
        told = {{"status", "invalid"}, {"reason", error.what()}};
    } catch (const std::exception& error) {
        told = {{"status", "threw"}, {"reason", error.what()}};
    }
    told["name"] = name;
    told["seconds"] = std::chrono::duration<double>(Clock::now() - start).count();
    return told;
}

}  // namespace

int main(int count, char** arguments)
{
    const std::filesystem::path folder = count > 1 ? arguments[1] : ".";
    std::ios::sync_with_stdio(false);
    Watchdog watchdog;
    std::string name, text;
    double seconds = 0.0;
    std::size_t bytes = 0;
    while (std::cin >> name >> seconds >> bytes) {
        std::cin.ignore();  // the end of the line
        text.resize(bytes);
        if (!std::cin.read(text.data(), static_cast<std::streamsize>(bytes))) return EXIT_FAILURE;
        watchdog.start(name, seconds);
        const Json told = run(name, text, folder, watchdog.interrupt());
        watchdog.stop();
        std::cout << told.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    }
    return EXIT_SUCCESS;
}
