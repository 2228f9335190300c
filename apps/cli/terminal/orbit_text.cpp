#include "apps/cli/terminal/orbit_text.hpp"

#include "apps/cli/terminal/counted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace rebond::cli {
namespace {

constexpr std::size_t most_events = 24;       // shown
constexpr std::size_t most_multipliers = 12;  // likewise
constexpr double no_speed = 1e-12;            // of an impact that fades, located to rounding [m/s]

std::string line(std::string_view name, const std::string& value)
{
    return fmt::format("  {:<14}{}\n", name, value);
}

std::string counted_periods(int periods)
{
    return counted(periods, "period") + " of the load";
}

std::string exponents_text(const LyapunovExponents& found)
{
    std::string text;
    for (std::size_t i = 0; i < found.exponents.size(); ++i)
        text += line(i == 0 ? "exponents" : "",
                     fmt::format("{:.6g} ± {:.1g} per second", found.exponents[i], found.errors[i]));
    text +=
        line("periods", fmt::format("{}, with {:.6g} impacts each", found.periods, found.impacts_per_period));
    return text + line("sum rule", fmt::format("holds to {:.1g} per second", found.sum_rule_error));
}

std::string events_text(const Orbit& orbit, const std::vector<std::string>& contacts)
{
    std::string text = fmt::format("\n  {:<9} {:<12} {:>15} {:>15} {:>14} {:>14}\n", "event", "contact",
                                   "time [s]", "impulse [N s]", "before [m/s]", "after [m/s]");
    for (std::size_t i = 0; i < std::min(most_events, orbit.events.size()); ++i) {
        const OrbitEvent& event = orbit.events[i];
        const bool is_release = event.kind == EventKind::release;
        text += fmt::format("  {:<9} {:<12} {:>15.9g} {:>15} {:>14} {:>14}", name_of(event.kind),
                            contacts[static_cast<std::size_t>(event.contact)], event.time,
                            is_release ? "" : fmt::format("{:.9g}", event.impulse),
                            is_release ? "" : fmt::format("{:.9g}", event.velocity_before),
                            is_release ? "" : fmt::format("{:.9g}", event.velocity_after));
        if (event.kind == EventKind::closing && event.impacts > 1)
            text += fmt::format("  {} impacts, closed at {:.9g} s", event.impacts, event.end);
        text += "\n";
    }
    if (orbit.events.size() > most_events)
        text += fmt::format("  and {} more\n", orbit.events.size() - most_events);
    return text;
}

std::string multipliers_text(const Orbit& orbit)
{
    if (!orbit.stable)
        return line("multipliers",
                    "none: a contact closes at speed zero, and times change like a square root");
    std::vector<std::string> words;
    for (const std::complex<double> mu : orbit.multipliers) {
        if (words.size() == most_multipliers) break;
        if (mu.imag() < 0.0) continue;  // half of a pair
        words.push_back(mu.imag() > 0.0 ? fmt::format("{:.6g} ± {:.6g} i", mu.real(), mu.imag())
                                        : fmt::format("{:.6g}", mu.real()));
    }
    std::string text = fmt::format("{}", fmt::join(words, ", "));
    if (!orbit.multipliers_are_all)
        text = text.empty() ? "all inside the unit circle" : text + " and others inside";
    const double largest = orbit.multipliers.empty() ? 0.0 : std::abs(orbit.multipliers.front());
    std::string verdict =
        *orbit.stable ? "yes" : fmt::format("no: {} outside the unit circle", orbit.unstable);
    if (!orbit.multipliers.empty()) verdict += fmt::format(", the largest has modulus {:.6g}", largest);
    return line("multipliers", text) + line("stable", verdict);
}

std::string certificate_text(const Certificate& proof)
{
    if (!proof.holds) return line("certificate", "does not hold: " + proof.refusal);
    std::string text = fmt::format("holds: residual {:.1e}", proof.residual);
    if (proof.minimum_gap)
        text += fmt::format(", least gap {:.6g} m at {:.6g} s", *proof.minimum_gap, proof.minimum_gap_time);
    if (proof.minimum_reaction) text += fmt::format(", least reaction {:.6g} N", *proof.minimum_reaction);
    if (proof.replay_error) text += fmt::format(", a run comes back to {:.1e}", *proof.replay_error);
    return line("certificate", text);
}

std::string others_text(const OrbitAnswer& answer)
{
    std::string text;
    for (const Orbit& other : answer.others)
        if (other.certificate.holds)
            text += fmt::format(
                "  another orbit with this sequence: period {:.9g} s, energy {:.9g} J, first impulse "
                "{:.9g} N s{}\n",
                other.period, other.energy, other.events.empty() ? 0.0 : other.events.front().impulse,
                !other.stable   ? ""
                : *other.stable ? ", stable"
                                : ", unstable");
    return text.empty() ? "" : "\n" + text;
}

std::string branch_text(const Branch& branch, const FollowedRange& range)
{
    std::string text = fmt::format("\n  branch {} ({}{}): {} over {}\n", branch.id, text_of(branch.sequence),
                                   branch.parent ? fmt::format(", from branch {}", *branch.parent) : "",
                                   counted(std::ssize(branch.points), "point"), range.key);
    text +=
        fmt::format("    {:<15} {:>17} {:>15} {:>15} {:>16}\n", "point",
                    range.key.substr(range.key.rfind('.') + 1), "period [s]", "energy [J]", "velocity [m/s]");
    for (const SpecialPoint& point : branch.special)
        text += fmt::format("    {:<15} {:>17.12g} {:>15.9g} {:>15.9g} {:>16.9g}{}\n", name_of(point.kind),
                            point.parameter, point.orbit.period, point.orbit.energy,
                            std::abs(point.velocity) < no_speed ? 0.0 : point.velocity,
                            point.kind == SpecialKind::end ? "  " + point.reason : "");
    // Stretches where the orbit is one of a kind.
    const auto quality = [](const Orbit& orbit) {
        if (!orbit.certificate.holds) return "no motion";
        return !orbit.stable ? "without multipliers" : *orbit.stable ? "stable" : "unstable";
    };
    // At its very start a branch that leaves another one is the orbit there.
    for (std::size_t i = branch.parent ? 1 : 0; i < branch.points.size();) {
        std::size_t end = i;
        const std::string_view kind = quality(branch.points[i].orbit);
        while (end + 1 < branch.points.size() && quality(branch.points[end + 1].orbit) == kind) ++end;
        text += fmt::format("    {:.6g} to {:.6g}: {}\n", branch.points[i].parameter,
                            branch.points[end].parameter, kind);
        i = end + 1;
    }
    return text;
}

}  // namespace

