#include "rebond/io/papers/paper_file.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/drawing/overlay_figure.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/io/studies/study_axes.hpp"
#include "rebond/io/toml/table_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>

namespace rebond {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_paper = 1'000'000;  // bytes

class PaperReader {
public:
    PaperReader(Paper& paper, const fs::path& folder, Diagnostics& diagnostics)
        : paper_(paper), folder_(folder), diagnostics_(diagnostics)
    {
    }

    void read(const toml::table& document)
    {
        TableReader in(document, "", diagnostics_);
        in.refuse_unknown({"title", "reference", "about", "exhibit"});
        in.read("title", paper_.title, Need::required);
        in.read("reference", paper_.reference);
        in.read("about", paper_.about);
        const auto exhibits = in.tables("exhibit");
        if (exhibits.empty()) in.report("exhibit", "is missing: expected tables [[exhibit]]");
        for (const toml::table* table : exhibits) {
            paper_.exhibits.push_back(exhibit(*table));
            refuse_twins(paper_.exhibits, TableReader(*table, "exhibit", diagnostics_));
        }
    }

private:
    // The last of `named` has a name of its own: pictures and rows go by it.
    static void refuse_twins(const auto& named, TableReader in)
    {
        const std::string& last = named.back().name;
        if (std::any_of(named.begin(), named.end() - 1,
                        [&](const auto& other) { return other.name == last; }))
            in.report("name", "expected a name that no other has");
    }

    static void refuse_unless_known(TableReader& in, std::string_view key, const std::string& word,
                                    const std::vector<std::string_view>& known)
    {
        if (std::find(known.begin(), known.end(), word) != known.end()) return;
        const std::string_view nearest = nearest_name(word, known);
        in.report(key, nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                       : fmt::format("'{}' is unknown; did you mean '{}'?", word, nearest));
    }

    Exhibit exhibit(const toml::table& table)
    {
        TableReader in(table, "exhibit", diagnostics_);
        in.refuse_unknown({"name", "caption", "study", "fit", "run", "orbit", "plots", "overlays", "families",
                           "columns", "line", "note"});
        Exhibit exhibit;
        in.read("name", exhibit.name, Need::required);
        in.read("caption", exhibit.caption);
        in.read("note", exhibit.note);
        in.read("study", exhibit.study);
        in.read("fit", exhibit.is_fitted);
        if (exhibit.is_fitted && !in.has("study"))
            in.report("fit", "expected a study of a ball on a beam with it");
        in.read("plots", exhibit.plots);
        in.read("overlays", exhibit.overlays);
        for (const std::string& overlay : exhibit.overlays)
            refuse_unless_known(in, "overlays", overlay, overlay_names());
        if (!exhibit.study.empty()) exhibit.study = existing(in, "study", exhibit.study);
        for (const toml::table* run : in.tables("run")) {
            exhibit.runs.push_back(exhibit_run(*run));
            refuse_twins(exhibit.runs, TableReader(*run, "exhibit.run", diagnostics_));
        }
        for (const toml::table* orbit : in.tables("orbit")) {
            exhibit.runs.push_back(exhibit_orbit(*orbit));
            refuse_twins(exhibit.runs, TableReader(*orbit, "exhibit.orbit", diagnostics_));
        }
        in.read("families", exhibit.shows_families);
        if (exhibit.shows_families && !in.has("orbit")) in.report("families", "expected orbits to show");
        if (in.has("overlays") && !in.has("run"))
            in.report("overlays", "expected runs to lay over each other");
        if (in.has("study") && (in.has("run") || in.has("orbit")))
            in.report("study", "expected a study or runs, not both");
        if (in.has("run") && in.has("orbit")) in.report("orbit", "expected runs or orbits, not both");
        if (const toml::table* columns = in.table("columns")) read_columns(*columns, exhibit.columns);
        for (const toml::table* line : in.tables("line"))
            exhibit.lines.push_back(expectation(*line, exhibit.columns));
        if (!exhibit.lines.empty() && !in.has("study") && !in.has("run") && !in.has("orbit"))
            in.report("line", "expected a study, a run or an orbit that gives the number");
        return exhibit;
    }

