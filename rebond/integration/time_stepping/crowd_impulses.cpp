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
constexpr Index most_on_path = 400;      // contacts: the path takes no more than a second
constexpr int longest_wait = 64;         // steps without Newton's method where it did not help
constexpr double gain_rounding = 1e-12;  // of what impulses turn over: a gain of energy that is none [-]
constexpr int halvings = 20;             // of the factor of e
constexpr int most_failures = 3;         // factors of e that are not solved: no more are tried

}  // namespace

CrowdImpulses::CrowdImpulses(Vector inverse_masses, double fall, double tolerance)
    : inverse_masses_(std::move(inverse_masses)),
      fall_(fall),
      tolerance_(tolerance),
      sweeps_({.tolerance = tolerance, .most_sweeps = most_sweeps}),
      interior_({.tolerance = tolerance}),
      newton_({.tolerance = tolerance, .most_factorisations = most_factorisations}),
      path_({.tolerance = tolerance})
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
    scale_ = largest > 0.0 ? largest : 1.0;
    is_still_ = approach <= still * fall_;
    free_ = v;
    BlockOutcome solved = find(contacts_, inverse_masses_, wait_, v, p, interrupt);
    is_bounded_ = false;
    if (may_need_bound_ && solved.status != BlockStatus::interrupted) bound(v, p, solved, interrupt);
    return solved;
}

