#include "rebond/io/results/summary_reference.hpp"

#include "rebond/analysis/summary_fields.hpp"

#include <fmt/format.h>

namespace rebond {
namespace {

constexpr std::string_view introduction =
    "# The summary\n\n"
    "`rebond run SCENE --json` prints these keys as one JSON object. `summary.json` and the attribute "
    "`summary` of\n"
    "`result.h5` hold the same object. Rows of a study have the numbers as columns under their dotted names, "
    "as\n"
    "`energy.final`. A number that has no value in a run is `null`, and `absent` says why.\n";

constexpr std::string_view heading = "\n| key | unit | meaning |\n| --- | --- | --- |\n";

// A bar would end the cell.
std::string cell(std::string_view text)
{
    std::string cell;
    for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
    return cell;
}

// Tables within the summary follow the one that names them.
template <Described T>
std::string table_of(std::string_view name)
{
    std::string text, inner;
    if (!name.empty()) text = fmt::format("\n## `{}`\n", name);
    text += heading;
    for_each_field(T{}, [&]<typename Member>(const auto& field, const Member&) {
        text += fmt::format("| `{}` | {} | {} |\n", field.name, field.unit, cell(field.meaning));
        const std::string whole =
            name.empty() ? std::string(field.name) : fmt::format("{}.{}", name, field.name);
        if constexpr (Described<Member>) inner += table_of<Member>(whole);
        if constexpr (requires { requires Described<typename Member::value_type>; })
            inner += table_of<typename Member::value_type>(whole + "[i]");
    });
    return text + inner;
}

}  // namespace

std::string summary_reference_markdown()
{
    return std::string(introduction) + table_of<Summary>("");
}

}  // namespace rebond
