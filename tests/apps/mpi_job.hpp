// The program as several processes of one MPI job.
#pragma once

#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct JobPart {
    int processes = 1;
    Arguments arguments = {};
    std::string pid_file = {};  // takes the number of the process, if there is but one
};

struct JobEnded {
    // That of mpirun. One whose processes were all ended at once may wait for them for ever, and is killed.
    static constexpr int killed = 137;
    int code = -1;
    std::string text;  // what all of them said
};

// Nothing where there is no mpirun or no MPI in the program.
inline std::optional<JobEnded> run_job(const std::vector<JobPart>& parts)
{
    if (std::system("command -v mpirun >/dev/null") != 0) return std::nullopt;
    const auto quoted = [](const std::string& text) { return " '" + text + "'"; };
    const ScratchDirectory folder;
    std::string command =
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 "
        "ASAN_OPTIONS=detect_leaks=0 "  // for a sanitizer: plug-ins of MPI keep what they allocate
        "timeout -s KILL 40 mpirun";
    for (const JobPart& part : parts) {
        command += (&part == &parts.front() ? " -n " : " : -n ") + std::to_string(part.processes);
        if (!part.pid_file.empty())
            command += " sh -c 'echo $$ >\"$0\"; exec \"$@\"'" + quoted(part.pid_file);
        command += quoted(REBOND_PROGRAM);
        for (const std::string& argument : part.arguments) command += quoted(argument);
    }
    const int status = std::system((command + " >" + quoted(folder / "text") + " 2>&1").c_str());
    JobEnded ended{.code = WEXITSTATUS(status), .text = text_of(folder / "text")};
    if (holds(ended.text, "was built without MPI")) return std::nullopt;
    return ended;
}

}  // namespace rebond
