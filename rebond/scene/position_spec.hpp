// Where coordinates start, as a scene gives it: in numbers, or "static", at rest under the constant loads.
#pragma once

#include <string_view>
#include <vector>

namespace rebond {

struct PositionSpec {
    static constexpr std::string_view static_word = "static";

    std::vector<double> numbers = {};  // one for each coordinate, unless it is static
    bool is_static = false;
};

}  // namespace rebond
