// The instant t_n of a step that leapt from v^{n−½} to v^{n+½}: vⁿ, the mean of the two, is computed for
// those who ask.
#pragma once

#include "rebond/integration/recorder.hpp"

namespace rebond {

class MidStep final : public Instant {
public:
    // All that is referred to must outlive it; `h` [s] is the step.
    MidStep(const State& state, const Vector& v_after, double h, Dynamics& dynamics)
        : state_(state), v_after_(v_after), h_(h), dynamics_(dynamics), v_(v_after), scratch_(v_after)
    {
    }

    // A new step, in which impulses added `jump` to the velocity; null for none.
    void renew(const Vector* jump)
    {
        jump_ = jump;
        has_v_ = has_energy_ = false;
    }

    double t() const override { return state_.t; }
    const Vector& q() const override { return state_.q; }
    const Vector& v() const override
    {
        if (!has_v_) {
            v_ = v_after_;
            if (jump_ != nullptr) v_ -= 0.5 * *jump_;
            dynamics_.leap(state_.t, state_.q, -0.5 * h_, v_, scratch_);
            has_v_ = true;
        }
        return v_;
    }
    const Energy& energy() const override
    {
        if (!has_energy_) {
            dynamics_.place(state_.t, state_.q);
            energy_ = dynamics_.energy(v());
            has_energy_ = true;
        }
        return energy_;
    }

private:
    const State& state_;
    const Vector& v_after_;
    double h_;
    Dynamics& dynamics_;
    const Vector* jump_ = nullptr;
    mutable Vector v_, scratch_;
    mutable Energy energy_;
    mutable bool has_v_ = false, has_energy_ = false;
};

}  // namespace rebond
