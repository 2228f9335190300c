#include "rebond/io/scene/scene_values.hpp"

#include "rebond/core/number_text.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rebond {
namespace {

constexpr Index most_rows_written = 200;  // of a matrix from a file; larger ones stay in their file

// "key = value, …" between braces.
std::string inline_table(const std::vector<std::string>& entries)
{
    return entries.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(entries, ", "));
}

class Collector {
public:
    template <Described T>
    void collect(const std::string& table, const T& object)
    {
        for_each_field(object, [&](const auto& field, const auto& value) { add(table, field.name, value); });
    }

    std::vector<SceneValue> values;

private:
    template <typename T>
    void add(const std::string& table, std::string_view name, const T& value)
    {
        if constexpr (Described<T>) {
            if (element_ < 0)
                collect(inner(table, name), value);
            else
                put(table, name, text_of(value));
        } else {
            put(table, name, text_of(value));
        }
    }

    template <Described T>
    void add(const std::string& table, std::string_view name, const std::vector<T>& elements)
    {
        element_ = 0;
        for (const T& element : elements) {
            collect(inner(table, name), element);
            ++element_;
        }
        element_ = -1;
    }

    template <typename T>
    void add(const std::string& table, std::string_view name, const std::optional<T>& value)
    {
        if (value) add(table, name, *value);
    }

    // The tables of the model stand at the top.
    void add(const std::string& table, std::string_view name, const Subject& subject)
    {
        put(std::string(name), "type", toml_string(type_name(subject)));
        std::visit([&](const auto& alternative) { collect(table, alternative); }, subject);
    }

    void add(const std::string&, std::string_view name, const Scheme& scheme)
    {
        put(std::string(name), "type", toml_string(type_name(scheme)));
        std::visit([&](const auto& alternative) { collect(std::string(name), alternative); }, scheme);
    }

    static std::string inner(const std::string& table, std::string_view name)
    {
        return table.empty() ? std::string(name) : fmt::format("{}.{}", table, name);
    }

    // On one line, also if it is a table or a list of tables.
    template <typename T>
    static std::string text_of(const T& value)
    {
        if constexpr (std::is_enum_v<T>) {
            return toml_string(enumerator_name(value));
        } else if constexpr (Described<T>) {
            std::vector<std::string> entries;
            for_each_field(value, [&](const auto& field, const auto& member) {
                if (const auto* given = given_value(member))
                    entries.push_back(fmt::format("{} = {}", field.name, text_of(*given)));
            });
            return inline_table(entries);
        } else if constexpr (is_table_list<T>) {
            std::vector<std::string> elements;
            for (const auto& element : value) elements.push_back(text_of(element));
            return fmt::format("[{}]", fmt::join(elements, ", "));
        } else {
            return value_text(value);
        }
    }

    // Null if it is absent.
    template <typename T>
    static const T* given_value(const T& value)
    {
        return &value;
    }
    template <typename T>
    static const T* given_value(const std::optional<T>& value)
    {
        return value ? &*value : nullptr;
    }

    void put(const std::string& table, std::string_view name, std::string text)
    {
        values.push_back({table, name, std::move(text), element_});
    }

    Index element_ = -1;
};

}  // namespace

std::vector<SceneValue> scene_values(const Scene& scene)
{
    Collector collector;
    collector.collect("", scene);
    return std::move(collector.values);
}

bool stays_in_its_file(const MatrixSpec& matrix)
{
    return !matrix.file.empty() && matrix.rows > most_rows_written;
}

std::string value_text(bool value)
{
    return value ? "true" : "false";
}
std::string value_text(Index value)
{
    return fmt::format("{}", value);
}
std::string value_text(double value)
{
    return number_text(value);
}
std::string value_text(const std::array<double, 2>& value)
{
    return fmt::format("[{}, {}]", number_text(value[0]), number_text(value[1]));
}
std::string value_text(const std::vector<double>& value)
{
    std::vector<std::string> numbers;
    for (const double number : value) numbers.push_back(number_text(number));
    return fmt::format("[{}]", fmt::join(numbers, ", "));
}
std::string value_text(const std::vector<Index>& value)
{
    return fmt::format("[{}]", fmt::join(value, ", "));
}
std::string value_text(const MatrixSpec& value)
{
    if (stays_in_its_file(value)) return fmt::format("{{ file = {} }}", toml_string(value.file));
    std::vector<std::vector<double>> rows(static_cast<std::size_t>(value.rows),
                                          std::vector<double>(static_cast<std::size_t>(value.columns), 0.0));
    for (const auto& [row, column, number] : value.entries) rows[row][column] = number;
    std::vector<std::string> lines;
    for (const std::vector<double>& row : rows) lines.push_back(value_text(row));
    return fmt::format("[{}]", fmt::join(lines, ", "));
}
std::string value_text(const RowSpec& value)
{
    if (!value.is_sparse) return value_text(value.numbers);
    std::vector<std::string> entries;
    for (const auto& [coordinate, weight] : value.terms)
        entries.push_back(fmt::format("{} = {}", coordinate, number_text(weight)));
    return inline_table(entries);
}
std::string value_text(const PositionSpec& value)
{
    return value.is_static ? toml_string(PositionSpec::static_word) : value_text(value.numbers);
}
std::string value_text(const std::string& value)
{
    return toml_string(value);
}

}  // namespace rebond
