#include "rebond/solvers/complementarity/coulomb_newton.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Compliance r, of a contact's own mobility [-]: at first, from one step of (4) to the next, and at last.
// Less at first takes Newton longer, and more takes more steps. At the last the matrix keeps half the digits.
constexpr double first_compliance = 1e-3, compliance_ratio = 0.3, last_compliance = 1e-7;
constexpr int most_inner = 40;            // factorisations of one step of (4)
constexpr int most_halvings = 30;         // of a step of Newton's
constexpr double enough_descent = 1e-4;   // of what the slope promises [-]
constexpr double inner_tolerance = 1e-3;  // of the tolerance: momentum that (4) may miss [-]
constexpr double merit_rounding = 4.0 * std::numeric_limits<double>::epsilon();

// P_K(z), and its derivative.
Vector2 project(const Vector2& z, double friction, Eigen::Matrix2d* slope)
{
    const double pressed = z(0), along = std::abs(z(1));
    if (along <= friction * pressed) {
        if (slope != nullptr) slope->setIdentity();
        return z;
    }
    if (friction * along <= -pressed) {
        if (slope != nullptr) slope->setZero();
        return Vector2::Zero();
    }
    const Vector2 edge = Vector2(1.0, z(1) < 0.0 ? -friction : friction).normalized();
    if (slope != nullptr) *slope = edge * edge.transpose();
    return edge * edge.dot(z);
}

}  // namespace

BlockOutcome CoulombNewton::solve(std::span<const BlockContact> contacts,
                                  const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                  Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                  const std::atomic<bool>* interrupt)
{
    require(scale > 0.0, "CoulombNewton: the scale is a velocity above zero");
    require(p.size() == 2 * static_cast<Index>(contacts.size()) && v.size() == inverse_masses.size(),
            "CoulombNewton: sizes of velocities and impulses");
    contacts_.prepare(contacts, inverse_masses);
    free_ = v;
    contacts_.into_cones(p);
    contacts_.set_velocities(free_, p, v);

    BlockOutcome outcome;
    const auto certify = [&] {
        outcome.residual = contacts_.residual(v, p) / scale;
        if (outcome.residual <= settings_.tolerance) outcome.status = BlockStatus::solved;
        return outcome.solved() || !std::isfinite(outcome.residual);
    };
    if (certify()) return outcome;
    lay_out(inverse_masses);
    v_ = v;
    centre_ = p;
    for (std::size_t k = 0; k < contacts_.count(); ++k)
        compliance_(static_cast<Index>(k)) = contacts_.mobility(k).diagonal().minCoeff();
    compliance_ *= first_compliance;
    double compliance = first_compliance;
    while (outcome.iterations < settings_.most_factorisations) {
        for (std::size_t k = 0; k < contacts_.count(); ++k)
            raise_(static_cast<Index>(k)) = contacts_[k].friction * std::abs(contacts_.velocity(k, v_)(1));
        const Descent descent = descend(scale, outcome.iterations, interrupt);
        if (descent == Descent::interrupted) {
            outcome.status = BlockStatus::interrupted;
            break;
        }
        double ratio = 1.0;
        if (descent == Descent::arrived) {
            centre_ = p = next_;
            contacts_.set_velocities(free_, p, v);
            if (certify()) break;
            if (compliance > last_compliance) ratio = compliance_ratio;
        } else {
            ratio = 1.0 / (compliance_ratio * compliance_ratio);
        }
        compliance_ *= ratio;
        compliance *= ratio;
    }
    return outcome;
}

