#include "rebond/io/studies/observation_table.hpp"

#include "rebond/core/nearest_name.hpp"
#include "rebond/io/toml/table_reader.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/load_clock.hpp"
#include "rebond/scene/prepared_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rebond {
namespace {

constexpr double most_points = 1e7;       // of a case
constexpr std::uint64_t most_built = 50;  // values of an axis, to see whether they change the structure
constexpr std::array<std::string_view, 4> carries = {"none", "up", "down", "both"};

class ObservationReader {
public:
    ObservationReader(const toml::table& table, Diagnostics& diagnostics)
        : reader_(table, "observe", diagnostics), diagnostics_(diagnostics)
    {
    }

    Observation read()
    {
        reader_.refuse_unknown({"every", "transient", "count", "values", "carry"});
        read_every();
        read_transient();
        read_count();
        read_values();
        read_carry();
        return observation_;
    }

private:
    void read_every()
    {
        constexpr std::string_view expected = "expected \"period\", \"impact\" or a time > 0 [s]";
        const toml::node* node = reader_.get("every");
        if (node == nullptr) return reader_.report("every", fmt::format("is missing: {}", expected));
        const auto* word = node->as_string();
        const auto time = finite_number(*node);
        if (word != nullptr && word->get() == "period")
            observation_.every = Every::period;
        else if (word != nullptr && word->get() == "impact")
            observation_.every = Every::impact;
        else if (time && *time > 0.0) {
            observation_.every = Every::time;
            observation_.spacing = *time;
        } else
            reader_.report("every", expected);
    }

    void read_transient()
    {
        reader_.read("transient", observation_.transient);
        const double transient = observation_.transient;
        if (observation_.every == Every::time
                ? transient < 0.0
                : transient < 0.0 || transient > 1e15 || transient != std::floor(transient))
            reader_.report("transient",
                           observation_.every == Every::time
                               ? "expected a time ≥ 0 [s]"
                               : fmt::format("expected a whole number ≥ 0 of {}s",
                                             observation_.every == Every::period ? "period" : "impact"));
    }

    void read_count()
    {
        const toml::node* node = reader_.get("count");
        if (node == nullptr) return;
        const auto* whole = node->as_integer();
        if (whole == nullptr || whole->get() < 1 || static_cast<double>(whole->get()) > most_points)
            return reader_.report("count", fmt::format("expected an integer from 1 to {:.0f}", most_points));
        observation_.count = static_cast<std::uint64_t>(whole->get());
    }

    void read_values()
    {
        std::vector<std::string> names;
        if (!reader_.has("values")) names = {"position.0", "velocity.0"};
        const std::size_t before = diagnostics_.size();
        reader_.read("values", names);
        if (diagnostics_.size() > before) return;
        if (names.empty()) return reader_.report("values", "expected at least one name");
        for (const std::string& name : names) {
            const auto value = point_value(name);
            if (name == "time") continue;  // every point has it
            if (!value) {
                reader_.report("values", no_such(name));
            } else if (is_of_impact(*value) && observation_.every != Every::impact) {
                reader_.report("values", fmt::format("expected every = \"impact\" with {}", name));
            } else if (std::any_of(observation_.values.begin(), observation_.values.end(),
                                   [&](const PointValue& other) { return name_of(other) == name; })) {
                reader_.report("values", fmt::format("{} appears twice", name));
            } else {
                observation_.values.push_back(*value);
            }
        }
    }

    static std::string no_such(const std::string& name)
    {
        const std::vector<std::string> known = point_value_names();
        const std::string_view nearest =
            nearest_name(name, std::vector<std::string_view>(known.begin(), known.end()));
        return nearest.empty()
                   ? fmt::format("there is no value {}; expected some of time, {}, with any index", name,
                                 fmt::join(known, ", "))
                   : fmt::format("there is no value {}; did you mean '{}'?", name, nearest);
    }

    void read_carry()
    {
        const toml::node* node = reader_.get("carry");
        if (node == nullptr) return;
        const auto* word = node->as_string();
        const auto found =
            word == nullptr ? carries.end() : std::find(carries.begin(), carries.end(), word->get());
        if (found == carries.end())
            return reader_.report("carry", "expected \"none\", \"up\", \"down\" or \"both\"");
        observation_.carry = static_cast<Carry>(found - carries.begin());
    }

    TableReader reader_;
    Diagnostics& diagnostics_;
    Observation observation_;
};

// Entries of [link] by their full keys, quoted or not.
void for_each_link(const toml::table& table, const std::string& prefix, const auto& visit)
{
    for (const auto& [name, node] : table) {
        const std::string key = prefix + std::string(name.str());
        const toml::table* inner = node.as_table();
        if (inner != nullptr && !inner->is_inline() && !inner->contains("periods"))
            for_each_link(*inner, key + ".", visit);
        else
            visit(key, node);
    }
}

// What is in the way of carrying a motion along the first axis.
class CarryCheck {
public:
    CarryCheck(const Study& study, VariedScene& scenes, const std::vector<Value>& valid)
        : study_(study), scenes_(scenes), values_(valid)
    {
    }

