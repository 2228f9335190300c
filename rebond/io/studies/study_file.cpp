#include "rebond/io/studies/study_file.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/studies/observation_table.hpp"
#include "rebond/io/studies/study_axes.hpp"
#include "rebond/io/studies/study_fingerprint.hpp"
#include "rebond/io/toml/table_reader.hpp"
#include "rebond/io/toml/toml_text.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/run_scene.hpp"
#include "rebond/studies/fingerprint.hpp"
#include "rebond/studies/summary_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

namespace rebond {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_study = 16'000'000;  // bytes
constexpr std::uint64_t most_tried = 200;          // values of an axis, in search of a case that can be run

std::string read_study_text(const std::string& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        throw InputError(fmt::format("{}: error: is a directory, not a study file", path));
    std::string text = read_text_file(path, largest_study);
    if (text.size() > largest_study)
        throw InputError(
            fmt::format("{}:1:1: error: a study of more than {} MB", path, largest_study / 1'000'000));
    return text;
}

// Fills a StudyFile from its document, noting every diagnostic on the way.
class StudyReader {
public:
    // Files are looked for in `folder`; without one the study may name none.
    StudyReader(StudyFile& file, std::optional<fs::path> folder, toml::table& document,
                Diagnostics& diagnostics)
        : file_(file), document_(document), diagnostics_(diagnostics)
    {
        sources_.directory = std::move(folder);
    }

    // What needs no base.
    void read_outline()
    {
        TableReader reader(document_, "", diagnostics_);
        reader.refuse_unknown(
            {"title", "base", "scene", "vary", "sample", "bisect", "observe", "link", "plot"});
        reader.read("title", file_.study.title);
        for (PlacedAxis& axis : read_axes(document_, file_.path, diagnostics_)) {
            keys_.push_back({axis.axis.key, axis.place});
            file_.study.design.axes.push_back(std::move(axis.axis));
        }
        read_bisection();
        file_.study.observation = read_observation(document_, diagnostics_);
        duration_ = read_link(document_, file_.path, keys_, diagnostics_);
        read_plot();
        if (const auto* name = document_["base"].as_string()) file_.study.base = name->get();
    }

    void read()
    {
        read_outline();
        read_base();
        override_base();
        diagnostics_.raise();
        check_size();
        VariedScene scene(std::move(base_), std::move(sources_), keys_, duration_);
        find_valid_case(scene);
        check_bisection(scene);
        check_observation(document_, file_.study, scene, valid_, diagnostics_);
        check_plot();
        diagnostics_.raise();
        file_.base = std::make_shared<const VariedScene>(std::move(scene));
        note_identity();
    }

private:
    void report(const toml::node& value, std::string_view key, std::string_view what)
    {
        diagnostics_.add(key, value, what);
    }

    void read_bisection()
    {
        const toml::table* table = TableReader(document_, "", diagnostics_).table("bisect");
        if (table == nullptr) return;
        TableReader reader(*table, "bisect", diagnostics_);
        reader.refuse_unknown({"along", "of", "level", "tolerance"});
        Bisection& bisection = file_.study.bisection.emplace();
        reader.read("along", bisection.along, Need::required);
        reader.read("of", bisection.of, Need::required);
        reader.read("level", bisection.level, Need::required);
        reader.read("tolerance", bisection.tolerance, Need::required);
        if (reader.has("tolerance") && bisection.tolerance <= 0.0)
            reader.report("tolerance", "expected a finite number > 0");
        if (document_.contains("sample"))
            diagnostics_.add(table->source(),
                             "[bisect]: expected no [sample], whose draws differ from one case to the next");
    }

    void read_plot()
    {
        const toml::table* table = TableReader(document_, "", diagnostics_).table("plot");
        if (table == nullptr) return;
        TableReader reader(*table, "plot", diagnostics_);
        reader.refuse_unknown({"x", "y", "by", "x_scale", "y_scale", "distance_to", "spread_over", "ensemble",
                               "x_label", "y_label", "by_label"});
        StudyPlot& plot = file_.study.plot.emplace();
        reader.read("x", plot.x, Need::required);
        reader.read("y", plot.y, Need::required);
        reader.read("by", plot.by);
        read_scale(reader, "x_scale", plot.x_scale);
        read_scale(reader, "y_scale", plot.y_scale);
        reader.read("distance_to", plot.distance_to);
        reader.read("spread_over", plot.spread_over);
        reader.read("ensemble", plot.ensemble);
        reader.read("x_label", plot.x_label);
        reader.read("y_label", plot.y_label);
        reader.read("by_label", plot.by_label);
        if (reader.has("distance_to") && reader.has("spread_over"))
            reader.report("spread_over", "expected it or distance_to, not both");
        if (!draws_points(file_.study, plot)) return;
        for (const char* name : {"by", "distance_to", "spread_over", "ensemble", "by_label"})
            if (reader.has(name)) reader.report(name, "expected none with a y of the observed points");
        const bool has_axis =
            std::any_of(keys_.begin(), keys_.end(), [&](const OpenKey& key) { return key.key == plot.x; });
        if (!has_axis) reader.report("x", "expected an axis of the study with a y of the observed points");
        file_.study.point_plot = std::move(plot);
        file_.study.plot.reset();
    }

