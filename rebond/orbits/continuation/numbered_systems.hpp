// The systems of a problem as one number of it varies: the last few are kept, and share their modes where
// only loads, gaps or restitution differ.
#pragma once

#include "rebond/orbits/orbit_system.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <utility>

namespace rebond {

class NumberedSystems {
public:
    // The problem for a number; it may throw InputError where the number makes no sense.
    explicit NumberedSystems(std::function<Problem(double)> problem_at) : problem_at_(std::move(problem_at))
    {
    }

    // nullptr where the problem refuses the number, or has no orbits there.
    const OrbitSystem* at(double number);

private:
    std::function<Problem(double)> problem_at_;
    std::deque<std::pair<double, std::unique_ptr<OrbitSystem>>> systems_;
};

}  // namespace rebond
