// The manual's page on summaries, docs/guide/summary-reference.md, made from analysis/summary_fields.hpp.
#pragma once

#include <string>

namespace rebond {

std::string summary_reference_markdown();

}  // namespace rebond
