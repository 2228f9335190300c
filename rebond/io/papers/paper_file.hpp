// A paper's folder: paper.toml with its exhibits, beside the scenes and studies they name.
//
//     title = "…"
//     reference = "PaoliSchatzman2007"         # key of the bibliography
//     about = '''…'''                          # Markdown
//
//     [[exhibit]]
//     name = "Table 3"
//     caption = "…"
//     study = "table_3.toml"                   # or [[exhibit.run]] with name, scene, set, status
//     columns = { key = "initial.angle_deg", values = [30, 45, 60, 90] }
//     plots = ["tip_height"]                   # of each run, to be shown
//     overlays = ["normal_force"]              # of all runs, a curve for each; see
//     drawing/overlay_figure.hpp note = '''…'''                           # Markdown: what agrees, what
//     cannot and why
//
//     [[exhibit.line]]                         # of the table; see studies/papers/expectation.hpp
//     what = "maximum of the energy [J]"
//     of = "energy.max"                        # also minus, over, factor, distance_to, where, …
//     paper = [0.21, …]                        # or theory; one for each column
//     tolerance = 1e-6                         # or inside_ensemble = true, at_least, at_most
//     cannot = [30, 45]                        # columns known not to agree
//
// Nothing else is needed for one more paper.
#pragma once

#include "rebond/studies/papers/paper.hpp"

#include <string>
#include <vector>

namespace rebond {

// The paper in a folder. File names in it are those of files, found from the folder. Throws InputError, or
// FileError if a file cannot be read.
Paper read_paper(const std::string& folder);

// Folders of papers that came with the program: beside it in its source tree, or in share/rebond/papers
// where it is installed. In alphabetical order; none if there are no such places.
std::vector<std::string> known_papers();

// The folder that somebody means by `name`: a path, a folder of known_papers(), or the beginning of one up
// to an underscore. Throws InputError if there is none.
std::string paper_folder(const std::string& name);

}  // namespace rebond
