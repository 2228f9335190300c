#include "rebond/mechanics/linear/linear.hpp"

#include "rebond/mechanics/linear/linear_dynamics.hpp"
#include "rebond/solvers/factors/generic.hpp"
#include "rebond/solvers/factors/symmetric_factors.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

void LinearSystem::load_at(double t, Vector& f) const
{
    f = force;
    for (const HarmonicLoad& load : harmonics) f += load.factor_at(t) * load.amplitude;
}

namespace {

// Whether x·A x ≥ 0 for all x, within 1e-8 of the largest: then and only then M + 10⁸A/|A| is positive, the
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

}  // namespace

Linear::Linear(LinearSystem system, std::vector<OutlinePoint> outline)
    : system_(std::move(system)), outline_(std::move(outline))
{
}

std::vector<Vector2> Linear::outline(const Vector& q) const
{
    std::vector<Vector2> points;
    for (const auto& [place, coordinates] : outline_) {
        Vector2& point = points.emplace_back(place);
        for (Index axis = 0; axis < 2; ++axis)
            if (coordinates[axis] >= 0) point(axis) += q(coordinates[axis]);
    }
    return points;
}

std::unique_ptr<Dynamics> Linear::dynamics() const
{
    return std::make_unique<LinearDynamics>(system_);
}

FoundModes Linear::modes(const std::vector<Vector>& fixed, const std::atomic<bool>* stop) const
{
    return dense_modes(system_, fixed, stop);
}

bool Linear::has_modal_damping() const
{
    constexpr double commuting = 1e-9;  // of the products' sizes [-]
    const auto dynamics = this->dynamics();
    if (system_.damping.is_zero() || !dynamics->factor(0.0, 0.0)) return true;
    Vector CK = generic_vector(dofs()), KC = CK, product(dofs());
    const auto apply = [&](const SymmetricMatrix& A, Vector& x) {
        A.multiply(x, product);
        x = product;
    };
    apply(system_.stiffness, CK);
    dynamics->solve(CK);
    apply(system_.damping, CK);
    apply(system_.damping, KC);
    dynamics->solve(KC);
    apply(system_.stiffness, KC);
    return (CK - KC).norm() <= commuting * (CK.norm() + KC.norm());
}

double Linear::load_frequency() const
{
    double highest = 0.0;
    for (const HarmonicLoad& load : system_.harmonics)
        if (!load.amplitude.isZero(0.0)) highest = std::max(highest, std::abs(load.frequency));
    return highest;
}

bool Linear::is_conservative() const
{
    return system_.harmonics.empty() && system_.damping.is_zero();
}

std::vector<std::string> Linear::warnings() const
{
    if (system_.mass.diagonal().minCoeff() == 0.0) return {};  // massless ends, of a mesh that is ours
    std::vector<std::string> warnings;
    if (!is_semidefinite(system_.mass, system_.stiffness))
        warnings.emplace_back(
            "model.stiffness is not positive semidefinite: some motion grows exponentially; if this is "
            "not intended, check the signs");
    if (!is_semidefinite(system_.mass, system_.damping))
        warnings.emplace_back(
            "model.damping is not positive semidefinite: it adds energy to some motion; if this is "
            "not intended, check the signs");
    return warnings;
}

}  // namespace rebond
