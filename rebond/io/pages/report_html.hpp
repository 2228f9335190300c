// The interactive report of a run: one self-contained HTML page.
//
// The page itself, rebond/io/pages/report.html, is embedded in the library. This file gives it a title and
// its data as JSON: the summary, curves and outlines thinned so that the page stays below about 3 MB whatever
// the length of the run, the first impacts, and the scene.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/mechanics/model.hpp"

#include <string>

namespace rebond {

std::string report_html(const Result& result, const Model& model);

}  // namespace rebond
