#include "rebond/drawing/traces.hpp"

#include "rebond/contact/contact_name.hpp"
#include "rebond/scene/model_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rebond {

namespace {

std::size_t gap_samples(const Result& result)
{
    if (result.gap.rows() == 0) return 0;
    return std::min(result.time.size(), static_cast<std::size_t>(result.gap.cols()));
}

// Adds to a velocity curve what it was before and after each impact of its contact in its interval. One that
// lasts, as sustained contact does in time stepping, jumps at its start to what the samples within it say.
Trace with_jumps(const Trace& curve, const std::vector<Impact>& impacts, Index contact)
{
    if (curve.time.empty()) return curve;
    Trace whole;
    const auto add = [&](double t, double v) {
        whole.time.push_back(t);
        whole.value.push_back(v);
    };
    const Impact* lasting = nullptr;
    bool has_jumped = false;
    const auto end_by = [&](double t) {
        if (lasting == nullptr || lasting->end > t) return;
        add(std::max(lasting->end, lasting->time), lasting->velocity_after);
        lasting = nullptr;
    };
    auto next = impacts.begin();
    for (std::size_t k = 0; k < curve.time.size(); ++k) {
        const double t = curve.time[k];
        for (; next != impacts.end() && next->time <= t; ++next) {
            if (next->contact != contact || next->time < curve.time.front()) continue;
            end_by(next->time);
            add(next->time, next->velocity_before);
            lasting = &*next;
            has_jumped = false;
        }
        end_by(t);
        if (lasting != nullptr && !has_jumped && t > lasting->time) {
            add(lasting->time, curve.value[k]);
            has_jumped = true;
        }
        add(t, curve.value[k]);
    }
    end_by(std::numeric_limits<double>::infinity());
    return whole;
}

double part_of(const Energy& energy, EnergyPart part)
{
    switch (part) {
        case EnergyPart::kinetic:
            return energy.kinetic;
        case EnergyPart::elastic:
            return energy.elastic;
        case EnergyPart::gravity:
            return energy.gravity;
        case EnergyPart::total:
            break;
    }
    return energy.total();
}

}  // namespace

std::size_t sample_count(const Result& result)
{
    return std::min(
        {result.time.size(), static_cast<std::size_t>(result.position.cols()), result.energy.size()});
}

std::vector<Index> shown_contacts(const Result& result)
{
    if (result.gap.cols() == 0) return {};
    // The first sample since which a contact has received an impulse.
    const auto first_touch = [&](Index contact) {
        for (Index sample = 0; contact < result.impulse.rows() && sample < result.impulse.cols(); ++sample)
            if (result.impulse(contact, sample) != 0.0) return sample;
        return std::numeric_limits<Index>::max();
    };
    std::vector<std::pair<Index, Index>> touches;
    for (Index contact = 0; contact < result.gap.rows(); ++contact)
        touches.emplace_back(first_touch(contact), contact);
    std::sort(touches.begin(), touches.end());
    std::vector<Index> shown;
    for (const auto& [sample, contact] : touches)
        if (std::ssize(shown) < most_curves) shown.push_back(contact);
    return shown;
}

std::string contact_name(const Result& result, Index contact)
{
    const auto k = static_cast<std::size_t>(contact);
    return contact_name(k < result.contact_names.size() ? result.contact_names[k] : "", contact);
}

std::string curve_name(const Result& result, Index contact, const std::string& name)
{
    return result.gap.rows() > 1 ? contact_name(result, contact) : name;
}

std::vector<Index> shown_coordinates(const Result& result)
{
    const Index dofs = result.position.cols() > 0 ? result.position.rows() : 0;
    std::vector<Index> shown;
    const auto add = [&](Index row) {
        if (std::ssize(shown) < most_curves && std::find(shown.begin(), shown.end(), row) == shown.end())
            shown.push_back(row);
    };
    if (dofs > most_curves && !words_of_model(result.summary.model).is_line)
        for (const Index own : result.coordinate)
            if (own >= 0 && own < dofs) add(own);
    const Index evenly = shown.empty() ? std::min(dofs, most_curves) : 0;
    for (Index k = 0; k < evenly; ++k) add(evenly > 1 ? k * (dofs - 1) / (evenly - 1) : 0);
    std::sort(shown.begin(), shown.end());
    return shown;
}

Trace gap_trace(const Result& result, Index contact)
{
    Trace trace;
    if (contact >= result.gap.rows()) return trace;
    for (std::size_t k = 0; k < gap_samples(result); ++k) {
        trace.time.push_back(result.time[k]);
        trace.value.push_back(result.gap(contact, static_cast<Index>(k)));
    }
    return trace;
}

