#include "rebond/io/json_text.hpp"

#include "rebond/io/axis_scale.hpp"

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
    for (std::size_t k = 0; k < json.size(); ++k) {
        const bool opens =
            json[k] == '<' && k + 1 < json.size() && (json[k + 1] == '/' || json[k + 1] == '!');
        if (opens)
            safe += "\\u003c";
        else
            safe += json[k];
    }
    return safe;
}

}  // namespace rebond
