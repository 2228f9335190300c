#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_document.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/io/scene/scheme_choice.hpp"
#include "rebond/io/scene/wanted.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace rebond {
namespace {

constexpr std::size_t enough_diagnostics = 1000;  // not to judge every key of a file that is no scene

std::string dotted(std::string_view table, std::string_view name)
{
    return table.empty() ? shown_key(name) : fmt::format("{}.{}", table, shown_key(name));
}

// "299", a coordinate counted from 0.
std::optional<Index> index_in(std::string_view text)
{
    Index index = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, index);
    const bool is_plain = !text.empty() && text.front() != '-' && (text.size() == 1 || text.front() != '0');
    return is_plain && error == std::errc{} && rest == end ? std::optional(index) : std::nullopt;
}

// Fills a Scene from a document, table by table, noting every diagnostic on the way.
class SceneReader {
public:
    SceneReader(const toml::table& document, SceneSources& sources, Diagnostics& diagnostics)
        : document_(document), diagnostics_(diagnostics), sources_(sources)
    {
    }

    Scene read()
    {
        Scene scene;
        read_fields(document_, "", scene);
        refuse_unknown(document_, "", subject_type_);
        return scene;
    }

    // Relations between values, for a scene whose values are each valid.
    void check(const Scene& scene)
    {
        check_relations(scene, scene);
        check_relations(scene, scene.orbit);
        std::visit([&](const auto& alternative) { check_relations(scene, alternative); }, scene.subject);
    }

private:
    void report(const toml::node& value, std::string_view key, std::string_view what)
    {
        report_at(value, value, key, what);
    }

    // Of a part of the value.
    void report_at(const toml::node& place, const toml::node& value, std::string_view key,
                   std::string_view what)
    {
        diagnostics_.add(place.source(), fmt::format("{} = {}{}: {}", key, shown(value), element_, what));
    }

    void wrong_kind(const toml::node& value, std::string_view key, std::string_view expected)
    {
        report(value, key, fmt::format("expected {}, not {}", expected, kind_of(value)));
    }

    void refuse_unknown(const toml::table& table, std::string_view path, std::string_view type)
    {
        for (const auto& [key, value] : table) {
            const auto is_this = [&, name = key.str()](const SceneKey& known) {
                return known.table == path && known.name == name && is_valid(known, type);
            };
            if (std::any_of(keys_.begin(), keys_.end(), is_this)) continue;
            if (is_empty_elsewhere(path, key.str(), value)) continue;
            if (diagnostics_.size() > enough_diagnostics) return;
            const std::string full = dotted(path, key.str());
            const std::string what = unknown_key_text(keys_, path, key.str(), type, subject_type_);
            diagnostics_.add(key.source(), value.is_table() ? fmt::format("[{}]{}: {}", full, element_, what)
                                                            : fmt::format("{} = {}{}: {}", full, shown(value),
                                                                          element_, what));
        }
    }

    // An empty table that other models have, as [initial], says nothing.
    bool is_empty_elsewhere(std::string_view path, std::string_view name, const toml::node& value) const
    {
        const toml::table* table = value.as_table();
        return table != nullptr && table->empty() &&
               std::any_of(keys_.begin(), keys_.end(),
                           [&](const SceneKey& known) { return known.table == path && known.name == name; });
    }

    template <Described T>
    void read_fields(const toml::table& table, std::string_view path, T& object)
    {
        for_each_field(object, [&](const auto& field, auto& member) {
            read_member(table, dotted(path, field.name), field, member);
        });
    }

    // A plain value, which may be absent.
    template <typename F, typename T>
    void read_member(const toml::table& table, const std::string& key, const F& field, T& member)
    {
        if (const toml::node* value = table.get(field.name))
            read_value(*value, key, field, member);
        else if (!field.absence.allowed)
            diagnostics_.add(table.source(),
                             fmt::format("{} is missing{}: {}, {}{}", key, element_, field.meaning,
                                         kind_wanted(member), range_and_unit(field)));
    }

    template <typename F, typename T>
    void read_member(const toml::table& table, const std::string& key, const F& field,
                     std::optional<T>& member)
    {
        const toml::node* value = table.get(field.name);
        if (value == nullptr) return;
        if constexpr (Described<T>)
            read_table(table, key, field.name, member.emplace());
        else
            read_value(*value, key, field, member.emplace());
    }

    template <typename F, Described T>
    void read_member(const toml::table& table, const std::string& key, const F& field, T& member)
    {
        read_table(table, key, field.name, member);
    }

