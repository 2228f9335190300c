#include "rebond/io/pages/paper_page.hpp"

#include "rebond/core/version.hpp"
#include "rebond/io/scene/varied_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace rebond {
namespace {

constexpr int most_decimals = 12;

std::string_view mark(Verdict verdict)
{
    switch (verdict) {
        case Verdict::shown:
            return "";
        case Verdict::agrees:
            return " ✓";
        case Verdict::inside_ensemble:
            return " ∋";
        case Verdict::cannot:
            return " ≠";
        case Verdict::unexplained:
            return " ?";
        case Verdict::differs:
        case Verdict::absent:
            return " ✗";
    }
    return "";
}

int decimals_of(double size)
{
    return static_cast<int>(std::ceil(-std::log10(size)));
}

// With as many decimals as the paper prints, of which the tolerance is half a unit; as the accuracy has,
// where that is known; else one more than the tolerance has.
std::string cell_text_of(double number, const Cell& cell, const Expectation& line)
{
    if (cell.accuracy)
        return fmt::format("{:.{}f}", number, std::clamp(decimals_of(*cell.accuracy), 0, most_decimals));
    const std::string printed = cell.expected ? fmt::format("{}", *cell.expected) : "";
    if (printed.empty() || printed.find('e') != std::string::npos) return fmt::format("{:.5g}", number);
    const std::size_t point = printed.find('.');
    const int decimals = point == std::string::npos ? 0 : static_cast<int>(printed.size() - point) - 1;
    int needed = 0;
    if (line.tolerance && *line.tolerance > 0.0)
        needed = line.source == Source::paper ? decimals_of(2.0 * *line.tolerance)
                                              : decimals_of(*line.tolerance) + 1;
    return fmt::format("{:.{}f}", number, std::clamp(needed, decimals, std::max(decimals, most_decimals)));
}

// "0.2 … 0.3 ∋ 40 %", "68.871 ± 0.004 ✓", "0.5 (3 of 4 rows) ✗"
std::string computed_text(const Cell& cell, const Expectation& line)
{
    std::string text = "none";
    if (cell.computed) {
        const std::string low = cell_text_of(cell.computed->low, cell, line),
                          high = cell_text_of(cell.computed->high, cell, line);
        text = low == high ? low : low + " … " + high;
        if (cell.accuracy) text += fmt::format(" ± {:.1g}", *cell.accuracy);
    }
    if (cell.missing > 0 && cell.computed)
        text += fmt::format(" ({} of {} rows)", cell.rows - cell.missing, cell.rows);
    text += mark(cell.verdict);
    if (cell.verdict == Verdict::inside_ensemble && cell.rank)
        text += fmt::format(" {:.0f} %", 100.0 * *cell.rank);
    return text;
}

std::string_view name_of(Source source)
{
    switch (source) {
        case Source::paper:
            break;
        case Source::theory:
            return "theory";
        case Source::peer:
            return "peer";
    }
    return "paper";
}

std::string expected_text(const Cell& cell)
{
    return cell.expected ? fmt::format("{}", *cell.expected) : "";
}

// What must hold where no number was printed: "≥ 2".
std::string bounds_text(const Expectation& line)
{
    if (line.at_least && line.at_most) return fmt::format("{} … {}", *line.at_least, *line.at_most);
    if (line.at_least) return fmt::format("≥ {}", *line.at_least);
    return line.at_most ? fmt::format("≤ {}", *line.at_most) : "";
}

// Characters on a screen; continuation bytes take none.
std::size_t width_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

using TextTable = std::vector<std::vector<std::string>>;

// The first line is the heading.
std::string markdown(const TextTable& lines)
{
    std::vector<std::size_t> widths(lines.front().size(), 3);
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
    std::string text;
    for (std::size_t n = 0; n < lines.size(); ++n) {
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += fmt::format("| {}{} ", lines[n][i], std::string(widths[i] - width_of(lines[n][i]), ' '));
        text += "|\n";
        if (n > 0) continue;
        for (const std::size_t width : widths) text += fmt::format("| {} ", std::string(width, '-'));
        text += "|\n";
    }
    return text;
}

void add_paragraph(std::string& page, std::string_view text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    if (!text.empty()) page += fmt::format("{}\n\n", text);
}

void add_exhibit(std::string& page, const ReproducedExhibit& shown)
{
    add_paragraph(page, fmt::format("### {}", shown.exhibit.name));
    add_paragraph(page, shown.exhibit.caption);
    for (const auto& [file, caption] : shown.pictures)
        add_paragraph(page, fmt::format("![{}]({})", caption, file));
    add_paragraph(page, exhibit_table(shown));
    for (const std::string& trouble : shown.troubles) add_paragraph(page, fmt::format("**{}**", trouble));
    add_paragraph(page, shown.exhibit.note);
}

}  // namespace

