// Families of orbits with lasting contacts under a load, y = (q₀, v₀, t₀, p) of lasting_orbit.hpp and a
// number.
//
// A branch ends where a contact no longer lasts: its reaction vanishes inside the phase or just after
// closing, or its phase has no length.
#pragma once

#include "rebond/orbits/continuation/family.hpp"
#include "rebond/orbits/continuation/numbered_systems.hpp"
#include "rebond/orbits/lasting/lasting_orbit.hpp"

namespace rebond {

class LastingFamily final : public Family {
public:
    // From an orbit with the sequence that it starts with, a release first.
    LastingFamily(std::function<Problem(double)> problem_at, double number_scale, Sequence sequence,
                  int load_periods);

    Vector unknowns(const Orbit& orbit, double number) const;

    std::optional<FamilyEquations> equations(const Vector& y) override;
    Vector scales(const Vector& y) const override;
    double parameter(const Vector& y) const override { return y(y.size() - 1); }
    Vector parameter_gradient(const Vector& y) override { return Vector::Unit(y.size(), y.size() - 1); }
    Orbit orbit(const Vector& y, double residual, const OrbitOptions& options) override;
    std::vector<SpecialTest> tests(const Vector& y, const Orbit& orbit) override;
    std::vector<long> window(const Vector&) override { return {}; }
    bool is_at_pole(const Vector&) override { return false; }

private:
    LastingMotion motion(const OrbitSystem& system, const Vector& y) const;

    mutable NumberedSystems systems_;
    double number_scale_;
    Sequence sequence_;
    int load_periods_;
};

}  // namespace rebond
