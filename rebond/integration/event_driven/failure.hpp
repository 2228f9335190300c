// Why a run cannot go on.
#pragma once

#include "rebond/integration/outcome.hpp"

#include <string>

namespace rebond {

struct Failure {
    Status status;
    std::string reason;
};

}  // namespace rebond