std::string verdicts_text(const VerdictCount& count)
{
    if (count.agree + count.inside + count.cannot + count.unexplained + count.differ == 0)
        return "nothing to be compared with";
    return fmt::format(
        "{} agree, {} lie inside an ensemble, {} cannot agree as explained, {} do not agree and the reason "
        "is not "
        "known, {} differ",
        count.agree, count.inside, count.cannot, count.unexplained, count.differ);
}

std::string exhibit_table(const ReproducedExhibit& shown)
{
    const Exhibit& exhibit = shown.exhibit;
    if (exhibit.lines.empty()) return "";
    TextTable table{{exhibit.columns.key, ""}};
    for (std::size_t i = 0; i < exhibit.columns.size(); ++i)
        table[0].push_back(exhibit.columns.key.empty() ? "" : shown_value(exhibit.columns.values[i]));
    for (std::size_t n = 0; n < exhibit.lines.size(); ++n) {
        const Expectation& line = exhibit.lines[n];
        const std::vector<Cell>& cells = shown.cells[n];
        const std::string bounds = bounds_text(line);
        const bool is_printed = std::any_of(cells.begin(), cells.end(),
                                            [](const Cell& cell) { return cell.expected.has_value(); });
        std::vector<std::string> expected{line.what,
                                          std::string(is_printed ? name_of(line.source) : "bound")};
        std::vector<std::string> computed{is_printed || !bounds.empty() ? "" : line.what, "rebond"};
        for (const Cell& cell : cells) {
            expected.push_back(cell.expected ? expected_text(cell) : bounds);
            computed.push_back(computed_text(cell, line));
        }
        if (is_printed || !bounds.empty()) table.push_back(std::move(expected));
        table.push_back(std::move(computed));
    }
    return markdown(table);
}

std::string_view marks_text()
{
    return "✓ agrees within the line's tolerance or bounds; ∋ lies between the least and the greatest of an "
           "ensemble, above the given percentage of it; ≠ does not agree, as the note explains; ? "
           "does not agree, and the reason is not known; ✗ differs, or rows lack the number. A range (a … b) "
           "is "
           "that of "
           "several runs. Numbers above are the paper's, of theory, or a peer's: an independent computation.";
}

std::string papers_page(const std::vector<ReproducedPaper>& papers)
{
    std::string page;
    add_paragraph(page, "# The papers, reproduced");
    add_paragraph(page, fmt::format("Written by `rebond reproduce` of rebond {} ({}).", version, revision));
    add_paragraph(page,
                  "Each table and figure from the scenes and studies in "
                  "`papers/`, beside the numbers that were printed, follow from theory or were computed by "
                  "others.");
    add_paragraph(page, marks_text());
    TextTable overview{{"name", "title", "numbers"}};
    for (const ReproducedPaper& paper : papers)
        overview.push_back({paper.paper.name, paper.paper.title, verdicts_text(count_verdicts(paper))});
    add_paragraph(page, markdown(overview));
    for (const ReproducedPaper& paper : papers) {
        add_paragraph(page, fmt::format("## {}", paper.paper.title));
        if (!paper.paper.reference.empty())
            add_paragraph(page, fmt::format("`{}`, [{}]", paper.paper.name, paper.paper.reference));
        add_paragraph(page, paper.paper.about);
        for (const ReproducedExhibit& exhibit : paper.exhibits) add_exhibit(page, exhibit);
    }
    page.pop_back();
    return page;
}

std::string file_name_of(std::string_view name)
{
    std::string file;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte))
            file += static_cast<char>(std::tolower(byte));
        else if (!file.empty() && file.back() != '_')
            file += '_';
    }
    while (!file.empty() && file.back() == '_') file.pop_back();
    return file;
}

}  // namespace rebond
