// The velocity along the plane of contact with which a body leaves, over its approach speed:
//
//     r_t = [s(t_end + window) − s(t_end)] / (window · impact speed),   ṡ = u_t,                        (1)
//
// the companion of the apparent restitution (restitution.hpp): the same window, the same contact and the same
// speed. The tangential approach velocity is no measure, for a body that is dropped has none. Only a contact
// that slides along a straight line has a distance s.
#pragma once

#include "rebond/analysis/restitution.hpp"

#include <optional>
#include <string>

namespace rebond {

class TangentialRecord {
public:
    // `contact` opened at t_end [s], and a window starts again; `last` is the last state told.
    void contact_ends(const Contact& contact, double t_end, const State& last);

    // A step, while a window runs that ends at `window_end` [s]; infinity if none does.
    void step(const Contact& contact, const State& now, double window_end);

    // `normal` is the record of the same run.
    std::optional<double> restitution(const RestitutionRecord& normal) const;
    std::string why_not(const RestitutionRecord& normal, const std::vector<Contact>& contacts) const;

private:
    struct Sample {
        double t = 0.0;           // [s]
        double s = 0.0;           // [m]
        std::optional<double> u;  // u_t [m/s]; none at an impact, where it jumps
    };

    bool has_line_ = false;           // the contact slides along a straight line
    double t_end_ = 0.0;              // [s]
    std::optional<Sample> start_;     // at t_end
    std::optional<Sample> last_;      // at the last step, or the start
    std::optional<double> velocity_;  // mean over the window [m/s]
};

}  // namespace rebond
