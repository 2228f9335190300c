// The data of an interactive page, as a browser reads it.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace rebond {

// What stands in the data element up to the first end of a script.
inline nlohmann::json data_of(const std::string& html)
{
    const std::string opening = "<script type=\"application/json\" id=\"data\">";
    const std::size_t start = html.find(opening) + opening.size();
    return nlohmann::json::parse(html.substr(start, html.find("</script", start) - start));
}

}  // namespace rebond
