// Counts heap allocations of the test program, whoever makes them: operator new, Eigen, C libraries.
#pragma once

#include <cstddef>

namespace rebond {

// Allocations so far.
long allocations();

// Bytes allocated and not yet freed.
std::size_t live_heap_bytes();

}  // namespace rebond
