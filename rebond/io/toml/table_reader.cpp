#include "rebond/io/toml/table_reader.hpp"

#include "rebond/core/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace rebond {

std::string TableReader::full(std::string_view name) const
{
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

void TableReader::report(std::string_view name, std::string_view what)
{
    if (const toml::node* value = table_.get(name))
        diagnostics_.add(full(name), *value, what);
    else
        diagnostics_.add(table_.source(), fmt::format("{} {}", full(name), what));
}

void TableReader::refuse_unknown(const std::vector<std::string_view>& known)
{
    for (const auto& [key, value] : table_) {
        if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
        const std::string_view nearest = nearest_name(key.str(), known);
        diagnostics_.add(
            key.source(),
            fmt::format("{} = {}: unknown key; {}", full(shown_key(key.str())), shown(value),
                        nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                        : fmt::format("did you mean '{}'?", nearest)));
    }
}

void TableReader::read(std::string_view name, std::string& member, Need need)
{
    const toml::node* value = table_.get(name);
    if (value == nullptr) {
        if (need == Need::required) report(name, "is missing: expected a string");
    } else if (const auto* text = value->as_string()) {
        member = text->get();
    } else {
        report(name, fmt::format("expected a string, not {}", kind_of(*value)));
    }
}

void TableReader::read(std::string_view name, double& member, Need need)
{
    std::optional<double> number;
    read(name, number);
    if (number)
        member = *number;
    else if (need == Need::required && !has(name))
        report(name, "is missing: expected a number");
}

void TableReader::read(std::string_view name, std::optional<double>& member)
{
    const toml::node* value = table_.get(name);
    if (value == nullptr) return;
    const std::optional<double> number = finite_number(*value);
    if (number)
        member = number;
    else
        report(name, "expected a finite number");
}

void TableReader::read(std::string_view name, bool& member)
{
    const toml::node* value = table_.get(name);
    if (value == nullptr) return;
    if (const auto* flag = value->as_boolean())
        member = flag->get();
    else
        report(name, "expected true or false");
}

void TableReader::read(std::string_view name, std::vector<std::string>& member)
{
    const toml::node* value = table_.get(name);
    if (value == nullptr) return;
    const toml::array* elements = value->as_array();
    if (elements == nullptr) return report(name, "expected a list of strings");
    for (const toml::node& element : *elements) {
        const auto* text = element.as_string();
        if (text == nullptr) return report(name, "expected a list of strings");
        member.push_back(text->get());
    }
}

const toml::table* TableReader::table(std::string_view name)
{
    const toml::node* value = table_.get(name);
    if (value != nullptr && !value->is_table())
        report(name, fmt::format("expected a table [{}]", full(name)));
    return value == nullptr ? nullptr : value->as_table();
}

std::vector<const toml::table*> TableReader::tables(std::string_view name)
{
    std::vector<const toml::table*> found;
    const toml::node* value = table_.get(name);
    if (value == nullptr) return found;
    const toml::array* elements = value->as_array();
    const bool are_tables = elements != nullptr && std::all_of(elements->begin(), elements->end(),
                                                               [](const auto& e) { return e.is_table(); });
    if (!are_tables)
        report(name, fmt::format("expected tables [[{}]]", full(name)));
    else
        for (const toml::node& element : *elements) found.push_back(element.as_table());
    return found;
}

std::optional<double> finite_number(const toml::node& value)
{
    double number = 0.0;
    if (const auto* real = value.as_floating_point())
        number = real->get();
    else if (const auto* whole = value.as_integer())
        number = static_cast<double>(whole->get());
    else
        return std::nullopt;
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<Value> scalar_value(const toml::node& node)
{
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* text = node.as_string()) return text->get();
    if (const auto number = finite_number(node)) return *number;
    return std::nullopt;
}

}  // namespace rebond
