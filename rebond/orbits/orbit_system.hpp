// A problem prepared for its periodic motions: a linear body with straight gaps under Newton's law.
//
// Loads must have a common period. Without loads that depend on time the system is autonomous, and its orbits
// come in families: by period or by energy where nothing is lost, none at all where something is.
#pragma once

#include "rebond/orbits/flow/linear_flow.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

class OrbitSystem {
public:
    // `like` may be the system of the same problem with another number: modes are taken from it where the
    // matrices are the same.
    explicit OrbitSystem(Problem problem, const OrbitSystem* like = nullptr);
    OrbitSystem(const OrbitSystem&) = delete;
    OrbitSystem& operator=(const OrbitSystem&) = delete;

    // Why it has no orbits here; empty if it may have.
    const std::string& refusal() const { return refusal_; }

    const Problem& problem() const { return problem_; }
    Index dofs() const { return problem_.model->dofs(); }
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }
    double restitution(Index contact) const { return problem_.contacts[contact].law.restitution; }
    double mobility(Index a, Index c) const { return mobility_(a, c); }  // w_aᵀM⁻¹w_c [1/kg]
    const Vector& mass_response(Index contact) const { return mass_responses_[contact]; }  // M⁻¹w

    bool is_autonomous() const { return !load_period_; }
    bool is_conservative() const { return conservative_; }              // but for its impacts
    std::optional<double> load_period() const { return load_period_; }  // [s]

    // Flight with no contact closed, and with some.
    const LinearFlow& free() const { return *flows_.at({}); }
    const LinearFlow& held(const std::vector<Index>& closed) const;
    SignalSearch& search(const std::vector<Index>& closed) const;

    double energy(const State& state) const;

private:
    void find_load_period();

    Problem problem_;
    std::string refusal_;
    bool conservative_ = false;
    std::optional<double> load_period_;
    Matrix mobility_;
    std::vector<Vector> mass_responses_;
    std::map<std::vector<Index>, std::shared_ptr<const FlowModes>> given_modes_;
    // Found when first asked for: one system serves one thread.
    mutable std::map<std::vector<Index>, std::unique_ptr<LinearFlow>> flows_;
    mutable std::map<std::vector<Index>, std::unique_ptr<SignalSearch>> searches_;
    mutable std::unique_ptr<Dynamics> dynamics_;
};

}  // namespace rebond
