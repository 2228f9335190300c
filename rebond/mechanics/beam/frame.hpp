// An elastic beam that hits a rigid wall at an angle, by finite elements [Elhady2006], in small
// displacements from the beam at rest with its first end on the wall.
//
// The wall is y = 0 and the beam above it; its axis leaves the wall at the angle φ. Each node has the
// displacements x along the wall and y away from it and the rotation θ, in this order, node after node from
// the end at the wall; `axial` motion has the displacement along the axis alone. All matrices are banded.
//
// Truncated to its lowest modes, the beam has as coordinates the displacement x, y of its mass centre, its
// rotation, and then the amplitudes of the axial and of the bending modes, of unit modal mass.
//
// Massless ends give their mass to the other nodes, by the smallest changes that keep the mass, the mass
// centre and the moment of inertia of the beam [KhenousLabordeRenard2008].
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <optional>
#include <vector>

namespace rebond {

enum class BeamTheory { timoshenko, euler_bernoulli, axial };
enum class BeamMass { lumped, consistent };
enum class ContactMass { nodal, massless };

struct FrameSpec {
    Index elements = 40;
    double length = 0.1;          // l [m]
    double diameter = 0.1 / 6.0;  // d [m]
    double density = 7500.0;      // ρ [kg/m³]
    double young = 2.1e11;        // E [Pa]
    double poisson_ratio = 0.3;   // ν
    BeamTheory theory = BeamTheory::timoshenko;
    BeamMass mass_matrix = BeamMass::lumped;
    ContactMass contact_mass = ContactMass::nodal;
    std::optional<Index> modes = {};  // kept of each kind; absent: all, in the coordinates of the nodes
    std::optional<Index> bending_modes = {};  // kept of those; absent: as many as `modes`
    double mass_damping = 0.0;                // a [1/s] of C = aM + bK
    double stiffness_damping = 0.0;           // b [s]
};

// With fewer elements some other mass would vanish or be negative.
inline constexpr Index fewest_elements_massless = 6;

class Frame final : public Linear {
public:
    Frame(const FrameSpec& spec, double angle, double gravity);

    const FrameSpec& spec() const { return spec_; }
    Index last_node() const { return spec_.elements; }

    // A displacement as a sum of coordinates times weights.
    struct Part {
        Index coordinate = 0;
        double weight = 0.0;
    };
    std::vector<Part> displacement_along(Index node) const;  // the wall
    std::vector<Part> displacement_away(Index node) const;   // from it

    double height_at_rest(Index node) const;  // [m]

    // The whole beam moving at (vx, vy) [m/s] without deforming; for axial motion the part along its axis.
    Vector translation(double vx, double vy) const;

    // Of a rigid beam: velocities (away from the wall, along it) of its first end per impulse there [1/kg].
    Eigen::Matrix2d rigid_mobility() const;

    double total_mass() const;  // [kg]

    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::optional<double> wave_transit() const override;
    double least_stiffness_share() const override;
    std::vector<Vector2> outline(const Vector& q) const override;
    std::optional<std::string> validity_warning(const Vector& q) const override;

private:
    // What moves, and the displacements x, y of all nodes for each coordinate, if those are not the nodes'
    // own.
    struct Discretised {
        LinearSystem system;
        Matrix shapes;
    };
    Frame(const FrameSpec& spec, double angle, Discretised discretised);
    static Discretised discretise(const FrameSpec& spec, double angle, double gravity);

    std::vector<Part> displacement(Index node, Index direction) const;
    Vector2 at_rest(Index node) const;

    FrameSpec spec_;
    double cos_, sin_;
    Matrix shapes_;
    Vector lift_;  // weights of velocities in that of the mass centre away from the wall
};

}  // namespace rebond
