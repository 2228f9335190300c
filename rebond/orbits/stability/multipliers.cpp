#include "rebond/orbits/stability/multipliers.hpp"

#include "rebond/orbits/stability/floquet_determinant.hpp"
#include "rebond/orbits/stability/saltation.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

void sort_by_size(std::vector<Complex>& values)
{
    std::stable_sort(values.begin(), values.end(), [](Complex a, Complex b) {
        if (std::abs(std::abs(a) - std::abs(b)) > 1e-12 * std::abs(a)) return std::abs(a) > std::abs(b);
        return a.imag() > b.imag();
    });
}

}  // namespace

Multipliers multipliers_of(const Matrix& monodromy, const std::optional<Vector>& field,
                           const std::optional<Vector>& gradient)
{
    Multipliers found{.trace = monodromy.trace()};
    Matrix rest = monodromy;
    if (field && gradient) {
        Matrix known(monodromy.rows(), 2);
        known << field->normalized(), gradient->normalized();
        const Matrix Q = Eigen::HouseholderQR<Matrix>(known).householderQ();
        const Matrix others = Q.rightCols(Q.cols() - 2);
        rest = others.transpose() * monodromy * others;
        found.values = {1.0, 1.0};
    }
    if (rest.size() > 0) {
        const Eigen::EigenSolver<Matrix> eigen(rest, false);
        for (Index i = 0; i < rest.rows(); ++i) found.values.push_back(eigen.eigenvalues()(i));
    }
    sort_by_size(found.values);
    for (const Complex mu : found.values)
        if (std::abs(mu) > 1.0 + outside_circle) ++found.unstable;
    return found;
}

Matrix monodromy_of(const OrbitSystem& system, const ImpactMotion& motion)
{
    const LinearFlow& flow = system.free();
    const Index n = system.dofs();
    Matrix M = Matrix::Identity(2 * n, 2 * n);
    std::vector<FlowMotion> flights;
    for (Index i = 0; i < motion.count(); ++i) flights.push_back(flight_after(system, motion, i));
    for (Index i = 0; i < motion.count(); ++i) {
        const Index next = (i + 1) % motion.count();
        double length = motion.times(next) - motion.times(i);
        if (next <= i) length += motion.period;
        const State before = flow.state(flights[i], length), after = flow.state(flights[next], 0.0);
        const Index c = motion.contacts[next];
        M = flow.transition(length) * M;
        M = saltation(gradient_of(system.problem().contacts[c].gap, n), system.mass_response(c),
                      system.restitution(c), {before.v, flow.acceleration(flights[i], length)},
                      {after.v, flow.acceleration(flights[next], 0.0)}) *
            M;
    }
    return M;
}

Multipliers multipliers_of(const OrbitSystem& system, const ImpactMotion& motion, Index most_dense)
{
    if (system.dofs() > most_dense) return FloquetDeterminant(system, motion).multipliers();
    const Matrix M = monodromy_of(system, motion);
    if (!system.is_autonomous()) return multipliers_of(M);
    // The gradient of the energy is (K q − f₀, M v) = (−M a, M v) in free flight.
    const FlowMotion start = flight_after(system, motion, 0);
    const State state = system.free().state(start, 0.0);
    const Vector a = system.free().acceleration(start, 0.0);
    const SymmetricMatrix& mass = system.problem().model->as_linear()->system().mass;
    Vector field(2 * system.dofs()), gradient(2 * system.dofs()), Mx(system.dofs());
    field << state.v, a;
    mass.multiply(a, Mx);
    gradient.head(system.dofs()) = -Mx;
    mass.multiply(state.v, Mx);
    gradient.tail(system.dofs()) = Mx;
    return multipliers_of(M, field, gradient);
}

}  // namespace rebond