    ExhibitRun exhibit_run(const toml::table& table)
    {
        TableReader in(table, "exhibit.run", diagnostics_);
        in.refuse_unknown({"name", "scene", "set", "status"});
        ExhibitRun run;
        in.read("name", run.name, Need::required);
        in.read("scene", run.scene, Need::required);
        in.read("set", run.changes);
        in.read("status", run.status);
        refuse_unless_known(in, "status", run.status,
                            {name_of(Status::ok), name_of(Status::diverged), name_of(Status::unbalanced),
                             name_of(Status::solve_failed), name_of(Status::event_failed)});
        if (!run.scene.empty()) run.scene = existing(in, "scene", run.scene);
        return run;
    }

    ExhibitRun exhibit_orbit(const toml::table& table)
    {
        TableReader in(table, "exhibit.orbit", diagnostics_);
        in.refuse_unknown({"name", "scene", "set"});
        ExhibitRun run{.is_orbit = true};
        in.read("name", run.name, Need::required);
        in.read("scene", run.scene, Need::required);
        in.read("set", run.changes);
        if (!run.scene.empty()) run.scene = existing(in, "scene", run.scene);
        return run;
    }

    void read_columns(const toml::table& table, Columns& columns)
    {
        TableReader in(table, "exhibit.columns", diagnostics_);
        in.refuse_unknown({"key", "values"});
        in.read("key", columns.key, Need::required);
        columns.values = values(in, "values");
        if (columns.values.empty()) in.report("values", "expected a list of numbers or strings");
    }

    Expectation expectation(const toml::table& table, const Columns& columns)
    {
        TableReader in(table, "exhibit.line", diagnostics_);
        in.refuse_unknown({"what", "of", "minus", "over", "factor", "distance_to", "where", "exponent_over",
                           "spread_over", "chance_over", "paper", "theory", "peer", "tolerance",
                           "inside_ensemble", "at_least", "at_most", "cannot", "unexplained"});
        Expectation line;
        in.read("what", line.what, Need::required);
        in.read("of", line.quantity.of, Need::required);
        in.read("minus", line.quantity.minus);
        in.read("over", line.quantity.over);
        in.read("factor", line.quantity.factor);
        in.read("distance_to", line.quantity.distance_to);
        in.read("exponent_over", line.exponent_over);
        in.read("spread_over", line.spread_over);
        in.read("chance_over", line.chance_over);
        if (in.has("spread_over") && in.has("exponent_over"))
            in.report("spread_over", "expected it or exponent_over, not both");
        if (in.has("chance_over") && !in.has("spread_over"))
            in.report("chance_over", "expected spread_over with it");
        in.read("tolerance", line.tolerance);
        if (line.tolerance && *line.tolerance < 0.0) in.report("tolerance", "expected a number ≥ 0");
        in.read("inside_ensemble", line.is_inside_ensemble);
        in.read("at_least", line.at_least);
        in.read("at_most", line.at_most);
        if (const toml::table* where = in.table("where"))
            for (const auto& [key, value] : *where) {
                const auto wanted = scalar_value(value);
                if (wanted)
                    line.where.emplace_back(key.str(), *wanted);
                else
                    diagnostics_.add(
                        value.source(),
                        fmt::format("exhibit.line.where: expected a number, a string or a boolean"));
            }
        read_expected(in, columns, line);
        read_marks(in, "cannot", columns, line.cannot);
        read_marks(in, "unexplained", columns, line.unexplained);
        return line;
    }

    void read_expected(TableReader& in, const Columns& columns, Expectation& line)
    {
        std::string_view name;
        for (const auto& [source, word] :
             {std::pair(Source::paper, "paper"), {Source::theory, "theory"}, {Source::peer, "peer"}}) {
            if (!in.has(word)) continue;
            if (!name.empty()) return in.report(word, "expected one of paper, theory and peer");
            name = word;
            line.source = source;
        }
        if (name.empty()) {
            if (line.tolerance) in.report("tolerance", "expected paper, theory or peer with it");
            return;
        }
        const toml::node* given = in.get(name);
        const toml::array* list = given->as_array();
        const std::size_t size = list == nullptr ? 1 : list->size();
        if (size != columns.size())
            return in.report(
                name, columns.size() == 1
                          ? std::string("expected one number; several need columns, which "
                                        "exhibit.columns names: { key = \"run\", values = [\"a\", \"b\"] }")
                          : fmt::format("expected {} numbers, one for each column", columns.size()));
        for (std::size_t i = 0; i < size; ++i) {
            const toml::node& element = list == nullptr ? *given : *list->get(i);
            const auto number = finite_number(element);
            const auto* text = element.as_string();
            if (!number && (text == nullptr || !text->get().empty()))
                return in.report(name, "expected finite numbers, or \"\" where there is none");
            line.expected.push_back(number);
        }
        if (!line.tolerance && !line.is_inside_ensemble && !in.has("cannot") && !in.has("unexplained"))
            in.report(name, "expected a tolerance, inside_ensemble, cannot or unexplained with it");
    }

