// The tables [observe] and [link] of a study.
//
//     [observe]
//     every = "period"            "period" of the first load, "impact", or a time [s]
//     transient = 200             of those, or seconds where `every` is a time
//     count = 100
//     values = ["position.0", "velocity.0"]
//     carry = "up"                "none", "up", "down", "both"
//
//     [link]
//     "run.duration" = { periods = 300 }
#pragma once

#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/toml/toml_document.hpp"
#include "rebond/studies/study.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// What is wrong with it by itself is added to `diagnostics`.
std::optional<Observation> read_observation(const toml::table& document, Diagnostics& diagnostics);

// `name` is what the user calls the document, `keys` are those that it varies.
std::optional<LinkedDuration> read_link(const toml::table& document, const std::string& name,
                                        const std::vector<OpenKey>& keys, Diagnostics& diagnostics);

// What the study's scenes, of which `valid` has the values of one that can be run, do not allow.
void check_observation(const toml::table& document, const Study& study, VariedScene& scenes,
                       const std::vector<Value>& valid, Diagnostics& diagnostics);

}  // namespace rebond
