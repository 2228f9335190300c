#include "rebond/mechanics/modes.hpp"

#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/solvers/factors/dense_algebra.hpp"
#include "rebond/solvers/factors/two_words.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Eigenvalues below this part of the highest at hand [-] are found anew among themselves.
constexpr double low = 1e-3;
constexpr int inverse_iterations = 2;
// What rounding leaves of an eigenvalue that is zero, in its uncertainty [-]; and what it must exceed for its
// frequency to be known to a thousandth.
constexpr double rigid = 4.0;
constexpr double certain = 1e3;

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

// Columns that span wᵀx = 0 for all `fixed`.
Matrix free_directions(Index n, const std::vector<Vector>& fixed)
{
    if (fixed.empty()) return Matrix::Identity(n, n);
    Matrix W(n, static_cast<Index>(fixed.size()));
    for (std::size_t h = 0; h < fixed.size(); ++h) W.col(static_cast<Index>(h)) = fixed[h].normalized();
    const Eigen::ColPivHouseholderQR<Matrix> qr(W);
    const Matrix Q = qr.householderQ() * Matrix::Identity(n, n);
    return Q.rightCols(n - qr.rank());
}

// xᵀAx, without the rounding of its terms.
double exact_form(const SymmetricMatrix& A, const Vector& x)
{
    TwoWords sum;
    A.for_each([&](Index i, Index j, double a) { sum.add_product(i == j ? a : 2.0 * a, x(i), x(j)); });
    return sum.value();
}

Matrix multiplied(const SymmetricMatrix& A, const Matrix& X)
{
    Matrix Y(X.rows(), X.cols());
    Vector x(X.rows()), y(X.rows());
    for (Index j = 0; j < X.cols(); ++j) {
        x = X.col(j);
        A.multiply(x, y);
        Y.col(j) = y;
    }
    return Y;
}

// The eigenvalue problem within the free directions Z: its pairs, ascending, shapes in all coordinates.
class ModeSearch {
public:
    ModeSearch(const LinearSystem& system, Matrix free, const std::atomic<bool>* stop)
        : system_(system), Z_(std::move(free)), stop_(stop)
    {
    }

    Vector squares;  // ω² [1/s²]
    Matrix shapes;

    // All pairs, with the rounding of the highest in each; then the low ones again, until none is low beside
    // the highest it was found with.
    [[nodiscard]] bool run()
    {
        if (!confine(system_.stiffness, K_) || !confine(system_.mass, M_) || !solve_all()) return false;
        for (Index count = low_ones(squares.size()); count > 0; count = low_ones(count))
            if (!refine(count)) return false;
        return true;
    }

private:
    // ZᵀAZ; all directions are free where Z is square.
    bool confine(const SymmetricMatrix& A, Matrix& to) const
    {
        if (is_free()) {
            to = A.dense();
            return true;
        }
        return multiply(Z_.transpose(), multiplied(A, Z_), to, stop_);
    }
    bool is_free() const { return Z_.rows() == Z_.cols(); }

    // Z Y
    bool unconfine(const Matrix& Y, Matrix& to) const
    {
        if (!is_free()) return multiply(Z_, Y, to, stop_);
        to = Y;
        return true;
    }

    // Of the lowest `count`, how many are low beside the highest of them.
    Index low_ones(Index count) const
    {
        Index many = 0;
        const double limit = low * std::abs(squares(count - 1));
        while (many < count && std::abs(squares(many)) < limit) ++many;
        return many;
    }

    // By Cholesky's factors of M, as the ordinary problem L⁻¹KL⁻ᵀ y = ω² y.
    bool solve_all()
    {
        Matrix L = M_, C = K_;
        if (!cholesky_in_place(L, stop_) || !solve_lower(L, C, stop_)) return false;
        C.transposeInPlace();
        if (!solve_lower(L, C, stop_)) return false;
        auto eigen = symmetric_eigen(std::move(C), stop_);
        if (!eigen || !solve_lower_transposed(L, eigen->vectors, stop_)) return false;
        squares = eigen->values;
        y_ = std::move(eigen->vectors);
        return unconfine(y_, shapes);
    }

