// What the author of a body writes: M(q), f(t, q, v) and the energy, of
//
//     M(q) v̇ = f(t, q, v) + Σ ∇φ_k ν_k.                                                              (1)
//
// A body is at work for one run: it may keep scratch. Answers are as large as they are asked for; a body that
// cannot answer throws, and the run ends.
#pragma once

#include "rebond/mechanics/model.hpp"

namespace rebond {

class UserBody {
public:
    virtual ~UserBody() = default;

    virtual void mass(const Vector& q, Matrix& M) = 0;
    virtual void force(double t, const Vector& q, const Vector& v, Vector& f) = 0;

    // A potential whose zero is anywhere is `gravity`; `elastic` is zero at rest and never negative.
    virtual Energy energy(const Vector& q, const Vector& v) = 0;

    // K = −∂f/∂q and C = −∂f/∂v; false: by differences of f.
    virtual bool stiffness(double /*t*/, const Vector& /*q*/, const Vector& /*v*/, Matrix& /*K*/)
    {
        return false;
    }
    virtual bool damping(double /*t*/, const Vector& /*q*/, const Vector& /*v*/, Matrix& /*C*/)
    {
        return false;
    }

    // Factors of its own of M + γC + βK at (t, q), kept until the next call; false: dense algebra.
    virtual bool factor(double /*t*/, const Vector& /*q*/, double /*beta*/, double /*gamma*/)
    {
        return false;
    }
    virtual void solve(Vector& /*x*/) { require(false, "this body has no factors of its own"); }

    // Of the forces that the energy does not hold [W]; none: from the rate of the energy.
    virtual std::optional<double> power(double /*t*/, const Vector& /*q*/, const Vector& /*v*/)
    {
        return std::nullopt;
    }
};

}  // namespace rebond