    template <typename F, Described T>
    void read_member(const toml::table& table, const std::string& key, const F& field, std::vector<T>& member)
    {
        const toml::node* value = table.get(field.name);
        if (value == nullptr) return;
        const toml::array* elements = value->as_array();
        if (elements == nullptr || (!elements->empty() && !elements->is_homogeneous<toml::table>()))
            return wrong_kind(*value, key, fmt::format("tables [[{}]]", key));
        member.clear();
        for (const toml::node& element : *elements) {
            if (diagnostics_.size() > enough_diagnostics) break;
            element_ = element_text(field.name, member.size());
            read_fields(*element.as_table(), key, member.emplace_back());
            refuse_unknown(*element.as_table(), key, type_);
        }
        element_.clear();
    }

    // The model's `type` decides which tables stand beside it.
    template <typename F>
    void read_member(const toml::table& table, const std::string& key, const F& field, Subject& subject)
    {
        const std::optional<Subject> chosen = read_type<Subject>(table, key, field.name, std::nullopt);
        if (!chosen) return;
        subject = *chosen;
        subject_type_ = type_ = type_name(subject);
        std::visit(
            [&]<typename Alternative>(Alternative& alternative) {
                defaults_ = defaults_of<Alternative>;
                read_fields(table, "", alternative);
            },
            subject);
        type_ = "";
    }

    template <typename F>
    void read_member(const toml::table& table, const std::string& key, const F& field, Scheme& scheme)
    {
        const std::optional<Scheme> chosen =
            read_type<Scheme>(table, key, field.name, alternative_named<Scheme>(defaults_.scheme));
        if (!chosen) return;
        scheme = *chosen;
        if (subtable(table, key, field.name)->empty() && defaults_.step > 0.0) {
            std::visit([&](auto& alternative) { alternative.step = defaults_.step; }, scheme);
            return;
        }
        type_ = type_name(scheme);
        std::visit([&](auto& alternative) { read_table(table, key, field.name, alternative); }, scheme);
        type_ = "";
    }

    template <typename F>
    void read_member(const toml::table& table, const std::string& key, const F& field, ImpactLaw& impact)
    {
        impact.law = defaults_.law;
        impact.restitution = defaults_.restitution;
        read_table(table, key, field.name, impact);
    }

    template <typename F>
    void read_member(const toml::table& table, const std::string& key, const F& field, RunSpec& run)
    {
        run.gravity = defaults_.gravity;
        read_table(table, key, field.name, run);
    }

    void read_table(const toml::table& parent, const std::string& path, std::string_view name, auto& object)
    {
        const toml::table* table = subtable(parent, path, name);
        if (table == nullptr) return;
        read_fields(*table, path, object);
        refuse_unknown(*table, path, type_);
    }

    // An absent table is an empty one. Null, with a diagnostic, if there is something else.
    const toml::table* subtable(const toml::table& parent, const std::string& path, std::string_view name)
    {
        const toml::node* value = parent.get(name);
        if (value == nullptr) return &empty_;
        if (!value->is_table()) wrong_kind(*value, path, fmt::format("a table [{}]", path));
        return value->as_table();
    }

    // The alternative a table's `type` names, or `otherwise` if it names none.
    template <typename Variant>
    std::optional<Variant> read_type(const toml::table& parent, const std::string& path,
                                     std::string_view name, const std::optional<Variant>& otherwise)
    {
        const toml::table* table = subtable(parent, path, name);
        if (table == nullptr) return std::nullopt;
        const std::string key = path + ".type";
        const toml::node* value = table->get("type");
        if (value == nullptr) {
            if (!otherwise)
                diagnostics_.add(table->source(),
                                 fmt::format("{} is missing: {}", key, choice_text(type_names<Variant>())));
            return otherwise;
        }
        const auto* word = value->as_string();
        std::optional<Variant> chosen;
        if (word != nullptr) chosen = alternative_named<Variant>(word->get());
        if (!chosen) report(*value, key, choice_text(type_names<Variant>(), value));
        return chosen;
    }

    void read_value(const toml::node& value, const std::string& key, const auto&, bool& member)
    {
        if (const auto* flag = value.as_boolean())
            member = flag->get();
        else
            wrong_kind(value, key, "true or false");
    }

    void read_value(const toml::node& value, const std::string& key, const auto&, std::string& member)
    {
        if (const auto* text = value.as_string())
            member = text->get();
        else
            wrong_kind(value, key, "a string");
    }

    void read_value(const toml::node& value, const std::string& key, const auto& field, Index& member)
    {
        const std::string expected = "an integer" + range_and_unit(field);
        const auto* number = value.as_integer();
        if (number == nullptr) return wrong_kind(value, key, expected);
        if (!field.range.contains(static_cast<double>(number->get())))
            return report(value, key, "expected " + expected);
        member = number->get();
    }

