#include "rebond/io/results/summary_json.hpp"

#include "rebond/analysis/summary_fields.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

// ---- to JSON

struct ToJson {
    Json operator()(double value) const { return std::isfinite(value) ? Json(value) : Json(); }
    Json operator()(long value) const { return value; }
    Json operator()(const std::string& text) const { return text; }
    Json operator()(const std::vector<std::string>& texts) const { return texts; }
    Json operator()(const std::map<std::string, std::string>& texts) const { return texts; }
    Json operator()(const Vector& values) const { return list(values); }
    Json operator()(const std::array<double, 2>& values) const { return list(values); }
    template <typename T>
    Json operator()(const std::optional<T>& value) const
    {
        return value ? (*this)(*value) : Json();
    }
    template <Described T>
    Json operator()(const std::vector<T>& values) const
    {
        return list(values);
    }
    template <Described T>
    Json operator()(const T& value) const
    {
        Json object = Json::object();
        for_each_field(value, [&](const auto& field, const auto& member) {
            object[std::string(field.name)] = (*this)(member);
        });
        return object;
    }

    Json list(const auto& values) const
    {
        Json array = Json::array();
        for (const auto& value : values) array.push_back((*this)(value));
        return array;
    }
};

// ---- and back

double number_in(const Json& json)
{
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

// What is of another kind than expected is as if it were absent.
struct FromJson {
    void operator()(const Json& json, double& value) const { value = number_in(json); }
    void operator()(const Json& json, long& value) const
    {
        if (json.is_number_integer()) value = json.get<long>();
    }
    void operator()(const Json& json, std::string& text) const
    {
        if (json.is_string()) text = json.get<std::string>();
    }
    void operator()(const Json& json, std::vector<std::string>& texts) const
    {
        if (!json.is_array()) return;
        for (const Json& element : json) (*this)(element, texts.emplace_back());
    }
    void operator()(const Json& json, std::map<std::string, std::string>& texts) const
    {
        if (!json.is_object()) return;
        for (const auto& [key, element] : json.items()) (*this)(element, texts[key]);
    }
    void operator()(const Json& json, Vector& values) const
    {
        if (!json.is_array()) return;
        values.resize(static_cast<Index>(json.size()));
        for (Index i = 0; i < values.size(); ++i) values(i) = number_in(json[static_cast<std::size_t>(i)]);
    }
    void operator()(const Json& json, std::array<double, 2>& values) const
    {
        if (!json.is_array() || json.size() != values.size()) return;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = number_in(json[i]);
    }
    template <typename T>
    void operator()(const Json& json, std::optional<T>& value) const
    {
        if (!json.is_null()) (*this)(json, value.emplace());
    }
    template <Described T>
    void operator()(const Json& json, std::vector<T>& values) const
    {
        if (!json.is_array()) return;
        for (const Json& element : json) (*this)(element, values.emplace_back());
    }
    template <Described T>
    void operator()(const Json& json, T& value) const
    {
        if (!json.is_object()) return;
        for_each_field(value, [&](const auto& field, auto& member) {
            const auto found = json.find(field.name);
            if (found != json.end()) (*this)(*found, member);
        });
    }
};

}  // namespace

Json summary_json(const Summary& summary)
{
    return ToJson{}(summary);
}

std::string summary_text_json(const Summary& summary)
{
    return summary_json(summary).dump(2) + "\n";
}

std::optional<Summary> read_summary(const std::string& json)
{
    const Json parsed = Json::parse(json, nullptr, false);
    if (!parsed.is_object()) return std::nullopt;
    Summary summary;
    FromJson{}(parsed, summary);
    return summary;
}

}  // namespace rebond
