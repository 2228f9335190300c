#include "rebond/core/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>

namespace rebond {
namespace {

constexpr std::size_t longest_name = 48;
constexpr std::size_t fewest_letters = 4;  // of a beginning

// Letters are compared without case, and '-' and ' ' as '_'.
char folded(char c)
{
    if (c == '-' || c == ' ') return '_';
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

using Distances = std::array<std::size_t, longest_name + 1>;

// Of the table D(i, j) = distance between the first i letters of a and the first j of b, the last row.
Distances distances(std::string_view a, std::string_view b)
{
    Distances before_last = {};
    Distances last = {};
    Distances row = {};
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = folded(a[i - 1]) == folded(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                                 folded(a[i - 2]) == folded(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = last;
        last = row;
    }
    return last;
}

}  // namespace

std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> known)
{
    if (misspelt.empty() || misspelt.size() > longest_name) return {};
    std::string_view nearest;
    std::size_t smallest = longest_name;
    for (const std::string_view name : known) {
        if (name.empty() || name.size() > longest_name) continue;
        const std::size_t d = distances(misspelt, name)[name.size()];
        const std::size_t allowed = std::max<std::size_t>(1, std::max(misspelt.size(), name.size()) / 3);
        if (d <= allowed && d < std::min(smallest, std::max(misspelt.size(), name.size()))) {
            nearest = name;
            smallest = d;
        }
    }
    return nearest;
}

std::string_view begun_name(std::string_view begun, std::span<const std::string_view> known)
{
    if (begun.size() < fewest_letters || begun.size() > longest_name) return {};
    std::string_view nearest;
    std::size_t smallest = begun.size() / 5 + 1;
    bool is_one = false;
    for (const std::string_view name : known) {
        if (name.size() > longest_name) continue;
        const Distances row = distances(begun, name);
        const std::size_t d = *std::min_element(row.begin(), row.begin() + std::ssize(name) + 1);
        if (d > smallest || (d == smallest && nearest.empty())) continue;
        if (d < smallest) {
            nearest = name;
            is_one = true;
        } else if (nearest.starts_with(name)) {
            nearest = name;
        } else if (!name.starts_with(nearest)) {
            is_one = false;
        }
        smallest = d;
    }
    return is_one ? nearest : std::string_view();
}

}  // namespace rebond
