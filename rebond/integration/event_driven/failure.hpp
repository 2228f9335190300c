// Why a run cannot go on.
#pragma once

#include "rebond/integration/outcome.hpp"

#include <string>

namespace rebond {

struct Failure {
    Status status;
    std::string reason;
    bool never_rests = false;  // contacts that give all back have impacts in turn without end
};

}  // namespace rebond
