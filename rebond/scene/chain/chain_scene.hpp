// A falling chain of masses, as a scene file says it, and what it becomes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/chain.hpp"

#include <memory>

namespace rebond {

struct Scene;

struct ChainInitial {
    double gap = 0.01;       // d, of the first mass above the plane [m]
    double velocity = -1.0;  // of all masses, upwards positive [m/s]
};

struct ChainScene {
    ChainSpec model;
    ChainInitial initial;
};

[[nodiscard]] std::shared_ptr<const Chain> build_model(const ChainScene& subject, const Scene& scene);

// The first mass may touch the plane.
[[nodiscard]] Problem build_problem(const ChainScene& subject, const Scene& scene);

[[nodiscard]] double memory_of(const ChainScene& subject);  // [bytes]

}  // namespace rebond
