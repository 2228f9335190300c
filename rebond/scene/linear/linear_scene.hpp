// A linear system from the matrices, loads and constraints that a scene file gives, and what it becomes.
//
// What is wrong with them (not square, not of one size, not symmetric, not positive) is an Unbuildable
// that names the matrix and the entry.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/matrix_spec.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace rebond {

struct Scene;

struct HarmonicSpec {
    std::vector<double> amplitude;
    double frequency_hz = 0.0;
    double phase_deg = 0.0;
};

struct LinearSpec {
    MatrixSpec mass;
    std::optional<MatrixSpec> damping = {};
    MatrixSpec stiffness;
    std::optional<std::vector<double>> force = {};
    std::vector<HarmonicSpec> harmonic = {};
};

struct LinearInitial {
    std::optional<std::vector<double>> position = {};
    std::optional<std::vector<double>> velocity = {};
};

// gap = normal·q + offset ≥ 0.
struct ContactSpec {
    std::vector<double> normal;
    double offset = 0.0;
    std::optional<double> restitution = {};  // absent: that of [impact]
};

struct LinearScene {
    LinearSpec model;
    LinearInitial initial;
    std::vector<ContactSpec> contact = {};
};

// Weights are forces of the scene: its gravity has no direction here.
[[nodiscard]] std::shared_ptr<const Linear> build_model(const LinearScene& subject, const Scene& scene);

[[nodiscard]] Problem build_problem(const LinearScene& subject, const Scene& scene);

// That of the matrices, their factors and the work of putting them together [bytes].
[[nodiscard]] double memory_of(const LinearScene& subject);

}  // namespace rebond
