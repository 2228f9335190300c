#include "rebond/io/studies/study_axes.hpp"

#include "rebond/core/number_text.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/toml/table_reader.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/studies/design/design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rebond {
namespace {

constexpr std::size_t most_axes = 100;

// Whether an array holds finite numbers, strings, booleans and such arrays alone.
bool is_plain(const toml::array& elements)
{
    return std::all_of(elements.begin(), elements.end(), [](const toml::node& element) {
        const toml::array* inner = element.as_array();
        return inner != nullptr ? is_plain(*inner) : scalar_value(element).has_value();
    });
}

std::optional<Value> listed_value(const toml::node& node)
{
    const toml::array* elements = node.as_array();
    if (elements == nullptr) return scalar_value(node);
    if (!is_plain(*elements)) return std::nullopt;
    return Composite{whole_text(node)};
}

// The same for values that a table of rows does not tell apart: 1, 1.0 and true; 0.0 and -0.0.
std::string comparable(const Value& value)
{
    constexpr double beyond_integers = 9223372036854775808.0;  // 2⁶³
    const auto whole = [](std::int64_t number) { return fmt::format("{}", number); };
    if (const auto* flag = std::get_if<bool>(&value)) return whole(*flag ? 1 : 0);
    if (const auto* number = std::get_if<std::int64_t>(&value)) return whole(*number);
    if (const auto* number = std::get_if<double>(&value))
        return std::abs(*number) < beyond_integers && std::trunc(*number) == *number
                   ? whole(static_cast<std::int64_t>(*number))
                   : number_text(*number);
    return toml_text(value);
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
    AxisReader(const std::string& name, Diagnostics& diagnostics) : name_(name), diagnostics_(diagnostics) {}

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

    void report(const toml::node& value, std::string_view key, std::string_view what)
    {
        diagnostics_.add(key, value, what);
    }

    void read_axis(const toml::key& key, const std::string& full, const toml::node& value, bool is_sampled)
    {
        if (found_.size() == most_axes)
            return report(value, full, fmt::format("expected at most {} axes", most_axes));
        const bool is_known = std::any_of(found_.begin(), found_.end(),
                                          [&](const Found& found) { return found.axis.axis.key == full; });
        if (is_known) return report(value, full, "this key has an axis already");
        ParameterAxis axis{.key = full, .values = {}};
        const std::size_t before = diagnostics_.size();
        if (is_sampled)
            read_draws(full, value, axis);
        else if (const toml::array* elements = value.as_array())
            read_list(full, *elements, axis);
        else
            read_range(full, value, axis);
        if (diagnostics_.size() == before && !is_sampled &&
            static_cast<double>(size_of(axis)) <= most_cases && has_equal_neighbours(axis))
            report(value, full, "expected fewer values: some of these are the same number");
        if (diagnostics_.size() > before) return;
        const toml::source_position at = key.source().begin;
        found_.push_back({at, {std::move(axis), fmt::format("{}:{}:{}", name_, at.line, at.column)}});
    }

    void read_list(const std::string& key, const toml::array& elements, ParameterAxis& axis)
    {
        if (elements.empty()) return report(elements, key, "expected at least one value");
        ListedValues listed;
        std::set<std::string> seen;
        for (const toml::node& element : elements) {
            const std::optional<Value> value = listed_value(element);
            if (!value)
                return report(element, key, "expected finite numbers, strings, booleans or arrays of them");
            if (!seen.insert(comparable(*value)).second)
                return report(element, key, "this value appears twice");
            listed.values.push_back(*value);
        }
        axis.values = std::move(listed);
    }

    void read_range(const std::string& key, const toml::node& value, ParameterAxis& axis)
    {
        const toml::table* table = value.as_table();
        if (table == nullptr || table->empty())
            return report(value, key, "expected a list of values, { from, to, step } or { from, to, count }");
        const std::size_t before = diagnostics_.size();
        TableReader range(*table, key, diagnostics_);
        range.refuse_unknown({"from", "to", "step", "count", "spacing"});
        if (diagnostics_.size() > before) return;
        double from = 0.0, to = 0.0;
        range.read("from", from, Need::required);
        range.read("to", to, Need::required);
        if (diagnostics_.size() > before) return;
        if (range.has("step") == range.has("count"))
            return report(value, key, "expected either step or count");
        const bool are_integers = range.get("from")->is_integer() && range.get("to")->is_integer();
        if (range.has("step"))
            read_steps(range, from, to, are_integers, axis);
        else if (const auto count = read_count(range))
            read_spacing(range, value, from, to, *count, are_integers, axis);
    }

    static void read_steps(TableReader& range, double from, double to, bool are_integers, ParameterAxis& axis)
    {
        std::optional<double> step;
        range.read("step", step);
        if (!step) return;
        if (range.has("spacing")) return range.report("spacing", "expected count with it");
        if (*step == 0.0) return range.report("step", "expected a step that is not 0");
        if ((to - from) * *step < 0.0)
            return range.report("step", fmt::format("expected a {} step, to get from {} to {}",
                                                    to > from ? "positive" : "negative",
                                                    shown(*range.get("from")), shown(*range.get("to"))));
        axis.values = stepped_values(from, to, *step, are_integers && range.get("step")->is_integer());
    }

    void read_spacing(TableReader& range, const toml::node& value, double from, double to,
                      std::uint64_t count, bool are_integers, ParameterAxis& axis)
    {
        bool is_logarithmic = false;
        if (const toml::node* spacing = range.get("spacing")) {
            const auto* word = spacing->as_string();
            if (word == nullptr || (word->get() != "log" && word->get() != "linear"))
                return range.report("spacing", "expected \"linear\" or \"log\"");
            is_logarithmic = word->get() == "log";
            if (is_logarithmic && (from <= 0.0 || to <= 0.0))
                return report(value, axis.key, "expected from and to > 0 for logarithmic spacing");
        }
        if (count == 1 && from != to)
            return range.report("count", "expected at least 2 values, both ends included");
        if (count > 1 && from == to) return report(value, axis.key, "expected from and to to differ");
        axis.values = spaced_values(from, to, count, is_logarithmic, are_integers);
    }

    void read_draws(const std::string& key, const toml::node& value, ParameterAxis& axis)
    {
        const toml::table* table = value.as_table();
        if (table == nullptr || table->contains("uniform") == table->contains("normal"))
            return report(value, key,
                          "expected { uniform = [low, high], count, seed } or { normal = [mean, "
                          "deviation], count, seed }");
        const std::size_t before = diagnostics_.size();
        TableReader draws(*table, key, diagnostics_);
        draws.refuse_unknown({"uniform", "normal", "count", "seed"});
        if (diagnostics_.size() > before) return;
        const bool is_uniform = draws.has("uniform");
        const std::string_view name = is_uniform ? "uniform" : "normal";
        const toml::array* pair = draws.get(name)->as_array();
        const auto a = pair != nullptr && pair->size() == 2 ? finite_number(*pair->get(0)) : std::nullopt;
        const auto b = pair != nullptr && pair->size() == 2 ? finite_number(*pair->get(1)) : std::nullopt;
        if (!a || !b) return draws.report(name, "expected two finite numbers");
        if (is_uniform && !(*a < *b)) return draws.report(name, "expected the lower end first");
        if (!is_uniform && !(*b > 0.0)) return draws.report(name, "expected a standard deviation > 0");
        const auto count = draws.has("count") ? read_count(draws) : std::uint64_t{1};
        if (!count) return;
        std::uint64_t seed = 0;
        if (const toml::node* given = draws.get("seed")) {
            const auto* whole = given->as_integer();
            if (whole == nullptr || whole->get() < 0) return draws.report("seed", "expected an integer ≥ 0");
            seed = static_cast<std::uint64_t>(whole->get());
        }
        if (is_uniform)
            axis.values = UniformDraws{*a, *b, *count, seed};
        else
            axis.values = NormalDraws{*a, *b, *count, seed};
    }

    static std::optional<std::uint64_t> read_count(TableReader& range)
    {
        const auto* whole = range.get("count")->as_integer();
        if (whole != nullptr && whole->get() >= 1) return static_cast<std::uint64_t>(whole->get());
        range.report("count", "expected an integer ≥ 1");
        return std::nullopt;
    }

    const std::string& name_;
    Diagnostics& diagnostics_;
    std::vector<Found> found_;
};

}  // namespace

std::vector<PlacedAxis> read_axes(const toml::table& document, const std::string& name,
                                  Diagnostics& diagnostics)
{
    AxisReader reader(name, diagnostics);
    const std::size_t before = diagnostics.size();
    for (const char* table : {"vary", "sample"}) {
        const toml::node* node = document.get(table);
        if (node == nullptr) continue;
        if (node->is_table())
            reader.read(*node->as_table(), "", std::string_view(table) == "sample");
        else
            diagnostics.add(node->source(),
                            fmt::format("{} = {}: expected a table [{}]", table, shown(*node), table));
    }
    std::vector<PlacedAxis> axes = reader.in_written_order();
    if (axes.empty() && diagnostics.size() == before)
        diagnostics.add(
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
