// What figures and reports draw, taken from a result: curves against time and shapes of the body.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/drawing/axis_scale.hpp"
#include "rebond/mechanics/model.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Trace {
    std::vector<double> time;   // [s]
    std::vector<double> value;  // SI
};

// Samples that have a time, a position and an energy: as many as the shortest of them.
std::size_t sample_count(const Result& result);

// Contacts and coordinates that a plot shows; more could not be told apart.
inline constexpr Index most_curves = 6;

// Contacts shown: at most `most_curves`, those that touched first in the order in which they did.
std::vector<Index> shown_contacts(const Result& result);

// What a contact is called.
std::string contact_name(const Result& result, Index contact);

// What the curve of a contact is called: `name`, or of several the contact's own.
std::string curve_name(const Result& result, Index contact, const std::string& name);

// Coordinates shown: all, or `most_curves` of them, evenly chosen with the first and the last. Of a body
// whose coordinates may be of several kinds, those that are gaps up to a constant, if any are.
std::vector<Index> shown_coordinates(const Result& result);

// Gap [m] of a contact at the samples.
Trace gap_trace(const Result& result, Index contact = 0);

// Mean force [N] on a contact between samples, from the impulses it received: normal, or along the plane of
// contact. Empty unless the contact lasts for some samples: a shorter one has an impulse and no force to
// show. Neither has the impact with which a contact begins: samples with one are left out.
enum class Force { normal, friction };
Trace force_trace(const Result& result, Index contact, Force force);

// A coordinate [m] at the samples.
Trace coordinate_trace(const Result& result, Index coordinate);

// Normal velocity [m/s] of a contact at the samples, with both sides of each of its jumps. In results of
// earlier versions, which do not hold it, the mean velocity between samples; `is_mean` says so.
struct VelocityTrace : Trace {
    bool is_mean = false;
};
VelocityTrace velocity_trace(const Result& result, Index contact = 0);

// Gap and velocity of contact 0 from the close-up, step by step, with both sides of each jump. Where steps
// are few the curve between two of them is the cubic that gap and velocity at both ends determine.
struct CloseUpTraces {
    Trace gap;
    Trace velocity;
};
CloseUpTraces close_up_traces(const Result& result);

// What the curves are called: a body that falls has a height and a weight, a linear system gaps and loads.
struct Words {
    std::string gap;  // as an axis
    std::string whose_gap;
    std::string whose_velocity;
    std::string gravity;  // EnergyPart::gravity
};
Words words_for(const Result& result);

// One part of the energy [J] at the samples.
enum class EnergyPart { kinetic, elastic, gravity, total };
Trace energy_trace(const Result& result, EnergyPart part);

// (E − E₀)/|E₀| at the samples; E − E₀ [J] if E₀ = 0, and `is_relative` says which.
struct DeviationTrace : Trace {
    bool is_relative = true;
};
DeviationTrace energy_deviation(const Result& result);

// When the first episode starts and ends [s], from the summary, or else from the close-up.
std::optional<Extent> first_episode(const Result& result);

// How many impacts there were, whether they are all at hand or not.
std::size_t impact_count(const Result& result);

// Whether all impacts up to t [s] are at hand.
bool has_all_impacts_until(const Result& result, double t);

// Start times of the impacts at hand [s], in order; of contact 0 alone, or of all.
std::vector<double> impact_times(const Result& result, bool only_contact_0 = false);

// The body's axis at a sample; empty where there is nothing to draw.
std::vector<Vector2> outline_at(const Result& result, const Model& model, std::size_t sample);

// Index of the sample nearest to t. There must be one.
std::size_t nearest_sample(const Result& result, double t);

// Radius [m] of a round tip at the outline's first point p₀, which is then above the plane y = 0 by
// radius + gap; 0 for a sharp one. Nothing if no radius fits all samples: then contact 0 is not
// between p₀ and the plane y = 0.
std::optional<double> tip_radius(const Result& result, const Model& model);

// What stands around the body. One with a tip (above) shows the plane y = 0 though its model knows of none.
Scenery shown_scenery(const Model& model, const std::optional<double>& tip_radius);

// A shape seen from its chord, the line from first to last point: (distance along the chord,
// transverse deflection) [m] of each point. Empty if the chord has no length.
std::vector<Vector2> deflection_from_chord(const std::vector<Vector2>& outline);

}  // namespace rebond