    // Whether y is a value of the observed points rather than a column of the rows.
    static bool draws_points(const Study& study, const StudyPlot& plot)
    {
        if (!study.observation) return false;
        const std::vector<std::string> columns = point_columns(*study.observation);
        return std::find(columns.begin(), columns.end(), plot.y) != columns.end();
    }

    static void read_scale(TableReader& plot, std::string_view name, Scale& member)
    {
        const toml::node* value = plot.get(name);
        if (value == nullptr) return;
        const auto* word = value->as_string();
        if (word != nullptr && word->get() == "log")
            member = Scale::logarithmic;
        else if (word == nullptr || word->get() != "linear")
            plot.report(name, "expected \"linear\" or \"log\"");
    }

    // The scene in the study, or in the file it names.
    void read_base()
    {
        toml::node* inline_scene = document_.get("scene");
        const toml::node* name = document_.get("base");
        if ((inline_scene == nullptr) == (name == nullptr)) {
            diagnostics_.add(name == nullptr ? toml::source_region{} : name->source(),
                             name == nullptr ? "base is missing: the name of a scene file, or a table [scene]"
                                             : "expected base or [scene], not both");
            return;
        }
        if (inline_scene != nullptr) {
            if (toml::table* table = inline_scene->as_table())
                base_ = std::move(*table);
            else
                report(*inline_scene, "scene", "expected a table [scene]");
            return;
        }
        if (file_.study.base.empty()) return report(*name, "base", "expected the name of a scene file");
        if (!sources_.directory)
            return report(*name, "base", "a study that is no file cannot name files; write [scene] out");
        const fs::path path = *sources_.directory / file_.study.base;
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (status.type() == fs::file_type::not_found)
            return report(*name, "base", "no such file; names are relative to the study's folder");
        if (status.type() == fs::file_type::directory)
            return report(*name, "base", "is a directory, not a scene");
        file_.base_text = read_text_file(path.string(), largest_study);
        base_ = parse_document(file_.base_text, path.string());
        if (base_.contains("base") || base_.contains("vary"))
            return report(*name, "base", "is a study, not a scene: name the scene that it varies");
        base_name_ = path.string();
        sources_.directory = path.parent_path();
    }

    void override_base()
    {
        for (const std::string& assignment : file_.overrides) {
            const std::string key = assignment.substr(0, assignment.find('='));
            if (std::any_of(keys_.begin(), keys_.end(), [&](const OpenKey& open) { return open.key == key; }))
                throw InputError(fmt::format("--set {}: error: the study varies {}; expected another key",
                                             assignment, key));
            override_value(base_, assignment, diagnostics_);
        }
        if (!file_.overrides.empty()) drop_keys_of_former_scheme(base_, sources_.keys);
    }

    void check_size()
    {
        const double count = case_count(file_.study.design);
        if (count > most_cases)
            diagnostics_.add(
                document_.contains("vary") ? document_.get("vary")->source() : toml::source_region{},
                fmt::format("the axes multiply to {} cases: expected at most {:.0f}",
                            count < 1e15 ? fmt::format("{:.0f}", count) : fmt::format("{:.3g}", count),
                            most_cases));
        diagnostics_.raise();
        file_.grid_cases = static_cast<std::uint64_t>(count);
    }

    // What keeps a case from being run; nothing, and the study's columns and effective base are known.
    Diagnostics diagnostics(VariedScene& varied, const std::vector<Value>& values)
    {
        Diagnostics diagnostics(base_name_.empty() ? file_.path : base_name_);
        const Scene scene = varied.at(values, diagnostics);
        if (diagnostics.size() > 0) return diagnostics;
        try {
            if (const auto free = free_memory()) require_memory(scene, *free);
            const PreparedProblem prepared = prepare_problem(scene);
            const RunResult nothing{.findings = {.final = prepared.problem.initial}, .outcome = {}};
            const SummaryRow row = summary_row(summarise(scene, prepared.problem, nothing));
            file_.columns.clear();
            text_columns_.clear();
            for (const auto& [name, value] : row) {
                file_.columns.push_back(name);
                if (std::holds_alternative<std::string>(value)) text_columns_.push_back(name);
            }
            file_.effective_base = write_scene(scene);
            valid_ = values;
        } catch (const Unbuildable& wrong) {
            varied.report(wrong.key, wrong.expected, diagnostics);
        }
        return diagnostics;
    }

