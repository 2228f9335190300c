// A body and its compliant contacts: Hertz's force is one of its forces, not an impact.
//
//     M(q) v̇ = f(t, q, v) + Σ_i ∇φ_i N_i,      N_i = K_i δ_i^{3/2},   δ_i = max(0, −φ_i(t, q)),          (1)
//     U = Σ_i (2/5) K_i δ_i^{5/2},      dU/dt = −Σ_i N_i (∇φ_i·v + ∂φ_i/∂t).                              (2)
//
// U counts as elastic energy, and what an obstacle that moves gives, −N ∂φ/∂t, as work of loads: nothing is
// lost. S = M + γC + βK has the stiffness of the contacts that press, (3/2) K δ^{1/2} ∇φ∇φᵀ, by Woodbury's
// formula,
//
//     (S₀ + W D Wᵀ)⁻¹ = S₀⁻¹ − S₀⁻¹W (D⁻¹ + WᵀS₀⁻¹W)⁻¹ WᵀS₀⁻¹,                                            (3)
//
// which needs a dense matrix of as many rows as contacts press. The turning of ∇φ is left out of S.
//
// The body is any model; schemes see one that is not linear. Its forces are switched (model.hpp) in the order
// of the contacts given.
#pragma once

#include "rebond/contact/contact.hpp"
#include "rebond/mechanics/model.hpp"

#include <memory>
#include <vector>

namespace rebond {

class CompliantModel final : public Model {
public:
    // All of the contacts are compliant.
    CompliantModel(std::shared_ptr<const Model> body, std::vector<Contact> contacts);

    Index dofs() const override { return body_->dofs(); }
    std::unique_ptr<Dynamics> dynamics() const override;
    double least_stiffness_share() const override { return body_->least_stiffness_share(); }
    std::vector<std::string> warnings() const override { return body_->warnings(); }
    bool is_conservative() const override;
    double load_frequency() const override;
    double size_of(const Vector& change) const override { return body_->size_of(change); }
    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override
    {
        return body_->mass_centre_velocity(q, v);
    }
    std::optional<double> wave_transit() const override { return body_->wave_transit(); }
    std::optional<std::string> validity_warning(const Vector& q) const override
    {
        return body_->validity_warning(q);
    }
    std::optional<std::string> breakdown(const Vector& q) const override { return body_->breakdown(q); }
    std::vector<Vector2> outline(const Vector& q) const override { return body_->outline(q); }
    std::vector<double> radii() const override { return body_->radii(); }
    std::vector<double> turns(const Vector& q) const override { return body_->turns(q); }
    Scenery scenery() const override { return body_->scenery(); }

private:
    std::shared_ptr<const Model> body_;
    std::vector<Contact> contacts_;
};

}  // namespace rebond
