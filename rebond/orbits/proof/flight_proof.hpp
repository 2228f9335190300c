// Whether a motion keeps its gaps open and its closed contacts pressed, for certain.
//
// Inside a flight a gap that is positive at both ends, or zero there with the right rate, is positive if and
// only if its minima are; these are found without missing one (flow/signal.hpp). A reaction of a closed
// contact is treated alike.
#pragma once

#include "rebond/orbits/orbit.hpp"
#include "rebond/orbits/orbit_system.hpp"

#include <optional>
#include <string>

namespace rebond {

// How a contact starts a flight: order of the zero of its gap, 0 where it is open.
struct FlightStart {
    Index contact = 0;
    int order = 0;
};

class FlightProof {
public:
    explicit FlightProof(const OrbitSystem& system) : system_(system) {}

    // A flight of that length with `closed` held. `starts` says which gaps start on zero, `last` which
    // contact has its event at the end.
    void fly(const std::vector<Index>& closed, const FlowMotion& motion, double length,
             const std::vector<FlightStart>& starts, std::optional<Index> last);

    // Writes the minima found into the certificate, and the first breach as its refusal.
    void report(Certificate& certificate) const;

private:
    void breach(std::string what);

    const OrbitSystem& system_;
    std::optional<double> minimum_gap_;
    double minimum_gap_time_ = 0.0;
    Index minimum_gap_contact_ = 0;
    std::optional<double> minimum_reaction_;
    std::string breach_;
};

}  // namespace rebond