// Where each contact's blocks are in the lower triangle, and the order of elimination.
void CoulombNewton::lay_out(const Eigen::Ref<const Vector>& inverse_masses)
{
    const Index n = inverse_masses.size();
    const auto m = static_cast<Index>(contacts_.count());
    const Vector moves = (inverse_masses.array() > 0.0).cast<double>();
    masses_ = (inverse_masses.array() > 0.0).select(inverse_masses.cwiseInverse(), 1.0);
    for (Vector* vector : {&compliance_, &raise_}) vector->resize(m);
    next_.resize(2 * m);
    slopes_.resize(contacts_.count());
    rows_.resize(contacts_.count());
    places_.resize(contacts_.count());

    const auto each_entry = [&](std::size_t k, auto&& take) {
        const BlockContact& contact = contacts_[k];
        const int size = contact.second >= 0 ? 6 : 3;
        const auto at = [&](int i) { return i < 3 ? 3 * contact.first + i : 3 * contact.second + i - 3; };
        for (int j = 0, entry = 0; j < size; ++j)
            for (int i = j; i < size; ++i, ++entry)
                take(entry, std::max(at(i), at(j)), std::min(at(i), at(j)));
    };
    std::vector<Eigen::Triplet<double>> pattern;
    pattern.reserve(static_cast<std::size_t>(n + 21 * m));
    for (Index i = 0; i < n; ++i) pattern.emplace_back(i, i, 0.0);
    for (std::size_t k = 0; k < contacts_.count(); ++k) {
        const BlockContact& contact = contacts_[k];
        rows_[k] << contact.first_rows * moves.segment<3>(3 * contact.first).asDiagonal(),
            Eigen::Matrix<double, 2, 3>::Zero();
        if (contact.second >= 0)
            rows_[k].rightCols<3>() = contact.second_rows * moves.segment<3>(3 * contact.second).asDiagonal();
        each_entry(k, [&](int, Index row, Index column) { pattern.emplace_back(row, column, 0.0); });
    }
    matrix_.resize(n, n);
    matrix_.setFromTriplets(pattern.begin(), pattern.end());
    const auto place = [&](Index row, Index column) {
        const auto* begin = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[column];
        const auto* end = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[column + 1];
        return static_cast<Index>(std::lower_bound(begin, end, row) - matrix_.innerIndexPtr());
    };
    diagonal_.resize(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) diagonal_[static_cast<std::size_t>(i)] = place(i, i);
    for (std::size_t k = 0; k < contacts_.count(); ++k)
        each_entry(k, [&](int entry, Index row, Index column) {
            places_[k][static_cast<std::size_t>(entry)] = place(row, column);
        });
    factors_.analyzePattern(matrix_);
}

// p − (w + (s, 0))/r.
Vector2 CoulombNewton::proximal(std::size_t k, const Vector& v) const
{
    const auto at = static_cast<Index>(k);
    Vector2 w = contacts_.velocity(k, v);
    w(0) += raise_(at);
    return centre_.segment<2>(2 * at) - w / compliance_(at);
}

double CoulombNewton::merit(const Vector& v) const
{
    double sum = 0.5 * (masses_.array() * (v - free_).array().square()).sum();
    for (std::size_t k = 0; k < contacts_.count(); ++k)
        sum += 0.5 * compliance_(static_cast<Index>(k)) *
               project(proximal(k, v), contacts_[k].friction, nullptr).squaredNorm();
    return sum;
}

// Of the merit: M(v − v*) − Wᵀp', with p' and P_K'. Returns its length as a velocity.
double CoulombNewton::gradient(const Vector& v)
{
    gradient_ = masses_.cwiseProduct(v - free_);
    for (std::size_t k = 0; k < contacts_.count(); ++k) {
        const BlockContact& contact = contacts_[k];
        auto pushed = next_.segment<2>(2 * static_cast<Index>(k));
        pushed = project(proximal(k, v), contact.friction, &slopes_[k]);
        gradient_.segment<3>(3 * contact.first) -= rows_[k].leftCols<3>().transpose() * pushed;
        if (contact.second >= 0)
            gradient_.segment<3>(3 * contact.second) -= rows_[k].rightCols<3>().transpose() * pushed;
    }
    return gradient_.cwiseQuotient(masses_).cwiseAbs().maxCoeff();
}

// M + Σ Wᵀ P_K' W / r.
void CoulombNewton::assemble()
{
    double* values = matrix_.valuePtr();
    std::fill(values, values + matrix_.nonZeros(), 0.0);
    for (std::size_t i = 0; i < diagonal_.size(); ++i) values[diagonal_[i]] = masses_(static_cast<Index>(i));
    for (std::size_t k = 0; k < contacts_.count(); ++k) {
        const int size = contacts_[k].second >= 0 ? 6 : 3;
        const Rows turned = slopes_[k] / compliance_(static_cast<Index>(k)) * rows_[k];
        for (int j = 0, entry = 0; j < size; ++j)
            for (int i = j; i < size; ++i, ++entry)
                values[places_[k][static_cast<std::size_t>(entry)]] += rows_[k].col(i).dot(turned.col(j));
    }
}

// The minimum (4) from v_, and p' there.
CoulombNewton::Descent CoulombNewton::descend(double scale, int& factorisations,
                                              const std::atomic<bool>* interrupt)
{
    for (int inner = 0; inner < most_inner; ++inner) {
        if (gradient(v_) <= inner_tolerance * settings_.tolerance * scale) return Descent::arrived;
        if (factorisations >= settings_.most_factorisations) break;
        if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) return Descent::interrupted;
        assemble();
        factors_.factorize(matrix_);
        ++factorisations;
        if (factors_.info() != Eigen::Success) break;
        step_ = -factors_.solve(gradient_);
        const double slope = gradient_.dot(step_), start = merit(v_);
        double share = 1.0;
        for (int halvings = 0; halvings < most_halvings; ++halvings, share *= 0.5) {
            trial_ = v_ + share * step_;
            if (merit(trial_) <= start + enough_descent * share * slope + merit_rounding * start) break;
        }
        v_ = trial_;
    }
    return Descent::on_the_way;
}

}  // namespace rebond
