// Cases and results as bytes, to be sent from one process to another of the same kind: every number keeps its
// bits. A result goes with the index of its case alone: who handed the case out knows its values.
#pragma once

#include "rebond/studies/workers/worker_pool.hpp"

#include <string>
#include <string_view>

namespace rebond {

std::string to_bytes(const Case& given);
std::string to_bytes(const CaseResult& result);

// Of what to_bytes made.
Case case_of(std::string_view bytes);
CaseResult result_of(std::string_view bytes);

}  // namespace rebond
