#include "integration/linear_problem.hpp"

#include <Eigen/Eigenvalues>

namespace rebond::test {

State exact_flight(const Matrix& M, const Matrix& K, const Vector& f, const State& from, double t)
{
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(K, M);
    const Matrix& S = modes.eigenvectors();  // SᵀMS = 1
    const Vector x = S.transpose() * M * from.q, y = S.transpose() * M * from.v, g = S.transpose() * f;
    Vector position(x.size()), velocity(x.size());
    for (Index j = 0; j < x.size(); ++j) {
        const double square = modes.eigenvalues()(j);
        if (std::abs(square) < 1e-12) {
            position(j) = x(j) + t * y(j) + 0.5 * t * t * g(j);
            velocity(j) = y(j) + t * g(j);
            continue;
        }
        const double omega = std::sqrt(square), rest = g(j) / square;
        position(j) = rest + (x(j) - rest) * std::cos(omega * t) + y(j) / omega * std::sin(omega * t);
        velocity(j) = y(j) * std::cos(omega * t) - omega * (x(j) - rest) * std::sin(omega * t);
    }
    return {.t = from.t + t, .q = S * position, .v = S * velocity};
}

}  // namespace rebond::test
