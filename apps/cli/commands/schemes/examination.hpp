// What there is to say of a scene that can be run, before it is run.
#pragma once

#include "apps/cli/commands/schemes/scheme_costs.hpp"
#include "rebond/core/types.hpp"

#include <nlohmann/json_fwd.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rebond::cli {

struct Examination {
    std::string_view model;
    std::string_view scheme;
    Index dofs = 0;
    Vector frequencies = {};    // [Hz]
    bool is_too_large = false;  // for its frequencies to be computed here
    bool has_mass = true;       // a coordinate without mass has no frequency, and no explicit scheme
    bool has_explicit_schemes = true;
    double limit = std::numeric_limits<double>::infinity();  // of their steps [s]
    std::vector<std::string> warnings = {};
    std::vector<SchemeCost> costs = {};
};

// Without the costs of schemes.
Examination examine(const Scene& scene, const PreparedProblem& ready);

nlohmann::ordered_json examination_json(const Examination& found);

}  // namespace rebond::cli
