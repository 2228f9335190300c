// A study written down: what a study file says, as types.
#pragma once

#include "rebond/studies/bisection.hpp"
#include "rebond/studies/design/observation.hpp"
#include "rebond/studies/design/scale.hpp"

#include <optional>
#include <string>

namespace rebond {

// Curves of a column over another, one for each value of a third. What is drawn is y itself, or its distance
// to a number, or its spread over the values of an axis: the greatest less the least of its means at each of
// them.
struct StudyPlot {
    std::string x = {};
    std::string y = {};
    std::string by = {};  // empty: one curve
    Scale x_scale = Scale::linear;
    Scale y_scale = Scale::linear;
    std::optional<double> distance_to = {};  // |y − distance_to|
    std::string spread_over = {};            // key of the axis; empty without
    std::string ensemble = {};               // key of an axis of starts, that curves are means over; or empty
    std::string x_label = {}, y_label = {}, by_label = {};  // instead of the columns' names, if not empty
};

struct Study {
    std::string title = {};
    std::string base = {};  // name of the scene file; empty if the study holds the scene
    Design design = {};
    std::optional<Bisection> bisection = {};
    std::optional<Observation> observation = {};
    std::optional<StudyPlot> plot = {};        // of the rows
    std::optional<StudyPlot> point_plot = {};  // of the observed points; absent: the first value
};

}  // namespace rebond
