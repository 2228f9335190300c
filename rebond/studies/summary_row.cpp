#include "rebond/studies/summary_row.hpp"

#include "rebond/analysis/summary_fields.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace rebond {
namespace {

constexpr std::array<std::string_view, 5> left_out = {"title", "wall_seconds", "status", "reason", "absent"};
constexpr Index most_coordinates = 16;  // of a body whose final state is in the row

// ---- scalars as values

Value scalar(double number)
{
    return std::isfinite(number) ? Value{number} : Value{};
}
Value scalar(long number)
{
    return static_cast<std::int64_t>(number);
}
Value scalar(const std::string& text)
{
    return text;
}
template <typename T>
Value scalar(const std::optional<T>& value)
{
    return value ? scalar(*value) : Value{};
}

template <typename T>
concept Scalar = requires(const T& value)
{
    scalar(value);
};

// ---- the row

class RowWriter {
public:
    explicit RowWriter(SummaryRow& row) : row_(row) {}

    void add(const std::string& name, const Scalar auto& value) { row_.emplace_back(name, scalar(value)); }
    void add(const std::string& name, const std::array<double, 2>& values) { add_elements(name, values); }
    void add(const std::string& name, const Vector& values)
    {
        if (values.size() <= most_coordinates) add_elements(name, values);
    }
    void add(const std::string& name, const std::vector<std::string>& texts) { add_count(name, texts); }
    void add(const std::string&, const std::map<std::string, std::string>&) {}
    void add(const std::string& name, const std::vector<TouchedContact>& touched)
    {
        add_count(name, touched);
    }
    void add(const std::string& name, const std::vector<Episode>& episodes)
    {
        add_count(name, episodes);
        const std::size_t first = row_.size();
        add(name + ".0", episodes.empty() ? Episode{} : episodes.front());
        for (std::size_t i = first; episodes.empty() && i < row_.size(); ++i) row_[i].second = {};
    }
    template <Described T>
    void add(const std::string& name, const T& object)
    {
        for_each_field(object, [&](const auto& field, const auto& value) {
            add(fmt::format("{}.{}", name, field.name), value);
        });
    }

private:
    void add_count(const std::string& name, const auto& list)
    {
        row_.emplace_back(name + ".count", static_cast<std::int64_t>(list.size()));
    }
    void add_elements(const std::string& name, const auto& values)
    {
        std::size_t i = 0;
        for (const double value : values) row_.emplace_back(fmt::format("{}.{}", name, i++), scalar(value));
    }

    SummaryRow& row_;
};

// ---- one number by its name

[[noreturn]] void refuse_unknown(const std::vector<std::string_view>& known, std::string_view part,
                                 std::string_view whole)
{
    const std::string_view nearest = nearest_name(part, known);
    throw InputError(fmt::format("{}: error: the summary of a run has no such number; {}", whole,
                                 nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

class NumberFinder {
public:
    explicit NumberFinder(std::string_view whole) : whole_(whole) {}

    // `name` is what is left of it.
    Value find(const Scalar auto& value, std::string_view name) const
    {
        return name.empty() ? scalar(value) : Value{};
    }
    Value find(const std::map<std::string, std::string>&, std::string_view) const { return {}; }
    template <Described T>
    Value find(const T& object, std::string_view name) const
    {
        if (name.empty()) return {};
        const std::string_view part = first_part(name);
        Value found;
        bool is_known = false;
        std::vector<std::string_view> known;
        for_each_field(object, [&](const auto& field, const auto& value) {
            known.push_back(field.name);
            if (field.name != part) return;
            is_known = true;
            found = find(value, name);
        });
        if (!is_known) refuse_unknown(known, part, whole_);
        return found;
    }
    template <typename List>
    requires requires(const List& list)
    {
        list.size();
        list[0];
    } &&(!Scalar<List>)Value find(const List& list, std::string_view name) const
    {
        if (name.empty()) return {};
        const std::string_view part = first_part(name);
        const auto size = static_cast<long>(list.size());
        if (part == "count") return static_cast<std::int64_t>(size);
        long index = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
        if (error != std::errc() || end != part.data() + part.size()) return {};
        if (index < 0) index += size;
        using Place = decltype(list.size());
        return index >= 0 && index < size ? find(list[static_cast<Place>(index)], name) : Value{};
    }

private:
    // Takes the part before the first dot off `name`.
    static std::string_view first_part(std::string_view& name)
    {
        const std::string_view part = name.substr(0, name.find('.'));
        name.remove_prefix(std::min(name.size(), part.size() + 1));
        return part;
    }

    std::string_view whole_;
};

// ---- units

// Of the field that the name leads to; the index of a list's element is passed over.
template <typename T>
std::string_view unit_in(std::string_view name)
{
    const std::string_view part = name.substr(0, name.find('.'));
    std::string_view rest = name.substr(std::min(name.size(), part.size() + 1));
    std::string_view unit;
    for_each_field(T{}, [&]<typename Member>(const auto& field, const Member&) {
        if (field.name != part) return;
        if constexpr (Described<Member>)
            unit = unit_in<Member>(rest);
        else if constexpr (requires { requires Described<typename Member::value_type>; })
            unit =
                unit_in<typename Member::value_type>(rest.substr(std::min(rest.size(), rest.find('.') + 1)));
        else
            unit = field.unit;
    });
    return unit;
}

}  // namespace

SummaryRow summary_row(const Summary& summary)
{
    SummaryRow row;
    RowWriter writer(row);
    for_each_field(summary, [&](const auto& field, const auto& value) {
        if (std::find(left_out.begin(), left_out.end(), field.name) == left_out.end())
            writer.add(std::string(field.name), value);
    });
    return row;
}

Value summary_value(const Summary& summary, std::string_view name)
{
    return NumberFinder(name).find(summary, name);
}

std::string_view unit_of_number(std::string_view name)
{
    const std::string_view unit = unit_in<Summary>(name);
    return unit == "-" ? "" : unit;
}

}  // namespace rebond