std::string orbit_text(const std::string& title, const OrbitAnswer& answer,
                       const std::vector<std::string>& contacts, const std::string& directory,
                       const std::vector<std::string>& files)
{
    const Orbit& orbit = answer.orbit;
    std::string text = title + "\n";
    if (answer.has_orbit()) {
        text +=
            line("orbit", text_of(orbit.sequence) +
                              (orbit.load_periods > 0 ? ", in " + counted_periods(orbit.load_periods) : ""));
        text += line("period", fmt::format("{:.12g} s", orbit.period));
        text += line("energy",
                     fmt::format("{:.9g} J{}", orbit.energy, orbit.load_periods > 0 ? ", the mean" : ""));
        text += multipliers_text(orbit) + certificate_text(orbit.certificate) + events_text(orbit, contacts) +
                others_text(answer);
    }
    if (answer.lyapunov) text += exponents_text(*answer.lyapunov);
    if (answer.followed)
        for (const Branch& branch : answer.branches) text += branch_text(branch, *answer.followed);
    for (const std::string& warning : answer.warnings) text += fmt::format("\n  warning: {}\n", warning);
    if (!files.empty()) text += fmt::format("\nwrote {}/: {}\n", directory, fmt::join(files, ", "));
    return text;
}

}  // namespace rebond::cli
