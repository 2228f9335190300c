#include "apps/cli/terminal/fit_text.hpp"

#include "apps/cli/terminal/counted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Name {
    const char* key;
    const char* symbol;
    const char* meaning;
};
constexpr std::array names = {Name{"mu_0", "μ₀", "where restitution dips as the beam yields"},
                              Name{"alpha_0", "α₀", "sub-impacts by all modes"},
                              Name{"alpha_1", "α₁", "slow push of the first mode"}};

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string interval_text(const ReboundParameter& parameter)
{
    if (!parameter.is_determined) return "not determined by these cases";
    if (!parameter.interval) return "";
    return fmt::format("{:.4g} … {:.4g}", parameter.interval->low, parameter.interval->high);
}

}  // namespace

std::string_view name_of(ReboundFitStatus status)
{
    switch (status) {
        case ReboundFitStatus::fitted:
            return "ok";
        case ReboundFitStatus::too_few_points:
            return "too_few_points";
        case ReboundFitStatus::not_finite:
            return "not_finite";
        case ReboundFitStatus::all_alike:
            return "all_alike";
        case ReboundFitStatus::not_converged:
            break;
    }
    return "not_converged";
}

std::string fit_text(const FittedStudy& fitted, const std::string& directory,
                     const std::vector<std::string>& files)
{
    const ReboundFit& fit = fitted.fit;
    std::string text =
        fmt::format("{}: the rebound law fitted to {}{}\n\n", fitted.title,
                    counted(static_cast<long>(fit.points), "case"),
                    fitted.rows.without > 0
                        ? fmt::format(", {} without a certified rebound left out", fitted.rows.without)
                        : "");
    text += fmt::format("  {:<4}  {:>10}  {:<32}{}\n", "", "value", "95 % interval", "effect");
    for (std::size_t k = 0; k < names.size(); ++k)
        text += fmt::format(
            "  {:<4}  {:>10}  {:<32}{}\n", names[k].symbol,
            fit.parameters[k].is_determined ? fmt::format("{:.4g}", fit.parameters[k].value) : "–",
            interval_text(fit.parameters[k]), names[k].meaning);
    text += fmt::format("\n  RMS of the law                    {:.4f}\n", fit.rms);
    text += fmt::format("  RMS of the best function of mass  {:.4f}\n", fit.rms_of_mass_alone);
    if (fit.r_squared) text += fmt::format("  R²                                {:.4f}\n", *fit.r_squared);
    if (fitted.rows.chaotic > 0)
        text +=
            fmt::format("\n{} chaotic: such a rebound is one of many possible values\n",
                        fitted.rows.chaotic == 1 ? "1 of the cases is"
                                                 : fmt::format("{} of the cases are", fitted.rows.chaotic));
    if (!fit.is_fitted())
        text += "\nnot converged: a lower sum of squares lies near by; these are the best numbers found\n";
    if (!(fit.rms < fit.rms_of_mass_alone))
        text += "\nthe law does no better here than a function of mass alone\n";
    if (!files.empty()) text += fmt::format("\nwrote {}/: {}\n", directory, fmt::join(files, ", "));
    return text;
}

Json fit_json(const FittedStudy& fitted)
{
    const ReboundFit& fit = fitted.fit;
    Json json = {{"study", fitted.title},
                 {"status", name_of(fit.status)},
                 {"points", fit.points},
                 {"chaotic", fitted.rows.chaotic},
                 {"without_rebound", fitted.rows.without}};
    for (std::size_t k = 0; k < names.size(); ++k) {
        const ReboundParameter& parameter = fit.parameters[k];
        const bool has_value = fitted.has_numbers() && parameter.is_determined;
        json["parameters"][names[k].key] = {
            {"value", has_value ? number(parameter.value) : Json(nullptr)},
            {"low", parameter.interval ? number(parameter.interval->low) : Json(nullptr)},
            {"high", parameter.interval ? number(parameter.interval->high) : Json(nullptr)},
            {"is_determined", parameter.is_determined}};
    }
    const bool has_numbers = fitted.has_numbers();
    json["rms"] = has_numbers ? number(fit.rms) : Json(nullptr);
    json["rms_of_mass_alone"] = has_numbers ? number(fit.rms_of_mass_alone) : Json(nullptr);
    json["r_squared"] = fit.r_squared ? number(*fit.r_squared) : Json(nullptr);
    for (Index i = 0; i < 3; ++i) {
        Json row = Json::array();
        for (Index j = 0; j < 3; ++j) row.push_back(number(fit.correlation(i, j)));
        json["correlation"].push_back(row);
    }
    return json;
}

std::string fit_csv(const FittedStudy& fitted)
{
    std::string text = "case_index,mass,relative_mass,location,simulated,law\n";
    for (const ReboundRow& row : fitted.rows.rows)
        text += fmt::format(
            "{},{},{},{},{},{}\n", row.index, row.mass, row.relative_mass, row.location, row.point.measured,
            fitted.has_numbers() ? fmt::format("{}", rebound_ratio(fitted.fit.law, row.point.contact)) : "");
    return text;
}

}  // namespace rebond::cli
