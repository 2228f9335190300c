#include "rebond/orbits/flow/flow_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double modal = 1e-9;          // of the sizes: what ΦᵀCΦ may have beside its diagonal [-]
constexpr double near_critical = 1e-9;  // relative distance of δ from ω that is kept [-]
constexpr double growth = 1e-9;         // of |λ|: a positive real part that is rounding [-]
constexpr Index most_coupled = 400;     // coordinates whose damping may couple modes

Matrix product(const SymmetricMatrix& A, const Matrix& X)
{
    Matrix AX(X.rows(), X.cols());
    Vector x(X.rows()), y(X.rows());
    for (Index j = 0; j < X.cols(); ++j) {
        x = X.col(j);
        A.multiply(x, y);
        AX.col(j) = y;
    }
    return AX;
}

// Takes entries of ΦᵀCΦ that are rounding as zero; says whether only the diagonal is left.
bool is_diagonal(const SymmetricMatrix& damping, const Matrix& shapes, Matrix& C)
{
    Vector size(C.rows()), shape(shapes.rows());
    for (Index j = 0; j < C.rows(); ++j) {
        shape = shapes.col(j);
        size(j) = std::sqrt(damping.absolute_form(shape));
    }
    bool diagonal = true;
    for (Index i = 0; i < C.rows(); ++i)
        for (Index j = 0; j < C.cols(); ++j) {
            if (std::abs(C(i, j)) <= modal * size(i) * size(j)) C(i, j) = 0.0;
            if (i != j && C(i, j) != 0.0) diagonal = false;
        }
    return diagonal;
}

// Equation (3), mode by mode; λ = 0 and λ = −2δ of a rigid motion that is damped included.
class ModalPairs {
public:
    ModalPairs(FlowModes& flow, const Matrix& mass_rows) : flow_(flow), mass_rows_(mass_rows)
    {
        const Index n = flow.frequencies.size();
        for (Index j = 0; j < n; ++j) count_ += terms_of(j);
        flow.exponents.resize(count_);
        flow.shapes.resize(flow.vibrations.rows(), count_);
        flow.from_position.resize(count_, flow.vibrations.rows());
        flow.from_velocity.resize(count_, flow.vibrations.rows());
        for (Index j = 0; j < n; ++j) add(j);
    }

private:
    double decay(Index j) const { return 0.5 * flow_.modal_damping(j, j); }
    int terms_of(Index j) const
    {
        if (flow_.frequencies(j) == 0.0) return decay(j) == 0.0 ? 0 : 2;
        return decay(j) * (1.0 + near_critical) < flow_.frequencies(j) ? 1 : 2;
    }

    void add(Index j)
    {
        const double w = flow_.frequencies(j), d = decay(j);
        if (terms_of(j) == 0) return;
        if (terms_of(j) == 1) {
            const double damped = std::sqrt((w - d) * (w + d));
            return append(j, Complex(-d, damped), Complex(1.0, -d / damped), Complex(0.0, -1.0 / damped));
        }
        const double over = std::max(d, w * (1.0 + near_critical));
        const double fast = -over - std::sqrt((over - w) * (over + w)), slow = w * w / fast;
        append(j, fast, -slow / (fast - slow), 1.0 / (fast - slow));
        append(j, slow, fast / (fast - slow), -1.0 / (fast - slow));
    }

    void append(Index j, Complex lambda, Complex of_position, Complex of_velocity)
    {
        flow_.exponents(next_) = lambda;
        flow_.shapes.col(next_) = flow_.vibrations.col(j).cast<Complex>();
        flow_.from_position.row(next_) = of_position * mass_rows_.row(j);
        flow_.from_velocity.row(next_) = of_velocity * mass_rows_.row(j);
        ++next_;
    }

    FlowModes& flow_;
    const Matrix& mass_rows_;
    Index count_ = 0, next_ = 0;
};

