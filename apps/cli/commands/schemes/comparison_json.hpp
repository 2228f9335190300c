// One scene by several schemes, for programs.
#pragma once

#include "rebond/studies/scheme_comparison.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace rebond::cli {

// "ok", "refused", "interrupted", or the status of the run; and why it is not ok.
std::string status_of(const SchemeTrial& trial);
std::string reason_of(const SchemeTrial& trial);

// `scene` is what the user calls it.
nlohmann::ordered_json comparison_json(const std::string& scene, const SchemeComparison& comparison);

}  // namespace rebond::cli
