#include "rebond/contact/friction/frictional_impact.hpp"

#include "rebond/contact/friction/coupled_groups.hpp"
#include "rebond/contact/friction/planar_impact.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double rounding = 1e-12;  // of what impulses turn over: a gain that is none [-]
constexpr int halvings = 50;
constexpr double singular = 1e-12;  // pivots of G, of the largest: no motion [-]

constexpr double still_after_jam = 1e-9;  // of the sliding before: a velocity that is none [-]

}  // namespace

FrictionalImpact::FrictionalImpact(Index most, Answer answer) : answer_(answer), problem_(most)
{
    if (answer_ == Answer::least_moving) answers_.emplace(most);
    contacts.reserve(static_cast<std::size_t>(most));
    grow(most);
}

void FrictionalImpact::grow(Index most)
{
    G.conservativeResizeLike(Matrix::Zero(2 * most, 2 * most));
    for (Vector* rows : {&before, &free, &after, &impulses, &b_, &compression_, &p_})
        rows->conservativeResizeLike(Vector::Zero(2 * most));
    for (Vector* each : {&restitution_, &friction_, &least_, &none_})
        each->conservativeResizeLike(Vector::Zero(most));
}

void FrictionalImpact::add(Index contact, const ImpactLaw& law, const Vector2& u, const Vector2& u_free)
{
    const Index i = size();
    if (i == none_.size()) {
        grow(2 * i + 1);
        problem_ = CoulombComplementarity(2 * i + 1);
        if (answers_) answers_.emplace(2 * i + 1);
    }
    laws_.push_back(law.law);
    if (i == 0 || !law.bounded) may_gain_ = !law.bounded;
    contacts.push_back(contact);
    restitution_(i) = law.restitution;
    friction_(i) = law.friction;
    before.segment<2>(2 * i) = u;
    free.segment<2>(2 * i) = u_free;
    impulses.segment<2>(2 * i).setZero();
}

bool FrictionalImpact::resolve()
{
    const Index count = find_groups(G, size(), groups_);
    return count > 1 ? resolve_group_by_group(count) : resolve_group();
}

bool FrictionalImpact::resolve_group_by_group(Index count)
{
    is_bounded_ = has_no_rebound_ = is_indeterminate_ = false;
    residual_ = 0.0;
    if (!group_) group_ = std::make_unique<FrictionalImpact>(size(), answer_);
    bool is_solved = true;
    for (Index number = 0; number < count; ++number) {
        members_.clear();
        for (Index i = 0; i < size(); ++i)
            if (groups_[i] == number) members_.push_back(i);
        const auto n = static_cast<Index>(members_.size());
        group_->clear();
        for (const Index i : members_)
            group_->add(contacts[i],
                        {.law = laws_.front(),
                         .restitution = restitution_(i),
                         .friction = friction_(i),
                         .bounded = !may_gain_},
                        before.segment<2>(2 * i), free.segment<2>(2 * i));
        for (Index a = 0; a < n; ++a) {
            group_->impulses.segment<2>(2 * a) = impulses.segment<2>(2 * members_[a]);
            for (Index b = 0; b < n; ++b)
                group_->G.block<2, 2>(2 * a, 2 * b) = G.block<2, 2>(2 * members_[a], 2 * members_[b]);
        }
        is_solved = group_->resolve_group() && is_solved;
        is_bounded_ = is_bounded_ || group_->is_bounded_;
        has_no_rebound_ = has_no_rebound_ || group_->has_no_rebound_;
        is_indeterminate_ = is_indeterminate_ || group_->is_indeterminate_;
        residual_ = std::max(residual_, group_->residual_);
        for (Index a = 0; a < n; ++a) {
            impulses.segment<2>(2 * members_[a]) = group_->impulses.segment<2>(2 * a);
            after.segment<2>(2 * members_[a]) = group_->after.segment<2>(2 * a);
        }
    }
    return is_solved;
}

