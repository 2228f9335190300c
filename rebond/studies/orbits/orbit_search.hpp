// The periodic motions that a scene asks for (scene/orbit/orbit_spec.hpp).
//
//     question  →  the orbit: with the sequence asked for, or the one the motion settles to
//               →  its branch: followed both ways from the scene's own number, through the range asked for
//               →  other branches: from flips, and where an impact appears or fades
//
// What makes no sense is an Unbuildable that names the key. Numbers that refuse are a status.
#pragma once

#include "rebond/orbits/continuation/branch.hpp"
#include "rebond/orbits/lyapunov.hpp"
#include "rebond/scene/orbit/orbit_spec.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct OrbitQuestion {
    OrbitSpec spec = {};
    Problem problem = {};
    // Where a number of the scene is followed: the problem with another one, and the one that it has itself,
    // if any. May throw InputError where the number makes no sense.
    std::function<Problem(double)> problem_at = {};
    std::optional<double> number = {};
    // The exponents of the motion over so many periods of the load, instead of an orbit.
    std::optional<long> lyapunov_periods = {};
};

enum class OrbitAnswerStatus {
    ok,             // the orbit is certified, and followed as far as it goes
    not_found,      // no orbit with this sequence; `reason` says why
    not_certified,  // it solves its equations and is no motion of the body
    not_followed,   // its branch could not be followed to its end
    interrupted     // what was there by then is kept
};

std::string_view name_of(OrbitAnswerStatus status);

struct OrbitAnswer {
    OrbitAnswerStatus status = OrbitAnswerStatus::ok;
    std::string reason = {};         // empty when ok
    Orbit orbit = {};                // the first one of those found
    std::vector<Orbit> others = {};  // with the same sequence
    std::optional<FollowedRange> followed = {};
    std::vector<Branch> branches = {};  // the orbit's own first
    std::optional<LyapunovExponents> lyapunov = {};
    std::vector<std::string> warnings = {};

    bool has_orbit() const { return orbit.is_ok() && orbit.period > 0.0; }
};

// Hears of what was found on the way.
class OrbitListener {
public:
    virtual ~OrbitListener() = default;
    virtual void found(const Orbit& /*orbit*/) {}
    virtual void followed(int /*branch*/, const BranchPoint& /*point*/) {}
};

// Throws Unbuildable.
[[nodiscard]] OrbitAnswer answer(const OrbitQuestion& question, OrbitListener& listener,
                                 const std::atomic<bool>* interrupt = nullptr);

}  // namespace rebond
