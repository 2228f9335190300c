// The keys of [orbit], named once.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<OrbitSpec> = std::tuple{
    Field{"periods", &OrbitSpec::periods, "-", at_least(1), "periods of the load that an orbit takes",
          absent_means("1, or as many as the motion settles to", "2")},
    Field{"impacts", &OrbitSpec::impacts, "-", between(1, 1000),
          "impacts in an orbit, where there is one contact",
          absent_means("as many as the motion settles to; 1 without load", "1")},
    Field{"sequence", &OrbitSpec::sequence, "", any(),
          "contacts in order of time, counted from 1, with s for one that lasts",
          absent_means("that of the motion once it has settled", "\"1,1s\"")},
    Field{"period", &OrbitSpec::period, "s", positive(), "period of the orbit; without load only",
          absent_means("the load gives it", 6.0)},
    Field{"energy", &OrbitSpec::energy, "J", positive(), "energy of the orbit; without load only",
          absent_means("the load gives it", 1.0)},
    Field{
        "continue", &OrbitSpec::follow, "", any(),
        "number of the scene by its key, period or energy, along which the orbit is followed, and from where "
        "to where",
        absent_means("it is not followed", "\"model.harmonic.0.frequency_hz=0.2:0.4\"")},
    Field{"switch", &OrbitSpec::switches, "", any(),
          "where other branches are followed: \"flip\" (periods double), \"graze\" (an impact appears or "
          "fades), "
          "or both",
          absent_means("nowhere", "\"flip,graze\"")}};

template <>
inline constexpr auto checks_of<OrbitSpec> = std::array{
    Check<OrbitSpec>{
        "orbit.sequence",
        [](const Scene&, const OrbitSpec& orbit) { return !orbit.sequence || is_sequence(*orbit.sequence); },
        sequence_expected},
    Check<OrbitSpec>{"orbit.impacts",
                     [](const Scene&, const OrbitSpec& orbit) { return !orbit.impacts || !orbit.sequence; },
                     "none beside orbit.sequence", "", "a sequence says which impacts there are"},
    Check<OrbitSpec>{"orbit.energy",
                     [](const Scene&, const OrbitSpec& orbit) { return !orbit.energy || !orbit.period; },
                     "none beside orbit.period", "", "one of them picks an orbit of the family"},
    Check<OrbitSpec>{"orbit.continue",
                     [](const Scene&, const OrbitSpec& orbit) {
                         return !orbit.follow || parse_followed_range(*orbit.follow).has_value();
                     },
                     follow_expected},
    Check<OrbitSpec>{"orbit.switch",
                     [](const Scene&, const OrbitSpec& orbit) {
                         return !orbit.switches || parse_switches(*orbit.switches).has_value();
                     },
                     switches_expected}};

}  // namespace rebond
