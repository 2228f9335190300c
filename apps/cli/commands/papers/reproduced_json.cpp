#include "apps/cli/commands/papers/reproduced_json.hpp"

#include "apps/cli/commands/value_json.hpp"

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Verdict verdict)
{
    switch (verdict) {
        case Verdict::shown:
            return "shown";
        case Verdict::agrees:
            return "agrees";
        case Verdict::inside_ensemble:
            return "inside_ensemble";
        case Verdict::cannot:
            return "cannot";
        case Verdict::unexplained:
            return "unexplained";
        case Verdict::differs:
            return "differs";
        case Verdict::absent:
            return "absent";
    }
    return "";
}

Json cell_json(const Cell& cell)
{
    Json json{{"expected", cell.expected ? Json(*cell.expected) : Json()}, {"computed", nullptr}};
    if (cell.computed)
        json["computed"] = {{"mean", cell.computed->mean()},
                            {"least", cell.computed->low},
                            {"greatest", cell.computed->high},
                            {"count", cell.computed->count}};
    json["rows"] = cell.rows;
    json["missing"] = cell.missing;
    json["accuracy"] = cell.accuracy ? Json(*cell.accuracy) : Json();
    json["rank"] = cell.rank ? Json(*cell.rank) : Json();
    json["verdict"] = name_of(cell.verdict);
    return json;
}

Json exhibit_json(const ReproducedExhibit& exhibit)
{
    const Columns& columns = exhibit.exhibit.columns;
    Json json{{"name", exhibit.exhibit.name}, {"lines", Json::array()}, {"pictures", Json::array()}};
    for (std::size_t n = 0; n < exhibit.cells.size(); ++n) {
        Json line{{"what", exhibit.exhibit.lines[n].what}, {"cells", Json::array()}};
        for (std::size_t i = 0; i < exhibit.cells[n].size(); ++i) {
            Json cell = cell_json(exhibit.cells[n][i]);
            if (!columns.key.empty()) cell[columns.key] = to_json(columns.values[i]);
            line["cells"].push_back(std::move(cell));
        }
        json["lines"].push_back(std::move(line));
    }
    for (const Picture& picture : exhibit.pictures) json["pictures"].push_back(picture.file);
    json["troubles"] = exhibit.troubles;
    return json;
}

}  // namespace

Json reproduced_json(const std::vector<ReproducedPaper>& papers, const std::string& page)
{
    Json json{{"papers", Json::array()}, {"page", page.empty() ? Json() : Json(page)}};
    for (const ReproducedPaper& paper : papers) {
        const auto [agree, inside, cannot, unexplained, differ] = count_verdicts(paper);
        Json one{{"name", paper.paper.name},
                 {"title", paper.paper.title},
                 {"verdicts",
                  {{"agree", agree},
                   {"inside_ensemble", inside},
                   {"cannot", cannot},
                   {"unexplained", unexplained},
                   {"differ", differ}}},
                 {"exhibits", Json::array()}};
        for (const ReproducedExhibit& exhibit : paper.exhibits)
            one["exhibits"].push_back(exhibit_json(exhibit));
        json["papers"].push_back(std::move(one));
    }
    return json;
}

}  // namespace rebond::cli
