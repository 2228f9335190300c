#include "rebond/scene/advice/model_advice.hpp"

#include "rebond/mechanics/beam/ball_on_beam.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/solvers/factors/symmetric_factors.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

// Whether x·A x ≥ 0 for all x, but for 1e-8 of the largest: then and only then M + 10⁸A/|A| is positive, the
// size of A being measured against M.
bool is_semidefinite(const SymmetricMatrix& mass, const SymmetricMatrix& A)
{
    const double size = A.diagonal().cwiseQuotient(mass.diagonal()).cwiseAbs().maxCoeff();
    if (A.is_zero()) return true;
    if (size == 0.0) return false;                // something beside a diagonal of zeros
    if (!std::isfinite(1e8 / size)) return true;  // too little to move such a mass
    const SymmetricMatrix none = SymmetricMatrix::zero(mass.size());
    return SymmetricFactors(mass, none, A).factor(1e8 / size, 0.0);
}

std::vector<std::string> advise_beam(const ModalBeamSpec& beam)
{
    const Index within = modes_within_theory(beam);
    if (beam.modes <= within) return {};
    return {fmt::format(
        "model.beam.modes = {}: of this beam only {} modes have half-waves longer than it is high; the "
        "others are outside the beam theory used here",
        beam.modes, within)};
}

}  // namespace

std::vector<std::string> advise_model(const Model& model)
{
    if (const auto* ball = dynamic_cast<const BallOnBeam*>(&model)) return advise_beam(ball->spec().beam);
    const auto* linear = dynamic_cast<const Linear*>(&model);
    if (linear == nullptr) return {};
    const LinearSystem& system = linear->system();
    if (system.mass.diagonal().minCoeff() == 0.0) return {};  // massless ends, of a mesh that is ours
    std::vector<std::string> warnings;
    if (!is_semidefinite(system.mass, system.stiffness))
        warnings.emplace_back(
            "model.stiffness is not positive semidefinite: some motion grows exponentially; if that is not "
            "meant, look for a wrong sign");
    if (!is_semidefinite(system.mass, system.damping))
        warnings.emplace_back(
            "model.damping is not positive semidefinite: it feeds energy to some motion; if that is not "
            "meant, look for a wrong sign");
    return warnings;
}

}  // namespace rebond
