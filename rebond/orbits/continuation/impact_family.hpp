// Families of orbits with impacts only.
//
//     under a load:    y = (P, t, means, p)         p a number of the problem
//     without load:    y = (P, t₂ … t_k, means, T)  by period or energy, which are no unknowns of their own
//                      y = (…, T, p)                by a number, at a constant period or energy
//
// ∂R/∂p is a difference of fourth order (number_slope.hpp), R being analytic in p: its error of some 1e-11
// slows Newton's iteration and changes nothing in what it converges to.
#pragma once

#include "rebond/orbits/continuation/family.hpp"
#include "rebond/orbits/continuation/numbered_systems.hpp"

#include <functional>
#include <vector>

namespace rebond {

// What varies along a family.
enum class Varied { number, period, energy };

struct FamilySpec {
    // The problem for a number; it may throw InputError where the number makes no sense. With Varied::period
    // and Varied::energy it is called with zero.
    std::function<Problem(double)> problem_at;
    Varied varied = Varied::number;
    double number_scale = 1.0;  // a typical change of the number
    int load_periods = 1;       // p of P(p, k)
    Closure closure = {};       // without load, where a number varies: what stays
};

class ImpactFamily final : public Family {
public:
    ImpactFamily(FamilySpec spec, std::vector<Index> contacts);

    // The unknowns of an orbit at a number; the number is not used where period or energy vary.
    Vector unknowns(const Orbit& orbit, double number);
    Vector unknowns(const ImpactMotion& motion, double number) const;

    // A family of the same problems with other impacts.
    void adopt(const ImpactFamily& other)
    {
        is_autonomous_ = other.is_autonomous_;
        means_ = other.means_;
        usual_impulse_ = other.usual_impulse_;
    }

    std::optional<FamilyEquations> equations(const Vector& y) override;
    Vector scales(const Vector& y) const override;
    double parameter(const Vector& y) const override;
    Vector parameter_gradient(const Vector& y) override;
    Orbit orbit(const Vector& y, double residual, const OrbitOptions& options) override;
    std::vector<SpecialTest> tests(const Vector& y, const Orbit& orbit) override;
    std::vector<long> window(const Vector& y) override;
    bool is_at_pole(const Vector& y) override;

    const FamilySpec& spec() const { return spec_; }
    const std::vector<Index>& contacts() const { return contacts_; }
    double number(const Vector& y) const { return spec_.varied == Varied::number ? y(y.size() - 1) : 0.0; }

    // The system for a number, and the motion that y is of it; nullptr where the problem refuses.
    const OrbitSystem* system_at(double number) const { return systems_.at(number); }
    ImpactMotion motion(const Vector& y) const;

private:
    std::optional<Vector> residual_at(const Vector& y) const;
    bool is_in_order(const ImpactMotion& motion) const;

    FamilySpec spec_;
    std::vector<Index> contacts_;
    bool is_autonomous_ = false;
    Index means_ = 0;
    double usual_impulse_ = 1.0;       // [N s]
    mutable NumberedSystems systems_;  // found when asked for: one family serves one thread
};

}  // namespace rebond
