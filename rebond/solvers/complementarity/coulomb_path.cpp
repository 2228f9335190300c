#include "rebond/solvers/complementarity/coulomb_path.hpp"

#include "rebond/core/error.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rebond {
namespace {

// ε, of a contact's own mobility [-]: one after the other, each where the path of the last one was lost.
constexpr std::array compliances = {1e-6, 1e-8};
constexpr double spread = 0.3, tilt = 0.01;  // of d: along the normals, and across them [-]
constexpr double worn = 1e-6;  // pivots of corrections to factors, of the largest: renew them [-]
constexpr int most_proximal = 60, most_settling = 10;
constexpr double near_enough = 0.1;  // of the tolerance: ε times the way to the next proximal point [-]
constexpr int most_shakes = 60;
constexpr double shaken = 1e-10;  // of (a, c): each time so much more [-]
constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint64_t mix(std::uint64_t x)
{
    x *= 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// A number within [0, 1) for each place, without a pattern.
double irregular(Index place)
{
    return static_cast<double>(mix(static_cast<std::uint64_t>(place)) >> 11) * 0x1p-53;
}

}  // namespace

BlockOutcome CoulombPath::solve(std::span<const BlockContact> contacts,
                                const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                Eigen::Ref<Vector> v,  // NOLINT: written through
                                Eigen::Ref<Vector> p, const std::atomic<bool>* interrupt)
{
    require(scale > 0.0, "CoulombPath: the scale is a velocity above zero");
    require(p.size() == 2 * static_cast<Index>(contacts.size()) && v.size() == inverse_masses.size(),
            "CoulombPath: sizes of velocities and impulses");
    const Vector free = v;
    contacts_.prepare(contacts, inverse_masses);
    b_.resize(2 * std::ssize(contacts));
    for (std::size_t k = 0; k < contacts.size(); ++k)
        b_.segment<2>(static_cast<Index>(2 * k)) = contacts_.velocity(k, v) / scale;
    BlockOutcome outcome;
    lay_out(inverse_masses);
    best_.setZero(p.size());
    outcome.residual = infinity;
    for (const double compliance : compliances) {
        compliance_ = compliance;
        if (free_.allFinite() && !sites_.empty()) outcome.status = follow(outcome.iterations, interrupt);
        write_impulses(scale, p);
        contacts_.into_cones(p);
        contacts_.set_velocities(free, p, v);
        const double residual = contacts_.residual(v, p) / scale;
        if (residual < outcome.residual) {
            outcome.residual = residual;
            best_ = p;
        }
        if (outcome.status == BlockStatus::interrupted || sites_.empty()) break;
        if (outcome.residual <= settings_.tolerance || !free_.allFinite()) break;
    }
    p = best_;
    contacts_.set_velocities(free, p, v);
    if (outcome.status == BlockStatus::interrupted) return outcome;
    const bool is_solved = outcome.residual <= settings_.tolerance;
    outcome.status = is_solved ? BlockStatus::solved : BlockStatus::not_solved;
    return outcome;
}

// The path with the present compliance, and from its end on to proximal points: each has −ε p of the one
// before in its b, and is reached by a path of its own, which is short.
BlockStatus CoulombPath::follow(int& pivots, const std::atomic<bool>* interrupt)
{
    start();
    const long most = static_cast<long>(settings_.most_pivots_each) * std::ssize(sites_) + 100;
    long count = 0;
    for (int point = 0; point <= most_proximal; ++point) {
        if (point > 0 && !set_out_again()) break;
        Way way = factor() ? Way::goes_on : Way::lost;
        while (way == Way::goes_on && count < most) {
            const bool is_time = changed_.empty();
            if (is_time && interrupt != nullptr && interrupt->load(std::memory_order_relaxed))
                return BlockStatus::interrupted;
            ++count;
            ++pivots;
            way = advance();
        }
        if (way != Way::ended) return BlockStatus::not_solved;
        z_ = 0.0;
        if (!factor()) return BlockStatus::not_solved;
        if (settle()) return BlockStatus::solved;
    }
    return BlockStatus::solved;
}

// Proximal points in the present choices, as far as these hold: then they are the answer, without ε.
bool CoulombPath::settle()
{
    const Vector start = x_;
    for (int i = 0; i < most_settling; ++i) {
        column_ = -free_;
        for (Index k = 0; k < std::ssize(sites_); ++k) {
            const Case choice = sites_[static_cast<std::size_t>(k)].choice;
            if (choice == Case::open) continue;
            column_(2 * k) += compliance_ * x_(2 * k);
            if (choice == Case::sticks) column_(2 * k + 1) += compliance_ * x_(2 * k + 1);
        }
        x_ = factors_.solve(column_);
    }
    const double allowed = settings_.tolerance;
    bool holds = x_.allFinite();
    for (Index k = 0; k < std::ssize(sites_) && holds; ++k) {
        const Site& site = sites_[static_cast<std::size_t>(k)];
        const double a = x_(2 * k), c = x_(2 * k + 1), bound = site.friction * std::max(a, 0.0) + allowed;
        if (site.choice == Case::open)
            holds = a <= allowed;
        else if (site.choice == Case::sticks)
            holds = a >= -allowed && std::abs(c) <= bound;
        else
            holds = a >= -allowed && (site.choice == Case::slides_back ? c : -c) >= bound - 2.0 * allowed;
    }
    if (!holds) x_ = start;
    return holds;
}

// The contacts that move, and how they move each other.
void CoulombPath::lay_out(const Eigen::Ref<const Vector>& inverse_masses)
{
    sites_.clear();
    at_body_.resize(static_cast<std::size_t>(inverse_masses.size() / 3));
    for (auto& sites : at_body_) sites.clear();
    for (std::size_t k = 0; k < contacts_.count(); ++k) {
        if (!contacts_.moves(k)) continue;
        const auto site = static_cast<Index>(sites_.size());
        const auto at = static_cast<Index>(2 * k);
        b_.segment<2>(2 * site) = b_.segment<2>(at);
        sites_.push_back({.contact = static_cast<Index>(k),
                          .friction = contacts_[k].friction,
                          .mobility = contacts_.mobility(k).diagonal().maxCoeff()});
        at_body_[contacts_[k].first].emplace_back(site, true);
        if (contacts_[k].second >= 0) at_body_[contacts_[k].second].emplace_back(site, false);
    }
    free_ = b_.head(size());
    couplings_.resize(sites_.size());
    const auto rows_of = [&](Index site, bool is_first) -> const Eigen::Matrix<double, 2, 3>& {
        const BlockContact& contact = contacts_[static_cast<std::size_t>(sites_[site].contact)];
        return is_first ? contact.first_rows : contact.second_rows;
    };
    for (auto& row : couplings_) row.clear();
    for (std::size_t body = 0; body < at_body_.size(); ++body) {
        const auto D = inverse_masses.segment<3>(static_cast<Index>(3 * body)).asDiagonal();
        for (const auto& [site, is_first] : at_body_[body])
            for (const auto& [other, other_is_first] : at_body_[body]) {
                const Eigen::Matrix2d G = rows_of(other, other_is_first) * D *
                                          rows_of(site, is_first).transpose() / sites_[site].mobility;
                auto& column = couplings_[static_cast<std::size_t>(site)];
                const auto same = std::find_if(column.begin(), column.end(),
                                               [&](const Coupling& one) { return one.site == other; });
                if (same == column.end())
                    column.push_back({.site = other, .G = G});
                else
                    same->G += G;
            }
    }
}

// Where all contacts are open.
void CoulombPath::start()
{
    const Index n = size();
    b_ = free_;
    proximal_.setZero(n);
    d_.resize(n);
    for (Index i = 0; i < n; i += 2)
        d_.segment<2>(i) << 1.0 + spread * irregular(i), tilt * (irregular(i + 1) - 0.5);
    z_ = 2.0 * std::max(1.0, b_.cwiseAbs().maxCoeff());
    for (Site& site : sites_) site.choice = Case::open;
    crossing_.reset();
    sign_ = 1.0;
    shakes_ = 0;
    passed_.clear();
    x_ = -(b_ + z_ * d_);
    place_.assign(static_cast<std::size_t>(n), -1);
    changed_.clear();
    corrections_.resize(n, settings_.updates_of_factors);
}

// Of column 2k for a, 2k + 1 for c of site k: H by (a, c), as (3) has it in its case.
template <typename Visitor>
void CoulombPath::for_each_entry(Index column, Visitor visit) const
{
    const Index k = column / 2;
    const Site& site = sites_[static_cast<std::size_t>(k)];
    const bool is_along = column % 2 == 1;
    const double slope = site.choice == Case::slides_forth  ? -site.friction
                         : site.choice == Case::slides_back ? site.friction
                                                            : 0.0;
    if (site.choice == Case::open || (is_along && site.choice != Case::sticks)) return visit(column, 1.0);
    for (const auto& [other, G] : couplings_[static_cast<std::size_t>(k)]) {
        const Vector2 entry = is_along ? Vector2(G.col(1)) : Vector2(G.col(0) + slope * G.col(1));
        visit(2 * other, entry(0));
        visit(2 * other + 1, entry(1));
    }
    visit(column, compliance_);
    if (!is_along && slope != 0.0) visit(column + 1, -slope);
}

// Factors of the present choices, and x by them.
bool CoulombPath::factor()
{
    const Index n = size();
    entries_.clear();
    for (Index column = 0; column < n; ++column)
        for_each_entry(column, [&](Index row, double value) { entries_.emplace_back(row, column, value); });
    matrix_.resize(n, n);
    matrix_.setFromTriplets(entries_.begin(), entries_.end());
    factors_.compute(matrix_);
    if (factors_.info() != Eigen::Success) return false;
    for (const Index column : changed_) place_[static_cast<std::size_t>(column)] = -1;
    changed_.clear();
    factored_.clear();
    for (const Site& site : sites_) factored_.push_back(site.choice);
    base_ = factors_.solve(d_);
    x_ = -factors_.solve(b_) - z_ * base_;
    return x_.allFinite();
}

// What the present case changes in a column, by the factors. False if there is no room for it.
bool CoulombPath::renew_column(Index column)
{
    const auto k = static_cast<std::size_t>(column / 2);
    Index& place = place_[static_cast<std::size_t>(column)];
    if (place < 0) {
        if (std::ssize(changed_) == settings_.updates_of_factors) return false;
        place = std::ssize(changed_);
        changed_.push_back(column);
    }
    column_.setZero(size());
    for_each_entry(column, [&](Index row, double value) { column_(row) += value; });
    const Case present = std::exchange(sites_[k].choice, factored_[k]);
    for_each_entry(column, [&](Index row, double value) { column_(row) -= value; });
    sites_[k].choice = present;
    corrections_.col(place) = factors_.solve(column_);
    return true;
}

// u = (∂H/∂x)⁻¹ d: with the corrections Y of the changed columns, u = u₀ − Y (1 + Y_changed)⁻¹ u₀_changed.
bool CoulombPath::find_direction()
{
    const Index m = std::ssize(changed_);
    u_ = base_;
    if (m == 0) return true;
    small_.setIdentity(m, m);
    Vector side(m);
    for (Index i = 0; i < m; ++i) {
        small_.row(i) += corrections_.row(changed_[static_cast<std::size_t>(i)]).head(m);
        side(i) = base_(changed_[static_cast<std::size_t>(i)]);
    }
    const Eigen::PartialPivLU<Matrix> factors(small_);
    const auto pivots = factors.matrixLU().diagonal().cwiseAbs();
    if (!(pivots.minCoeff() > worn * pivots.maxCoeff())) return false;
    u_.noalias() -= corrections_.leftCols(m) * factors.solve(side);
    return true;
}

// To the next place where a contact reaches the end of its case, or to z = 0.
CoulombPath::Way CoulombPath::advance()
{
    if (!find_direction() && !(factor() && find_direction())) return Way::lost;
    if (crossing_) sign_ = crossing_->along.dot(u_.segment<2>(2 * crossing_->site)) < 0.0 ? -1.0 : 1.0;
    const double sign = sign_;
    double step = sign > 0.0 ? z_ : infinity;
    Index first = -1;
    int boundary = 0;
    // How far a quantity that is positive in its case may fall.
    const auto bound = [&](Index site, int which, double value, double change) {
        if (!(change < 0.0) || !(std::max(value, 0.0) < -change * step)) return;
        step = std::max(value, 0.0) / -change;
        first = site;
        boundary = which;
    };
    for (Index k = 0; k < std::ssize(sites_); ++k) {
        const Site& site = sites_[static_cast<std::size_t>(k)];
        const double a = x_(2 * k), c = x_(2 * k + 1), mu = site.friction;
        const double da = sign * u_(2 * k), dc = sign * u_(2 * k + 1);
        if (site.choice == Case::open) {
            bound(k, 0, -a, -da);
            continue;
        }
        bound(k, 0, a, da);
        const bool is_back = site.choice == Case::slides_back, is_forth = site.choice == Case::slides_forth;
        if (!is_forth) bound(k, 1, is_back ? c - mu * a : mu * a - c, is_back ? dc - mu * da : mu * da - dc);
        if (!is_back)
            bound(k, 2, is_forth ? -c - mu * a : c + mu * a, is_forth ? -dc - mu * da : dc + mu * da);
    }
    if (!std::isfinite(step)) return Way::lost;
    x_ += (sign * step) * u_;
    z_ -= sign * step;
    if (first < 0) return Way::ended;
    cross(first, boundary);
    if (!passed_.insert(choices()).second) return shake() ? Way::goes_on : Way::lost;
    for (const Index column : {2 * first, 2 * first + 1})
        if (!renew_column(column)) return factor() ? Way::goes_on : Way::lost;
    return Way::goes_on;
}

// A number for the choices of all sites.
std::uint64_t CoulombPath::choices() const
{
    std::uint64_t all = 0;
    for (std::size_t k = 0; k < sites_.size(); ++k)
        all ^= mix(4 * k + static_cast<std::uint64_t>(sites_[k].choice));
    return all;
}

// A path comes through each choice once. Where rounding leads it back, b is changed a little, so that x is
// further from the ends of its cases.
bool CoulombPath::shake()
{
    if (++shakes_ > most_shakes || !factor()) return false;
    const double size = shaken * shakes_ * x_.cwiseAbs().maxCoeff();
    for (Index k = 0; k < std::ssize(sites_); ++k) {
        const Site& site = sites_[static_cast<std::size_t>(k)];
        double& a = x_(2 * k);
        double& c = x_(2 * k + 1);
        const double far = size * (0.5 + irregular(2 * k + shakes_));
        a = site.choice == Case::open ? std::min(a, 0.0) - far : std::max(a, 0.0) + far;
        const double edge = site.friction * std::max(a, 0.0);
        if (site.choice == Case::sticks)
            c = std::clamp(c, -edge + 0.5 * site.friction * far, edge - 0.5 * site.friction * far);
        if (site.choice == Case::slides_back) c = std::max(c, edge) + far;
        if (site.choice == Case::slides_forth) c = std::min(c, -edge) - far;
    }
    b_ = -(matrix_ * x_ + z_ * d_);
    passed_.clear();
    crossing_.reset();
    return true;
}

// The case beyond a boundary: a = 0, c = μa or c = −μa.
void CoulombPath::cross(Index k, int boundary)
{
    Site& site = sites_[static_cast<std::size_t>(k)];
    double& a = x_(2 * k);
    double& c = x_(2 * k + 1);
    const double mu = site.friction;
    const Case before = site.choice;
    Vector2 along(1.0, 0.0);  // towards a > 0
    if (boundary == 0) {
        a = 0.0;
        site.choice = before != Case::open ? Case::open : c > 0.0 ? Case::slides_back : Case::slides_forth;
        if (site.choice == Case::open) along = -along;
    } else {
        const Case slides = boundary == 1 ? Case::slides_back : Case::slides_forth;
        const double edge = boundary == 1 ? 1.0 : -1.0;  // of the cone, c = ±μa
        c = edge * mu * a;
        site.choice = before == Case::sticks ? slides : Case::sticks;
        along = Vector2(mu, -edge);  // into the cone
        if (site.choice == slides) along = -along;
    }
    crossing_ = Crossing{.site = k, .along = along};
}

// Sets out for the next proximal point. False if the last one is near enough.
bool CoulombPath::set_out_again()
{
    double furthest = 0.0;
    for (Index k = 0; k < std::ssize(sites_); ++k) {
        const Vector2 p = impulse(k);
        furthest = std::max(furthest, (p - proximal_.segment<2>(2 * k)).cwiseAbs().maxCoeff());
        const Vector2 next = free_.segment<2>(2 * k) - compliance_ * p;
        d_.segment<2>(2 * k) = b_.segment<2>(2 * k) - next;
        b_.segment<2>(2 * k) = next;
        proximal_.segment<2>(2 * k) = p;
    }
    z_ = 1.0;
    crossing_.reset();
    sign_ = 1.0;
    passed_.clear();
    return compliance_ * furthest > near_enough * settings_.tolerance;
}

// (N, T) of a site by (3).
Vector2 CoulombPath::impulse(Index k) const
{
    const Site& site = sites_[static_cast<std::size_t>(k)];
    if (site.choice == Case::open) return Vector2::Zero();
    const double N = std::max(x_(2 * k), 0.0), bound = site.friction * N;
    return {N, std::clamp(x_(2 * k + 1), -bound, bound)};
}

void CoulombPath::write_impulses(double scale, Eigen::Ref<Vector> p) const
{
    p.setZero();
    if (x_.size() != size()) return;
    for (Index k = 0; k < std::ssize(sites_); ++k) {
        const Site& site = sites_[static_cast<std::size_t>(k)];
        p.segment<2>(2 * site.contact) = scale / site.mobility * impulse(k);
    }
}

}  // namespace rebond