    void read_value(const toml::node& value, const std::string& key, const auto& field, double& member)
    {
        const std::string expected = "a number" + range_and_unit(field);
        const std::optional<double> number = number_in(value);
        if (!number) return wrong_kind(value, key, expected);
        if (!field.range.contains(*number))
            return report(value, key, "expected a finite " + expected.substr(2));
        member = *number;
    }

    void read_value(const toml::node& value, const std::string& key, const auto& field,
                    std::array<double, 2>& member)
    {
        const std::string expected = "an array of 2 finite numbers" + range_and_unit(field);
        const toml::array* elements = value.as_array();
        if (elements == nullptr) return wrong_kind(value, key, expected);
        if (elements->size() != member.size()) return report(value, key, "expected " + expected);
        for (std::size_t i = 0; i < member.size(); ++i) {
            const std::optional<double> number = number_in((*elements)[i]);
            if (!number || !field.range.contains(*number)) return report(value, key, "expected " + expected);
            member[i] = *number;
        }
    }

    void read_value(const toml::node& value, const std::string& key, const auto& field,
                    std::vector<double>& member)
    {
        const std::string expected = "an array of finite numbers" + range_and_unit(field);
        const toml::array* elements = value.as_array();
        if (elements == nullptr) return wrong_kind(value, key, expected);
        member.clear();
        if (const toml::node* wrong = read_numbers(*elements, field.range, member))
            report_at(
                *wrong, value, key,
                fmt::format("expected {}, but number {} is {}", expected, member.size() + 1, shown(*wrong)));
    }

    void read_value(const toml::node& value, const std::string& key, const auto& field,
                    std::vector<Index>& member)
    {
        const std::string expected = "an array of integers" + range_and_unit(field);
        const toml::array* elements = value.as_array();
        if (elements == nullptr) return wrong_kind(value, key, expected);
        member.clear();
        for (const toml::node& element : *elements) {
            const auto* number = element.as_integer();
            if (number == nullptr || !field.range.contains(static_cast<double>(number->get())))
                return report(value, key, "expected " + expected);
            member.push_back(number->get());
        }
    }

    // A number for each coordinate, or { COORDINATE = number, … }.
    void read_value(const toml::node& value, const std::string& key, const auto& field, RowSpec& member)
    {
        const toml::table* table = value.as_table();
        if (table == nullptr && value.is_array()) return read_value(value, key, field, member.numbers);
        if (table == nullptr)
            return wrong_kind(value, key, "an array of finite numbers, or { COORDINATE = number, … }");
        member.is_sparse = true;
        for (const auto& [name, entry] : *table) {
            const std::optional<Index> coordinate = index_in(name.str());
            const std::optional<double> weight = number_in(entry);
            const std::string full = dotted(key, name.str());
            if (!coordinate)
                diagnostics_.add(
                    name.source(),
                    fmt::format("{} = {}{}: expected the number of a coordinate, counted from 0, "
                                "in the place of '{}'",
                                full, shown(entry), element_, shown_key(name.str())));
            else if (!weight || !field.range.contains(*weight))
                report(entry, full, "expected a finite number" + range_and_unit(field));
            else
                member.terms.push_back({*coordinate, *weight});
        }
        std::sort(member.terms.begin(), member.terms.end(),
                  [](const Term& a, const Term& b) { return a.coordinate < b.coordinate; });
    }

    // Numbers, or "static".
    void read_value(const toml::node& value, const std::string& key, const auto& field, PositionSpec& member)
    {
        if (value.is_array()) return read_value(value, key, field, member.numbers);
        const auto* word = value.as_string();
        if (word == nullptr || word->get() != PositionSpec::static_word)
            return report(value, key,
                          fmt::format("expected an array of finite numbers{}, or {}", range_and_unit(field),
                                      toml_string(PositionSpec::static_word)));
        member.is_static = true;
    }

    // Nested arrays, or the name of a Matrix Market file beside the scene.
    void read_value(const toml::node& value, const std::string& key, const auto& field, MatrixSpec& member)
    {
        if (const toml::table* table = value.as_table()) return read_matrix_file(*table, key, member);
        const toml::array* rows = value.as_array();
        if (rows == nullptr) return wrong_kind(value, key, "an array of rows or { file = \"….mtx\" }");
        member.rows = static_cast<Index>(rows->size());
        std::vector<double> numbers;
        for (Index i = 0; i < member.rows; ++i) {
            const toml::node& row = (*rows)[i];
            const toml::array* elements = row.as_array();
            numbers.clear();
            if (elements == nullptr)
                return report(row, key, "expected an array of finite numbers for each row");
            if (const toml::node* wrong = read_numbers(*elements, field.range, numbers))
                return report_at(*wrong, row, key,
                                 fmt::format("expected an array of finite numbers for each row, but row {}, "
                                             "column {} is {}",
                                             i + 1, numbers.size() + 1, shown(*wrong)));
            const auto count = static_cast<Index>(numbers.size());
            if (i == 0) member.columns = count;
            if (member.columns != count)
                return report(row, key,
                              fmt::format("expected {} numbers, as in the first row", member.columns));
            for (Index j = 0; j < count; ++j)
                if (numbers[j] != 0.0) member.entries.push_back({i, j, numbers[j]});
        }
    }

