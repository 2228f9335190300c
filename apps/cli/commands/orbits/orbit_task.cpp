#include "apps/cli/commands/orbits/orbit_task.hpp"

#include "rebond/contact/contact_name.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/orbits/followed_number.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/key_unit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond::cli {
namespace {

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

// Exponents are those of the scene's motion.
void require_no_orbit(const OrbitArguments& options)
{
    for (const char* key : {"periods", "impacts", "sequence", "period", "energy", "continue", "switch"})
        if (const std::string option = option_of(fmt::format("orbit.{}", key), options); !option.empty())
            throw InputError(fmt::format(
                "{}: error: expected none with --lyapunov, which takes the motion of the scene", option));
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

OrbitTask orbit_task(SceneFile file, const std::filesystem::path& directory, const OrbitArguments& options)
{
    OrbitTask task{.file = std::move(file), .options = options, .question = {}};
    task.question.spec = with_options(task.file.scene.orbit, options);
    if (options.lyapunov > 0) {
        require_no_orbit(options);
        task.question.lyapunov_periods = options.lyapunov;
    }
    task.question.problem = task.problem = built(task.file);
    task.scene = task.file.scene;
    if (task.question.spec.follow) task.range = parse_followed_range(*task.question.spec.follow);
    if (task.range && task.range->is_number()) {
        FollowedNumber number =
            followed_number(task.file, directory, *task.range, option_of("orbit.continue", options));
        task.question.problem_at = std::move(number.problem_at);
        task.question.number = number.value;
        if (!number.value) {
            task.scene = number.scene_at(task.range->from);
            task.problem = task.question.problem_at(task.range->from);
        }
    }
    task.words = words_for(task.file, task.problem, task.range);
    return task;
}

OrbitAnswer answer_to(const OrbitTask& task, OrbitListener& listener, const std::atomic<bool>* interrupt)
{
    try {
        return answer(task.question, listener, interrupt);
    } catch (const Unbuildable& wrong) {
        refuse_asked(task.file, task.options, wrong.key, wrong.expected);
    }
}

}  // namespace rebond::cli
