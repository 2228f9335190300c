// The locus of a special point as a second number varies: the curve R(y; b) = 0 with what vanishes there,
//
//     R(y; b) = 0,      g(y; b) = 0,      z = (y, b),                                                  (1)
//
// in one unknown more than equations, followed like any family. The derivatives of g by y are central
// differences.
#pragma once

#include "rebond/orbits/continuation/branch.hpp"

#include <functional>
#include <map>
#include <memory>

namespace rebond {

class LocusFamily final : public Family {
public:
    // `family_at` gives the family for a value of the second number; `point` is a special point of one of
    // them, no fold and no end.
    LocusFamily(std::function<std::unique_ptr<Family>(double)> family_at, const SpecialPoint& point,
                double second_scale);

    Vector unknowns(const SpecialPoint& point, double second) const;

    std::optional<FamilyEquations> equations(const Vector& z) override;
    Vector scales(const Vector& z) const override;
    double parameter(const Vector& z) const override { return z(z.size() - 1); }  // the second number
    Vector parameter_gradient(const Vector& z) override { return Vector::Unit(z.size(), z.size() - 1); }
    Orbit orbit(const Vector& z, double residual, const OrbitOptions& options) override;
    std::vector<SpecialTest> tests(const Vector&, const Orbit&) override { return {}; }
    std::vector<long> window(const Vector& z) override;
    bool is_at_pole(const Vector& z) override;

    // The first number, which the family has as its parameter.
    double first_parameter(const Vector& z) const;

private:
    std::shared_ptr<Family> family(double second) const;
    std::optional<double> vanishing(const Vector& y, double second) const;

    std::function<std::unique_ptr<Family>(double)> family_at_;
    SpecialKind kind_;
    Index item_;
    double second_scale_;
    mutable std::map<double, std::shared_ptr<Family>> families_;
};

}  // namespace rebond
