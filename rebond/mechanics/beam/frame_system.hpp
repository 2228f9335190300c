// The equations of a Frame: assembled from its elements in the axes of the wall, or, truncated, from the
// lowest modes of the beam in its own axes, where axial motion and bending are apart.
#pragma once

#include "rebond/mechanics/beam/frame.hpp"

namespace rebond {

// In the coordinates of the nodes.
LinearSystem frame_system(const FrameSpec& spec, double angle, double gravity);

// In the coordinates of its rigid motion and its lowest modes.
struct TruncatedFrame {
    LinearSystem system;
    Matrix shapes;  // a column for each coordinate: x and y of node after node
};
TruncatedFrame truncated_frame(const FrameSpec& spec, double angle, double gravity);

double frame_mass(const FrameSpec& spec);  // [kg]

// Whether its values, each of them fine, give matrices of finite numbers.
bool has_finite_elements(const FrameSpec& spec);

}  // namespace rebond
