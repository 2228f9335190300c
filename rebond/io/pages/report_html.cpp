#include "rebond/io/pages/report_html.hpp"

#include "rebond/drawing/capitalised.hpp"
#include "rebond/drawing/plot_svg.hpp"
#include "rebond/drawing/svg_text.hpp"
#include "rebond/drawing/thinning.hpp"
#include "rebond/drawing/traces.hpp"
#include "rebond/io/pages/filled_page.hpp"
#include "rebond/io/results/json_text.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

namespace rebond {

// The page; its definition is generated from rebond/io/pages/report.html.
extern const std::string_view report_page;

namespace {

// What bounds the size of the page.
constexpr int curve_columns = 1500;     // of the whole run, up to four points each
constexpr int close_up_columns = 1000;  // of the first episode
constexpr std::size_t most_impact_rows = 300;
constexpr int most_impact_marks = 5000;
constexpr std::size_t frames_of_run = 360;
constexpr std::size_t frames_of_episode = 240;
constexpr std::size_t most_outline_points = 61;
constexpr std::size_t most_episodes = 300;

// Significant digits: times tell micro-impacts of a long run apart, outlines survive magnification.
constexpr int time_digits = 11;
constexpr int outline_digits = 9;
constexpr int turn_digits = 6;

// ---- curves

Trace thinned(const Trace& trace, int columns)
{
    const auto range = range_of(trace.time);
    if (!range) return {};
    Trace kept;
    for (const std::size_t i : thin(trace.time, trace.value, *range, columns)) {
        if (!is_drawable(trace.time[i])) continue;
        kept.time.push_back(trace.time[i]);
        kept.value.push_back(trace.value[i]);
    }
    return kept;
}

// The whole run from its samples, and step by step where the close-up looks.
Trace with_close_up(const Trace& samples, const Trace& close_up)
{
    Trace run = thinned(samples, curve_columns);
    const Trace near = thinned(close_up, close_up_columns);
    if (near.time.size() < 2) return run;
    Trace whole;
    const auto copy = [&](const Trace& from, auto&& wanted) {
        for (std::size_t k = 0; k < from.time.size(); ++k) {
            if (!wanted(from.time[k])) continue;
            whole.time.push_back(from.time[k]);
            whole.value.push_back(from.value[k]);
        }
    };
    copy(run, [&](double t) { return t < near.time.front(); });
    copy(near, [](double) { return true; });
    copy(run, [&](double t) { return t > near.time.back(); });
    return whole;
}

struct PageCurve {
    std::string name;
    Colour colour;
    Trace trace;
    bool dashed = false;
};

std::string json_plot(const std::string& title, const std::string& explanation, const std::string& name,
                      const std::string& unit, const std::vector<PageCurve>& curves)
{
    std::string series;
    for (const PageCurve& curve : curves) {
        if (!series.empty()) series += ',';
        series += fmt::format(R"({{"name":{},"colour":{},"dashed":{},"time":{},"value":{}}})",
                              json_string(curve.name), json_string(std::string(name_of(curve.colour))),
                              curve.dashed, json_array(curve.trace.time, time_digits),
                              json_array(curve.trace.value, value_digits));
    }
    return fmt::format(R"({{"title":{},"explanation":{},"name":{},"unit":{},"series":[{}]}})",
                       json_string(title), json_string(explanation), json_string(name), json_string(unit),
                       series);
}

std::vector<std::string> json_contact_plots(const Result& result, const Words& words)
{
    const CloseUpTraces close_up = close_up_traces(result);
    std::vector<PageCurve> gaps, velocities;
    for (const Index contact : shown_contacts(result)) {
        const Trace gap = gap_trace(result, contact);
        const VelocityTrace velocity = velocity_trace(result, contact);
        const std::string name = velocity.is_mean ? "mean velocity between samples" : "velocity";
        const Colour colour = curve_colour(gaps.size());
        // The close-up is that of the first contact.
        gaps.push_back({curve_name(result, contact, "gap"), colour,
                        with_close_up(gap, contact == 0 ? close_up.gap : Trace{})});
        velocities.push_back({curve_name(result, contact, name),
                              result.gap.rows() > 1 ? colour : Colour::green,
                              with_close_up(velocity, contact == 0 ? close_up.velocity : Trace{})});
    }
    if (gaps.empty()) return {};
    return {
        json_plot(capitalised(words.whose_gap),
                  "How far a contact point is from its obstacle: zero is touching, and each orange mark is "
                  "an impact.",
                  words.gap, "m", gaps),
        json_plot(capitalised(words.whose_velocity),
                  "Negative on the way in, positive on the way out, with a jump at each impact.", "velocity",
                  "m/s", velocities)};
}

std::string json_displacement_plot(const Result& result)
{
    std::vector<PageCurve> curves;
    for (const Index coordinate : shown_coordinates(result))
        curves.push_back({fmt::format("coordinate {}", coordinate + 1), curve_colour(curves.size()),
                          thinned(coordinate_trace(result, coordinate), curve_columns)});
    const bool is_part = std::ssize(curves) < result.position.rows();
    return json_plot("Displacements",
                     is_part ? fmt::format("{} of the {} coordinates.", curves.size(), result.position.rows())
                             : "The coordinates of the system.",
                     "displacement", "m", curves);
}

std::string json_plots(const Result& result, bool has_body)
{
    const DeviationTrace deviation = energy_deviation(result);
    const auto energy = [&](EnergyPart part) { return thinned(energy_trace(result, part), curve_columns); };

    const Words words = words_for(result);
    std::vector<std::string> plots = json_contact_plots(result, words);
    if (!has_body && !shown_coordinates(result).empty()) plots.push_back(json_displacement_plot(result));
    plots.push_back(json_plot(
        "Where the energy is",
        "Impacts turn kinetic energy into vibration, and vibration feeds later impacts.", "energy", "J",
        {{"kinetic", Colour::blue, energy(EnergyPart::kinetic)},
         {"elastic", Colour::orange, energy(EnergyPart::elastic)},
         {words.gravity, Colour::green, energy(EnergyPart::gravity)},
         {"total", Colour::black, energy(EnergyPart::total), true}}));
    plots.push_back(json_plot(
        "Deviation of the total energy",
        "How far the total has moved from its initial value: losses in impacts and the error of the scheme.",
        deviation.is_relative ? "(E − E₀) / |E₀|" : "E − E₀", deviation.is_relative ? "" : "J",
        {{"deviation", Colour::black, thinned(deviation, curve_columns)}}));
    return fmt::format("[{}]", fmt::join(plots, ","));
}

// ---- impacts

// Instants to mark: all of them, or one per small fraction of the run if they are too many to tell apart.
std::vector<double> impact_marks(const Result& result)
{
    std::vector<double> marks = impact_times(result);
    std::sort(marks.begin(), marks.end());
    const auto range = range_of(marks);
    if (!range || marks.size() <= most_impact_marks) return marks;
    const double apart = range->span() / most_impact_marks;
    std::vector<double> kept;
    for (const double t : marks)
        if (is_drawable(t) && (kept.empty() || t - kept.back() >= apart)) kept.push_back(t);
    return kept;
}

// The names of those that impacts and curves speak of.
std::string json_contacts(const Result& result)
{
    std::vector<std::string> names;
    for (Index contact = 0; contact < result.gap.rows(); ++contact)
        names.push_back(json_string(contact_name(result, contact)));
    return fmt::format("[{}]", fmt::join(names, ","));
}

std::string json_impacts(const Result& result)
{
    std::string rows;
    for (std::size_t k = 0; k < std::min(result.impacts.size(), most_impact_rows); ++k) {
        const Impact& impact = result.impacts[k];
        if (k > 0) rows += ',';
        rows += fmt::format("[{},{},{},{},{},{}]", json_number(impact.time, time_digits), impact.contact,
                            json_number(impact.velocity_before, value_digits),
                            json_number(impact.velocity_after, value_digits),
                            json_number(impact.impulse, value_digits),
                            json_number(impact.energy_loss, value_digits));
    }
    return fmt::format(R"({{"count":{},"rows":[{}]}})", impact_count(result), rows);
}

// ---- the body

// Evenly spaced samples of the whole run, and more of them around the first episode.
std::set<std::size_t> frame_samples(const Result& result)
{
    std::set<std::size_t> samples;
    const auto spread = [&](std::size_t first, std::size_t last, std::size_t most) {
        const std::size_t count = std::min(last - first + 1, most);
        for (std::size_t k = 0; k < count; ++k)
            samples.insert(count > 1 ? first + (last - first) * k / (count - 1) : first);
    };
    const std::size_t available = sample_count(result);
    if (available == 0) return samples;
    spread(0, available - 1, frames_of_run);
    if (const auto episode = first_episode(result)) {
        const std::size_t first = nearest_sample(result, episode->lo - 0.2 * episode->span());
        const std::size_t last = nearest_sample(result, episode->hi + 0.2 * episode->span());
        spread(first, std::max(first, last), frames_of_episode);
    }
    return samples;
}

// x and y of the outline's points in turn; of long outlines evenly chosen points with both ends.
std::vector<double> flat_outline(const std::vector<Vector2>& outline, std::size_t most_points)
{
    const std::size_t count = std::min(outline.size(), most_points);
    std::vector<double> flat;
    for (std::size_t k = 0; k < count; ++k) {
        const Vector2& point = outline[count > 1 ? (outline.size() - 1) * k / (count - 1) : 0];
        flat.push_back(point.x());
        flat.push_back(point.y());
    }
    return flat;
}

// Walls as [x, y of a point, x, y of the normal, amplitude, angular frequency, phase], circles as
// [x, y of the centre, radius, 1 if the body is inside].
std::string json_scenery(const Scenery& scenery)
{
    std::vector<std::string> walls, circles;
    for (const auto& [point, normal, amplitude, frequency, phase] : scenery.straight)
        walls.push_back(json_array(
            {point.x(), point.y(), normal.x(), normal.y(), amplitude, frequency, phase}, time_digits));
    for (const auto& [centre, radius, is_around] : scenery.round)
        circles.push_back(
            json_array({centre.x(), centre.y(), radius, is_around ? 1.0 : 0.0}, outline_digits));
    return fmt::format(R"("walls":[{}],"circles":[{}])", fmt::join(walls, ","), fmt::join(circles, ","));
}

std::string json_body(const Result& result, const Model& model)
{
    const std::vector<double> radii = model.radii();
    const std::size_t most_points = radii.empty() ? most_outline_points : radii.size();
    std::vector<double> times;
    std::string points, turns;
    for (const std::size_t sample : frame_samples(result)) {
        const auto outline = outline_at(result, model, sample);
        if (outline.empty()) return "null";
        if (!times.empty()) {
            points += ',';
            turns += ',';
        }
        times.push_back(result.time[sample]);
        points += json_array(flat_outline(outline, most_points), outline_digits);
        turns += json_array(model.turns(result.position.col(static_cast<Index>(sample))), turn_digits);
    }
    if (times.empty()) return "null";
    const auto radius = radii.empty() ? tip_radius(result, model) : std::nullopt;
    return fmt::format(R"({{"time":{},"points":[{}],"turns":[{}],"radius":{},{},"radii":{}}})",
                       json_array(times, time_digits), points, turns,
                       radius ? json_number(*radius, outline_digits) : "null",
                       json_scenery(shown_scenery(model, radius)), json_array(radii, outline_digits));
}

// ---- the page

// The summary without what would make the page heavy: final states and late episodes and contacts.
std::string short_summary(Summary summary)
{
    if (summary.episodes.size() > most_episodes) summary.episodes.resize(most_episodes);
    if (summary.touched.size() > most_episodes) summary.touched.resize(most_episodes);
    auto json = summary_json(summary);
    json.erase("final");
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_data(const Result& result, const Model& model)
{
    const auto episode = first_episode(result);
    const std::string body = json_body(result, model);
    return fmt::format(
        R"({{"summary":{},"status":{},"version":{},"revision":{},"scene":{},"episode":{},"impact_times":{},)"
        R"("contacts":{},"impacts":{},"plots":{},"body":{}}})",
        short_summary(result.summary), json_string(result.status), json_string(result.version),
        json_string(result.revision), json_string(result.effective_scene.substr(0, most_scene_bytes)),
        episode ? json_array({episode->lo, episode->hi}, time_digits) : "null",
        json_array(impact_marks(result), time_digits), json_contacts(result), json_impacts(result),
        json_plots(result, body != "null"), body);
}

}  // namespace

std::string report_html(const Result& result, const Model& model)
{
    const std::string& title = result.summary.title;
    return filled_page(report_page, {{"title", escape_xml(title.empty() ? "rebond run" : title)},
                                     {"data", safe_in_script(json_data(result, model))}});
}

}  // namespace rebond
