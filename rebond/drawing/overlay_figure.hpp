// One history of several runs in one chart: a curve for each run.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/drawing/plot_svg.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct NamedResult {
    std::string name = {};  // of the curve
    Result result = {};
};

// What can be laid over each other: "normal_force" and "friction_force" of the first contact, "energy".
std::vector<std::string_view> overlay_names();

// `overlay` is one of overlay_names(). A run whose contact does not last for some samples has no force.
Figure overlay_figure(const std::string& subject, std::string_view overlay,
                      const std::vector<NamedResult>& runs);

}  // namespace rebond
