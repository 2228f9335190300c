#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/orbits/asked_in_options.hpp"
#include "apps/cli/commands/orbits/orbit_files.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/orbit_text.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "rebond/contact/contact_name.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/orbits/followed_number.hpp"
#include "rebond/io/orbits/orbit_json.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/key_unit.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace rebond::cli {
namespace {

// From the first orbit on there is something to keep, and then there is progress to show.
class OrbitProgress final : public OrbitListener {
public:
    OrbitProgress(const std::optional<FollowedRange>& range, bool is_shown) : range_(range), bar_(is_shown) {}

    void found(const Orbit& /*orbit*/) override { kept_.emplace(KeptWork::Waiting::until_stopped); }
    void followed(int branch, const BranchPoint& point) override
    {
        ++points_;
        if (!bar_.is_due()) return;
        const double part = (point.parameter - range_->from) / (range_->to - range_->from);
        bar_.draw(part, fmt::format("branch {}, {} points, {:.6g}", branch, points_, point.parameter));
    }
    void wipe() { bar_.wipe(); }

private:
    const std::optional<FollowedRange>& range_;
    ProgressBar bar_;
    std::optional<KeptWork> kept_;
    long points_ = 0;
};

std::string unit_of(const FollowedRange& range)
{
    if (range.is_period()) return "s";
    if (range.is_energy()) return "J";
    std::string key;  // without indices
    for (std::string_view rest = range.key; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (part.find_first_not_of("0123456789") == std::string_view::npos) continue;
        key += (key.empty() ? "" : ".") + std::string(part);
    }
    return std::string(unit_of_key(key));
}

OrbitWords words_for(const SceneFile& file, const Problem& problem, const std::optional<FollowedRange>& range)
{
    OrbitWords words{.subject = file.scene.title.empty() ? file.path : file.scene.title};
    if (range) words.parameter_unit = unit_of(*range);
    for (Index k = 0; k < std::ssize(problem.contacts); ++k)
        words.contacts.push_back(contact_name(problem.contacts, k));
    if (problem.crowd) words.contacts.emplace_back("contacts");
    return words;
}

int exit_code(OrbitAnswerStatus status)
{
    switch (status) {
        case OrbitAnswerStatus::ok:
            return done;
        case OrbitAnswerStatus::interrupted:
            return interrupted;
        default:
            return numbers_refused;
    }
}

Problem built(const SceneFile& file)
{
    try {
        if (const auto free = free_memory()) require_memory(file.scene, *free);
        return build_problem_for_any_scheme(file.scene);
    } catch (const Unbuildable& wrong) {
        refuse(file, wrong.key, wrong.expected);
    }
}

}  // namespace

int orbit(const OrbitArguments& options)
{
    const StillWorking still_working(is_watched() && !options.quiet);
    const auto folder = claimed_folder(options.out, options.is_forced);
    SceneFile file = read_scene_file(options.scene, options.overrides);
    OrbitQuestion question{.spec = with_options(file.scene.orbit, options), .problem = built(file)};
    if (folder) require_replaceable_orbit_files(*folder);

    const std::optional<FollowedRange> range =
        question.spec.follow ? parse_followed_range(*question.spec.follow) : std::nullopt;
    if (range && range->is_number()) {
        FollowedNumber number = followed_number(file, *range, option_of("orbit.continue", options));
        question.problem_at = std::move(number.problem_at);
        question.number = number.value;
        // A scene that has no such number is taken at the start of the range.
        if (!number.value) file.scene = number.scene_at(range->from);
    }
    OrbitAnswer found;
    {
        OrbitProgress progress(range, is_watched() && !options.quiet);
        try {
            found = answer(question, progress, &watch_for_interrupt());
        } catch (const Unbuildable& wrong) {
            refuse_asked(file, options, wrong.key, wrong.expected);
        }
        progress.wipe();
        const Problem problem = question.number || !range || !range->is_number()
                                    ? question.problem
                                    : question.problem_at(range->from);
        const OrbitWords words = words_for(file, problem, range);
        std::vector<std::string> written;
        if (folder) {
            OrbitFiles files =
                write_orbit_files(*folder, found, file.scene, problem,
                                  std::filesystem::path(file.path).parent_path().string(), words);
            written = std::move(files.names);
            if (!files.warning.empty()) found.warnings.push_back(files.warning);
        }
        if (options.json)
            fmt::print("{}\n", orbit_json(found).dump(2));
        else if (!options.quiet)
            fmt::print("{}", orbit_text(words.subject, found, words.contacts, options.out, written));
    }
    if (found.status != OrbitAnswerStatus::ok && !options.json)
        fmt::print(stderr, "{}: {}: {}\n", file.path, name_of(found.status), found.reason);
    return exit_code(found.status);
}

}  // namespace rebond::cli
