// An orbit of any driven body, shot from the state that a run of it settles to.
#pragma once

#include "rebond/orbits/settle.hpp"
#include "rebond/orbits/shooting/shooting.hpp"

namespace rebond {

// The body is driven by its loads or by stops that move; without any it is not served.
[[nodiscard]] Orbit settled_shot(const Problem& problem, const std::atomic<bool>* interrupt = nullptr,
                                 const SettleOptions& settling = {}, const ShootingOptions& options = {});

}  // namespace rebond
