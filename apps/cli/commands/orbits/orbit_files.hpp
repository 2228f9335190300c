// The files of `rebond orbit --out`: orbit.json, orbits.db, start.toml and figures.
#pragma once

#include "rebond/drawing/orbits/orbit_figures.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/scene/scene.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

// Throws FileError where one of them would replace a file that is not ours.
void require_replaceable_orbit_files(const OutputFolder& folder);

// `scene` and `problem` are those of the orbit; `matrices` is the folder of files that the scene names. Their
// names, as written; a warning where start.toml could not be.
struct OrbitFiles {
    std::vector<std::string> names = {};
    std::string warning = {};
};
[[nodiscard]] OrbitFiles write_orbit_files(OutputFolder& folder, const OrbitAnswer& answer,
                                           const Scene& scene, const Problem& problem,
                                           const std::string& matrices, const OrbitWords& words);

}  // namespace rebond::cli