    // Starts from the first case and takes along each axis the value that leaves the fewest diagnostics. A
    // value out of range is the matter of its cases; what spoils all of them is the study's.
    void find_valid_case(VariedScene& varied)
    {
        const std::vector<ParameterAxis>& axes = file_.study.design.axes;
        std::vector<Value> values = case_at(file_.study.design, 0).values;
        const Diagnostics first = diagnostics(varied, values);
        std::size_t fewest = first.size();
        for (std::size_t j = 0; j < axes.size() && fewest > 0; ++j) {
            const std::uint64_t size = size_of(axes[j]);
            const std::uint64_t stride = std::max<std::uint64_t>(1, size / most_tried);
            Value best = values[j];
            for (std::uint64_t i = 0; i < size && fewest > 0; i += stride) {
                values[j] = value_at(axes[j], i, i);
                const std::size_t count = diagnostics(varied, values).size();
                if (count >= fewest) continue;
                fewest = count;
                best = values[j];
            }
            values[j] = best;
        }
        if (fewest > 0) first.raise();
    }

    // Reports unless there is such a column, of the summary or, for plots, of an axis; one of numbers, if
    // asked for.
    void require_column(std::string_view table, std::string_view name, const std::string& column,
                        bool has_numbers)
    {
        const toml::node& given = *document_.get(table)->as_table()->get(name);
        const std::string key = fmt::format("{}.{}", table, name);
        std::vector<std::string_view> known(file_.columns.begin(), file_.columns.end());
        bool is_text = std::find(text_columns_.begin(), text_columns_.end(), column) != text_columns_.end();
        for (const ParameterAxis& axis : file_.study.design.axes) {
            if (table == "bisect") break;
            known.push_back(axis.key);
            if (axis.key == column) is_text = !number_in(value_at(axis, 0, 0));
        }
        if (std::find(known.begin(), known.end(), column) == known.end()) {
            const std::string_view nearest = nearest_name(column, known);
            report(given, key,
                   nearest.empty() ? fmt::format("no such column; expected one of {}", fmt::join(known, ", "))
                                   : fmt::format("no such column; did you mean '{}'?", nearest));
        } else if (is_text && has_numbers) {
            report(given, key, "expected a column of numbers");
        }
    }

    // The axis of a key; null, with a diagnostic, if there is none.
    const ParameterAxis* required_axis(const std::string& key, const toml::node& given, std::string_view name)
    {
        std::vector<std::string_view> keys;
        for (const ParameterAxis& axis : file_.study.design.axes) {
            if (axis.key == key) return &axis;
            keys.push_back(axis.key);
        }
        report(given, name,
               fmt::format("expected a key of [vary]{}: {}",
                           document_.contains("sample") ? " or [sample]" : "", fmt::join(keys, ", ")));
        return nullptr;
    }

    void check_bisection(VariedScene& varied)
    {
        if (!file_.study.bisection) return;
        const Bisection& bisection = *file_.study.bisection;
        const toml::table& table = *document_.get("bisect")->as_table();
        require_column("bisect", "of", bisection.of, true);
        const ParameterAxis* axis = required_axis(bisection.along, *table.get("along"), "bisect.along");
        if (axis == nullptr) return;
        const std::uint64_t size = size_of(*axis);
        for (std::uint64_t i = 0; i < size; ++i)
            if (!number_in(value_at(*axis, i, 0)))
                return report(*table.get("along"), "bisect.along", "expected an axis of numbers");
        if (size < 2)
            return report(*table.get("along"), "bisect.along", "expected an axis of two values or more");

        const std::string diagnostic = diagnostic_between(*axis, varied);
        if (!diagnostic.empty())
            report(*table.get("along"), "bisect.along",
                   fmt::format("expected a key that takes any number between two values ({})", diagnostic));
    }

