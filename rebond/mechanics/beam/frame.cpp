#include "rebond/mechanics/beam/frame.hpp"

#include "rebond/mechanics/beam/frame_system.hpp"

#include <cmath>

namespace rebond {
namespace {

constexpr Index along_the_wall = 0, away_from_it = 1;

}  // namespace

Frame::Frame(const FrameSpec& spec, double angle, double gravity)
    : Frame(spec, angle, discretise(spec, angle, gravity))
{
}

Frame::Frame(const FrameSpec& spec, double angle, Discretised discretised)
    : Linear(std::move(discretised.system)),
      spec_(spec),
      cos_(std::cos(angle)),
      sin_(std::sin(angle)),
      shapes_(std::move(discretised.shapes)),
      lift_(Vector::Zero(dofs()))
{
    system().mass.multiply(translation(0.0, 1.0), lift_);
    lift_ /= total_mass();
}

Frame::Discretised Frame::discretise(const FrameSpec& spec, double angle, double gravity)
{
    if (!spec.modes) return {frame_system(spec, angle, gravity), {}};
    auto [system, shapes] = truncated_frame(spec, angle, gravity);
    return {std::move(system), std::move(shapes)};
}

std::vector<Frame::Part> Frame::displacement_along(Index node) const
{
    return displacement(node, along_the_wall);
}

std::vector<Frame::Part> Frame::displacement_away(Index node) const
{
    return displacement(node, away_from_it);
}

std::vector<Frame::Part> Frame::displacement(Index node, Index direction) const
{
    if (shapes_.size() == 0) {
        if (spec_.theory != BeamTheory::axial) return {{3 * node + direction, 1.0}};
        return {{node, direction == along_the_wall ? cos_ : sin_}};
    }
    std::vector<Part> parts;
    for (Index j = 0; j < dofs(); ++j)
        if (const double weight = shapes_(2 * node + direction, j); weight != 0.0)
            parts.push_back({j, weight});
    return parts;
}

double Frame::height_at_rest(Index node) const
{
    return at_rest(node)(away_from_it);
}

Vector2 Frame::at_rest(Index node) const
{
    const double s = spec_.length * static_cast<double>(node) / static_cast<double>(spec_.elements);
    return {s * cos_, s * sin_};
}

Vector Frame::translation(double vx, double vy) const
{
    Vector v = Vector::Zero(dofs());
    if (spec_.theory == BeamTheory::axial) {
        const double speed = vx * cos_ + vy * sin_;
        if (shapes_.size() == 0) return Vector::Constant(dofs(), speed);
        v(0) = speed;
        return v;
    }
    const Index moving = shapes_.size() == 0 ? last_node() : 0;
    for (Index node = 0; node <= moving; ++node) v.segment<2>(3 * node) << vx, vy;
    return v;
}

// About the mass centre, from which the end is r away, with the moment of inertia that the mesh has.
Eigen::Matrix2d Frame::rigid_mobility() const
{
    const double m = total_mass();
    Eigen::Matrix2d G;
    if (spec_.theory == BeamTheory::axial) {
        G << sin_ * sin_, sin_ * cos_, sin_ * cos_, cos_ * cos_;
        return G / m;
    }
    Vector rotation = Vector::Zero(dofs());
    if (shapes_.size() > 0) rotation(2) = 1.0;
    for (Index node = 0; shapes_.size() == 0 && node <= last_node(); ++node) {
        const Vector2 place = at_rest(node) - 0.5 * at_rest(last_node());
        rotation.segment<3>(3 * node) << -place(1), place(0), 1.0;
    }
    const double J = system().mass.form(rotation);
    const Vector2 r(-0.5 * spec_.length * cos_, -0.5 * spec_.length * sin_);
    G << r(0) * r(0), -r(0) * r(1), -r(0) * r(1), r(1) * r(1);
    return Eigen::Matrix2d::Identity() / m + G / J;
}

double Frame::total_mass() const
{
    return frame_mass(spec_);
}

std::optional<double> Frame::mass_centre_velocity(const Vector& /*q*/, const Vector& v) const
{
    return lift_.dot(v);
}

// Of massless ends, which only their stiffness holds. The time a wave takes through an element weighs M and K
// alike, and neither drowns in the other's rounding.
double Frame::least_stiffness_share() const
{
    if (spec_.contact_mass != ContactMass::massless) return 0.0;
    const double through = 0.5 * *wave_transit() / static_cast<double>(spec_.elements);
    return through * through;
}

std::optional<double> Frame::wave_transit() const
{
    return 2.0 * spec_.length * std::sqrt(spec_.density / spec_.young);
}

// Of the chord, not of single sections: those may bend.
std::optional<std::string> Frame::validity_warning(const Vector& q) const
{
    constexpr double largest = 0.1;  // [rad]: lengths are then off by half a percent
    if (spec_.theory == BeamTheory::axial) return std::nullopt;
    const auto across = [&](Index node) {
        double w = 0.0;
        for (const auto& [j, weight] : displacement(node, along_the_wall)) w -= sin_ * weight * q(j);
        for (const auto& [j, weight] : displacement(node, away_from_it)) w += cos_ * weight * q(j);
        return w;
    };
    if (!(std::abs(across(last_node()) - across(0)) > largest * spec_.length)) return std::nullopt;
    return "the beam has turned by more than 0.1 rad, and the model is one of small displacements";
}

std::vector<Vector2> Frame::outline(const Vector& q) const
{
    std::vector<Vector2> points;
    for (Index node = 0; node <= last_node(); ++node) {
        Vector2 point = at_rest(node);
        for (const Index direction : {along_the_wall, away_from_it})
            for (const auto& [coordinate, weight] : displacement(node, direction))
                point(direction) += weight * q(coordinate);
        points.push_back(point);
    }
    return points;
}

}  // namespace rebond
