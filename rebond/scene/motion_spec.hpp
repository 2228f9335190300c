// A stop that moves along its normal, as a scene gives it: its place is A cos(2πft + φ) beside where it
// stands.
#pragma once

#include "rebond/contact/gap.hpp"
#include "rebond/mechanics/scenery.hpp"

namespace rebond {

struct MotionSpec {
    double amplitude = 0.0;     // A [m]
    double frequency_hz = 0.0;  // f
    double phase_deg = 0.0;     // φ
};

// Lets the stop of a gap without a function of its own move: gap ← gap − A cos(2πft + φ).
void move_stop(Gap& gap, const MotionSpec& motion);

// The same motion of a wall that is drawn.
void move_wall(StraightWall& wall, const MotionSpec& motion);

}  // namespace rebond