    // Midpoints must be values of the key, too: those of an integer are not. What is wrong with one between
    // the first two values, unless one between other two will do; values out of range are the matter of their
    // cases.
    std::string diagnostic_between(const ParameterAxis& axis, VariedScene& varied)
    {
        std::vector<Value> values = valid_;
        const auto j = static_cast<std::size_t>(&axis - file_.study.design.axes.data());
        const std::uint64_t intervals = size_of(axis) - 1;
        const std::uint64_t stride = std::max<std::uint64_t>(1, intervals / most_tried);
        std::string first;
        for (std::uint64_t i = 0; i < intervals; i += stride) {
            const double a = *number_in(value_at(axis, i, 0)), b = *number_in(value_at(axis, i + 1, 0));
            values[j] = std::lerp(a, b, 0.37);
            Diagnostics diagnostics(file_.path);
            (void)varied.at(values, diagnostics);
            if (diagnostics.size() == 0) return "";
            if (first.empty()) first = diagnostics.gist();
        }
        return first;
    }

    void check_plot()
    {
        if (!file_.study.plot) return;
        const StudyPlot& plot = *file_.study.plot;
        require_column("plot", "x", plot.x, true);
        require_column("plot", "y", plot.y, true);
        if (!plot.by.empty()) require_column("plot", "by", plot.by, false);
        check_plot_axis("spread_over", plot.spread_over);
        check_plot_axis("ensemble", plot.ensemble);
        if (!plot.ensemble.empty() && plot.ensemble == plot.spread_over)
            report(*document_.get("plot")->as_table()->get("ensemble"), "plot.ensemble",
                   "expected another axis than spread_over");
    }

    // Of an axis beside those that are drawn.
    void check_plot_axis(std::string_view name, const std::string& key)
    {
        const toml::node* given = document_.get("plot")->as_table()->get(name);
        if (given == nullptr) return;
        const std::string full = fmt::format("plot.{}", name);
        const ParameterAxis* axis = required_axis(key, *given, full);
        if (axis == nullptr) return;
        if (key == file_.study.plot->x || key == file_.study.plot->by)
            report(*given, full, "expected another axis than x and by");
        else if (size_of(*axis) < 2)
            report(*given, full, "expected an axis of two values or more");
    }

    void note_identity()
    {
        file_.fingerprint = study_fingerprint(*file_.base, file_.study.design);
        if (const auto& observation = file_.study.observation)
            file_.fingerprint = fingerprint(identity_of(*observation), file_.fingerprint);
        if (duration_)
            file_.fingerprint =
                fingerprint(fmt::format("{} periods", number_text(duration_->periods)), file_.fingerprint);
        file_.has_every_file = has_every_file(*file_.base, file_.study.design);
        if (const auto& bisection = file_.study.bisection)
            file_.bisection_text =
                fmt::format("{} {} {} {}", bisection->along, bisection->of, number_text(bisection->level),
                            number_text(bisection->tolerance));
    }

    StudyFile& file_;
    toml::table& document_;
    Diagnostics& diagnostics_;
    toml::table base_;
    std::string base_name_;  // empty if the study holds the scene
    SceneSources sources_;
    std::vector<OpenKey> keys_;
    std::optional<LinkedDuration> duration_;
    std::vector<Value> valid_;               // a case that can be run
    std::vector<std::string> text_columns_;  // of the summary
};

StudyFile read_study(const std::string& text, const std::string& name, const std::optional<fs::path>& folder,
                     const std::vector<std::string>& overrides)
{
    StudyFile file;
    file.path = name;
    file.text = text;
    file.overrides = overrides;
    toml::table document = parse_document(file.text, name);
    if (document.contains("model") && !document.contains("vary"))
        throw InputError(fmt::format(
            "{}:1:1: error: this is a scene; 'rebond run' runs it, and a study names it as its base", name));
    Diagnostics diagnostics(name);
    StudyReader(file, folder, document, diagnostics).read();
    return file;
}

}  // namespace

bool is_study_file(const std::string& path)
{
    return is_study(parse_document(read_study_text(path), path));
}

StudyFile read_study_file(const std::string& path, const std::vector<std::string>& overrides)
{
    return read_study(read_study_text(path), path, fs::path(path).parent_path(), overrides);
}

Study read_study_outline(const std::string& text, const std::string& name)
{
    StudyFile file;
    file.path = name;
    toml::table document = parse_document(text, name);
    Diagnostics diagnostics(name);
    StudyReader(file, std::nullopt, document, diagnostics).read_outline();
    diagnostics.raise();
    return file.study;
}

StudyFile parse_study(const std::string& text, const std::string& name,
                      const std::optional<fs::path>& directory)
{
    return read_study(text, name, directory, {});
}

}  // namespace rebond
