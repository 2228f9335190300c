// Beams, and what is known of their modes by other means: quadrature and finite elements.
#pragma once

#include "rebond/mechanics/beam/beam_element.hpp"
#include "rebond/mechanics/beam/modal_beam.hpp"

#include <Eigen/Eigenvalues>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace rebond::test {

inline ModalBeamSpec uniform_beam(Support support, Index modes)
{
    return {.support = support, .modes = modes, .section = {{.length = 1.3, .width = 0.02, .height = 0.01}}};
}

inline ModalBeamSpec stepped_beam(Support support, Index modes)
{
    return {.support = support, .modes = modes, .section = {{0.5, 0.02, 0.010}, {0.5, 0.02, 0.015}}};
}

// Two soft arms on a stiff block: their modes come in pairs.
inline ModalBeamSpec dumbbell(Index modes, double arm_height)
{
    return {.support = Support::free_free,
            .modes = modes,
            .section = {{0.4, 0.02, arm_height}, {0.5, 0.03, 0.1}, {0.4, 0.02, arm_height}}};
}

// Beams far from uniform, in lengths, widths and heights.
inline std::vector<std::vector<BeamPiece>> uneven_sections()
{
    std::mt19937 random(11);
    const auto between = [&](double low, double high) {
        return low * std::pow(high / low, std::uniform_real_distribution<double>()(random));
    };
    std::vector<BeamPiece> twenty(20);
    for (BeamPiece& piece : twenty) piece = {between(0.01, 1.0), between(0.01, 0.1), between(0.005, 0.05)};
    return {{{0.5, 0.02, 0.010}, {0.5, 0.02, 0.015}},
            {{0.3, 0.02, 0.01}, {0.2, 0.05, 0.03}, {0.6, 0.01, 0.02}},
            {{1.0, 0.02, 0.01}, {1e-3, 0.02, 0.02}, {1.0, 0.02, 0.01}},   // a collar
            {{1.0, 0.02, 0.01}, {1e-3, 0.02, 0.001}, {1.0, 0.02, 0.01}},  // a hinge
            {{1e-3, 0.02, 0.02}, {1.0, 0.02, 0.01}},
            {{1.0, 0.02, 0.1}, {1.0, 0.02, 0.001}},
            twenty};
}

inline double second_moment_of_area(const BeamPiece& piece)
{
    return piece.width * std::pow(piece.height, 3) / 12.0;
}

inline double mass_per_length(const ModalBeamSpec& spec, const BeamPiece& piece)
{
    return spec.density * piece.width * piece.height;
}

// k [1/m] in a piece of a beam that vibrates at ω [rad/s].
inline double wave_number(const ModalBeamSpec& spec, const BeamPiece& piece, double omega)
{
    const double stiffness = spec.young * second_moment_of_area(piece);
    return std::sqrt(omega * std::sqrt(mass_per_length(spec, piece) / stiffness));
}

// Gauss–Legendre nodes in (−1, 1), their weights, and what differentiates the interpolating polynomial.
struct GaussPanel {
    explicit GaussPanel(Index n)
    {
        Matrix jacobi = Matrix::Zero(n, n);
        for (Index i = 1; i < n; ++i) {
            const auto j = static_cast<double>(i);
            jacobi(i, i - 1) = jacobi(i - 1, i) = j / std::sqrt(4.0 * j * j - 1.0);
        }
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(jacobi);
        node = eigen.eigenvalues();
        weight = 2.0 * eigen.eigenvectors().row(0).transpose().cwiseAbs2();

        barycentric = Vector::Ones(n);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                if (i != j) barycentric(i) /= node(i) - node(j);
        derivative = Matrix::Zero(n, n);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                if (i != j) derivative(i, j) = barycentric(j) / barycentric(i) / (node(i) - node(j));
        for (Index i = 0; i < n; ++i) derivative(i, i) = -derivative.row(i).sum();
    }

    // The interpolating polynomial at t from its values at the nodes.
    Eigen::RowVectorXd at(double t) const
    {
        const Vector share = barycentric.array() / (t - node.array());
        return share.transpose() / share.sum();
    }

    Vector node, weight, barycentric;
    Matrix derivative;
};

// Calls visit(piece, half width of the panel, shapes: a row per node and a column per mode) for panels that
// cover the beam, none longer than two radians of its highest mode.
inline void for_each_panel(const ModalBeamSpec& spec, const ModalBeam& beam, const GaussPanel& panel,
                           const std::function<void(const BeamPiece&, double, const Matrix&)>& visit)
{
    const double highest = beam.frequencies().tail(1)(0);
    Matrix values(panel.node.size(), spec.modes);
    double start = 0.0;
    for (const BeamPiece& piece : spec.section) {
        const auto panels = std::ceil(0.5 * wave_number(spec, piece, highest) * piece.length);
        const double half = 0.5 * piece.length / panels;
        for (double p = 0.0; p < panels; ++p) {
            for (Index i = 0; i < panel.node.size(); ++i)
                values.row(i) = beam.shape(start + half * (2.0 * p + 1.0 + panel.node(i))).transpose();
            visit(piece, half, values);
        }
        start += piece.length;
    }
}

// ∫ρA φ_i φ_j dx of all pairs.
inline Matrix masses(const ModalBeamSpec& spec, const ModalBeam& beam)
{
    const GaussPanel panel(12);
    Matrix M = Matrix::Zero(spec.modes, spec.modes);
    for_each_panel(spec, beam, panel, [&](const BeamPiece& piece, double half, const Matrix& phi) {
        const Vector weight = half * mass_per_length(spec, piece) * panel.weight;
        M.noalias() += phi.transpose() * weight.asDiagonal() * phi;
    });
    return M;
}

inline double distance_from_identity(const Matrix& M)
{
    return (M - Matrix::Identity(M.rows(), M.cols())).cwiseAbs().maxCoeff();
}

// Natural frequencies by finite elements of at most the length h [m].
inline Vector finite_element_frequencies(const ModalBeamSpec& spec, double h)
{
    const auto elements = [&](const BeamPiece& piece) {
        return static_cast<Index>(std::ceil(piece.length / h * (1.0 - 1e-12)));
    };
    Index nodes = 1;
    for (const BeamPiece& piece : spec.section) nodes += elements(piece);
    Matrix K = Matrix::Zero(2 * nodes, 2 * nodes), M = K;
    const std::array<Index, 4> bending{1, 2, 4, 5};
    Index first = 0;
    for (const BeamPiece& piece : spec.section) {
        const double length = piece.length / static_cast<double>(elements(piece));
        const BeamSection section{.axial = 1.0,
                                  .bending = spec.young * second_moment_of_area(piece),
                                  .shear = std::numeric_limits<double>::infinity(),
                                  .mass = mass_per_length(spec, piece),
                                  .rotary_mass = 0.0};
        const ElementMatrix k = beam_stiffness(section, length), m = beam_mass_consistent(section, length);
        for (Index element = 0; element < elements(piece); ++element, first += 2) {
            K.block<4, 4>(first, first) += k(bending, bending);
            M.block<4, 4>(first, first) += m(bending, bending);
        }
    }
    std::vector<Index> free;
    for (Index i = 0; i < 2 * nodes; ++i) {
        const bool is_pinned = spec.support == Support::pinned_pinned && (i == 0 || i == 2 * nodes - 2);
        const bool is_clamped = spec.support == Support::clamped_free && i < 2;
        if (!is_pinned && !is_clamped) free.push_back(i);
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(K(free, free), M(free, free),
                                                                 Eigen::EigenvaluesOnly);
    return eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt();
}

}  // namespace rebond::test
