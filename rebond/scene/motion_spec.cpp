#include "rebond/scene/motion_spec.hpp"

#include "rebond/contact/gaps/motion.hpp"
#include "rebond/scene/radians.hpp"

#include <cmath>
#include <numbers>

namespace rebond {

void move_stop(Gap& gap, const MotionSpec& motion)
{
    const double phase = radians(motion.phase_deg);
    if (motion.amplitude == 0.0) return;
    if (motion.frequency_hz == 0.0)
        gap.offset -= motion.amplitude * std::cos(phase);
    else
        gap.function = std::make_shared<MovingStop>(
            HarmonicMotion{.amplitude = motion.amplitude,
                           .frequency = 2.0 * std::numbers::pi * motion.frequency_hz,
                           .phase = phase});
}

void move_wall(StraightWall& wall, const MotionSpec& motion)
{
    wall.amplitude = motion.amplitude;
    wall.frequency = 2.0 * std::numbers::pi * motion.frequency_hz;
    wall.phase = radians(motion.phase_deg);
}

}  // namespace rebond