bool FrictionalImpact::resolve_group()
{
    is_bounded_ = has_no_rebound_ = is_indeterminate_ = false;
    const bool is_one_without_friction = size() == 1 && friction_(0) == 0.0;
    if (laws_.front() == Law::poisson && !is_one_without_friction) return resolve_by_poisson();
    if (!resolve_by_newton(1.0)) {
        if (is_regular()) return false;  // there is an answer, which was not found to the tolerance
        has_no_rebound_ = true;
        return resolve_by_newton(0.0);
    }
    const bool can_add = !restitution_.head(size()).isZero(0.0) && !friction_.head(size()).isZero(0.0);
    if (may_gain_ || !can_add || !adds_energy()) return true;
    // In a step even e = 0 may gain: that is not the law's doing.
    const double asked = gain();
    if (!resolve_by_newton(0.0)) return false;
    if (adds_energy()) return resolve_by_newton(gain() < asked ? 0.0 : 1.0);
    is_bounded_ = true;
    return find_harmless([this](double share) { return resolve_by_newton(share); });
}

// The largest share of restitution that adds no energy; none of it adds none. One whose impulses are not
// found is not taken.
template <typename Resolve>
bool FrictionalImpact::find_harmless(Resolve resolve_with)
{
    double harmless = 0.0, harmful = 1.0;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (harmless + harmful);
        const bool is_harmless = resolve_with(middle) && !adds_energy();
        (is_harmless ? harmless : harmful) = middle;
    }
    return resolve_with(harmless);
}

bool FrictionalImpact::resolve_by_newton(double share)
{
    const Index n = size();
    is_indeterminate_ = false;
    b_.head(2 * n) = free.head(2 * n);
    for (Index i = 0; i < n; ++i) b_(2 * i) += share * restitution_(i) * before(2 * i);
    const bool is_solved = solve(b_, none_, impulses);
    after.head(2 * n) = free.head(2 * n);
    if (n == 1)
        after.head<2>() += G.topLeftCorner<2, 2>() * impulses.head<2>();
    else
        after.head(2 * n).noalias() += G.topLeftCorner(2 * n, 2 * n) * impulses.head(2 * n);
    return is_solved;
}

bool FrictionalImpact::resolve_by_poisson()
{
    const Index n = size();
    const auto mobility = G.topLeftCorner(2 * n, 2 * n);
    compression_.head(2 * n).setZero();
    bool is_solved = solve(free, none_, compression_);
    p_.head(2 * n) = compression_.head(2 * n);
    if (free.head(2 * n) != before.head(2 * n)) {
        p_.head(2 * n).setZero();
        is_solved = solve(before, none_, p_) && is_solved;
    }
    after.head(2 * n) = free.head(2 * n);  // u⁰
    after.head(2 * n).noalias() += mobility * compression_.head(2 * n);
    for (Index i = 0; i < n; ++i) {
        // Pressed contacts have u_n⁰ = 0: what rounding left there is no velocity.
        if (compression_(2 * i) > 0.0) after(2 * i) = 0.0;
        const double given = after(2 * i) / G(2 * i, 2 * i);  // by the forces of the step
        least_(i) = std::max(0.0, restitution_(i) * p_(2 * i) - given);
    }
    return restitute() && is_solved;
}

// From the end of compression on, with least normal impulses that are lowered until they add no energy.
bool FrictionalImpact::restitute()
{
    const Index n = size();
    compressed_ = after.head(2 * n);
    const bool is_solved = restitute(1.0);
    const bool is_instant = free.head(2 * n) == before.head(2 * n);
    if (!is_solved || n == 1 || may_gain_ || !is_instant || !adds_energy()) return is_solved;
    is_bounded_ = true;
    return find_harmless([this](double share) { return restitute(share); });
}

bool FrictionalImpact::restitute(double share)
{
    const Index n = size();
    p_.head(2 * n).setZero();
    b_.head(n) = share * least_.head(n);
    const bool is_solved = solve(compressed_, b_, p_);
    impulses.head(2 * n) = compression_.head(2 * n) + p_.head(2 * n);
    after.head(2 * n) = compressed_;
    after.head(2 * n).noalias() += G.topLeftCorner(2 * n, 2 * n) * p_.head(2 * n);
    return is_solved;
}