    // Columns that are marked: all of them, or those of some values.
    static void read_marks(TableReader& in, std::string_view name, const Columns& columns,
                           std::vector<bool>& marks)
    {
        const toml::node* given = in.get(name);
        if (given == nullptr) return;
        if (const auto* flag = given->as_boolean()) {
            marks.assign(columns.size(), flag->get());
            return;
        }
        marks.assign(columns.size(), false);
        for (const Value& value : values(in, name)) {
            const auto at = std::find(columns.values.begin(), columns.values.end(), value);
            if (at == columns.values.end())
                return in.report(name, "expected true, or a list of columns' values");
            marks[static_cast<std::size_t>(at - columns.values.begin())] = true;
        }
    }

    static std::vector<Value> values(TableReader& in, std::string_view name)
    {
        std::vector<Value> values;
        const toml::node* given = in.get(name);
        const toml::array* list = given == nullptr ? nullptr : given->as_array();
        if (list == nullptr) return {};
        for (const toml::node& element : *list)
            if (auto value = scalar_value(element)) values.push_back(std::move(*value));
        return values.size() == list->size() ? values : std::vector<Value>{};
    }

    std::string existing(TableReader& in, std::string_view name, const std::string& file)
    {
        const fs::path path = folder_ / file;
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored))
            in.report(name, "no such file; names are relative to the paper's folder");
        return path.lexically_normal().string();
    }

    Paper& paper_;
    fs::path folder_;
    Diagnostics& diagnostics_;
};

// Beside the program, or beside the Python module that this code is part of.
std::vector<fs::path> places_of_papers()
{
    std::vector<fs::path> places;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        for (const char* place : {"../share/rebond/papers", "../../../papers"})
            places.push_back(program.parent_path() / place);
    Dl_info module{};
    if (::dladdr(reinterpret_cast<const void*>(&places_of_papers), &module) != 0)
        for (const char* place : {"papers", "../../../../share/rebond/papers", "../../../../papers"})
            places.push_back(fs::path(module.dli_fname).parent_path() / place);
    return places;
}

bool has_paper(const fs::path& folder)
{
    std::error_code ignored;
    return fs::is_regular_file(folder / "paper.toml", ignored);
}

}  // namespace

Paper read_paper(const std::string& folder)
{
    Paper paper;
    const fs::path absolute = fs::weakly_canonical(folder);
    paper.name = absolute.filename().string();
    paper.folder = folder;
    const std::string path = (fs::path(folder) / "paper.toml").string();
    const std::string text = read_text_file(path, largest_paper);
    if (text.size() > largest_paper)
        throw InputError(
            fmt::format("{}:1:1: error: a paper of more than {} MB", path, largest_paper / 1'000'000));
    const toml::table document = parse_document(text, path);
    Diagnostics diagnostics(path);
    PaperReader(paper, folder, diagnostics).read(document);
    diagnostics.raise();
    return paper;
}

std::vector<std::string> known_papers()
{
    for (const fs::path& place : places_of_papers()) {
        std::vector<std::string> found;
        std::error_code error;
        for (fs::directory_iterator entry(place, error), end; !error && entry != end; entry.increment(error))
            if (has_paper(entry->path())) found.push_back(entry->path().lexically_normal().string());
        std::sort(found.begin(), found.end());
        if (!found.empty()) return found;
    }
    return {};
}

std::string paper_folder(const std::string& name)
{
    if (has_paper(name)) return name;
    std::vector<std::string> names;
    for (const std::string& folder : known_papers()) {
        names.push_back(fs::path(folder).filename().string());
        const std::string& known = names.back();
        if (known == name || known.substr(0, known.find('_')) == name) return folder;
    }
    const std::string_view nearest =
        nearest_name(name, std::vector<std::string_view>(names.begin(), names.end()));
    throw InputError(
        fmt::format("{}: error: there is no such paper, nor a folder with a paper.toml; {}", name,
                    !nearest.empty() ? fmt::format("did you mean '{}'?", nearest)
                    : names.empty()  ? std::string("none came with this program")
                                     : fmt::format("expected all or one of {}", fmt::join(names, ", "))));
}

}  // namespace rebond
