#include "rebond/integration/time_stepping/crowd_impulses.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rebond {
namespace {

constexpr int most_sweeps = 300;
constexpr int most_factorisations = 200;
constexpr Index few_bodies = 1000;  // a factorisation takes less than the sweeps before it
constexpr double still = 10.0;  // approach, of what a step of gravity gives: nothing is thrown or falls [-]
constexpr double of_speeds = 1e-6;  // a scale of which the tolerance is a hundred roundings of the speeds [-]
constexpr double gain_of_residual = 10.0;  // of the certified residual: a gain of energy that is none [-]
constexpr int halvings = 20;               // of the factor of e

}  // namespace

CrowdImpulses::CrowdImpulses(Vector inverse_masses, double fall, double tolerance)
    : inverse_masses_(std::move(inverse_masses)),
      fall_(fall),
      sweeps_({.tolerance = tolerance, .most_sweeps = most_sweeps}),
      sweeps_of_group_({.tolerance = tolerance, .most_sweeps = most_sweeps}),
      interior_({.tolerance = tolerance}),
      newton_({.tolerance = tolerance, .most_factorisations = most_factorisations})
{
}

void CrowdImpulses::clear()
{
    contacts_.clear();
    before_.clear();
    restitutions_.clear();
    may_need_bound_ = false;
}

void CrowdImpulses::add(const BlockContact& contact, const ImpactLaw& law, const Vector2& before)
{
    contacts_.push_back(contact);
    contacts_.back().friction = law.friction;
    contacts_.back().bias(0) += law.restitution * before(0);
    before_.push_back(before);
    restitutions_.push_back(law.restitution);
    may_need_bound_ = may_need_bound_ || (law.bounded && law.friction > 0.0 && law.restitution > 0.0);
}

BlockOutcome CrowdImpulses::solve(Vector& v, Vector& p, const std::atomic<bool>* interrupt)
{
    const double approach = fastest_approach();
    const double largest = std::max({fall_, approach, of_speeds * fastest(v)});
    const double scale = largest > 0.0 ? largest : 1.0;
    free_ = v;
    BlockOutcome solved = sweeps_.solve(contacts_, inverse_masses_, scale, v, p, interrupt);
    const bool may_factor = inverse_masses_.size() <= 3 * few_bodies || approach <= still * fall_;
    const auto try_by = [&](auto& solver) {
        v_ = free_;
        p_ = p;
        const BlockOutcome found = solver.solve(contacts_, inverse_masses_, scale, v_, p_, interrupt);
        if (!(found.residual < solved.residual)) return;
        std::swap(v, v_);
        std::swap(p, p_);
        solved = found;
    };
    if (solved.status == BlockStatus::not_solved && may_factor) try_by(interior_);
    if (solved.status == BlockStatus::not_solved && may_factor) factor(v, p, scale, solved, interrupt);
    is_bounded_ = false;
    if (may_need_bound_ && solved.status != BlockStatus::interrupted) bound(v, p, scale);
    return solved;
}

double CrowdImpulses::fastest_approach() const
{
    double speed = 0.0;
    for (const Vector2& u : before_) speed = std::max(speed, u.cwiseAbs().maxCoeff());
    return speed;
}

// The speeds that those of contacts are the differences of: their rounding is its own.
double CrowdImpulses::fastest(const Vector& v) const
{
    double speed = 0.0;
    for (const BlockContact& contact : contacts_) {
        Vector2 sum = contact.first_rows.cwiseAbs() * v.segment<3>(3 * contact.first).cwiseAbs();
        if (contact.second >= 0)
            sum += contact.second_rows.cwiseAbs() * v.segment<3>(3 * contact.second).cwiseAbs();
        speed = std::max(speed, sum.maxCoeff());
    }
    return speed;
}

Vector2 CrowdImpulses::after(std::size_t k, const Vector& v) const
{
    const BlockContact& contact = contacts_[k];
    Vector2 u = contact.bias + contact.first_rows * v.segment<3>(3 * contact.first);
    if (contact.second >= 0) u += contact.second_rows * v.segment<3>(3 * contact.second);
    u(0) -= restitutions_[k] * before_[k](0);
    return u;
}

