// Which scheme serves which model, law and contact: what the schemes themselves answer to one scene of each
// kind, and the page of the manual made of it.
#pragma once

#include "rebond/integration/problem.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// A scene of one kind: the problem it describes, or why the scene itself is refused.
struct MatrixRow {
    std::string_view model;
    std::string kind;  // as "poisson, with friction"
    std::optional<Problem> problem = {};
    std::string refusal = {};  // a sentence, where there is no problem
};

// In the order of the manual.
[[nodiscard]] std::vector<MatrixRow> scheme_matrix();

// The manual's page on it, docs/guide/what-runs-what.md.
[[nodiscard]] std::string scheme_matrix_markdown();

}  // namespace rebond
