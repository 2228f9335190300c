// How long something takes, in words.
#pragma once

#include <fmt/format.h>

#include <string>

namespace rebond::cli {

// "0.12 s", "12 s", "25 min", "3.4 h", "12 days", "30 years".
inline std::string shown_time(double seconds)
{
    if (seconds < 10.0) return fmt::format("{:.2g} s", seconds);
    if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
    constexpr double hour = 3600.0, day = 24.0 * hour, year = 365.25 * day;
    if (seconds < 3.0 * day) return fmt::format("{:.1f} h", seconds / hour);
    if (seconds < 2.0 * year) return fmt::format("{:.0f} days", seconds / day);
    return fmt::format("{:.3g} years", seconds / year);
}

}  // namespace rebond::cli
