#include "rebond/io/study_axes.hpp"

#include "rebond/core/nearest_name.hpp"
#include "rebond/io/toml_text.hpp"
#include "rebond/io/varied_scene.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rebond {
namespace {

constexpr std::size_t most_axes = 100;

// A whole array as TOML writes it, on one line; nothing if it holds tables, dates or numbers that are not
// finite.
std::optional<std::string> array_text(const toml::array& elements)
{
    std::vector<std::string> texts;
    for (const toml::node& element : elements) {
        if (const auto* inner = element.as_array()) {
            const auto text = array_text(*inner);
            if (!text) return std::nullopt;
            texts.push_back(*text);
        } else if (const auto* text = element.as_string()) {
            texts.push_back(toml_string(text->get()));
        } else if (const auto* flag = element.as_boolean()) {
            texts.emplace_back(flag->get() ? "true" : "false");
        } else if (const auto* whole = element.as_integer()) {
            texts.push_back(fmt::format("{}", whole->get()));
        } else if (const auto number = finite_number(element)) {
            texts.push_back(toml_number(*number));
        } else {
            return std::nullopt;
        }
    }
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::optional<Value> listed_value(const toml::node& node)
{
    if (const auto* flag = node.as_boolean()) return flag->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* text = node.as_string()) return text->get();
    if (const auto number = finite_number(node)) return *number;
    if (const auto* elements = node.as_array())
        if (auto text = array_text(*elements)) return Composite{std::move(*text)};
    return std::nullopt;
}

// The same for 1 and 1.0.
std::string comparable(const Value& value)
{
    const auto number = number_in(value);
    return number ? toml_number(*number) : toml_text(value);
}

// A table that only leads on to others, as that of unquoted dotted keys does: it holds no value itself.
bool only_leads_on(const toml::table& table)
{
    return !table.empty() && !table.contains("uniform") && !table.contains("normal") &&
           std::all_of(table.begin(), table.end(),
                       [](const auto& entry) { return entry.second.is_table() || entry.second.is_array(); });
}

class AxisReader {
public:
    AxisReader(const std::string& name, Complaints& complaints) : name_(name), complaints_(complaints) {}

    void read(const toml::table& table, const std::string& path, bool is_sampled)
    {
        for (const auto& [key, value] : table) {
            const std::string full =
                path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str());
            const toml::table* inner = value.as_table();
            if (inner != nullptr && only_leads_on(*inner))
                read(*inner, full, is_sampled);
            else
                read_axis(key, full, value, is_sampled);
        }
    }

    std::vector<PlacedAxis> in_written_order()
    {
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Found& a, const Found& b) { return a.position < b.position; });
        std::vector<PlacedAxis> axes;
        for (Found& found : found_) axes.push_back(std::move(found.axis));
        return axes;
    }

