// What a fit of the rebound law found, for people and for programs.
#pragma once

#include "rebond/studies/rebound/rebound_fit.hpp"
#include "rebond/studies/rebound/rebound_rows.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace rebond::cli {

struct FittedStudy {
    std::string title = {};  // name of the study
    std::string scene = {};  // title of its base scene
    ReboundRows rows = {};
    ReboundFit fit = {};

    // Whether there is a law to show, converged or not.
    bool has_numbers() const
    {
        return fit.status == ReboundFitStatus::fitted || fit.status == ReboundFitStatus::not_converged;
    }
};

// As one word: "ok", "too_few_points", …
std::string_view name_of(ReboundFitStatus status);

std::string fit_text(const FittedStudy& fitted, const std::string& directory,
                     const std::vector<std::string>& files);
nlohmann::ordered_json fit_json(const FittedStudy& fitted);

// One line for each case: mass, place, rebound simulated and by the law.
std::string fit_csv(const FittedStudy& fitted);

}  // namespace rebond::cli