    std::string obstacle()
    {
        const ParameterAxis& axis = study_.design.axes.front();
        if (std::any_of(study_.design.axes.begin(), study_.design.axes.end(), is_random))
            return "expected no [sample] with it, whose draws differ from one case to the next";
        if (study_.bisection) return "expected no [bisect] with it, whose cases are in no chain";
        const std::uint64_t size = size_of(axis);
        for (std::uint64_t i = 0; i < size; ++i)
            if (!number_in(value_at(axis, i, 0)))
                return fmt::format("expected numbers on the first axis, {}", axis.key);
        const std::uint64_t stride = std::max<std::uint64_t>(1, size / most_built);
        std::optional<Index> first;
        for (std::uint64_t i = 0; i < size; i += stride) {
            const std::optional<Index> count = coordinates(value_at(axis, i, 0));
            if (count && first && *count != *first)
                return fmt::format(
                    "expected a first axis that leaves the structure as it is; {} makes {} and {} "
                    "coordinates",
                    axis.key, *first, *count);
            if (!first) first = count;
        }
        return "";
    }

private:
    // None for a value that makes no scene.
    std::optional<Index> coordinates(const Value& value)
    {
        values_.front() = value;
        Diagnostics ignored("");
        const Scene scene = scenes_.at(values_, ignored);
        if (ignored.size() > 0) return std::nullopt;
        try {
            return build_problem(scene).initial.q.size();
        } catch (const Unbuildable&) {
            return std::nullopt;
        }
    }

    const Study& study_;
    VariedScene& scenes_;
    std::vector<Value> values_;
};

}  // namespace

std::optional<Observation> read_observation(const toml::table& document, Diagnostics& diagnostics)
{
    const toml::table* table = TableReader(document, "", diagnostics).table("observe");
    if (table == nullptr) return std::nullopt;
    return ObservationReader(*table, diagnostics).read();
}

std::optional<LinkedDuration> read_link(const toml::table& document, const std::string& name,
                                        const std::vector<OpenKey>& keys, Diagnostics& diagnostics)
{
    const toml::table* table = TableReader(document, "", diagnostics).table("link");
    std::optional<LinkedDuration> found;
    if (table == nullptr) return found;
    for_each_link(*table, "", [&](const std::string& key, const toml::node& node) {
        const std::string shown = "link." + shown_key(key);
        if (key != "run.duration")
            return diagnostics.add(shown, node, "expected run.duration, the only key that can be linked");
        if (std::any_of(keys.begin(), keys.end(), [&](const OpenKey& open) { return open.key == key; }))
            return diagnostics.add(shown, node, "the study varies this key; expected it in one of the two");
        const toml::table* link = node.as_table();
        const toml::node* periods = link != nullptr && link->size() == 1 ? link->get("periods") : nullptr;
        const auto number = periods != nullptr ? finite_number(*periods) : std::nullopt;
        if (!number || !(*number > 0.0))
            return diagnostics.add(shown, node,
                                   "expected { periods = N }, periods of the first load, with a number > 0");
        const toml::source_position at = node.source().begin;
        found = LinkedDuration{*number, fmt::format("{}:{}:{}", name, at.line, at.column)};
    });
    return found;
}

void check_observation(const toml::table& document, const Study& study, VariedScene& scenes,
                       const std::vector<Value>& valid, Diagnostics& diagnostics)
{
    if (!study.observation) return;
    const Observation& observation = *study.observation;
    TableReader reader(*document.get("observe")->as_table(), "observe", diagnostics);
    Scene scene = scenes.at(valid, diagnostics);
    const std::optional<FirstLoad> load = first_load(scene);
    if (observation.every == Every::period && !load)
        return reader.report("every",
                             "expected a scene with a load that has a frequency > 0; without one observe "
                             "\"impact\" or a time [s]");
    const Index coordinates = prepare_problem(scene).problem.initial.q.size();
    for (const PointValue& value : observation.values) {
        if (value.what == PointValue::What::phase && !load)
            reader.report("values", "expected a scene with a load that has a frequency > 0 for phase");
        if (value.index >= coordinates)
            reader.report("values", fmt::format("there is no {}: the body has {} coordinate{}",
                                                name_of(value), coordinates, coordinates == 1 ? "" : "s"));
    }
    if (observation.every != Every::impact) {
        const double first = observation.every == Every::time
                                 ? observation.transient + observation.spacing
                                 : (observation.transient + 1.0) / load->frequency_hz;
        if (first > scene.run.duration * (1.0 + 1e-9))
            reader.report("transient",
                          fmt::format("expected a first point within run.duration = {:g} s; it is "
                                      "at {:g} s",
                                      scene.run.duration, first));
    }
    if (observation.carry == Carry::none) return;
    if (const std::string obstacle = CarryCheck(study, scenes, valid).obstacle(); !obstacle.empty())
        reader.report("carry", obstacle);
}

}  // namespace rebond
