// A number of things in words.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rebond::cli {

// "1 step", "2 steps".
inline std::string counted(long count, std::string_view thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace rebond::cli
