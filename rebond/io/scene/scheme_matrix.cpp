#include "rebond/io/scene/scheme_matrix.hpp"

#include "rebond/contact/gaps/distance.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/io/scene/scene_reference.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rebond {
namespace {

using Overrides = std::vector<std::string>;

Overrides operator+(Overrides a, const Overrides& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// A kind of scene beyond laws and friction, which only some models have.
struct Kind {
    std::string_view model;
    std::string name;
    Overrides overrides;
};

// What `rebond new` makes of the model, changed to have something to slide and to press together.
Overrides base_of(std::string_view model)
{
    if (model == "linear") return {"contact.0.tangent=[1.0, 0.0]"};
    if (model == "balls")
        return {
            "model.ball=[{mass=1.0, radius=0.5, position=[0.0, 1.0], velocity=[0.0, -1.0]}, "
            "{mass=1.0, radius=0.5, position=[0.2, 2.5]}]"};
    return {};
}

// More than are followed pair by pair, in a row.
std::string crowd_of_balls()
{
    std::string balls = "model.ball=[";
    for (std::size_t i = 0; i <= most_listed_balls; ++i)
        balls += fmt::format("{{mass=1.0, radius=0.5, position=[{}.0, 1.0]}}, ", 2 * i);
    return balls + "]";
}

std::vector<Kind> further_kinds()
{
    const std::string stops =
        "contact=[{normal=[0.0, -1.0], tangent=[1.0, 0.0], offset=0.005}, "
        "{normal=[0.0, 1.0], tangent=[1.0, 0.0], offset=0.005";
    const std::string motion = "contact.0.motion={amplitude=1e-3, frequency_hz=5.0}";
    const std::string rough = "impact.friction=0.3";
    const std::string plane = "model.plane=[{point=[-2.0, 0.0], normal=[1.0, 0.0]";
    const std::string circle = "model.circle=[{centre=[0.0, 0.0], radius=5.0}]";
    return {{"linear", "two contacts, stronge", {stops + "}]", "impact.law=stronge"}},
            {"linear", "two contacts, newton and poisson", {stops + ", law=\"poisson\"}]"}},
            {"linear", "a stop that moves", {motion}},
            {"linear", "a stop that moves, with friction", {motion, rough}},
            {"linear", "a belt, with friction", {"contact.0.slide_velocity=1.0", rough}},
            {"linear", "damping that couples modes", {"model.damping=[[1.0, 0.0], [0.0, 0.0]]"}},
            {"frame", "a contact without mass", {"model.contact_mass=massless"}},
            {"frame", "a contact without mass, with friction", {"model.contact_mass=massless", rough}},
            {"balls", "a plane that moves", {plane + ", motion={amplitude=1e-3, frequency_hz=5.0}}]"}},
            {"balls",
             "a plane that moves, with friction",
             {plane + ", motion={amplitude=1e-3, frequency_hz=5.0}}]", rough}},
            {"balls", "inside a circle", {circle}},
            {"balls", "inside a circle, with friction", {circle, rough}},
            {"balls", fmt::format("more than {} balls, newton", most_listed_balls), {crowd_of_balls()}},
            {"balls",
             fmt::format("more than {} balls, with friction", most_listed_balls),
             {crowd_of_balls(), rough}},
            {"balls",
             fmt::format("more than {} balls, poisson", most_listed_balls),
             {crowd_of_balls(), "impact.law=poisson"}}};
}

// The clause of an error without where it is.
std::string without_place(std::string_view text)
{
    constexpr std::string_view mark = "error: ";
    if (const std::size_t at = text.find(mark); at != std::string_view::npos)
        text.remove_prefix(at + mark.size());
    return std::string(text.substr(0, text.find('\n')));
}

MatrixRow row_of(std::string_view model, std::string kind, const Overrides& overrides)
{
    MatrixRow row{.model = model, .kind = std::move(kind)};
    try {
        row.problem = build_problem_for_any_scheme(
            parse_scene(commented_scene(model), "scene", base_of(model) + overrides));
    } catch (const InputError& error) {
        row.refusal = without_place(error.what());
    } catch (const Unbuildable& error) {
        row.refusal = error.what();
    }
    return row;
}

// A contact of Hertz's law has a stiffness and gives back what it takes, unless the model has a law of its
// own.
MatrixRow law_row(std::string_view model, const EnumeratorName<Law>& law, double friction)
{
    const std::string kind = fmt::format("{}{}", law.name, friction > 0.0 ? ", with friction" : "");
    const Overrides overrides = {fmt::format("impact.law={}", law.name),
                                 fmt::format("impact.friction={}", friction)};
    const bool has_own_force =
        std::visit([]<typename S>(const S&) { return defaults_of<S>.law == Law::hertz; },
                   *alternative_named<Subject>(model));
    if (law.value != Law::hertz || has_own_force) return row_of(model, kind, overrides);
    return row_of(model, kind, overrides + Overrides{"impact.hertz_stiffness=1e9", "impact.restitution=1.0"});
}

// A circle of a program's own, half a metre around a point one metre below the first two coordinates.
MatrixRow curved_row(std::string_view model)
{
    MatrixRow row = row_of(model, "a curved gap of your own, in C++", {});
    const Vector2 start = row.problem->initial.q.head<2>();
    const Centres centres{.first = 0, .fixed = start - Vector2(0.0, 1.0)};
    row.problem->contacts.push_back(
        {.gap = {.terms = {}, .offset = -0.5, .function = std::make_shared<Distance>(centres)}});
    return row;
}

// Sentences below the tables, each with its number.
class Notes {
public:
    std::size_t number_of(const std::string& sentence)
    {
        const auto found = std::find(sentences_.begin(), sentences_.end(), sentence);
        if (found == sentences_.end()) sentences_.push_back(sentence);
        return static_cast<std::size_t>(std::find(sentences_.begin(), sentences_.end(), sentence) -
                                        sentences_.begin()) +
               1;
    }
    std::string markdown() const
    {
        std::string text;
        for (std::size_t i = 0; i < sentences_.size(); ++i)
            text += fmt::format("[^{}]: {}.\n", i + 1, sentences_[i]);
        return text;
    }

private:
    std::vector<std::string> sentences_;
};

std::string markdown_row(const MatrixRow& row, Notes& notes)
{
    std::string text = fmt::format("| {} |", row.kind);
    for_each_alternative<Scheme>([&]<typename S>(const S& scheme) {
        const Refusal refused = row.problem ? scheme_refusal(*row.problem, scheme) : Refused{row.refusal};
        text += !refused
                    ? " yes |"
                    : fmt::format(" [^{}] |",
                                  notes.number_of((row.problem ? "The scheme " : "The scene is refused: ") +
                                                  refused->reason));
    });
    return text + "\n";
}

}  // namespace

std::vector<MatrixRow> scheme_matrix()
{
    std::vector<MatrixRow> rows;
    for (const std::string_view model : type_names<Subject>()) {
        for (const std::string_view friction : {"", ", with friction"})
            for (const auto& law : names_of<Law>)
                rows.push_back(law_row(model, law, friction.empty() ? 0.0 : 0.3));
        for (const Kind& kind : further_kinds())
            if (kind.model == model) rows.push_back(row_of(model, kind.name, kind.overrides));
        if (model == "linear" || model == "bar") rows.push_back(curved_row(model));
    }
    return rows;
}

std::string scheme_matrix_markdown()
{
    std::string text =
        "# What runs what\n\n"
        "One table for each model: rows are impact laws and kinds of contact, columns are schemes. A "
        "footnote says why a\n"
        "scheme does not run a scene. The answers are those of the schemes themselves, to one scene of each "
        "kind; a run of\n"
        "your scene asks them again. `balls` and `rod` have curved gaps in every row. `rebond check SCENE` "
        "names the schemes\n"
        "that serve a scene and what each would cost. Which of them to take: [choosing a "
        "scheme](choosing-a-scheme.md).\n\n"
        "This page is made by the test `SchemeMatrix.manual_page_is_up_to_date`.\n";
    Notes notes;
    std::string_view model;
    for (const MatrixRow& row : scheme_matrix()) {
        if (row.model != model) {
            model = row.model;
            text += fmt::format("\n## `{}`\n\n| |", model);
            std::string rule = "| --- |";
            for (const std::string_view scheme : type_names<Scheme>()) {
                text += fmt::format(" `{}` |", scheme);
                rule += " --- |";
            }
            text += "\n" + rule + "\n";
        }
        text += markdown_row(row, notes);
    }
    return text + "\n## Why not\n\n" + notes.markdown();
}

}  // namespace rebond
