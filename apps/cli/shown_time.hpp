// How long something takes, in words.
#pragma once

#include <fmt/format.h>

#include <string>

namespace rebond::cli {

// "0.12 s", "12 s", "25 min", "3.4 h".
inline std::string shown_time(double seconds)
{
    if (seconds < 10.0) return fmt::format("{:.2g} s", seconds);
    if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
    return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace rebond::cli
