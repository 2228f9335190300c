// Points of a motion: its state at regular times or at impacts, after a transient.
//
// Times are
//
//     t_k = start + (offset + k)·spacing,    k = 0 … count − 1.                               (1)
//
// Schemes that choose their steps end one at each t_k, and the point is the state there. Other schemes step
// over t_k; the point is then interpolated linearly between the two steps, with an error of the square of the
// step [s]. At impacts the point is the state just before; of an impact that a scheme spreads over steps, the
// state after the last step before it.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// One number of a point.
struct PointValue {
    enum class What {
        position,         // of a coordinate
        velocity,         // of a coordinate
        phase,            // of the load [°], in [0, 360)
        contact,          // of the impact, counted from 1
        velocity_before,  // normal, negative when approaching [m/s]
        velocity_after,   // [m/s]
        impulse,          // normal [N s]
    };
    What what = What::position;
    Index index = 0;  // of the coordinate
};

// "position.0", "velocity.3", "phase", "impact.velocity_before".
std::string name_of(const PointValue& value);

// Of a name; none if there is no such value.
std::optional<PointValue> point_value(std::string_view name);

// Names of all values, those of coordinates with the index 0.
std::vector<std::string> point_value_names();

// Whether only impacts have it.
bool is_of_impact(const PointValue& value);

struct PointTerms {
    bool at_impacts = false;
    std::uint64_t skipped = 0;    // impacts before the first point
    double start = 0.0;           // [s], of (1), else
    double offset = 0.0;          // [-]
    double spacing = 1.0;         // [s], > 0
    std::uint64_t count = 0;      // points at most
    double load_frequency = 0.0;  // [Hz]; 0 without load
    double load_turns = 0.0;      // phase of the load at t = 0, in turns
    std::vector<PointValue> values = {};
};

struct MotionPoint {
    double time = 0.0;  // [s]
    std::vector<double> values = {};
};

class PointRecorder final : public Recorder {
public:
    explicit PointRecorder(const PointTerms& terms);

    void step(const Instant& now) override;
    void arrival(const Instant& before) override;
    void contact_begins(Index contact, double t) override;
    void impact(const Impact& impact) override;
    void sustained(const SustainedContact& phase) override;
    double wanted_time() const override;

    const std::vector<MotionPoint>& points() const { return points_; }

private:
    // The values of a state; those that only an impact has are left as they are.
    struct Sight {
        double time = 0.0;
        std::vector<double> values = {};
    };
    void look(const Instant& now, Sight& sight) const;
    double time_of(std::uint64_t k) const
    {
        return terms_.start + (terms_.offset + static_cast<double>(k)) * terms_.spacing;
    }
    double phase_at(double t) const;

    PointTerms terms_;
    std::vector<MotionPoint> points_;
    std::uint64_t impacts_ = 0;
    Sight latest_ = {};              // state told last
    Sight now_ = {};                 // scratch
    std::vector<Sight> beginnings_;  // of lasting contacts, by contact; without values: none has begun
};

}  // namespace rebond
