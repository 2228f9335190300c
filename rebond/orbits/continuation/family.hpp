// A one-parameter family of orbits as a curve: R(y) = 0 in N unknowns, with a Jacobian of rank N − 1.
//
// The unknowns are what an orbit is made of and, where it is one, the number that varies. The open set of
// families: impacts, lasting contacts, and loci of special points are leaves.
#pragma once

#include "rebond/orbits/continuation/special_kind.hpp"
#include "rebond/orbits/find_orbits.hpp"

#include <optional>
#include <vector>

namespace rebond {

// R and its Jacobian, every row over the size of its terms.
struct FamilyEquations {
    Vector residual = {};
    Matrix jacobian = {};
};

// One quantity that vanishes at a special point of its kind; `item` says of which impact or phase.
struct SpecialTest {
    SpecialKind kind = SpecialKind::flip;
    Index item = 0;
    double value = 0.0;
};

class Family {
public:
    virtual ~Family() = default;

    // None where y is no orbit's: a period below zero, a number that the problem refuses.
    virtual std::optional<FamilyEquations> equations(const Vector& y) = 0;

    // Sizes of the unknowns, to measure arclength without units.
    virtual Vector scales(const Vector& y) const = 0;

    virtual double parameter(const Vector& y) const = 0;

    // ∂parameter/∂y.
    virtual Vector parameter_gradient(const Vector& y) = 0;

    // The orbit at y, of which the residual is known.
    virtual Orbit orbit(const Vector& y, double residual, const OrbitOptions& options) = 0;

    // What may vanish next along the curve, at y where the orbit is known; without folds, which the curve
    // shows.
    virtual std::vector<SpecialTest> tests(const Vector& y, const Orbit& orbit) = 0;

    // Where y lies between poles, which no step may pass; empty where there are none.
    virtual std::vector<long> window(const Vector& y) = 0;

    // Whether y is so near a pole that the family ends there.
    virtual bool is_at_pole(const Vector& y) = 0;
};

}  // namespace rebond