// Where factors do not find the impulses either, they are left for a while, each time twice as long.
void CrowdImpulses::factor(Vector& v, Vector& p, double scale, BlockOutcome& solved,
                           const std::atomic<bool>* interrupt)
{
    if (waits_ > 0 && --waits_ > 0) return;
    v_ = free_;
    p_ = p;
    const BlockOutcome factored = newton_.solve(contacts_, inverse_masses_, scale, v_, p_, interrupt);
    if (factored.residual < solved.residual) {
        std::swap(v, v_);
        std::swap(p, p_);
        solved = factored;
    }
    patience_ = factored.solved() ? 1 : 2 * patience_;
    waits_ = factored.solved() ? 0 : patience_;
}

// ---- Newton's law, bounded

void CrowdImpulses::bound(Vector& v, Vector& p, double scale)
{
    find_groups();
    for (std::size_t first = 0; first < order_.size();) {
        const Index root = root_of(contacts_[order_[first]].first);
        group_.clear();
        while (first < order_.size() && root_of(contacts_[order_[first]].first) == root)
            group_.push_back(order_[first++]);
        if (!gains(group_, v, p)) continue;
        p_ = p;
        v_ = v;
        solve_group(group_, 0.0, scale);
        if (gains(group_, v_, p_)) continue;  // forces of the step do, whatever the law
        is_bounded_ = true;
        double harmless = 0.0, harmful = 1.0;
        for (int i = 0; i < halvings; ++i) {
            const double middle = 0.5 * (harmless + harmful);
            solve_group(group_, middle, scale);
            (gains(group_, v_, p_) ? harmful : harmless) = middle;
        }
        solve_group(group_, harmless, scale);
        std::swap(v, v_);
        std::swap(p, p_);
    }
}

// Contacts in an order in which those whose bodies move each other stand together.
void CrowdImpulses::find_groups()
{
    join_bodies();
    order_.resize(contacts_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
        return root_of(contacts_[a].first) < root_of(contacts_[b].first);
    });
}

void CrowdImpulses::find_groups(std::vector<Index>& groups)
{
    join_bodies();
    groups.clear();
    for (const BlockContact& contact : contacts_) groups.push_back(root_of(contact.first));
}

void CrowdImpulses::join_bodies()
{
    parents_.resize(static_cast<std::size_t>(inverse_masses_.size() / 3));
    std::iota(parents_.begin(), parents_.end(), Index{0});
    for (const BlockContact& contact : contacts_)
        if (contact.second >= 0)
            parents_[static_cast<std::size_t>(root_of(contact.first))] = root_of(contact.second);
}

Index CrowdImpulses::root_of(Index body)
{
    auto at = static_cast<std::size_t>(body);
    while (parents_[at] != static_cast<Index>(at)) {
        parents_[at] = parents_[static_cast<std::size_t>(parents_[at])];
        at = static_cast<std::size_t>(parents_[at]);
    }
    return static_cast<Index>(at);
}

// ½ p·(u⁻ + u⁺) above what the residual leaves unknown.
bool CrowdImpulses::gains(const std::vector<std::size_t>& group, const Vector& v, const Vector& p) const
{
    double gain = 0.0, turnover = 0.0;
    for (const std::size_t k : group) {
        const Vector2 impulse = p.segment<2>(2 * static_cast<Index>(k));
        const Vector2 u = before_[k] + after(k, v);
        gain += 0.5 * impulse.dot(u);
        turnover += impulse.cwiseAbs().dot(before_[k].cwiseAbs() + after(k, v).cwiseAbs());
    }
    return gain > gain_of_residual * certified * turnover;
}

// The group alone with e multiplied by `share`, into v_ and p_.
void CrowdImpulses::solve_group(const std::vector<std::size_t>& group, double share, double scale)
{
    tried_.clear();
    Vector impulses(2 * static_cast<Index>(group.size()));
    for (std::size_t i = 0; i < group.size(); ++i) {
        const std::size_t k = group[i];
        tried_.push_back(contacts_[k]);
        tried_.back().bias(0) -= (1.0 - share) * restitutions_[k] * before_[k](0);
        impulses.segment<2>(2 * static_cast<Index>(i)) = p_.segment<2>(2 * static_cast<Index>(k));
        for (const Index body : {contacts_[k].first, contacts_[k].second})
            if (body >= 0) v_.segment<3>(3 * body) = free_.segment<3>(3 * body);
    }
    (void)sweeps_of_group_.solve(tried_, inverse_masses_, scale, v_, impulses);
    for (std::size_t i = 0; i < group.size(); ++i)
        p_.segment<2>(2 * static_cast<Index>(group[i])) = impulses.segment<2>(2 * static_cast<Index>(i));
}

}  // namespace rebond
