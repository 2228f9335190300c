#include "rebond/solvers/factors/dense_algebra.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Householder>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace rebond {
namespace {

constexpr Index panel = 64;     // columns between two looks at the flag
constexpr int most_turns = 60;  // of QL for one eigenvalue
constexpr double epsilon = std::numeric_limits<double>::epsilon();

bool is_raised(const std::atomic<bool>* stop)
{
    return stop != nullptr && stop->load(std::memory_order_relaxed);
}

// A ← its reflections below the first subdiagonal; T and the reflections' factors.
bool tridiagonalise(Matrix& A, Vector& diagonal, Vector& beside, Vector& factors,
                    const std::atomic<bool>* stop)
{
    const Index n = A.rows();
    Vector w(n);
    for (Index i = 0; i + 1 < n; ++i) {
        if (is_raised(stop)) return false;
        const Index rest = n - i - 1;
        double beta = 0.0, factor = 0.0;
        auto v = A.col(i).tail(rest);
        v.makeHouseholderInPlace(factor, beta);
        v(0) = 1.0;
        auto below = A.bottomRightCorner(rest, rest);
        auto p = w.head(rest);
        p.noalias() = below.selfadjointView<Eigen::Lower>() * (factor * v);
        p -= (0.5 * factor * p.dot(v)) * v;
        below.selfadjointView<Eigen::Lower>().rankUpdate(v, p, -1.0);
        beside(i) = beta;
        factors(i) = factor;
    }
    diagonal = A.diagonal();
    return true;
}

// Q of the reflections that A holds, column by column.
bool accumulate(const Matrix& A, const Vector& factors, Matrix& Q, const std::atomic<bool>* stop)
{
    const Index n = A.rows();
    Q.setIdentity(n, n);
    if (n < 2) return true;
    const auto reflections = Eigen::householderSequence(A, factors.head(n - 1)).setLength(n - 1).setShift(1);
    Matrix piece;
    for (Index first = 0; first < n; first += panel) {
        if (is_raised(stop)) return false;
        const Index width = std::min(panel, n - first);
        piece = Q.middleCols(first, width);
        piece.applyOnTheLeft(reflections);
        Q.middleCols(first, width) = piece;
    }
    return true;
}

// Turns columns k and k + 1 of Q.
void rotate(Matrix& Q, Index k, double c, double s)
{
    double* const __restrict x = Q.col(k).data();
    double* const __restrict y = Q.col(k + 1).data();
    for (Index i = 0; i < Q.rows(); ++i) {
        const double high = y[i];
        y[i] = s * x[i] + c * high;
        x[i] = c * x[i] - s * high;
    }
}

// One implicit QL sweep over rows `first` to `last` of T.
bool sweep(Vector& d, Vector& e, Index first, Index last, Matrix& Q, const std::atomic<bool>* stop)
{
    double g = (d(first + 1) - d(first)) / (2.0 * e(first));
    double r = std::hypot(g, 1.0);
    g = d(last) - d(first) + e(first) / (g + std::copysign(r, g));
    double s = 1.0, c = 1.0, p = 0.0;
    for (Index i = last - 1; i >= first; --i) {
        if (i % panel == 0 && is_raised(stop)) return false;
        const double f = s * e(i);
        const double b = c * e(i);
        r = std::hypot(f, g);
        if (i + 1 < last) e(i + 1) = r;
        if (r == 0.0) {
            d(i + 1) -= p;
            e(last) = 0.0;
            return true;
        }
        s = f / r;
        c = g / r;
        g = d(i + 1) - p;
        r = (d(i) - g) * s + 2.0 * c * b;
        p = s * r;
        d(i + 1) = g + p;
        g = c * r - b;
        rotate(Q, i, c, s);
    }
    d(first) -= p;
    e(first) = g;
    e(last) = 0.0;
    return true;
}

bool diagonalise(Vector& d, Vector& e, Matrix& Q, const std::atomic<bool>* stop)
{
    const Index n = d.size();
    for (Index first = 0; first < n; ++first) {
        for (int turns = 0;; ++turns) {
            Index last = first;
            while (last + 1 < n && std::abs(e(last)) > epsilon * (std::abs(d(last)) + std::abs(d(last + 1))))
                ++last;
            if (last == first) break;
            if (turns == most_turns || !sweep(d, e, first, last, Q, stop)) return false;
        }
    }
    return true;
}

}  // namespace

std::optional<SymmetricEigen> symmetric_eigen(Matrix A, const std::atomic<bool>* stop)
{
    const Index n = A.rows();
    A.triangularView<Eigen::StrictlyUpper>().setZero();
    if (!A.allFinite()) return std::nullopt;
    const double size = n > 0 ? A.cwiseAbs().maxCoeff() : 0.0;
    if (size > 0.0) A /= size;
    SymmetricEigen eigen{.values = Vector::Zero(n), .vectors = Matrix(n, n)};
    Vector beside = Vector::Zero(n), factors = Vector::Zero(n);
    if (!tridiagonalise(A, eigen.values, beside, factors, stop)) return std::nullopt;
    if (!accumulate(A, factors, eigen.vectors, stop)) return std::nullopt;
    if (!diagonalise(eigen.values, beside, eigen.vectors, stop)) return std::nullopt;

    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index i, Index j) { return eigen.values(i) < eigen.values(j); });
    eigen.values = (size * eigen.values(order)).eval();
    eigen.vectors = eigen.vectors(Eigen::all, order).eval();
    return eigen;
}

bool cholesky_in_place(Matrix& A, const std::atomic<bool>* stop)
{
    const Index n = A.rows();
    for (Index first = 0; first < n; first += panel) {
        if (is_raised(stop)) return false;
        const Index width = std::min(panel, n - first), rest = n - first - width;
        auto corner = A.block(first, first, width, width);
        const Eigen::LLT<Matrix> factors(corner);
        if (factors.info() != Eigen::Success) return false;
        corner.triangularView<Eigen::Lower>() = Matrix(factors.matrixL()).triangularView<Eigen::Lower>();
        if (rest == 0) break;
        auto below = A.block(first + width, first, rest, width);
        corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
        A.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(below, -1.0);
    }
    return true;
}

bool solve_lower(const Matrix& L, Matrix& X, const std::atomic<bool>* stop)
{
    for (Index first = 0; first < X.cols(); first += panel) {
        if (is_raised(stop)) return false;
        auto columns = X.middleCols(first, std::min(panel, X.cols() - first));
        L.triangularView<Eigen::Lower>().solveInPlace(columns);
    }
    return true;
}

bool solve_lower_transposed(const Matrix& L, Matrix& X, const std::atomic<bool>* stop)
{
    for (Index first = 0; first < X.cols(); first += panel) {
        if (is_raised(stop)) return false;
        auto columns = X.middleCols(first, std::min(panel, X.cols() - first));
        L.transpose().triangularView<Eigen::Upper>().solveInPlace(columns);
    }
    return true;
}

bool multiply(const Eigen::Ref<const Matrix>& A, const Eigen::Ref<const Matrix>& B, Matrix& C,
              const std::atomic<bool>* stop)
{
    C.resize(A.rows(), B.cols());
    for (Index first = 0; first < B.cols(); first += panel) {
        if (is_raised(stop)) return false;
        const Index width = std::min(panel, B.cols() - first);
        C.middleCols(first, width).noalias() = A * B.middleCols(first, width);
    }
    return true;
}

}  // namespace rebond