Trace force_trace(const Result& result, Index contact, Force force)
{
    constexpr double fewest_samples = 5.0;  // that a lasting contact covers
    const Index samples =
        std::min({static_cast<Index>(result.time.size()), result.impulse.cols(), result.friction.cols()});
    if (samples < 2) return {};
    double longest = 0.0;
    for (const Impact& impact : result.impacts)
        if (impact.contact == contact) longest = std::max(longest, impact.end - impact.time);
    for (const SustainedContact& phase : result.sustained)
        if (phase.contact == contact) longest = std::max(longest, phase.end - phase.start);
    const double spacing = (result.time[static_cast<std::size_t>(samples - 1)] - result.time.front()) /
                           static_cast<double>(samples - 1);
    if (longest < fewest_samples * spacing) return {};
    const Matrix& received = force == Force::normal ? result.impulse : result.friction;
    std::vector<double> begins;
    for (const Impact& impact : result.impacts)
        if (impact.contact == contact) begins.push_back(impact.time);
    Trace trace;
    for (Index k = 1; k < samples; ++k) {
        const double before = result.time[static_cast<std::size_t>(k - 1)];
        const double after = result.time[static_cast<std::size_t>(k)];
        if (!(after > before)) continue;
        const auto begin = std::lower_bound(begins.begin(), begins.end(), before);
        if (begin != begins.end() && *begin <= after) continue;
        trace.time.push_back(0.5 * (before + after));
        trace.value.push_back(received(contact, k) / (after - before));
    }
    return trace;
}

Trace coordinate_trace(const Result& result, Index coordinate)
{
    Trace trace;
    for (std::size_t k = 0; k < sample_count(result); ++k) {
        trace.time.push_back(result.time[k]);
        trace.value.push_back(result.position(coordinate, static_cast<Index>(k)));
    }
    return trace;
}

VelocityTrace velocity_trace(const Result& result, Index contact)
{
    const std::size_t samples = gap_samples(result);
    Trace trace;
    if (contact < result.rate.rows() && static_cast<std::size_t>(result.rate.cols()) >= samples) {
        for (std::size_t k = 0; k < samples; ++k) {
            trace.time.push_back(result.time[k]);
            trace.value.push_back(result.rate(contact, static_cast<Index>(k)));
        }
        return {with_jumps(trace, result.impacts, contact), false};
    }
    const Trace gap = gap_trace(result, contact);
    for (std::size_t k = 1; k < gap.time.size(); ++k) {
        const double dt = gap.time[k] - gap.time[k - 1];
        if (!(dt > 0.0)) continue;
        trace.time.push_back(gap.time[k - 1] + 0.5 * dt);
        trace.value.push_back((gap.value[k] - gap.value[k - 1]) / dt);
    }
    return {trace, true};
}

CloseUpTraces close_up_traces(const Result& result)
{
    constexpr std::size_t few = 1000;       // points, below which a curve would look broken
    constexpr int pieces_between_few = 16;  // a step is drawn in
    const auto& [time, gap, velocity] = result.close_up;
    const std::size_t count = std::min({time.size(), gap.size(), velocity.size()});
    const int pieces = count < few ? pieces_between_few : 1;

    CloseUpTraces traces;
    const auto add = [&](double t, double g, double v) {
        traces.gap.time.push_back(t);
        traces.gap.value.push_back(g);
        traces.velocity.time.push_back(t);
        traces.velocity.value.push_back(v);
    };
    // The velocity a step from t arrives with at `end`, where that is not the one after: known of the
    // contact's own impact, and by constant acceleration at an impact of another.
    auto impact = result.impacts.begin();
    const auto before_impact = [&](double t, double end, double v0, double slope) -> std::optional<double> {
        std::optional<double> arrival;
        while (impact != result.impacts.end() && impact->time <= t) ++impact;
        for (auto at = impact; at != result.impacts.end() && at->time <= end; ++at) {
            if (at->time != end) continue;
            if (at->contact == 0) return at->velocity_before;
            arrival = 2.0 * slope - v0;
        }
        return arrival;
    };
    for (std::size_t k = 0; k < count; ++k) {
        add(time[k], gap[k], velocity[k]);
        if (k + 1 == count || !(time[k + 1] > time[k])) continue;
        const double h = time[k + 1] - time[k];
        const double v0 = velocity[k];
        const double slope = (gap[k + 1] - gap[k]) / h;
        const std::optional<double> arrival = before_impact(time[k], time[k + 1], v0, slope);
        const double v1 = arrival.value_or(velocity[k + 1]);
        for (int piece = 1; piece < pieces; ++piece) {
            const double s = static_cast<double>(piece) / pieces;
            const double bend = v0 + v1 - 2.0 * slope;
            const double tilt = 3.0 * slope - 2.0 * v0 - v1;
            add(time[k] + s * h, gap[k] + s * h * (v0 + s * (tilt + s * bend)),
                v0 + s * (2.0 * tilt + 3.0 * s * bend));
        }
        if (arrival) add(time[k + 1], gap[k + 1], v1);
    }
    return traces;
}

