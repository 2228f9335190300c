#include "rebond/mechanics/modes.hpp"

#include "rebond/mechanics/linear.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

class DenseModes final : public Modes {
public:
    // Shapes in columns.
    DenseModes(Vector frequencies, Matrix shapes, const SymmetricMatrix& mass)
        : shapes_(std::move(shapes)), mass_(mass), Mx_(mass.size())
    {
        frequencies_ = std::move(frequencies);
    }

    void to_modal(const Vector& x, Vector& y) override
    {
        mass_.multiply(x, Mx_);
        y.noalias() = shapes_.transpose() * Mx_;
    }
    void to_physical(const Vector& y, Vector& x) override { x.noalias() = shapes_ * y; }

private:
    Matrix shapes_;
    const SymmetricMatrix& mass_;
    Vector Mx_;
};

// Columns that span wᵀx = 0 for all `held`.
Matrix free_directions(Index n, const std::vector<Vector>& held)
{
    if (held.empty()) return Matrix::Identity(n, n);
    Matrix W(n, static_cast<Index>(held.size()));
    for (std::size_t h = 0; h < held.size(); ++h) W.col(static_cast<Index>(h)) = held[h].normalized();
    const Eigen::ColPivHouseholderQR<Matrix> qr(W);
    const Matrix Q = qr.householderQ() * Matrix::Identity(n, n);
    return Q.rightCols(n - qr.rank());
}

}  // namespace

std::unique_ptr<Modes> dense_modes(const LinearSystem& system, const std::vector<Vector>& held)
{
    const Index n = system.mass.size();
    const Matrix Z = free_directions(n, held);
    if (Z.cols() == 0) return std::make_unique<DenseModes>(Vector(0), Z, system.mass);
    const Matrix M = Z.transpose() * system.mass.dense() * Z;
    const Matrix K = Z.transpose() * system.stiffness.dense() * Z;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(K, M);

    // Rigid motions come out at the rounding of the largest eigenvalue, of the free body if that is left
    // alone.
    Vector squares = eigen.eigenvalues();
    const Vector each_alone = system.stiffness.diagonal().cwiseQuotient(system.mass.diagonal());
    const double largest = std::max(squares.cwiseAbs().maxCoeff(), each_alone.cwiseAbs().maxCoeff());
    const double rounding = 16.0 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * largest;
    if (squares.minCoeff() < -rounding) return nullptr;
    for (double& square : squares)
        if (square <= rounding) square = 0.0;
    return std::make_unique<DenseModes>(squares.cwiseSqrt(), Z * eigen.eigenvectors(), system.mass);
}

}  // namespace rebond
