#include "rebond/io/orbits/orbit_json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

Json number_json(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}
template <typename T>
Json optional_json(const std::optional<T>& value)
{
    if constexpr (std::is_same_v<T, double>)
        return value ? number_json(*value) : Json();
    else
        return value ? Json(*value) : Json();
}

Json event_json(const OrbitEvent& event)
{
    return {{"time", number_json(event.time)},
            {"contact", event.contact + 1},
            {"kind", std::string(name_of(event.kind))},
            {"impulse", number_json(event.impulse)},
            {"velocity_before", number_json(event.velocity_before)},
            {"velocity_after", number_json(event.velocity_after)},
            {"end", number_json(event.end)},
            {"impacts", event.impacts}};
}

Json certificate_json(const Certificate& certificate)
{
    const bool has_gap = certificate.minimum_gap.has_value();
    return {{"holds", certificate.holds},
            {"residual", number_json(certificate.residual)},
            {"least_impulse", number_json(certificate.least_impulse)},
            {"minimum_gap", optional_json(certificate.minimum_gap)},
            {"minimum_gap_time", has_gap ? number_json(certificate.minimum_gap_time) : Json()},
            {"minimum_gap_contact", has_gap ? Json(certificate.minimum_gap_contact + 1) : Json()},
            {"minimum_reaction", optional_json(certificate.minimum_reaction)},
            {"replay_error", optional_json(certificate.replay_error)},
            {"refusal", certificate.refusal.empty() ? Json() : Json(certificate.refusal)}};
}

Json impulses_json(const Orbit& orbit)
{
    Json impulses = Json::array();
    for (const OrbitEvent& event : orbit.events)
        if (event.kind != EventKind::release) impulses.push_back(number_json(event.impulse));
    return impulses;
}

Json words_json(const Sequence& sequence)
{
    Json words = Json::array();
    for (const std::string& word : item_words(sequence)) words.push_back(word);
    return words;
}

// What the answer's own orbit, and each other one, is.
Json whole_orbit_json(const Orbit& orbit)
{
    Json json{{"sequence", words_json(orbit.sequence)},
              {"load_periods", orbit.load_periods > 0 ? Json(orbit.load_periods) : Json()},
              {"period", number_json(orbit.period)},
              {"energy", number_json(orbit.energy)},
              {"events", Json::array()}};
    for (const OrbitEvent& event : orbit.events) json["events"].push_back(event_json(event));
    json["state"] = {{"time", number_json(orbit.state.t)},
                     {"position", numbers_json(orbit.state.q)},
                     {"velocity", numbers_json(orbit.state.v)}};
    json["multipliers"] = multipliers_json(orbit);
    json["multipliers_are_all"] = orbit.stable ? Json(orbit.multipliers_are_all) : Json();
    json["trace"] = optional_json(orbit.trace);
    json["stable"] = optional_json(orbit.stable);
    json["unstable"] = orbit.stable ? Json(orbit.unstable) : Json();
    json["certificate"] = certificate_json(orbit.certificate);
    return json;
}

Json point_json(const BranchPoint& point)
{
    const Orbit& orbit = point.orbit;
    return {{"parameter", number_json(point.parameter)},
            {"period", number_json(orbit.period)},
            {"energy", number_json(orbit.energy)},
            {"impulses", impulses_json(orbit)},
            {"stable", optional_json(orbit.stable)},
            {"unstable", orbit.stable ? Json(orbit.unstable) : Json()},
            {"admissible", orbit.certificate.holds}};
}

Json special_json(const SpecialPoint& point)
{
    Json json{{"type", std::string(name_of(point.kind))},  {"parameter", number_json(point.parameter)},
              {"period", number_json(point.orbit.period)}, {"energy", number_json(point.orbit.energy)},
              {"velocity", number_json(point.velocity)},   {"impulses", impulses_json(point.orbit)}};
    const bool has_time = point.kind == SpecialKind::grazing || point.kind == SpecialKind::new_contact;
    json["time"] = has_time ? number_json(point.time) : Json();
    if (point.kind == SpecialKind::new_contact)
        json["contact"] = point.item + 1;
    else if (point.kind == SpecialKind::grazing && point.item < std::ssize(point.orbit.events))
        json["contact"] = point.orbit.events[point.item].contact + 1;
    else
        json["contact"] = nullptr;
    json["reason"] = point.reason.empty() ? Json() : Json(point.reason);
    return json;
}

Json branch_json(const Branch& branch)
{
    Json json{{"id", branch.id},
              {"parent", optional_json(branch.parent)},
              {"sequence", words_json(branch.sequence)},
              {"points", Json::array()},
              {"special", Json::array()}};
    for (const BranchPoint& point : branch.points) json["points"].push_back(point_json(point));
    for (const SpecialPoint& point : branch.special) json["special"].push_back(special_json(point));
    return json;
}

}  // namespace

Json numbers_json(const Vector& numbers)
{
    Json array = Json::array();
    for (const double number : numbers) array.push_back(number_json(number));
    return array;
}

Json multipliers_json(const Orbit& orbit)
{
    if (!orbit.stable) return nullptr;
    Json array = Json::array();
    for (const std::complex<double> mu : orbit.multipliers)
        array.push_back({number_json(mu.real()), number_json(mu.imag())});
    return array;
}

Json orbit_json(const OrbitAnswer& answer)
{
    Json json{{"task", "orbit"},
              {"status", std::string(name_of(answer.status))},
              {"reason", answer.reason.empty() ? Json() : Json(answer.reason)}};
    json.update(whole_orbit_json(answer.orbit));
    if (!answer.has_orbit())
        for (const char* key : {"period", "energy"}) json[key] = nullptr;
    json["others"] = Json::array();
    for (const Orbit& other : answer.others) json["others"].push_back(whole_orbit_json(other));
    json["continue"] = nullptr;
    if (const auto& range = answer.followed)
        json["continue"] = {{"key", range->key}, {"from", range->from}, {"to", range->to}};
    json["branches"] = Json::array();
    for (const Branch& branch : answer.branches) json["branches"].push_back(branch_json(branch));
    json["lyapunov"] = nullptr;
    if (const auto& found = answer.lyapunov)
        json["lyapunov"] = {{"exponents", found->exponents},
                            {"errors", found->errors},
                            {"impacts_per_period", found->impacts_per_period},
                            {"periods", found->periods},
                            {"sum_rule_error", found->sum_rule_error}};
    json["basins"] = nullptr;
    json["warnings"] = answer.warnings;
    return json;
}

}  // namespace rebond