Words words_for(const Result& result)
{
    const ModelWords words = words_of_model(result.summary.model);
    const std::string gap(words.gap), load(words.load);
    if (!words.whose_gap.empty())
        return {gap, std::string(words.whose_gap), std::string(words.whose_velocity), load};
    const Index contacts = result.gap.rows();
    if (contacts < 2) {
        const std::string one = contact_name(result, 0);
        return {gap, "gap of " + one, "normal velocity of " + one, load};
    }
    const std::string which =
        contacts > most_curves
            ? fmt::format("{} of {} contacts, those that touched first", most_curves, contacts)
            : "the contacts";
    return {gap, "gaps of " + which, "normal velocities of " + which, load};
}

Trace energy_trace(const Result& result, EnergyPart part)
{
    Trace trace;
    for (std::size_t k = 0; k < std::min(result.time.size(), result.energy.size()); ++k) {
        trace.time.push_back(result.time[k]);
        trace.value.push_back(part_of(result.energy[k], part));
    }
    return trace;
}

DeviationTrace energy_deviation(const Result& result)
{
    DeviationTrace trace;
    static_cast<Trace&>(trace) = energy_trace(result, EnergyPart::total);
    if (trace.value.empty()) return trace;
    const double initial = trace.value.front();
    trace.is_relative = initial != 0.0;
    for (double& value : trace.value)
        value = (value - initial) / (trace.is_relative ? std::abs(initial) : 1.0);
    return trace;
}

std::optional<Extent> first_episode(const Result& result)
{
    if (!result.summary.episodes.empty()) {
        const Episode& first = result.summary.episodes.front();
        if (std::isfinite(first.start) && std::isfinite(first.end)) return Extent{first.start, first.end};
    }
    if (result.impacts.empty()) return std::nullopt;
    const double start = result.impacts.front().time;
    if (result.close_up.time.empty()) return Extent{start, start};
    return Extent{start, std::max(start, result.close_up.time.back())};
}

std::size_t impact_count(const Result& result)
{
    return result.impacts.size() + result.impacts_left_out;
}

bool has_all_impacts_until(const Result& result, double t)
{
    if (result.impacts_left_out == 0) return true;
    const std::size_t consecutive = result.impacts.size() / 2;
    return consecutive > 0 && result.impacts[consecutive - 1].time > t;
}

std::vector<double> impact_times(const Result& result, bool only_contact_0)
{
    std::vector<double> times;
    for (const Impact& impact : result.impacts)
        if (!only_contact_0 || impact.contact == 0) times.push_back(impact.time);
    return times;
}

std::vector<Vector2> outline_at(const Result& result, const Model& model, std::size_t sample)
{
    const Vector q = result.position.col(static_cast<Index>(sample));
    if (q.size() != model.dofs()) return {};
    return model.outline(q);
}

std::size_t nearest_sample(const Result& result, double t)
{
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < sample_count(result); ++k)
        if (std::abs(result.time[k] - t) < std::abs(result.time[nearest] - t)) nearest = k;
    return nearest;
}

std::optional<double> tip_radius(const Result& result, const Model& model)
{
    const std::size_t samples = std::min(gap_samples(result), sample_count(result));
    if (samples == 0) return std::nullopt;

    // A few hundred samples decide as well as a million.
    const std::size_t stride = std::max<std::size_t>(samples / 200, 1);
    std::vector<double> heights;
    double size = 0.0;
    for (std::size_t k = 0; k < samples; k += stride) {
        const auto outline = outline_at(result, model, k);
        if (outline.empty()) return std::nullopt;
        const double height = outline.front().y() - result.gap(0, static_cast<Index>(k));
        if (!is_drawable(height)) continue;
        heights.push_back(height);
        size = std::max(size, (outline.back() - outline.front()).norm());
    }
    const auto range = range_of(heights);
    if (!range || range->span() > 1e-9 * size || range->lo < -1e-9 * size) return std::nullopt;
    return range->lo > 1e-9 * size ? range->lo : 0.0;
}

Scenery shown_scenery(const Model& model, const std::optional<double>& tip_radius)
{
    Scenery scenery = model.scenery();
    if (tip_radius && scenery.straight.empty()) scenery.straight.push_back({});
    return scenery;
}

std::vector<Vector2> deflection_from_chord(const std::vector<Vector2>& outline)
{
    if (outline.size() < 2) return {};
    const Vector2 chord = outline.back() - outline.front();
    const double length = chord.norm();
    if (!(length > 0.0) || !std::isfinite(length)) return {};
    const Vector2 along = chord / length;
    const Vector2 across(-along.y(), along.x());

    std::vector<Vector2> seen;
    for (const Vector2& point : outline) {
        const Vector2 from_start = point - outline.front();
        seen.emplace_back(along.dot(from_start), across.dot(from_start));
    }
    return seen;
}

}  // namespace rebond