// By sweeps, and where they do not find the impulses by factors. Newton's method is left for a while where it
// does not find them either, each time twice as long.
BlockOutcome CrowdImpulses::find(std::span<const BlockContact> contacts, const Vector& inverse_masses,
                                 Wait& wait, Vector& v, Vector& p, const std::atomic<bool>* interrupt)
{
    start_ = v;
    BlockOutcome solved = sweeps_.solve(contacts, inverse_masses, scale_, v, p, interrupt);
    const auto try_by = [&](auto& solver) {
        v_ = start_;
        p_ = p;
        const BlockOutcome found = solver.solve(contacts, inverse_masses, scale_, v_, p_, interrupt);
        if (found.residual < solved.residual) {
            std::swap(v, v_);
            std::swap(p, p_);
            solved = found;
        }
        return found.solved();
    };
    const bool are_few = inverse_masses.size() <= 3 * few_bodies;
    if (solved.status != BlockStatus::not_solved || !(are_few || is_still_)) return solved;
    if (try_by(interior_)) return solved;
    if (are_few) {  // from no impulses, too
        const Vector guess = p;
        p.setZero();
        if (!try_by(interior_)) p = guess;
    }
    if (solved.status != BlockStatus::not_solved) return solved;
    if (std::ssize(contacts) <= most_on_path) {
        try_by(path_);
        return solved;
    }
    if (are_few || (wait.left > 0 && --wait.left > 0)) return solved;
    const bool is_found = try_by(newton_);
    wait.patience = is_found ? 1 : std::min(2 * wait.patience, longest_wait);
    wait.left = is_found ? 0 : wait.patience;
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

// ---- Newton's law, bounded

void CrowdImpulses::bound(Vector& v, Vector& p, BlockOutcome& solved, const std::atomic<bool>* interrupt)
{
    find_groups();
    tried_v_.resize(v.size());
    tried_p_.resize(p.size());
    double missed = 0.0;
    for (std::size_t first = 0; first < order_.size() && solved.status != BlockStatus::interrupted;) {
        const Index root = root_of(contacts_[order_[first]].first);
        group_.clear();
        while (first < order_.size() && root_of(contacts_[order_[first]].first) == root)
            group_.push_back(order_[first++]);
        missed = std::max(missed, bound_group(v, p, solved, interrupt));
    }
    if (is_bounded_) {
        lowered_.prepare(contacts_, inverse_masses_);
        solved.residual = lowered_.residual(v, p) / scale_;
    }
    solved.residual = std::max(solved.residual, missed);
    if (solved.status == BlockStatus::interrupted || !(is_bounded_ || missed > 0.0)) return;
    solved.status = solved.residual <= tolerance_ ? BlockStatus::solved : BlockStatus::not_solved;
}

// Lowers e of the group if it gains. Returns the residual of e = 0 where that is not found and gains too.
double CrowdImpulses::bound_group(Vector& v, Vector& p, BlockOutcome& solved,
                                  const std::atomic<bool>* interrupt)
{
    const double asked = gain_of_group(v, p);
    if (!(asked > unknown_of_group(v, p, solved.residual))) return 0.0;
    lay_out_group();
    const auto try_share = [&](double share, const Vector& guess) {
        const BlockOutcome found = solve_group(share, guess, interrupt);
        solved.iterations += found.iterations;
        if (found.status == BlockStatus::interrupted) solved.status = found.status;
        return found.residual;
    };
    // Without rebound, if need be from another guess.
    double residual = try_share(0.0, p);
    if (!(residual <= certified) && solved.status != BlockStatus::interrupted) {
        const Vector first_v = tried_v_, first_p = tried_p_;
        const double again = try_share(0.0, Vector::Zero(p.size()));
        if (!(again < residual)) {
            tried_v_ = first_v;
            tried_p_ = first_p;
        }
        residual = std::min(residual, again);
    }
    if (solved.status == BlockStatus::interrupted) return 0.0;
    // Forces of the step may add energy whatever the law.
    const double least = gain_of_group(tried_v_, tried_p_);
    const bool gains = least > unknown_of_group(tried_v_, tried_p_, residual);
    const double missed = gains && !(residual <= certified) ? residual : 0.0;
    if (!(least < asked)) return missed;
    is_bounded_ = true;
    keep_group(v, p);
    // The largest factor that is solved and adds nothing; v and p are always those of `harmless`.
    const double allowed = std::max(certified, residual);
    double harmless = 0.0, harmful = 1.0;
    int failures = 0;
    for (int i = 0; i < halvings && failures < most_failures && !gains; ++i) {
        const double middle = 0.5 * (harmless + harmful);
        const bool is_found = try_share(middle, p) <= allowed;
        if (solved.status == BlockStatus::interrupted) break;
        if (!is_found) ++failures;
        const bool is_harmless = is_found && gain_of_group(tried_v_, tried_p_) <= std::max(least, 0.0);
        if (is_harmless) keep_group(v, p);
        (is_harmless ? harmless : harmful) = middle;
    }
    lower_group(harmless);
    return missed;
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

// Its bodies, numbered on their own, and its contacts without rebound.
void CrowdImpulses::lay_out_group()
{
    places_.assign(static_cast<std::size_t>(inverse_masses_.size() / 3), -1);
    members_.clear();
    tried_.clear();
    wait_of_group_ = {};
    const auto place = [&](Index body) {
        if (body < 0) return body;
        Index& own = places_[static_cast<std::size_t>(body)];
        if (own < 0) {
            own = std::ssize(members_);
            members_.push_back(body);
        }
        return own;
    };
    for (const std::size_t k : group_) {
        tried_.push_back(contacts_[k]);
        tried_.back().first = place(contacts_[k].first);
        tried_.back().second = place(contacts_[k].second);
    }
    group_inverse_masses_.resize(3 * std::ssize(members_));
    for (Index i = 0; i < std::ssize(members_); ++i)
        group_inverse_masses_.segment<3>(3 * i) =
            inverse_masses_.segment<3>(3 * members_[static_cast<std::size_t>(i)]);
}

// The group alone with e multiplied by `share`, from the impulses p, into tried_v_ and tried_p_.
BlockOutcome CrowdImpulses::solve_group(double share, const Vector& p, const std::atomic<bool>* interrupt)
{
    group_p_.resize(2 * std::ssize(group_));
    for (Index i = 0; i < std::ssize(group_); ++i) {
        const std::size_t k = group_[static_cast<std::size_t>(i)];
        tried_[static_cast<std::size_t>(i)].bias(0) =
            contacts_[k].bias(0) - (1.0 - share) * restitutions_[k] * before_[k](0);
        group_p_.segment<2>(2 * i) = p.segment<2>(2 * static_cast<Index>(k));
    }
    group_v_.resize(3 * std::ssize(members_));
    for (Index i = 0; i < std::ssize(members_); ++i)
        group_v_.segment<3>(3 * i) = free_.segment<3>(3 * members_[static_cast<std::size_t>(i)]);
    const BlockOutcome found =
        find(tried_, group_inverse_masses_, wait_of_group_, group_v_, group_p_, interrupt);
    for (Index i = 0; i < std::ssize(members_); ++i)
        tried_v_.segment<3>(3 * members_[static_cast<std::size_t>(i)]) = group_v_.segment<3>(3 * i);
    for (Index i = 0; i < std::ssize(group_); ++i)
        tried_p_.segment<2>(2 * static_cast<Index>(group_[static_cast<std::size_t>(i)])) =
            group_p_.segment<2>(2 * i);
    return found;
}

void CrowdImpulses::keep_group(Vector& v, Vector& p) const
{
    for (const Index body : members_) v.segment<3>(3 * body) = tried_v_.segment<3>(3 * body);
    for (const std::size_t k : group_) {
        const Index row = 2 * static_cast<Index>(k);
        p.segment<2>(row) = tried_p_.segment<2>(row);
    }
}

void CrowdImpulses::lower_group(double share)
{
    for (const std::size_t k : group_) {
        contacts_[k].bias(0) -= (1.0 - share) * restitutions_[k] * before_[k](0);
        restitutions_[k] *= share;
    }
}

// ½ p·(u⁻ + u⁺).
double CrowdImpulses::gain_of_group(const Vector& v, const Vector& p) const
{
    double gain = 0.0;
    for (const std::size_t k : group_)
        gain += 0.5 * p.segment<2>(2 * static_cast<Index>(k)).dot(before_[k] + after(k, v));
    return gain;
}

// Of the gain: what the residual, as far as it is certified, and rounding leave open.
double CrowdImpulses::unknown_of_group(const Vector& v, const Vector& p, double residual) const
{
    const double speed = std::min(residual, certified) * scale_;
    double sum = 0.0;
    for (const std::size_t k : group_) {
        const Vector2 impulse = p.segment<2>(2 * static_cast<Index>(k)).cwiseAbs();
        sum += speed * impulse.sum() +
               gain_rounding * impulse.dot(before_[k].cwiseAbs() + after(k, v).cwiseAbs());
    }
    return sum;
}

}  // namespace rebond
