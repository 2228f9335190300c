// What came of a paper, as Markdown that also reads well on a terminal.
#pragma once

#include "rebond/studies/papers/reproduction.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// "12 agree, 20 lie inside an ensemble, …"
std::string verdicts_text(const VerdictCount& count);

// The lines of an exhibit, what was expected above what was computed; empty without lines.
std::string exhibit_table(const ReproducedExhibit& exhibit);

// What the marks in the tables say.
std::string_view marks_text();

std::string papers_page(const std::vector<ReproducedPaper>& papers);

// A name as part of a file's: "Table 3" is "table_3".
std::string file_name_of(std::string_view name);

}  // namespace rebond
