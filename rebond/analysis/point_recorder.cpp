#include "rebond/analysis/point_recorder.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace rebond {
namespace {

constexpr double same_time = 1e-9;  // of the spacing: a step that ends so much early is on time [-]

using What = PointValue::What;

struct ValueName {
    What what;
    std::string_view name;  // that of a coordinate ends before its index
};
constexpr std::array<ValueName, 7> names = {{{What::position, "position."},
                                             {What::velocity, "velocity."},
                                             {What::phase, "phase"},
                                             {What::contact, "impact.contact"},
                                             {What::velocity_before, "impact.velocity_before"},
                                             {What::velocity_after, "impact.velocity_after"},
                                             {What::impulse, "impact.impulse"}}};

bool is_of_coordinate(What what)
{
    return what == What::position || what == What::velocity;
}

}  // namespace

std::string name_of(const PointValue& value)
{
    const auto name = std::find_if(names.begin(), names.end(),
                                   [&](const ValueName& each) { return each.what == value.what; });
    return std::string(name->name) + (is_of_coordinate(value.what) ? std::to_string(value.index) : "");
}

std::optional<PointValue> point_value(std::string_view name)
{
    for (const auto& [what, known] : names) {
        if (!is_of_coordinate(what)) {
            if (name == known) return PointValue{what};
            continue;
        }
        if (!name.starts_with(known)) continue;
        const std::string_view digits = name.substr(known.size());
        Index index = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
        if (error == std::errc() && end == digits.data() + digits.size() && index >= 0)
            return PointValue{what, index};
    }
    return std::nullopt;
}

std::vector<std::string> point_value_names()
{
    std::vector<std::string> all;
    for (const ValueName& each : names) all.push_back(name_of({each.what}));
    return all;
}

bool is_of_impact(const PointValue& value)
{
    return value.what >= What::contact;
}

PointRecorder::PointRecorder(const PointTerms& terms) : terms_(terms)
{
    require(terms.spacing > 0.0, "PointRecorder: the spacing is not > 0");
    latest_.values.resize(terms.values.size());
    now_.values.resize(terms.values.size());
}

double PointRecorder::phase_at(double t) const
{
    const double turns = terms_.load_frequency * t + terms_.load_turns;
    return 360.0 * (turns - std::floor(turns));
}

void PointRecorder::look(const Instant& now, Sight& sight) const
{
    sight.time = now.t();
    for (std::size_t i = 0; i < terms_.values.size(); ++i) {
        const auto [what, index] = terms_.values[i];
        if (what == What::position) sight.values[i] = now.q()(index);
        if (what == What::velocity) sight.values[i] = now.v()(index);
    }
}

double PointRecorder::wanted_time() const
{
    const bool is_complete = terms_.at_impacts || points_.size() >= terms_.count;
    return is_complete ? std::numeric_limits<double>::infinity() : time_of(points_.size());
}

void PointRecorder::step(const Instant& now)
{
    look(now, now_);
    while (wanted_time() <= now_.time + same_time * terms_.spacing) {
        const double due = wanted_time();
        // (1), of the way from the state told last to this one.
        const double way = now_.time > latest_.time
                               ? std::clamp((due - latest_.time) / (now_.time - latest_.time), 0.0, 1.0)
                               : 1.0;
        const bool is_reached = std::abs(due - now_.time) <= same_time * terms_.spacing;
        MotionPoint point{due, now_.values};
        for (std::size_t i = 0; i < point.values.size(); ++i) {
            if (!is_reached) point.values[i] = std::lerp(latest_.values[i], now_.values[i], way);
            if (terms_.values[i].what == What::phase) point.values[i] = phase_at(due);
        }
        points_.push_back(std::move(point));
    }
    std::swap(latest_, now_);
}

void PointRecorder::arrival(const Instant& before)
{
    look(before, latest_);
}

void PointRecorder::contact_begins(Index contact, double /*t*/)
{
    if (!terms_.at_impacts) return;
    const auto place = static_cast<std::size_t>(contact);
    if (place >= beginnings_.size()) beginnings_.resize(place + 1);
    beginnings_[place] = latest_;
}

void PointRecorder::sustained(const SustainedContact& phase)
{
    const auto place = static_cast<std::size_t>(phase.contact);
    if (place < beginnings_.size()) beginnings_[place].values.clear();
}

void PointRecorder::impact(const Impact& impact)
{
    if (!terms_.at_impacts || impacts_++ < terms_.skipped || points_.size() >= terms_.count) return;
    const auto place = static_cast<std::size_t>(impact.contact);
    const bool has_begun = place < beginnings_.size() && !beginnings_[place].values.empty();
    MotionPoint point{impact.time, has_begun ? beginnings_[place].values : latest_.values};
    if (has_begun) beginnings_[place].values.clear();
    for (std::size_t i = 0; i < point.values.size(); ++i) {
        double& value = point.values[i];
        switch (terms_.values[i].what) {
            case What::phase:
                value = phase_at(impact.time);
                break;
            case What::contact:
                value = static_cast<double>(impact.contact + 1);
                break;
            case What::velocity_before:
                value = impact.velocity_before;
                break;
            case What::velocity_after:
                value = impact.velocity_after;
                break;
            case What::impulse:
                value = impact.impulse;
                break;
            case What::position:
            case What::velocity:
                break;
        }
    }
    points_.push_back(std::move(point));
}

}  // namespace rebond