bool FrictionalImpact::resolve_jam(const Vector& accelerations)
{
    const Index n = size();
    is_bounded_ = has_no_rebound_ = false;
    const CoulombOutcome outcome = answers_->solve({.G = G.topLeftCorner(2 * n, 2 * n),
                                                    .b = before.head(2 * n),
                                                    .friction = friction_.head(n),
                                                    .least = none_.head(n)},
                                                   accelerations.head(2 * n), compression_.head(2 * n));
    is_indeterminate_ = answers_->are_several();
    after.head(2 * n) = before.head(2 * n);
    after.head(2 * n).noalias() += G.topLeftCorner(2 * n, 2 * n) * compression_.head(2 * n);
    impulses.head(2 * n) = compression_.head(2 * n);
    jams_.assign(static_cast<std::size_t>(n), 0);
    for (Index i = 0; i < n; ++i) {
        const double slip = before(2 * i + 1);
        const bool is_pressed = compression_(2 * i) > 0.0;
        jams_[i] = slip != 0.0 && is_pressed && slip * after(2 * i + 1) <= still_after_jam * slip * slip;
    }
    if (!outcome.solved() || std::count(jams_.begin(), jams_.end(), 1) == 0) return false;
    for (Index i = 0; i < n; ++i) {
        if (compression_(2 * i) > 0.0) after(2 * i) = 0.0;
        least_(i) = restitution_of_jam(i) * std::max(0.0, compression_(2 * i));
    }
    return least_.head(n).isZero(0.0) || restitute();
}

// n_i/N_i of Routh's path.
double FrictionalImpact::restitution_of_jam(Index i) const
{
    const ImpactLaw law{.law = laws_[i], .restitution = restitution_(i), .friction = friction_(i)};
    if (law.law == Law::newton) return 0.0;
    const PlanarImpact alone = jam(G.block<2, 2>(2 * i, 2 * i), before(2 * i + 1), law);
    return alone.is_jam && alone.compression > 0.0 ? alone.impulse(0) / alone.compression - 1.0
                                                   : restitution_(i);
}

bool FrictionalImpact::solve(const Vector& b, const Vector& least, Vector& p)
{
    const Index n = size();
    const CoulombProblem problem{.G = G.topLeftCorner(2 * n, 2 * n),
                                 .b = b.head(2 * n),
                                 .friction = friction_.head(n),
                                 .least = least.head(n)};
    const bool takes_least = answers_ && n > 1;
    const CoulombOutcome outcome =
        takes_least ? answers_->solve(problem, p.head(2 * n)) : problem_.solve(problem, p.head(2 * n));
    if (takes_least) is_indeterminate_ = is_indeterminate_ || answers_->are_several();
    residual_ = outcome.residual;
    return outcome.solved();
}

double FrictionalImpact::energy_loss(Index i) const
{
    return -0.5 * impulses.segment<2>(2 * i).dot(before.segment<2>(2 * i) + after.segment<2>(2 * i));
}

// Whether any velocities of the contacts, along them only where they are rough, are a motion of the body.
bool FrictionalImpact::is_regular() const
{
    std::vector<Index> rows;
    for (Index i = 0; i < size(); ++i) {
        rows.push_back(2 * i);
        if (friction_(i) > 0.0) rows.push_back(2 * i + 1);
    }
    Eigen::FullPivLU<Matrix> factors(G(rows, rows));
    factors.setThreshold(singular);
    return factors.isInvertible();
}

double FrictionalImpact::gain() const
{
    double sum = 0.0;
    for (Index i = 0; i < size(); ++i) sum -= energy_loss(i);
    return sum;
}

bool FrictionalImpact::adds_energy() const
{
    double turnover = 0.0;
    for (Index j = 0; j < 2 * size(); ++j)
        turnover += std::abs(impulses(j)) * (std::abs(before(j)) + std::abs(free(j)) + std::abs(after(j)));
    return gain() > rounding * turnover;
}

}  // namespace rebond
