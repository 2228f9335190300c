#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/orbits/orbit_files.hpp"
#include "apps/cli/commands/orbits/orbit_task.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/orbit_text.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "rebond/io/orbits/orbit_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

}  // namespace

int orbit(const OrbitArguments& options)
{
    const StillWorking still_working(is_watched() && !options.quiet);
    const auto folder = claimed_folder(options.out, options.is_forced);
    if (folder) require_replaceable_orbit_files(*folder);
    const std::filesystem::path directory =
        options.scene == "-" ? "." : std::filesystem::path(options.scene).parent_path();
    const OrbitTask task = orbit_task(read_scene_file(options.scene, options.overrides), directory, options);
    OrbitAnswer found;
    {
        OrbitProgress progress(task.range, is_watched() && !options.quiet);
        found = answer_to(task, progress, &watch_for_interrupt());
        progress.wipe();
        std::vector<std::string> written;
        if (folder) {
            OrbitFiles files =
                write_orbit_files(*folder, found, task.scene, task.problem, directory.string(), task.words);
            written = std::move(files.names);
            if (!files.warning.empty()) found.warnings.push_back(files.warning);
        }
        if (options.json)
            fmt::print("{}\n", orbit_json(found).dump(2));
        else if (!options.quiet)
            fmt::print("{}",
                       orbit_text(task.words.subject, found, task.words.contacts, options.out, written));
    }
    if (found.status != OrbitAnswerStatus::ok && !options.json)
        fmt::print(stderr, "{}: {}: {}\n", task.file.path, name_of(found.status), found.reason);
    return exit_code(found.status);
}

}  // namespace rebond::cli
