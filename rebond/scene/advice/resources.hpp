// What a run will take of a machine, estimated before it begins.
//
// Memory is that of the matrices, their factors and the work of putting them together; the rest is small.
// Disk is that of the samples, which dominate a result unless impacts outnumber them.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

#include <string>

namespace rebond {

// [bytes], beyond what the scene itself already holds.
[[nodiscard]] double memory_needed(const Scene& scene);

// Throws Unbuildable if the model takes more than `free` [bytes].
void require_memory(const Scene& scene, double free);

// Samples a run to its end stores at most.
[[nodiscard]] double samples_needed(const Scene& scene, const Problem& problem);

// Of result.h5 [bytes], for that many samples.
[[nodiscard]] double disk_needed(const Problem& problem, double samples);

// "12 GB", "3.4 MB"
std::string bytes_text(double bytes);

}  // namespace rebond
