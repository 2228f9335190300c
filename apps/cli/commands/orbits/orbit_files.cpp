#include "apps/cli/commands/orbits/orbit_files.hpp"

#include "rebond/io/orbits/orbit_json.hpp"
#include "rebond/io/orbits/orbits_database.hpp"
#include "rebond/io/orbits/start_scene_toml.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rebond::cli {
namespace {

constexpr const char* json_file = "orbit.json";
constexpr const char* database_file = "orbits.db";
constexpr const char* start_file = "start.toml";

std::vector<std::string> every_file()
{
    std::vector<std::string> files = orbit_figure_files();
    files.insert(files.end(), {json_file, database_file, start_file});
    return files;
}

}  // namespace

void require_replaceable_orbit_files(const OutputFolder& folder)
{
    folder.require_replaceable(every_file());
}

OrbitFiles write_orbit_files(OutputFolder& folder, const OrbitAnswer& answer, const Scene& scene,
                             const Problem& problem, const std::string& matrices, const OrbitWords& words)
{
    OrbitFiles files;
    const auto write = [&](const std::string& name, const std::string& text) {
        folder.write(name, text);
        files.names.push_back(name);
    };
    write(json_file, orbit_json(answer).dump(2) + "\n");
    {
        FileInProgress database(folder / database_file);
        write_orbits_database(database.temporary(), answer);
        folder.commit(database, database_file);
        files.names.emplace_back(database_file);
    }
    if (answer.has_orbit()) {
        if (const auto start = start_scene_toml(scene, problem, answer.orbit, matrices, folder.path()))
            write(start_file, *start);
        else
            files.warning = "no start.toml: the model of the scene cannot start at any state";
    }
    const OrbitTrace trace = answer.has_orbit() ? trace_of(problem, answer.orbit) : OrbitTrace{};
    for (const auto& [name, figure] : orbit_figures(answer, trace, words)) write(name, to_svg(figure));
    // What an earlier search has left is not of the orbit that comes now.
    for (const std::string& name : every_file())
        if (std::find(files.names.begin(), files.names.end(), name) == files.names.end()) folder.remove(name);
    return files;
}

}  // namespace rebond::cli
