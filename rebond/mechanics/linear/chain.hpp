// A longitudinal bar as N + 1 masses and N springs above a plane [Nqi2017], in displacements
// q_j = w_j − jL/N from the bar at rest with its first mass on the plane:
//
//     m_j q̈_j = k (q_{j+1} − 2 q_j + q_{j−1}) + m_j (f_j − g),      k = E S N/L            (1)
//
// with a free end at both sides. Full end masses are m_j = ρ S L/(N+1); with half end masses the inner ones
// are ρ S L/N, those at the ends half of that, and a wave sees no change of impedance.
//
// Positions themselves would lose the elastic force to rounding: q_{j+1} − q_j is 10⁻⁸ of w_{j+1} − w_j.
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <optional>
#include <vector>

namespace rebond {

enum class EndMasses { full, half };

struct ChainSpec {
    Index springs = 100;       // N
    double length = 0.2;       // L [m]
    double area = 1.2668e-4;   // S [m²]
    double density = 7876.74;  // ρ [kg/m³]
    double young = 2.1e11;     // E [Pa]
    EndMasses end_masses = EndMasses::full;
    std::optional<std::vector<double>> field = {};  // f_j [m/s²], upwards positive
};

class Chain final : public Linear {
public:
    Chain(const ChainSpec& spec, double gravity);

    const ChainSpec& spec() const { return spec_; }

    std::unique_ptr<Dynamics> dynamics() const override;

    double inner_mass() const;  // m [kg]
    double pace() const;        // √(k/m) [rad/s]: a wave of phase θ per mass has ω = 2 pace sin(θ/2)

    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::optional<double> wave_transit() const override;
    FoundModes modes(const std::vector<Vector>& fixed, const std::atomic<bool>* stop) const override;
    bool has_modes() const override { return true; }
    bool has_fast_modes() const override { return true; }

private:
    ChainSpec spec_;
    double gravity_;
};

}  // namespace rebond
