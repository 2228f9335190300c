// A study written down: what a study file says, as types.
#pragma once

#include "rebond/studies/bisection.hpp"
#include "rebond/studies/design.hpp"

#include <optional>
#include <string>

namespace rebond {

// Curves of a column over another, one for each value of a third.
struct StudyPlot {
    std::string x = {};
    std::string y = {};
    std::string by = {};  // empty: one curve
};

struct Study {
    std::string title = {};
    Design design = {};
    std::optional<Bisection> bisection = {};
    std::optional<StudyPlot> plot = {};
};

}  // namespace rebond
