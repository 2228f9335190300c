#include "rebond/mechanics/beam/frame_system.hpp"

#include "rebond/mechanics/beam/beam_element.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <limits>
#include <numbers>

namespace rebond {
namespace {

double area_of(const FrameSpec& spec)
{
    return 0.25 * std::numbers::pi * spec.diameter * spec.diameter;
}

// A full circle. The shear coefficient is Cowper's.
BeamSection section_of(const FrameSpec& spec)
{
    const double A = area_of(spec);
    const double I = A * spec.diameter * spec.diameter / 16.0;
    const double nu = spec.poisson_ratio;
    const double kappa = 6.0 * (1.0 + nu) / (7.0 + 6.0 * nu);
    const double G = spec.young / (2.0 * (1.0 + nu));
    return {.axial = spec.young * A,
            .bending = spec.young * I,
            .shear = spec.theory == BeamTheory::timoshenko ? kappa * G * A
                                                           : std::numeric_limits<double>::infinity(),
            .mass = spec.density * A,
            .rotary_mass = spec.density * I};
}

double element_length(const FrameSpec& spec)
{
    return spec.length / static_cast<double>(spec.elements);
}

ElementMatrix element_mass(const FrameSpec& spec)
{
    const BeamSection section = section_of(spec);
    const double h = element_length(spec);
    return spec.mass_matrix == BeamMass::lumped ? beam_mass_lumped(section, h)
                                                : beam_mass_consistent(section, h);
}

// From axes of the beam to those of the wall: x = u cos φ − w sin φ, y = u sin φ + w cos φ.
ElementMatrix turned(const ElementMatrix& A, double angle)
{
    const double c = std::cos(angle), s = std::sin(angle);
    ElementMatrix R = ElementMatrix::Identity();
    for (const Index node : {0, 3}) R.block<2, 2>(node, node) << c, s, -s, c;
    return R.transpose() * A * R;
}

// The coordinates of an element that take part: `per_node` of each node, from the `first` on.
struct Share {
    Index first = 0;
    Index per_node = 3;

