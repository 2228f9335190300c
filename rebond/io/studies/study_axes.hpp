// The axes of a study from its tables [vary] and [sample].
//
//     key = { from = 5, to = 90, step = 1 }        key = { from = 5, to = 90, count = 86 }
//     key = { from = 1, to = 1000, count = 4, spacing = "log" }
//     key = [0, 0.25, 0.5]                         numbers, strings, booleans or arrays
//     key = { uniform = [0, 180], count = 20, seed = 1 }      in [sample], also normal = [mean, deviation]
//
// Keys are dotted, in quotes or without. Axes come in the order in which they are written.
#pragma once

#include "rebond/io/toml/toml_document.hpp"
#include "rebond/studies/design/parameter_axis.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct PlacedAxis {
    ParameterAxis axis;
    std::string place;  // "study.toml:4:1"
};

// `name` is what the user calls the document.
std::vector<PlacedAxis> read_axes(const toml::table& document, const std::string& name,
                                  Diagnostics& diagnostics);

// An axis in words: "initial.angle_deg: 86 values from 5 to 90".
std::string described(const ParameterAxis& axis);

// Equal for equal axes: their key and what decides their values.
std::string identity_of(const ParameterAxis& axis);

}  // namespace rebond