// Eigenpairs of (0, I; −Ω², −C) in the modal coordinates from the first that is not rigid on.
void add_coupled_pairs(FlowModes& flow, const Matrix& mass_rows, Index rigid)
{
    const Index n = flow.frequencies.size() - rigid;
    Matrix A = Matrix::Zero(2 * n, 2 * n);
    A.topRightCorner(n, n).setIdentity();
    A.bottomLeftCorner(n, n).diagonal() = -flow.frequencies.tail(n).cwiseAbs2();
    A.bottomRightCorner(n, n) = -flow.modal_damping.bottomRightCorner(n, n);
    const Eigen::EigenSolver<Matrix> eigen(A);
    if (eigen.info() != Eigen::Success) {
        flow.refusal = "the eigenvalues of the damped system could not be found";
        return;
    }
    const ComplexMatrix vectors = eigen.eigenvectors();
    const ComplexMatrix rows = vectors.partialPivLu().inverse();
    std::vector<Index> kept;
    for (Index j = 0; j < 2 * n; ++j)
        if (eigen.eigenvalues()(j).imag() >= 0.0) kept.push_back(j);
    const auto count = static_cast<Index>(kept.size());
    flow.exponents.resize(count);
    flow.shapes.resize(flow.vibrations.rows(), count);
    flow.from_position.resize(count, flow.vibrations.rows());
    flow.from_velocity.resize(count, flow.vibrations.rows());
    for (Index i = 0; i < count; ++i) {
        const Index j = kept[i];
        Complex lambda = eigen.eigenvalues()(j);
        if (lambda.real() > growth * std::abs(lambda)) {
            flow.refusal = "the damping is negative: motion grows exponentially";
            return;
        }
        if (lambda.real() > 0.0) lambda.real(0.0);
        flow.exponents(i) = lambda;
        const double copies = lambda.imag() > 0.0 ? 2.0 : 1.0;
        flow.shapes.col(i) = copies * (flow.vibrations.rightCols(n) * vectors.col(j).head(n));
        flow.from_position.row(i) = rows.row(j).head(n) * mass_rows.bottomRows(n);
        flow.from_velocity.row(i) = rows.row(j).tail(n) * mass_rows.bottomRows(n);
    }
}

}  // namespace

FlowModes flow_modes(const Linear& linear, const std::vector<Vector>& fixed)
{
    const LinearSystem& system = linear.system();
    FlowModes flow;
    FoundModes found = linear.modes(fixed, nullptr);
    if (!found.modes) {
        flow.refusal = found.refusal;
        return flow;
    }
    const Index n = found.modes->size();
    flow.frequencies = found.modes->frequencies();
    flow.vibrations.resize(linear.dofs(), n);
    Vector shape(linear.dofs());
    for (Index j = 0; j < n; ++j) {
        found.modes->to_physical(Vector::Unit(n, j), shape);
        flow.vibrations.col(j) = shape;
    }
    flow.modal_damping = Matrix::Zero(n, n);
    if (!system.damping.is_zero()) {
        flow.modal_damping = flow.vibrations.transpose() * product(system.damping, flow.vibrations);
        flow.is_modally_damped = is_diagonal(system.damping, flow.vibrations, flow.modal_damping);
    }
    if (n > 0 && flow.modal_damping.diagonal().minCoeff() < 0.0) {
        flow.refusal = "the damping is negative: motion grows exponentially";
        return flow;
    }

    // Rigid motions come first.
    Index rigid = 0;
    while (rigid < n && flow.frequencies(rigid) == 0.0 && flow.modal_damping.row(rigid).isZero(0.0)) ++rigid;
    flow.rigid_shapes = flow.vibrations.leftCols(rigid);
    const Matrix mass_rows = product(system.mass, flow.vibrations).transpose();
    flow.rigid_rows = mass_rows.topRows(rigid);
    if (flow.is_modally_damped) {
        ModalPairs(flow, mass_rows);
        return flow;
    }
    if (n > most_coupled)
        flow.refusal =
            "damping that couples modes is served up to " + std::to_string(most_coupled) + " coordinates";
    else if (rigid < n && flow.frequencies(rigid) == 0.0)
        flow.refusal =
            "a rigid motion is damped together with vibrations; damping as C = aM + bK has no such coupling";
    else
        add_coupled_pairs(flow, mass_rows, rigid);
    return flow;
}

}  // namespace rebond