    void read_matrix_file(const toml::table& table, const std::string& key, MatrixSpec& member)
    {
        const auto* name = table.get_as<std::string>("file");
        if (name == nullptr || table.size() != 1 || name->get().empty())
            return report(table, key, "expected { file = \"….mtx\" }, a Matrix Market file");
        if (!sources_.directory)
            return report(table, key, "a scene that is no file cannot name files; write the matrix out");
        member.file = name->get();
        try {
            MatrixFile file = sources_.matrix(member.file);
            member.rows = file.rows;
            member.columns = file.columns;
            member.entries = std::move(file.entries);
        } catch (const InputError& error) {
            diagnostics_.add(table.source(), fmt::format("{}: {}", key, error.what()));
        } catch (const FileError& error) {
            throw FileError(
                fmt::format("{} ({} of the scene; names are relative to its folder)", error.what(), key));
        }
    }

    // Appends, up to the first that is no number within the range, which it returns; null if there is none.
    static const toml::node* read_numbers(const toml::array& elements, const Range& range,
                                          std::vector<double>& numbers)
    {
        for (const toml::node& element : elements) {
            const std::optional<double> number = number_in(element);
            if (!number || !range.contains(*number)) return &element;
            numbers.push_back(*number);
        }
        return nullptr;
    }

    template <typename Enum>
    requires std::is_enum_v<Enum>
    void read_value(const toml::node& value, const std::string& key, const auto&, Enum& member)
    {
        std::vector<std::string_view> names;
        for (const auto& entry : names_of<Enum>) {
            names.push_back(entry.name);
            const auto* word = value.as_string();
            if (word == nullptr || word->get() != entry.name) continue;
            member = entry.value;
            return;
        }
        report(value, key, choice_text(names, &value));
    }

    // An integer stands for the nearest double.
    static std::optional<double> number_in(const toml::node& value)
    {
        if (const auto* number = value.as_floating_point()) return number->get();
        if (const auto* number = value.as_integer()) return static_cast<double>(number->get());
        return std::nullopt;
    }

    template <typename Owner>
    void check_relations(const Scene& scene, const Owner& owner)
    {
        for (const Check<Owner>& check : checks_of<Owner>) {
            if (check.holds(scene, owner)) continue;
            std::string text = fmt::format("{}: expected {}", with_value(scene, check.key), check.expected);
            if (!check.other.empty()) text += " " + with_value(scene, check.other);
            if (!check.reason.empty()) text += fmt::format(" ({})", check.reason);
            diagnostics_.add(place_of(check.key, check.other), text);
        }
    }

    std::string with_value(const Scene& scene, std::string_view key) const
    {
        for (const SceneValue& value : scene_values(scene))
            if (value.key() == key)
                return fmt::format("{} = {}{}", key, value.text, document_.at_path(key) ? "" : " by default");
        return std::string(key);
    }

    // Where the document gives the first of two keys, or else the second.
    toml::source_region place_of(std::string_view key, std::string_view other) const
    {
        for (const std::string_view candidate : {key, other})
            if (const toml::node* node = document_.at_path(candidate).node()) return node->source();
        return {};
    }

    const toml::table& document_;
    Diagnostics& diagnostics_;
    SceneSources& sources_;
    const std::vector<SceneKey>& keys_ = sources_.keys;
    const toml::table empty_ = {};
    std::string_view subject_type_;  // empty while unknown
    std::string element_;            // " in contact 2" while that one is being read
    std::string_view type_;          // of the model or scheme whose tables are being read
    SubjectDefaults defaults_;       // where the scene does not say
};

}  // namespace

Scene read_scene_document(const toml::table& document, SceneSources& sources, Diagnostics& diagnostics)
{
    SceneReader reader(document, sources, diagnostics);
    const std::size_t before = diagnostics.size();
    Scene scene = reader.read();
    if (diagnostics.size() == before) reader.check(scene);
    if (diagnostics.size() == before) choose_scheme(scene, document);
    return scene;
}

}  // namespace rebond
