// What a scene asks of its periodic motions: the table [orbit].
//
// The texts of `follow` and `switches` are what the command line has, too:
//
//     "model.harmonic.0.frequency_hz=0.2:0.4"     a number of the scene, period or energy, and its range
//     "flip,graze"                                where other branches are followed as well
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/orbits/continuation/special_kind.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct OrbitSpec {
    std::optional<Index> periods = {};         // of the load
    std::optional<Index> impacts = {};         // of the one contact
    std::optional<std::string> sequence = {};  // orbits/sequence.hpp
    std::optional<double> period = {};         // [s], without load
    std::optional<double> energy = {};         // [J], without load
    std::optional<std::string> follow = {};    // key `continue`
    std::optional<std::string> switches = {};  // key `switch`
};

// What varies along a branch, from one value to another; the first may be the larger one.
struct FollowedRange {
    std::string key;  // dotted, or one of the words below
    double from = 0.0;
    double to = 0.0;

    bool is_period() const { return key == "period"; }
    bool is_energy() const { return key == "energy"; }
    bool is_number() const { return !is_period() && !is_energy(); }
};

// None if the text is no such thing.
[[nodiscard]] std::optional<FollowedRange> parse_followed_range(std::string_view text);

// The special points at which branches are switched; none if the text is no list of their words.
[[nodiscard]] std::optional<std::vector<SpecialKind>> parse_switches(std::string_view text);

// Whether the text is a sequence of contacts.
[[nodiscard]] bool is_sequence(std::string_view text);

// What the three texts were expected to be.
inline constexpr std::string_view sequence_expected =
    "contacts from 1 in order of time, with s for one that lasts, as \"1,1s,2\"";
inline constexpr std::string_view follow_expected =
    "KEY=FROM:TO with two different finite numbers, as \"model.harmonic.0.frequency_hz=0.2:0.4\"; KEY is "
    "that of a number of the scene, period or energy";
inline constexpr std::string_view switches_expected = "flip, graze or both, as \"flip,graze\"";

}  // namespace rebond
