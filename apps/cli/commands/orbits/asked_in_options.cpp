#include "apps/cli/commands/orbits/asked_in_options.hpp"

#include "rebond/core/error.hpp"

#include <fmt/format.h>

namespace rebond::cli {

std::string option_of(std::string_view key, const OrbitArguments& options)
{
    if (key == "orbit.periods" && options.periods) return fmt::format("--periods {}", *options.periods);
    if (key == "orbit.impacts" && options.impacts) return fmt::format("--impacts {}", *options.impacts);
    if (key == "orbit.period" && options.period) return fmt::format("--period {}", *options.period);
    if (key == "orbit.energy" && options.energy) return fmt::format("--energy {}", *options.energy);
    if (key == "orbit.sequence" && !options.sequence.empty()) return "--sequence " + options.sequence;
    if (key == "orbit.continue" && !options.follow.empty()) return "--continue " + options.follow;
    if (key == "orbit.switch" && !options.switches.empty()) return "--switch " + options.switches;
    return "";
}

void refuse_asked(const SceneFile& file, const OrbitArguments& options, std::string_view key,
                  std::string_view expected)
{
    if (const std::string option = option_of(key, options); !option.empty())
        throw InputError(fmt::format("{}: error: {}", option, expected));
    refuse(file, key, expected);
}

OrbitSpec with_options(OrbitSpec spec, const OrbitArguments& options)
{
    const auto require_text = [](std::string_view option, const std::string& text, bool is_good,
                                 std::string_view expected) {
        if (!is_good) throw InputError(fmt::format("{} {}: error: expected {}", option, text, expected));
    };
    if (options.periods) spec.periods = *options.periods;
    if (options.impacts) {
        spec.impacts = *options.impacts;
        spec.sequence.reset();
    }
    if (!options.sequence.empty()) {
        require_text("--sequence", options.sequence, is_sequence(options.sequence), sequence_expected);
        spec.sequence = options.sequence;
        spec.impacts.reset();
    }
    if (options.period) {
        spec.period = *options.period;
        spec.energy.reset();
    }
    if (options.energy) {
        spec.energy = *options.energy;
        spec.period.reset();
    }
    if (!options.follow.empty()) {
        require_text("--continue", options.follow, parse_followed_range(options.follow).has_value(),
                     follow_expected);
        spec.follow = options.follow;
    }
    if (!options.switches.empty()) {
        require_text("--switch", options.switches, parse_switches(options.switches).has_value(),
                     switches_expected);
        spec.switches = options.switches;
    }
    return spec;
}

}  // namespace rebond::cli
