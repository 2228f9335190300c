// The interactive page of a study: one self-contained HTML file.
//
// The page itself, rebond/io/pages/study.html, is embedded in the library. This file gives it a title, the
// study's figure and its data as JSON: what the study was, statuses, and the rows column by column. Of more
// rows than `most_page_rows` so many are taken, scattered evenly, so that the page stays below about 6 MB.
// Values of axes and whole numbers are exact, other numbers have seven digits, and what is no finite number
// is null.
#pragma once

#include "rebond/studies/case_store.hpp"
#include "rebond/studies/study.hpp"

#include <cstdint>
#include <string>

namespace rebond {

inline constexpr std::uint64_t most_page_rows = 20'000;

// `figure` is the SVG of the study's plot; empty without one.
std::string study_html(const Study& study, const CaseStore& store, const std::string& figure);

}  // namespace rebond
