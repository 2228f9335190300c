#include "rebond/contact/frictionless_impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// x + g·p, or zero where that is what rounding leaves of terms that cancel.
double without_rounding(double x, const auto& g, const auto& p)
{
    double sum = x, size = std::abs(x);
    for (Index j = 0; j < p.size(); ++j) {
        sum += g(j) * p(j);
        size += std::abs(g(j) * p(j));
    }
    const double rounding = static_cast<double>(p.size()) * std::numeric_limits<double>::epsilon() * size;
    return std::abs(sum) <= rounding ? 0.0 : sum;
}

}  // namespace

FrictionlessImpact::FrictionlessImpact(Index most) : problem_(most)
{
    grow(most);
}

void FrictionlessImpact::grow(Index most)
{
    for (Matrix* matrix : {&G, &G_resting_}) matrix->setZero(most, most);
    for (Vector* vector : {&restitution, &before, &after, &impulses, &free, &no_restitution_, &compression_,
                           &loss_, &acceleration_, &bias_, &row_, &reactions_}) {
        const Index had = vector->size();
        vector->conservativeResize(most);
        vector->tail(most - had).setZero();
    }
    problem_ = LinearComplementarity(most);
    outward_.reset();
    is_pressed_.resize(static_cast<std::size_t>(most), 0);
    contacts.reserve(static_cast<std::size_t>(most));
    resting_.reserve(static_cast<std::size_t>(most));
}

void FrictionlessImpact::clear()
{
    contacts.clear();
}

void FrictionlessImpact::add(Index contact, const ImpactLaw& law, double velocity)
{
    const Index i = size();
    if (i == restitution.size()) grow(2 * i);
    law_ = law.law;
    contacts.push_back(contact);
    restitution(i) = law.restitution;
    before(i) = velocity;
}

void FrictionlessImpact::add_after_impact(Index contact, double before_impact, double after_impact)
{
    add(contact, {.law = law_}, before_impact);
    after(size() - 1) = after_impact;
    impulses(size() - 1) = 0.0;
    loss_(size() - 1) = 0.0;
}

void FrictionlessImpact::correct_impulses(const Eigen::Ref<const Vector>& more)
{
    impulses.head(size()) += more;
    find_losses();
}

void FrictionlessImpact::add_impulses(const Eigen::Ref<const Vector>& more, const std::vector<Index>& places)
{
    const Index n = size();
    impulses.head(n) += more;
    after.head(n).noalias() += G.topLeftCorner(n, n) * more;
    for (const Index i : places) after(i) = 0.0;
    find_losses();
}

void FrictionlessImpact::still(double speed)
{
    for (Index i = 0; i < size(); ++i)
        if (std::abs(before(i)) <= speed) before(i) = 0.0;
}

bool FrictionlessImpact::resolve()
{
    const bool has_answer = law_ == Law::poisson   ? resolve_by_poisson()
                            : law_ == Law::outward ? resolve_outward()
                                                   : resolve_by_newton(restitution.head(size()));
    if (has_answer) find_losses();
    return has_answer;
}

void FrictionlessImpact::find_losses()
{
    for (Index i = 0; i < size(); ++i) loss_(i) = -0.5 * impulses(i) * (before(i) + after(i));
}

bool FrictionlessImpact::resolve_by_newton(const Eigen::Ref<const Vector>& e)
{
    const Index n = size();
    const auto u = before.head(n);
    bias_.head(n) = (1.0 + e.array()) * u.array();
    const double invisible = complementarity_tolerance * bias_.head(n).cwiseAbs().maxCoeff();
    const auto outcome = problem_.solve(G.topLeftCorner(n, n), bias_.head(n), impulses.head(n));
    if (!outcome.solved()) return false;
    residual_ = outcome.residual;
    for (Index i = 0; i < n; ++i) {
        after(i) =
            impulses(i) > 0.0 ? -e(i) * u(i) : without_rounding(u(i), G.row(i).head(n), impulses.head(n));
        // An approach that the complementarity problem does not see is rounding, too.
        if (after(i) < 0.0 && -after(i) <= invisible) after(i) = 0.0;
    }
    return true;
}

bool FrictionlessImpact::resolve_by_poisson()
{
    const Index n = size();
    if (!resolve_by_newton(no_restitution_.head(n))) return false;
    const auto p0 = compression_.head(n), excess = row_.head(n);
    compression_.head(n) = impulses.head(n);
    row_.head(n) = restitution.head(n).cwiseProduct(p0);  // e p⁰
    for (Index i = 0; i < n; ++i) bias_(i) = without_rounding(after(i), G.row(i).head(n), excess);
    const double invisible = complementarity_tolerance * bias_.head(n).cwiseAbs().maxCoeff();
    const auto outcome = problem_.solve(G.topLeftCorner(n, n), bias_.head(n), impulses.head(n));
    if (!outcome.solved()) return false;
    residual_ = std::max(residual_, outcome.residual);
    for (Index i = 0; i < n; ++i) {
        after(i) = impulses(i) > 0.0 ? 0.0 : without_rounding(bias_(i), G.row(i).head(n), impulses.head(n));
        if (after(i) < 0.0 && -after(i) <= invisible) after(i) = 0.0;
    }
    impulses.head(n) += p0 + excess;
    return true;
}

// Where an inequality binds, u⁺ is zero by definition.
bool FrictionlessImpact::resolve_outward()
{
    const Index n = size();
    if (!outward_) outward_.emplace(restitution.size());
    const auto outcome =
        outward_->resolve(G.topLeftCorner(n, n), before.head(n), restitution.head(n), impulses.head(n));
    if (!outcome.solved()) return false;
    residual_ = outcome.residual;
    const double invisible = complementarity_tolerance * before.head(n).cwiseAbs().maxCoeff();
    for (Index i = 0; i < n; ++i) {
        after(i) = without_rounding(before(i), G.row(i).head(n), impulses.head(n));
        if (outward_->stays(i) || std::abs(after(i)) <= invisible) after(i) = 0.0;
    }
    return true;
}

bool FrictionlessImpact::rest()
{
    resting_.clear();
    for (Index i = 0; i < size(); ++i)
        if (after(i) == 0.0) resting_.push_back(i);
    const Index n = static_cast<Index>(resting_.size());
    for (Index i = 0; i < n; ++i) {
        bias_(i) = free(resting_[i]);
        for (Index j = 0; j < n; ++j) G_resting_(i, j) = G(resting_[i], resting_[j]);
    }
    if (n > 0 && !problem_.solve(G_resting_.topLeftCorner(n, n), bias_.head(n), reactions_.head(n)).solved())
        return false;
    for (Index i = 0; i < size(); ++i) {
        for (Index j = 0; j < n; ++j) row_(j) = G(i, resting_[j]);
        acceleration_(i) = without_rounding(free(i), row_, reactions_.head(n));
        is_pressed_[i] = 0;
    }
    for (Index j = 0; j < n; ++j) {
        if (!(reactions_(j) > 0.0)) continue;
        acceleration_(resting_[j]) = 0.0;
        is_pressed_[resting_[j]] = 1;
    }
    return true;
}

}  // namespace rebond