private:
    struct Found {
        toml::source_position position;
        PlacedAxis axis;
    };

    void complain(const toml::node& value, std::string_view key, std::string_view what)
    {
        complaints_.add(value.source(), fmt::format("{} = {}: {}", key, shown(value), what));
    }

    void read_axis(const toml::key& key, const std::string& full, const toml::node& value, bool is_sampled)
    {
        if (found_.size() == most_axes)
            return complain(value, full, fmt::format("expected at most {} axes", most_axes));
        const bool is_known = std::any_of(found_.begin(), found_.end(),
                                          [&](const Found& found) { return found.axis.axis.key == full; });
        if (is_known) return complain(value, full, "this key has an axis already");
        ParameterAxis axis{.key = full, .values = {}};
        const bool is_good = is_sampled         ? read_draws(full, value, axis)
                             : value.is_array() ? read_list(full, *value.as_array(), axis)
                                                : read_range(full, value, axis);
        if (!is_good) return;
        const toml::source_position at = key.source().begin;
        found_.push_back({at, {std::move(axis), fmt::format("{}:{}:{}", name_, at.line, at.column)}});
    }

    bool read_list(const std::string& key, const toml::array& elements, ParameterAxis& axis)
    {
        if (elements.empty()) return refuse(elements, key, "expected at least one value");
        ListedValues listed;
        std::set<std::string> seen;
        for (const toml::node& element : elements) {
            const std::optional<Value> value = listed_value(element);
            if (!value)
                return refuse(element, key, "expected finite numbers, strings, booleans or arrays of them");
            if (!seen.insert(comparable(*value)).second)
                return refuse(element, key, "this value stands twice");
            listed.values.push_back(*value);
        }
        axis.values = std::move(listed);
        return true;
    }

    bool read_range(const std::string& key, const toml::node& value, ParameterAxis& axis)
    {
        const toml::table* table = value.as_table();
        if (table == nullptr || table->empty())
            return refuse(value, key, "expected a list of values, { from, to, step } or { from, to, count }");
        if (!knows(*table, key, {"from", "to", "step", "count", "spacing"})) return false;
        const auto from = number(*table, key, "from"), to = number(*table, key, "to");
        if (!from || !to) return false;
        if (table->contains("step") == table->contains("count"))
            return refuse(*table, key, "expected either step or count");
        const bool are_integers = table->get("from")->is_integer() && table->get("to")->is_integer();
        return table->contains("step") ? read_steps(*table, key, *from, *to, are_integers, axis)
                                       : read_spacing(*table, key, *from, *to, are_integers, axis);
    }

    bool read_steps(const toml::table& table, const std::string& key, double from, double to,
                    bool are_integers, ParameterAxis& axis)
    {
        const toml::node& node = *table.get("step");
        const auto step = number(table, key, "step");
        if (!step) return false;
        if (table.contains("spacing"))
            return refuse(*table.get("spacing"), key + ".spacing", "expected count with it");
        if (*step == 0.0) return refuse(node, key + ".step", "expected a step that is not 0");
        if ((to - from) * *step < 0.0)
            return refuse(
                node, key + ".step",
                fmt::format("expected a {} step, to get from {} to {}", to > from ? "positive" : "negative",
                            shown(*table.get("from")), shown(*table.get("to"))));
        axis.values = stepped_values(from, to, *step, are_integers && node.is_integer());
        return true;
    }

    bool read_spacing(const toml::table& table, const std::string& key, double from, double to,
                      bool are_integers, ParameterAxis& axis)
    {
        const auto values = count(table, key);
        if (!values) return false;
        bool is_logarithmic = false;
        if (const toml::node* spacing = table.get("spacing")) {
            const auto* word = spacing->as_string();
            if (word == nullptr || (word->get() != "log" && word->get() != "linear"))
                return refuse(*spacing, key + ".spacing", "expected \"linear\" or \"log\"");
            is_logarithmic = word->get() == "log";
            if (is_logarithmic && (from <= 0.0 || to <= 0.0))
                return refuse(table, key, "expected from and to > 0 for logarithmic spacing");
        }
        if (*values == 1 && from != to)
            return refuse(*table.get("count"), key + ".count",
                          "expected at least 2 values, both ends included");
        if (*values > 1 && from == to) return refuse(table, key, "expected from and to to differ");
        axis.values = spaced_values(from, to, *values, is_logarithmic, are_integers);
        return true;
    }

    bool read_draws(const std::string& key, const toml::node& value, ParameterAxis& axis)
    {
        const toml::table* table = value.as_table();
        if (table == nullptr || table->contains("uniform") == table->contains("normal"))
            return refuse(value, key,
                          "expected { uniform = [low, high], count, seed } or { normal = [mean, deviation], "
                          "count, seed }");
        if (!knows(*table, key, {"uniform", "normal", "count", "seed"})) return false;
        const bool is_uniform = table->contains("uniform");
        const std::string name = is_uniform ? "uniform" : "normal";
        const toml::node& node = *table->get(name);
        const toml::array* pair = node.as_array();
        const auto a = pair != nullptr && pair->size() == 2 ? finite_number(*pair->get(0)) : std::nullopt;
        const auto b = pair != nullptr && pair->size() == 2 ? finite_number(*pair->get(1)) : std::nullopt;
        if (!a || !b) return refuse(node, key + "." + name, "expected two finite numbers");
        if (is_uniform && !(*a < *b)) return refuse(node, key + ".uniform", "expected the lower end first");
        if (!is_uniform && !(*b > 0.0))
            return refuse(node, key + ".normal", "expected a standard deviation > 0");
        const auto draws = table->contains("count") ? count(*table, key) : std::uint64_t{1};
        if (!draws) return false;
        std::uint64_t seed = 0;
        if (const toml::node* given = table->get("seed")) {
            const auto* whole = given->as_integer();
            if (whole == nullptr || whole->get() < 0)
                return refuse(*given, key + ".seed", "expected an integer ≥ 0");
            seed = static_cast<std::uint64_t>(whole->get());
        }
        if (is_uniform)
            axis.values = UniformDraws{*a, *b, *draws, seed};
        else
            axis.values = NormalDraws{*a, *b, *draws, seed};
        return true;
    }

    bool knows(const toml::table& table, const std::string& path, const std::vector<std::string_view>& known)
    {
        for (const auto& [key, value] : table) {
            if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
            const std::string_view nearest = nearest_name(key.str(), known);
            complaints_.add(
                key.source(),
                fmt::format("{}.{} = {}: unknown key; {}", path, shown_key(key.str()), shown(value),
                            nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                            : fmt::format("did you mean '{}'?", nearest)));
            return false;
        }
        return true;
    }

    std::optional<double> number(const toml::table& table, const std::string& path, std::string_view name)
    {
        const toml::node* value = table.get(name);
        if (value == nullptr) {
            complaints_.add(table.source(), fmt::format("{}.{} is missing: expected a number", path, name));
            return std::nullopt;
        }
        const auto number = finite_number(*value);
        if (!number) complain(*value, fmt::format("{}.{}", path, name), "expected a finite number");
        return number;
    }

    std::optional<std::uint64_t> count(const toml::table& table, const std::string& path)
    {
        const toml::node& value = *table.get("count");
        const auto* whole = value.as_integer();
        if (whole != nullptr && whole->get() >= 1) return static_cast<std::uint64_t>(whole->get());
        complain(value, path + ".count", "expected an integer ≥ 1");
        return std::nullopt;
    }

    bool refuse(const toml::node& value, std::string_view key, std::string_view what)
    {
        complain(value, key, what);
        return false;
    }

    const std::string& name_;
    Complaints& complaints_;
    std::vector<Found> found_;
};

}  // namespace

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

