// What the machine has left for a run.
#pragma once

#include <optional>
#include <string>

namespace rebond {

// Memory this process can still get without swapping, as the system, its container and its limits tell
// [bytes]; nothing where they do not.
std::optional<double> free_memory();

// Room on the disk of `path`, or of the nearest folder above it that exists [bytes].
std::optional<double> free_disk(const std::string& path);

}  // namespace rebond