    // The lowest `count` anew, with K + σM, whose inverse leaves nothing of the high ones, and the K and M
    // that were given.
    bool refine(Index count)
    {
        // So large that rounding leaves K + σM positive.
        const double rounding = 64.0 * static_cast<double>(K_.rows()) * epsilon *
                                K_.diagonal().cwiseQuotient(M_.diagonal()).cwiseAbs().maxCoeff();
        const double shift = std::max({2.0 * squares.head(count).cwiseAbs().maxCoeff(),
                                       low * low * std::abs(squares(count)), rounding});
        Matrix L = K_ + shift * M_;
        if (!cholesky_in_place(L, stop_)) return false;
        Matrix Y = y_.leftCols(count);
        const auto others = y_.rightCols(y_.cols() - count);
        Matrix X, MX, shares, excess;
        for (int i = 0; i < inverse_iterations; ++i) {
            if (!multiply(M_, Y, X, stop_) || !solve_lower(L, X, stop_) ||
                !solve_lower_transposed(L, X, stop_) || !multiply(M_, X, MX, stop_) ||
                !multiply(others.transpose(), MX, shares, stop_) || !multiply(others, shares, excess, stop_))
                return false;
            X -= excess;
            Y = X * X.colwise().norm().cwiseInverse().asDiagonal();
            if (!rayleigh_ritz(Y, count)) return false;
        }
        return true;
    }

    bool rayleigh_ritz(Matrix& Y, Index count)
    {
        Matrix X, A, L, turned;
        if (!unconfine(Y, X) || !multiply(X.transpose(), multiplied(system_.stiffness, X), A, stop_) ||
            !multiply(X.transpose(), multiplied(system_.mass, X), L, stop_) || !cholesky_in_place(L, stop_) ||
            !solve_lower(L, A, stop_))
            return false;
        A.transposeInPlace();
        if (!solve_lower(L, A, stop_)) return false;
        auto eigen = symmetric_eigen(std::move(A), stop_);
        if (!eigen || !solve_lower_transposed(L, eigen->vectors, stop_) ||
            !multiply(Y, eigen->vectors, turned, stop_))
            return false;
        Y = turned;
        y_.leftCols(count) = Y;
        if (!multiply(X, eigen->vectors, turned, stop_)) return false;
        shapes.leftCols(count) = turned;
        squares.head(count) = eigen->values;
        return true;
    }

    const LinearSystem& system_;
    Matrix Z_;
    const std::atomic<bool>* stop_;
    Matrix K_, M_;  // within Z
    Matrix y_;      // shapes within Z
};

bool is_raised(const std::atomic<bool>* stop)
{
    return stop != nullptr && stop->load(std::memory_order_relaxed);
}

}  // namespace

FoundModes dense_modes(const LinearSystem& system, const std::vector<Vector>& fixed,
                       const std::atomic<bool>* stop)
{
    Matrix Z = free_directions(system.mass.size(), fixed);
    if (Z.cols() == 0) return {.modes = std::make_unique<DenseModes>(Vector(0), Z, system.mass)};
    ModeSearch search(system, std::move(Z), stop);
    if (!search.run()) {
        if (is_raised(stop)) return {.is_stopped = true};
        return {.refusal =
                    "the modes could not be found: mass and stiffness are too many orders of magnitude "
                    "apart; use event_accurate"};
    }
    Vector shape(system.mass.size());
    // Of the free body if that is left alone: what is fixed may leave nothing but rounding.
    const Vector each_alone = system.stiffness.diagonal().cwiseQuotient(system.mass.diagonal());
    const double highest = std::max(search.squares.cwiseAbs().maxCoeff(), each_alone.cwiseAbs().maxCoeff());
    double worst = 0.0;  // uncertainty of a square [-]
    for (Index j = 0; j < search.squares.size(); ++j) {
        double& square = search.squares(j);
        if (square >= low * highest) break;
        shape = search.shapes.col(j);
        square = exact_form(system.stiffness, shape) / system.mass.form(shape);
        // That of the entries of K, and that of the shape, which the stiffest spring squares.
        const double of_shape = epsilon * shape.cwiseAbs().maxCoeff();
        const double uncertainty =
            epsilon * system.stiffness.absolute_form(shape) +
            static_cast<double>(shape.size()) * of_shape * of_shape * system.stiffness.largest_entry();
        if (std::abs(square) <= rigid * uncertainty) {
            square = 0.0;
            continue;
        }
        if (square < 0.0) return {.refusal = "the stiffness is not positive: motion grows exponentially"};
        worst = std::max(worst, uncertainty / square);
        if (square < certain * uncertainty)
            return {
                .refusal =
                    "the lowest frequencies are lost in the rounding of the stiffness matrix: the highest "
                    "frequency is too many orders of magnitude larger; use event_accurate"};
    }
    return {.modes = std::make_unique<DenseModes>(search.squares.cwiseSqrt(), std::move(search.shapes),
                                                  system.mass),
            .uncertainty = 0.5 * worst};
}

}  // namespace rebond
