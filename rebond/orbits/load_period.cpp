#include "rebond/orbits/load_period.hpp"

#include "rebond/mechanics/linear/linear.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr int longest_common_period = 64;  // in periods of the slowest load
constexpr double commensurate = 1e-9;      // of a number of periods: what is taken as whole [-]

}  // namespace

std::vector<double> driving_frequencies(const Problem& problem)
{
    std::vector<double> frequencies;
    const auto add = [&](double frequency) {
        if (frequency != 0.0) frequencies.push_back(std::abs(frequency));
    };
    if (const Linear* linear = problem.model->as_linear()) {
        for (const HarmonicLoad& load : linear->system().harmonics)
            if (!load.amplitude.isZero(0.0)) add(load.frequency);
    } else {
        add(problem.model->load_frequency());
    }
    const auto add_stops = [&](const std::vector<Contact>& contacts) {
        for (const Contact& contact : contacts)
            for (const Gap* gap : {&contact.gap, &contact.slide})
                if (gap->function) add(gap->function->frequency());
    };
    add_stops(problem.contacts);
    if (problem.crowd) add_stops(problem.crowd->walls);
    return frequencies;
}

std::optional<double> common_period(const std::vector<double>& frequencies)
{
    if (frequencies.empty()) return std::nullopt;
    const double slowest = *std::min_element(frequencies.begin(), frequencies.end());
    for (int m = 1; m <= longest_common_period; ++m) {
        const bool repeats = std::all_of(frequencies.begin(), frequencies.end(), [&](double frequency) {
            const double turns = m * frequency / slowest;
            return std::abs(turns - std::round(turns)) <= commensurate * turns;
        });
        if (repeats) return 2.0 * std::numbers::pi * m / slowest;
    }
    return std::nullopt;
}

}  // namespace rebond