std::vector<PlacedAxis> read_axes(const toml::table& document, const std::string& name,
                                  Complaints& complaints)
{
    AxisReader reader(name, complaints);
    const std::size_t before = complaints.size();
    for (const char* table : {"vary", "sample"}) {
        const toml::node* node = document.get(table);
        if (node == nullptr) continue;
        if (node->is_table())
            reader.read(*node->as_table(), "", std::string_view(table) == "sample");
        else
            complaints.add(node->source(),
                           fmt::format("{} = {}: expected a table [{}]", table, shown(*node), table));
    }
    std::vector<PlacedAxis> axes = reader.in_written_order();
    if (axes.empty() && complaints.size() == before)
        complaints.add(
            {}, "expected an axis in [vary] or [sample], for example \"initial.angle_deg\" = [30, 60]");
    return axes;
}

std::string described(const ParameterAxis& axis)
{
    const std::uint64_t count = size_of(axis);
    const std::string values = fmt::format("{}: {} {}{}", axis.key, count, is_random(axis) ? "draw" : "value",
                                           count == 1 ? "" : "s");
    if (const auto* draws = std::get_if<UniformDraws>(&axis.values))
        return fmt::format("{}, uniform from {} to {}, seed {}", values, draws->low, draws->high,
                           draws->seed);
    if (const auto* draws = std::get_if<NormalDraws>(&axis.values))
        return fmt::format("{}, normal about {} ± {}, seed {}", values, draws->mean, draws->deviation,
                           draws->seed);
    if (const auto* listed = std::get_if<ListedValues>(&axis.values)) {
        constexpr std::size_t most_shown = 12;
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < std::min(listed->values.size(), most_shown); ++i)
            texts.push_back(toml_text(listed->values[i]));
        if (listed->values.size() > most_shown) texts.emplace_back("…");
        return fmt::format("{}, {}", values, fmt::join(texts, ", "));
    }
    return fmt::format("{} from {} to {}", values, toml_text(value_at(axis, 0, 0)),
                       toml_text(value_at(axis, count - 1, 0)));
}

std::string identity_of(const ParameterAxis& axis)
{
    struct Identity {
        std::string operator()(const ListedValues& listed) const
        {
            std::string text = "listed";
            for (const Value& value : listed.values) text += " " + toml_text(value);
            return text;
        }
        std::string operator()(const SteppedValues& v) const
        {
            return fmt::format("stepped {} {} {} {} {}", v.from, v.step, v.scale, v.count, v.are_integers);
        }
        std::string operator()(const SpacedValues& v) const
        {
            return fmt::format("spaced {} {} {} {} {}", v.from, v.to, v.count, v.is_logarithmic,
                               v.are_integers);
        }
        std::string operator()(const UniformDraws& v) const
        {
            return fmt::format("uniform {} {} {} {}", v.low, v.high, v.count, v.seed);
        }
        std::string operator()(const NormalDraws& v) const
        {
            return fmt::format("normal {} {} {} {}", v.mean, v.deviation, v.count, v.seed);
        }
    };
    return fmt::format("{} {}\n", axis.key, std::visit(Identity{}, axis.values));
}

}  // namespace rebond
