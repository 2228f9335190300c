// The fields of a summary, named once: JSON, text, rows of a study, axes of a plot and the manual are loops
// over these tables.
//
// A new number is a member of its struct, a line here, and what fills it in findings.cpp or summary.cpp. One
// that may be absent has its reason there, too.
#pragma once

#include "rebond/analysis/summary.hpp"
#include "rebond/core/fields.hpp"

#include <string_view>

namespace rebond {

// A line of its own in the text for people; none without a label.
struct SummaryLine {
    std::string_view label = "";
    std::string_view format = "{:.4g}";
    std::string_view remark = "";  // after the number
    bool is_always_shown = true;   // with the reason where it has no value
};

template <typename Owner, typename Value>
struct SummaryField {
    std::string_view name;
    Value Owner::*member;
    std::string_view unit;  // "-" dimensionless, "" where a unit has no sense
    std::string_view meaning;
    SummaryLine line = {};
};

template <typename Owner, typename Value>
SummaryField(std::string_view, Value Owner::*, std::string_view, std::string_view, SummaryLine = {})
    -> SummaryField<Owner, Value>;

template <>
inline constexpr auto fields_of<State> =
    std::tuple{SummaryField{"time", &State::t, "s", "time reached"},
               SummaryField{"position", &State::q, "m or rad",
                            "coordinates at the end, in the order of the result file"},
               SummaryField{"velocity", &State::v, "m/s or rad/s", "their velocities at the end"}};

template <>
inline constexpr auto fields_of<EnergyFindings> = std::tuple{
    SummaryField{"initial", &EnergyFindings::initial, "J", "energy at the start"},
    SummaryField{"final", &EnergyFindings::final, "J", "energy at the end"},
    SummaryField{"max", &EnergyFindings::max, "J", "largest energy of any step after the first impact"},
    SummaryField{"min", &EnergyFindings::min, "J", "smallest energy of any step after the first impact"},
    SummaryField{"mean", &EnergyFindings::mean, "J", "mean energy of the steps after the first impact"},
    SummaryField{"relative_deviation", &EnergyFindings::relative_deviation, "-", "(mean − initial)/initial"},
    SummaryField{"relative_std", &EnergyFindings::relative_std, "-",
                 "standard deviation of the same steps over |initial|"},
    SummaryField{"lost_in_impacts", &EnergyFindings::lost_in_impacts, "J", "energy lost in impacts"},
    SummaryField{"lost_in_friction", &EnergyFindings::lost_in_friction, "J",
                 "energy lost by sliding in sustained contact"},
    SummaryField{"work_of_loads", &EnergyFindings::work_of_loads, "J",
                 "work of the loads that depend on time, and of obstacles that move"},
    SummaryField{"lost_in_damping", &EnergyFindings::lost_in_damping, "J", "energy lost in damping"},
    SummaryField{"balance_error", &EnergyFindings::balance_error, "J",
                 "final − initial − work of loads + all losses: the error of the scheme"}};

template <>
inline constexpr auto fields_of<ContactNumbers> = std::tuple{
    SummaryField{"transitions", &ContactNumbers::transitions, "-",
                 "changes between sticking and sliding, or of the direction of sliding"},
    SummaryField{"stick_time", &ContactNumbers::stick_time, "s", "time that contacts with friction stuck"},
    SummaryField{"slip_time", &ContactNumbers::slip_time, "s", "time that contacts with friction slid"},
    SummaryField{"jams", &ContactNumbers::jams, "-", "impacts without collision of sliding contacts"},
    SummaryField{
        "indeterminate", &ContactNumbers::indeterminate, "-",
        "instants of impacts, of slides and of coming to rest at which friction allowed several motions"},
    SummaryField{"reversals", &ContactNumbers::reversals, "-",
                 "impacts in which the direction of sliding reversed"}};

template <>
inline constexpr auto fields_of<ImpactNumbers> =
    std::tuple{SummaryField{"count", &ImpactNumbers::count, "-", "number of impacts"},
               SummaryField{"first_time", &ImpactNumbers::first_time, "s", "time of the first impact"},
               SummaryField{"last_time", &ImpactNumbers::last_time, "s", "time of the last impact"},
               SummaryField{"residual", &ImpactNumbers::residual, "-",
                            "largest error of an impact's law, of the fastest contact's speed"},
               SummaryField{"penetration", &ImpactNumbers::penetration, "m",
                            "how far bodies went into each other, by a scheme that steps over impacts"}};

template <>
inline constexpr auto fields_of<TouchedContact> = std::tuple{
    SummaryField{"name", &TouchedContact::name, "", "its name; its number where it has none"},
    SummaryField{"impacts", &TouchedContact::impacts, "-", "number of its impacts"},
    SummaryField{"impulse", &TouchedContact::impulse, "N s", "normal impulse it received in the run"},
    SummaryField{"friction", &TouchedContact::friction, "N s", "impulse along the plane of contact"}};

template <>
inline constexpr auto fields_of<Episode> = std::tuple{
    SummaryField{"start", &Episode::start, "s", "time of its first contact"},
    SummaryField{"end", &Episode::end, "s", "time of its last contact"},
    SummaryField{"duration", &Episode::duration, "s", "end − start; none if a contact outlasted the run"},
    SummaryField{"impacts", &Episode::impacts, "-", "number of its impacts"},
    SummaryField{"impulse", &Episode::impulse, "N s", "impulse of all contacts, [normal, tangential]"},
    SummaryField{"peak_force", &Episode::peak_force, "N", "largest force of a contact that lasts"},
    SummaryField{"mass_centre_velocity_before", &Episode::mass_centre_velocity_before, "m/s",
                 "velocity of the mass centre just before it"},
    SummaryField{"mass_centre_velocity_after", &Episode::mass_centre_velocity_after, "m/s",
                 "velocity of the mass centre at the first step after it"},
    SummaryField{"energy_loss", &Episode::energy_loss, "J", "energy lost in its impacts"}};

template <>
inline constexpr auto fields_of<RestitutionFindings> = std::tuple{
    SummaryField{"apparent",
                 &RestitutionFindings::apparent,
                 "-",
                 "mean normal velocity over the restitution window after the impacts, over impact_speed",
                 {.label = "apparent restitution", .format = "{:.4f}"}},
    SummaryField{"tangential",
                 &RestitutionFindings::tangential,
                 "-",
                 "mean velocity along the plane of contact over the same window, over impact_speed",
                 {.label = "tangential", .format = "{:.4f}", .is_always_shown = false}},
    SummaryField{"mass_centre",
                 &RestitutionFindings::mass_centre,
                 "-",
                 "velocity of the mass centre after the first episode over its speed before",
                 {.label = "of the mass centre", .format = "{:.4f}"}},
    SummaryField{"impact_speed",
                 &RestitutionFindings::impact_speed,
                 "m/s",
                 "approach speed at the first impact",
                 {.label = "impact speed", .format = "{:.6g}"}},
    SummaryField{"effective",
                 &RestitutionFindings::effective,
                 "-",
                 "impulse of the first contact over that of a rigid body, less 1",
                 {.label = "impulse restitution",
                  .format = "{:.4f}",
                  .remark = ", against a rigid body's",
                  .is_always_shown = false}},
    SummaryField{"conditioning",
                 &RestitutionFindings::conditioning,
                 "-",
                 "|d apparent/d ln M|, where M is the mass of the body that leaves",
                 {.label = "conditioning",
                  .format = "{:.3g}",
                  .remark = ", its change with the logarithm of the mass",
                  .is_always_shown = false}}};

template <>
inline constexpr auto fields_of<Summary> =
    std::tuple{SummaryField{"title", &Summary::title, "", "title of the scene"},
               SummaryField{"model", &Summary::model, "", "type of the model"},
               SummaryField{"scheme", &Summary::scheme, "", "type of the scheme"},
               SummaryField{"status", &Summary::status, "", "ok, or what failed"},
               SummaryField{"reason", &Summary::reason, "", "why the run did not end with ok"},
               SummaryField{"dofs", &Summary::dofs, "-", "number of coordinates"},
               SummaryField{"steps", &Summary::steps, "-", "number of steps"},
               SummaryField{"residual_evaluations", &Summary::residual_evaluations, "-",
                            "residual evaluations in all solves"},
               SummaryField{"duration", &Summary::duration, "s", "time to simulate"},
               SummaryField{"wall_seconds", &Summary::wall_seconds, "s", "time that the run took"},
               SummaryField{"final", &Summary::final, "", "state at the end"},
               SummaryField{"energy", &Summary::energy, "", "energy balance"},
               SummaryField{"contacts", &Summary::contacts, "", "contacts with friction"},
               SummaryField{"impacts", &Summary::impacts, "", "impacts of the whole run"},
               SummaryField{"touched", &Summary::touched, "",
                            "contacts that received an impulse, in the order of their first touch"},
               SummaryField{"episodes", &Summary::episodes, "",
                            "bursts of impacts and sustained contacts, one entry each"},
               SummaryField{"restitution", &Summary::restitution, "", "coefficients of restitution"},
               SummaryField{"absent", &Summary::absent, "", "why a number has no value, by its dotted name"},
               SummaryField{"warnings", &Summary::warnings, "", "what a reader of the numbers should know"}};

}  // namespace rebond
