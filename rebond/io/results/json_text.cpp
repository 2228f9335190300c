#include "rebond/io/results/json_text.hpp"

#include "rebond/drawing/axis_scale.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rebond {

std::string json_number(double value, int digits)
{
    return is_drawable(value) ? fmt::format("{:.{}g}", value, digits) : "null";
}

std::string json_array(const std::vector<double>& values, int digits)
{
    std::string text = "[";
    for (const double value : values) {
        if (text.size() > 1) text += ',';
        text += json_number(value, digits);
    }
    return text + "]";
}

std::string json_string(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string safe_in_script(const std::string& json)
{
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json)
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    return safe;
}

}  // namespace rebond
