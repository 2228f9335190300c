#include "rebond/scene/orbit/orbit_spec.hpp"

#include "rebond/core/error.hpp"
#include "rebond/orbits/sequence.hpp"

#include <charconv>
#include <cmath>

namespace rebond {
namespace {

std::string_view without_spaces(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::optional<double> finite_number(std::string_view text)
{
    text = without_spaces(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

}  // namespace

std::optional<FollowedRange> parse_followed_range(std::string_view text)
{
    const std::size_t equals = text.find('='), colon = text.find(':');
    if (equals == std::string_view::npos || colon == std::string_view::npos || colon < equals)
        return std::nullopt;
    const std::string_view key = without_spaces(text.substr(0, equals));
    const auto from = finite_number(text.substr(equals + 1, colon - equals - 1)),
               to = finite_number(text.substr(colon + 1));
    if (key.empty() || !from || !to || *from == *to) return std::nullopt;
    return FollowedRange{.key = std::string(key), .from = *from, .to = *to};
}

std::optional<std::vector<SpecialKind>> parse_switches(std::string_view text)
{
    std::vector<SpecialKind> kinds;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view word = without_spaces(text.substr(0, comma));
        if (word == "flip")
            kinds.push_back(SpecialKind::flip);
        else if (word == "graze")  // an impact appears or fades
            kinds.insert(kinds.end(), {SpecialKind::new_contact, SpecialKind::grazing});
        else
            return std::nullopt;
        if (comma == std::string_view::npos) return kinds;
        text.remove_prefix(comma + 1);
    }
}

bool is_sequence(std::string_view text)
{
    try {
        (void)parse_sequence(text);
    } catch (const InputError&) {
        return false;
    }
    return true;
}

}  // namespace rebond
