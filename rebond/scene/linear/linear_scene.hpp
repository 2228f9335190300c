// A linear system from the matrices, loads and constraints that a scene file gives, and what it becomes.
//
// What is wrong with them (not square, not of one size, not symmetric, not positive, no direction to slide
// along) is an Unbuildable that names the matrix and the entry, or the contact.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/matrix_spec.hpp"
#include "rebond/scene/motion_spec.hpp"
#include "rebond/scene/position_spec.hpp"
#include "rebond/scene/row_spec.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Scene;

struct HarmonicSpec {
    std::vector<double> amplitude;
    double frequency_hz = 0.0;
    double phase_deg = 0.0;
};

// Where a node is in the plane at q = 0, and which coordinates move it: for drawings.
struct NodeSpec {
    std::array<double, 2> position = {0.0, 0.0};  // [m]
    std::vector<Index> dofs = {-1, -1};           // of x and y; −1: none
};

struct LineSpec {
    std::vector<Index> nodes = {};  // along the body, counted from 0
};

struct LinearSpec {
    MatrixSpec mass;
    std::optional<MatrixSpec> damping = {};
    MatrixSpec stiffness;
    std::optional<std::vector<double>> force = {};
    std::vector<HarmonicSpec> harmonic = {};
    std::vector<NodeSpec> node = {};
    std::optional<LineSpec> line = {};  // absent: all nodes in their order
};

struct LinearInitial {
    std::optional<PositionSpec> position = {};
    std::optional<std::vector<double>> velocity = {};
};

// gap = normal·q + offset − A cos(2πft + φ) ≥ 0, and it slides with tangent·v − slide_velocity.
struct ContactSpec {
    RowSpec normal;
    double offset = 0.0;
    std::optional<RowSpec> tangent = {};
    std::optional<Law> law = {};  // absent: those of [impact]
    std::optional<double> restitution = {};
    std::optional<double> friction = {};
    std::optional<double> hertz_stiffness = {};
    std::optional<double> slide_velocity = {};  // of a belt [m/s]
    std::optional<std::string> name = {};
    std::optional<MotionSpec> motion = {};
};

struct LinearScene {
    LinearSpec model;
    LinearInitial initial;
    std::vector<ContactSpec> contact = {};
};

// Weights are forces of the scene: its gravity has no direction here. Its outline is the line of the nodes,
// if there are any.
[[nodiscard]] std::shared_ptr<const Linear> build_model(const LinearScene& subject, const Scene& scene);

[[nodiscard]] Problem build_problem(const LinearScene& subject, const Scene& scene);

// What a user should know of a scene that can be run.
[[nodiscard]] std::vector<std::string> warnings_of(const LinearScene& subject, const Problem& problem);

// That of the matrices, their factors and the work of putting them together [bytes].
[[nodiscard]] double memory_of(const LinearScene& subject);

}  // namespace rebond
