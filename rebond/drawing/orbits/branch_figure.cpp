#include "rebond/drawing/orbits/branch_figure.hpp"

#include "rebond/drawing/orbits/margin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rebond {
namespace {

enum class Quality { stable, unstable, unknown, inadmissible };

// At its very start a branch that leaves another one is the orbit there, taken twice or with an impulse of
// zero.
Quality quality_of(const Branch& branch, const BranchPoint& point)
{
    const bool is_start = branch.parent && &point == &branch.points.front() && branch.points.size() > 1;
    const Orbit& orbit = is_start ? branch.points[1].orbit : point.orbit;
    if (!orbit.certificate.holds) return Quality::inadmissible;
    if (!orbit.stable) return Quality::unknown;
    return *orbit.stable ? Quality::stable : Quality::unstable;
}

std::vector<double> impulses_of(const Orbit& orbit)
{
    std::vector<double> impulses;
    for (const OrbitEvent& event : orbit.events)
        if (event.kind != EventKind::release) impulses.push_back(event.impulse);
    return impulses;
}

std::string called(SpecialKind kind)
{
    std::string name(name_of(kind));
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

Colour colour_of(SpecialKind kind)
{
    switch (kind) {
        case SpecialKind::fold:
            return Colour::black;
        case SpecialKind::flip:
            return Colour::purple;
        case SpecialKind::neimark_sacker:
            return Colour::orange;
        case SpecialKind::grazing:
            return Colour::vermillion;
        case SpecialKind::new_contact:
            return Colour::green;
        case SpecialKind::release:
            return Colour::yellow;
        case SpecialKind::end:
            return Colour::grey;
    }
    return Colour::grey;
}

class Branches {
public:
    Branches(const OrbitAnswer& answer, Chart& chart) : answer_(answer), chart_(chart) {}

    void draw()
    {
        for (std::size_t i = 0; i < answer_.branches.size(); ++i) lines(answer_.branches[i], curve_colour(i));
        for (const Branch& branch : answer_.branches) points(branch);
    }

private:
    // Each impact has a curve, and each stretch of one quality a line of it that reaches the next stretch.
    void lines(const Branch& branch, Colour colour)
    {
        std::size_t impacts = 0;
        for (const BranchPoint& point : branch.points)
            impacts = std::max(impacts, impulses_of(point.orbit).size());
        for (std::size_t k = 0; k < impacts; ++k) {
            std::optional<Quality> last;
            for (const BranchPoint& point : branch.points) {
                const std::vector<double> impulses = impulses_of(point.orbit);
                if (k >= impulses.size()) continue;
                const Quality quality = quality_of(branch, point);
                const bool begins = last != quality;
                if (last && begins) reach(chart_.series.back(), point.parameter, impulses[k]);
                if (begins) begin(branch, colour, quality);
                reach(chart_.series.back(), point.parameter, impulses[k]);
                last = quality;
            }
        }
    }

    static void reach(Series& series, double x, double y)
    {
        series.x.push_back(x);
        series.y.push_back(y);
    }

    // Where there are several branches colours say which one, otherwise the legend says what a line means.
    void begin(const Branch& branch, Colour colour, Quality quality)
    {
        Series series{.draw = Draw::line, .colour = colour};
        std::string meaning;
        switch (quality) {
            case Quality::stable:
                meaning = "stable";
                series.width = 2.2;
                break;
            case Quality::unstable:
                meaning = "unstable";
                series.dashed = true;
                break;
            case Quality::unknown:
                break;
            case Quality::inadmissible:
                meaning = "no motion: a gap closes or a contact pulls";
                series.colour = Colour::grey;
                series.dashed = true;
                series.width = 1.0;
                break;
        }
        const bool has_colour = quality != Quality::inadmissible;
        const bool is_first = meanings_.insert(quality).second;
        if (has_colour && answer_.branches.size() > 1 && branches_.insert(branch.id).second)
            series.name = fmt::format("branch {}: {}", branch.id, short_text(branch.sequence)) +
                          (quality == Quality::unstable && is_first ? ", unstable" : "");
        else if (is_first)
            series.name = meaning;
        chart_.series.push_back(std::move(series));
    }

    static std::string short_text(const Sequence& sequence)
    {
        constexpr std::size_t longest = 4;
        return sequence.size() > longest ? fmt::format("{} events", sequence.size()) : text_of(sequence);
    }

    void points(const Branch& branch)
    {
        for (const SpecialPoint& point : branch.special) {
            if (point.kind == SpecialKind::end) continue;
            auto [at, is_first] = kinds_.insert({point.kind, chart_.series.size()});
            if (is_first)
                chart_.series.push_back({.name = called(point.kind),
                                         .draw = Draw::points,
                                         .colour = colour_of(point.kind),
                                         .width = 2.4});
            for (const double impulse : impulses_of(point.orbit))
                reach(chart_.series[at->second], point.parameter, impulse);
        }
    }

    const OrbitAnswer& answer_;
    Chart& chart_;
    std::set<int> branches_;  // that the legend has, with their colours
    std::set<Quality> meanings_;
    std::map<SpecialKind, std::size_t> kinds_;
};

}  // namespace

Figure branch_figure(const OrbitAnswer& answer, const OrbitWords& words)
{
    Chart chart{.x = {.name = answer.followed->key, .unit = words.parameter_unit},
                .y = {.name = "impulse of each impact", .unit = "N s"},
                .empty_note = "no orbit was followed",
                .height = 360.0};
    Branches(answer, chart).draw();
    widen(chart);
    return {.subject = words.subject, .title = "orbits", .panels = {chart}};
}

}  // namespace rebond