    Index operator[](Index i) const { return first + (i < per_node ? i : i - per_node + 3); }
};

// Entries of the same element everywhere along the beam.
std::vector<Entry> repeated(const ElementMatrix& element, Index elements, const Share& share)
{
    std::vector<Entry> entries;
    for (Index e = 0; e < elements; ++e)
        for (Index i = 0; i < 2 * share.per_node; ++i)
            for (Index j = i; j < 2 * share.per_node; ++j)
                if (element(share[i], share[j]) != 0.0)
                    entries.push_back(
                        {e * share.per_node + i, e * share.per_node + j, element(share[i], share[j])});
    return entries;
}

// Takes the mass m₀ from both ends and gives the others δ_i = a + b x_i², x from the middle, so that
//
//     Σ δ_i = 2 m₀,      Σ δ_i x_i² = 2 m₀ (l/2)².
void make_ends_massless(const FrameSpec& spec, Index per_node, std::vector<Entry>& entries)
{
    const double m0 = 0.5 * frame_mass(spec) / static_cast<double>(spec.elements);
    const auto place = [&](Index node) {
        return element_length(spec) * static_cast<double>(node) - 0.5 * spec.length;
    };
    double S0 = 0.0, S2 = 0.0, S4 = 0.0;
    for (Index node = 1; node < spec.elements; ++node) {
        const double x2 = place(node) * place(node);
        S0 += 1.0;
        S2 += x2;
        S4 += x2 * x2;
    }
    const double all = 2.0 * m0, turned = 0.5 * m0 * spec.length * spec.length;
    const double determinant = S0 * S4 - S2 * S2;
    const double a = (all * S4 - turned * S2) / determinant, b = (turned * S0 - all * S2) / determinant;
    const auto is_displacement_of_an_end = [&](const Entry& entry) {
        const Index node = entry.row / per_node;
        return (node == 0 || node == spec.elements) && entry.row % per_node < 2;
    };
    std::erase_if(entries, is_displacement_of_an_end);
    for (Index node = 1; node < spec.elements; ++node)
        for (Index coordinate = 0; coordinate < std::min<Index>(per_node, 2); ++coordinate) {
            const Index i = node * per_node + coordinate;
            entries.push_back({i, i, a + b * place(node) * place(node)});
        }
}

bool is_damped(const FrameSpec& spec)
{
    return spec.mass_damping > 0.0 || spec.stiffness_damping > 0.0;
}

SymmetricMatrix rayleigh(const FrameSpec& spec, Index size, const std::vector<Entry>& M,
                         const std::vector<Entry>& K)
{
    if (!is_damped(spec)) return SymmetricMatrix::zero(size);
    std::vector<Entry> entries;
    for (const auto& [i, j, value] : M) entries.push_back({i, j, spec.mass_damping * value});
    for (const auto& [i, j, value] : K) entries.push_back({i, j, spec.stiffness_damping * value});
    return {size, entries};
}

// Modes of a free beam in its own axes beyond the `rigid` ones.
struct ElasticModes {
    Vector stiffness;  // ω²
    Matrix shapes;     // of unit modal mass, in columns
    Matrix mass;       // of the nodes
};

ElasticModes elastic_modes(const FrameSpec& spec, const Share& share, Index rigid, Index count)
{
    const Index size = (spec.elements + 1) * share.per_node;
    const ElementMatrix element = beam_stiffness(section_of(spec), element_length(spec));
    const Matrix K = SymmetricMatrix(size, repeated(element, spec.elements, share)).dense();
    Matrix M = SymmetricMatrix(size, repeated(element_mass(spec), spec.elements, share)).dense();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(K, M);
    return {eigen.eigenvalues().segment(rigid, count), eigen.eigenvectors().middleCols(rigid, count),
            std::move(M)};
}

}  // namespace

double frame_mass(const FrameSpec& spec)
{
    return spec.density * area_of(spec) * spec.length;
}

bool has_finite_elements(const FrameSpec& spec)
{
    const ElementMatrix M = element_mass(spec), K = beam_stiffness(section_of(spec), element_length(spec));
    return M.allFinite() && K.allFinite() && (spec.mass_damping * M + spec.stiffness_damping * K).allFinite();
}

LinearSystem frame_system(const FrameSpec& spec, double angle, double gravity)
{
    const bool is_axial = spec.theory == BeamTheory::axial;
    const Share share{.first = 0, .per_node = is_axial ? 1 : 3};
    const Index size = (spec.elements + 1) * share.per_node;
    const auto assembled = [&](const ElementMatrix& A, bool is_the_same_all_round) {
        return repeated(is_the_same_all_round ? A : turned(A, angle), spec.elements, share);
    };
    std::vector<Entry> M = assembled(element_mass(spec), is_axial || spec.mass_matrix == BeamMass::lumped);
    if (spec.contact_mass == ContactMass::massless) make_ends_massless(spec, share.per_node, M);
    const std::vector<Entry> K = assembled(beam_stiffness(section_of(spec), element_length(spec)), is_axial);
    LinearSystem system{.mass = SymmetricMatrix(size, M),
                        .damping = rayleigh(spec, size, M, K),
                        .stiffness = SymmetricMatrix(size, K),
                        .force = Vector::Zero(size),
                        .harmonics = {}};
    Vector down = Vector::Zero(size);
    for (Index node = 0; node <= spec.elements; ++node)
        down(node * share.per_node + (is_axial ? 0 : 1)) = is_axial ? -gravity * std::sin(angle) : -gravity;
    system.mass.multiply(down, system.force);
    return system;
}

TruncatedFrame truncated_frame(const FrameSpec& spec, double angle, double gravity)
{
    const double c = std::cos(angle), s = std::sin(angle);
    const bool is_axial = spec.theory == BeamTheory::axial;
    const Index nodes = spec.elements + 1, rigid = is_axial ? 1 : 3;
    const Index axial = *spec.modes, bending = is_axial ? 0 : spec.bending_modes.value_or(axial);
    const Index size = rigid + axial + bending;
    Matrix shapes = Matrix::Zero(2 * nodes, size);
    Vector mass = Vector::Ones(size), stiffness = Vector::Zero(size), force = Vector::Zero(size);
    mass.head(std::min<Index>(rigid, 2)).setConstant(frame_mass(spec));

    // u along the axis and w across it, as displacements x and y of a node.
    const auto place = [&](Index node, Index coordinate, double u, double w) {
        shapes(2 * node, coordinate) = u * c - w * s;
        shapes(2 * node + 1, coordinate) = u * s + w * c;
    };
    const ElasticModes stretching = elastic_modes(spec, {.first = 0, .per_node = 1}, 1, axial);
    stiffness.segment(rigid, axial) = stretching.stiffness;
    for (Index node = 0; node < nodes; ++node)
        for (Index j = 0; j < axial; ++j) place(node, rigid + j, stretching.shapes(node, j), 0.0);
    if (is_axial) {
        for (Index node = 0; node < nodes; ++node) place(node, 0, 1.0, 0.0);
        force(0) = -gravity * s * mass(0);
    } else {
        const ElasticModes turning = elastic_modes(spec, {.first = 1, .per_node = 2}, 2, bending);
        stiffness.tail(bending) = turning.stiffness;
        Vector rotation(2 * nodes);  // w and θ of the beam turning about its middle
        for (Index node = 0; node < nodes; ++node) {
            const double arm = element_length(spec) * static_cast<double>(node) - 0.5 * spec.length;
            rotation.segment<2>(2 * node) << arm, 1.0;
            shapes(2 * node, 0) = shapes(2 * node + 1, 1) = 1.0;
            place(node, 2, 0.0, arm);
            for (Index j = 0; j < bending; ++j)
                place(node, rigid + axial + j, 0.0, turning.shapes(2 * node, j));
        }
        mass(2) = rotation.dot(turning.mass * rotation);
        force(1) = -gravity * mass(1);
    }
    return {
        .system = {.mass = SymmetricMatrix::diagonal(mass),
                   .damping = is_damped(spec) ? SymmetricMatrix::diagonal(spec.mass_damping * mass +
                                                                          spec.stiffness_damping * stiffness)
                                              : SymmetricMatrix::zero(size),
                   .stiffness = SymmetricMatrix::diagonal(stiffness),
                   .force = force,
                   .harmonics = {}},
        .shapes = shapes};
}

}  // namespace rebond
