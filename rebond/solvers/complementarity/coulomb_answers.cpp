#include "rebond/solvers/complementarity/coulomb_answers.hpp"

#include "rebond/solvers/complementarity/quadratic_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace rebond {
namespace {

constexpr double most_cases = 1500.0;
constexpr double told_apart = 1e-6;    // of the velocities: what is another motion [-]
constexpr double clearly_less = 1e-9;  // of pᵀGp, and of Σ w² [-]
// ε a, of the velocities: more than answers may miss, and less than contacts that are hardly coupled move
// each other [-].
constexpr double pressing_parts[] = {1e-5, 1e-6, 1e-7, 1e-8, 2e-9, 5e-10, 1.25e-10};
// Of pᵀGp: the part of Σ G_nn p² in what decides where both are open. Where w is not it decides alone.
constexpr double softness = 1e-8;
constexpr double without_effect = 1e-12;  // of G_nn p: velocities that impulses do not change [-]

using enum CoulombMotion;

// The cases of a contact, each motion once.
std::span<const CoulombCase> cases_of(double friction, double least)
{
    static constexpr std::array<CoulombCase, 6> all{{{false, sticks},
                                                     {true, sticks},
                                                     {true, slides_forth},
                                                     {true, slides_back},
                                                     {false, slides_forth},
                                                     {false, slides_back}}};
    return std::span(all).first(friction == 0.0 ? 2 : least == 0.0 ? 4 : 6);
}

// Calls demand(weight of N, of T, least) for what impulses of a contact within its cone fulfil.
template <typename Demand>
void for_each_demand(bool is_free, bool sticks, double friction, double least, Demand demand)
{
    if (is_free) demand(1.0, 0.0, least);
    if (!sticks || friction == 0.0) return;
    demand(friction, 1.0, 0.0);
    demand(friction, -1.0, 0.0);
}

}  // namespace

CoulombAnswers::CoulombAnswers(Index most)
    : cases_(most), p_(Vector::Zero(2 * most)), w_(p_), best_(p_), in_turn_(most)
{
}

CoulombOutcome CoulombAnswers::solve(const CoulombProblem& problem, Eigen::Ref<Vector> p)
{
    CoulombOutcome outcome;
    if (find(problem)) {
        p = best_.head(p.size());
        share_out(problem, p);
        outcome.residual = cases_.residual(problem, p);
        return outcome;
    }
    p = nearest_p_.head(p.size());
    return *nearest_;
}

CoulombOutcome CoulombAnswers::solve(const CoulombProblem& problem, const Eigen::Ref<const Vector>& pressing,
                                     Eigen::Ref<Vector> p)
{
    p.setZero();
    const double most = pressing.cwiseAbs().maxCoeff(), size = problem.b.cwiseAbs().maxCoeff();
    // Impulses of given cases are linear in ε: what holds at both ends holds between them.
    for (const double part : pressing_parts) {
        pressed_b_ = problem.b;
        if (most > 0.0) pressed_b_ += part * size / most * pressing;
        unpressed_ = &problem;
        const bool is_found =
            find({.G = problem.G, .b = pressed_b_, .friction = problem.friction, .least = problem.least});
        unpressed_ = nullptr;
        if (!is_found) continue;
        for (Index k = 0; k < problem.contacts(); ++k)
            cases_.of(k) = best_cases_[static_cast<std::size_t>(k)];
        p = best_.head(p.size());
        cases_.solve(problem, p);
        share_out(problem, p);
        return {.residual = cases_.residual(problem, p)};
    }
    return {.residual = std::numeric_limits<double>::infinity()};
}

bool CoulombAnswers::find(const CoulombProblem& problem)
{
    motion_count_ = 0;
    are_several_ = false;
    nearest_.reset();
    scale_ = 0.0;
    double count = 1.0;
    for (Index k = 0; k < problem.contacts(); ++k) {
        const Eigen::Matrix2d own = problem.G.block<2, 2>(2 * k, 2 * k);
        scale_ = std::max(scale_, coulomb_scale(own, problem.b.segment<2>(2 * k), problem.least(k)));
        count *= static_cast<double>(cases_of(problem.friction(k), problem.least(k)).size());
    }
    if (count <= most_cases) try_cases(problem, 0);
    if (motion_count_ == 0) try_orders(problem);
    return motion_count_ > 0;
}

void CoulombAnswers::try_cases(const CoulombProblem& problem, Index k)
{
    if (k == problem.contacts()) return look_at_cases(problem);
    for (const CoulombCase& one : cases_of(problem.friction(k), problem.least(k))) {
        cases_.of(k) = one;
        try_cases(problem, k + 1);
    }
}

void CoulombAnswers::look_at_cases(const CoulombProblem& problem)
{
    auto p = p_.head(2 * problem.contacts());
    p.setZero();
    const bool is_unique = cases_.solve(problem, p);
    find_motion(problem);
    if (!is_unique && !put_in_cones(problem)) return;
    if (cases_.residual(problem, p) <= coulomb_tolerance) compare(problem);
}

void CoulombAnswers::find_motion(const CoulombProblem& problem)
{
    const Index rows = 2 * problem.contacts();
    w_.head(rows) = problem.b;
    w_.head(rows).noalias() += problem.G * p_.head(rows);
}

bool CoulombAnswers::is_known() const
{
    return std::any_of(motions_.begin(), motions_.begin() + motion_count_, [&](const Vector& motion) {
        return (w_.head(motion.size()) - motion).cwiseAbs().maxCoeff() <= told_apart * scale_;
    });
}

// Whether the cases of an answer under pressing forces have one without them, too.
bool CoulombAnswers::holds_unpressed()
{
    const Index rows = 2 * unpressed_->contacts();
    unpressed_p_ = p_.head(rows);
    cases_.solve(*unpressed_, unpressed_p_);
    return cases_.residual(*unpressed_, unpressed_p_) <= coulomb_tolerance;
}

// An answer, p_ with w_, and those before it.
void CoulombAnswers::compare(const CoulombProblem& problem)
{
    const Index rows = 2 * problem.contacts();
    const auto p = p_.head(rows), w = w_.head(rows);
    if (unpressed_ != nullptr && !holds_unpressed()) return;
    const bool is_first = motion_count_ == 0;
    if (!is_known()) {
        if (motion_count_ == std::ssize(motions_)) motions_.emplace_back();
        motions_[static_cast<std::size_t>(motion_count_++)] = w;
        are_several_ = motion_count_ > 1;
    }
    const double effort = p.dot(w - problem.b), left = w.squaredNorm();
    const bool is_even = std::abs(effort - least_) <= clearly_less * std::max(effort, least_);
    const bool is_less = is_even ? left < least_left_ * (1.0 - clearly_less) : effort < least_;
    if (!is_first && !is_less) return;
    least_ = effort;
    least_left_ = left;
    best_.head(rows) = p;
    best_cases_.clear();
    for (Index k = 0; k < problem.contacts(); ++k) best_cases_.push_back(cases_.of(k));
}

// The cases leave p_ open: moves it into the cones, if it can. False if it is no answer, or one whose motion
// is known.
bool CoulombAnswers::put_in_cones(const CoulombProblem& problem)
{
    const Index contacts = problem.contacts(), rows = 2 * contacts;
    auto p = p_.head(rows), w = w_.head(rows);
    const double none = coulomb_tolerance * scale_;
    for (Index k = 0; k < contacts; ++k) {
        if (cases_.of(k).is_pressed && !(std::abs(w(2 * k)) <= none)) return false;
        const bool sticks = cases_.of(k).motion == CoulombMotion::sticks && problem.friction(k) > 0.0 &&
                            (cases_.of(k).is_pressed || problem.least(k) > 0.0);
        if (sticks && !(std::abs(w(2 * k + 1)) <= none)) return false;
    }
    cases_.directions(problem, directions_);
    effects_.noalias() = problem.G * directions_;
    const Index n = directions_.cols();
    const double g = problem.G.diagonal().maxCoeff();
    const bool is_one_motion = effects_.cwiseAbs().maxCoeff() <= without_effect * g;
    if (is_one_motion && is_known()) return false;
    // What the signs of the cases demand.
    rows_.resize(5 * contacts, n);
    demands_.resize(5 * contacts);
    Index m = 0;
    const auto demand = [&](const auto& row, double least) {
        rows_.row(m) = row;
        demands_(m) = least;
        if (rows_.row(m).cwiseAbs().maxCoeff() > without_effect) ++m;
    };
    for (Index k = 0; k < contacts; ++k) {
        const CoulombCase& one = cases_.of(k);
        const auto N = directions_.row(2 * k), T = directions_.row(2 * k + 1);
        const auto w_n = effects_.row(2 * k), w_t = effects_.row(2 * k + 1);
        for_each_demand(one.is_pressed, one.motion == CoulombMotion::sticks, problem.friction(k),
                        problem.least(k), [&](double of_N, double of_T, double least) {
                            demand(of_N * N + of_T * T, least - of_N * p(2 * k) - of_T * p(2 * k + 1));
                        });
        if (!one.is_pressed) demand(w_n / g, -w(2 * k) / g);
        if (one.motion == CoulombMotion::sticks || problem.friction(k) == 0.0) continue;
        const double s = one.motion == CoulombMotion::slides_forth ? 1.0 : -1.0;
        demand(s * w_t / g, -s * w(2 * k + 1) / g);
    }
    Matrix H = directions_.transpose() * effects_ / g;
    Vector slope = directions_.transpose() * (w - problem.b) / g;
    for (Index j = 0; j < rows; ++j) {
        const double own = softness * problem.G(j - j % 2, j - j % 2) / g;
        H += own * directions_.row(j).transpose() * directions_.row(j);
        slope += own * p(j) * directions_.row(j).transpose();
    }
    QuadraticProgram program(n, m);
    Vector y(n), multipliers(m);
    if (program.solve(H, slope, rows_.topRows(m), demands_.head(m), y, multipliers).solved()) {
        p += directions_ * y;
        find_motion(problem);
    }
    return true;
}

// Of all p with the same w, those of the least Σ G_nn (N² + T²).
void CoulombAnswers::share_out(const CoulombProblem& problem, Eigen::Ref<Vector> p)
{
    const Index contacts = problem.contacts(), rows = 2 * contacts;
    const Vector w = problem.b + problem.G * p;
    const double none = coulomb_tolerance * scale_;
    const auto is_closed = [&](Index k) { return std::abs(w(2 * k)) <= none; };
    const auto is_still = [&](Index k) {
        return problem.friction(k) > 0.0 && std::abs(w(2 * k + 1)) <= none;
    };
    // Impulses that are open, in units in which G_nn is one.
    Matrix D = Matrix::Zero(rows, rows);
    Index open = 0;
    for (Index k = 0; k < contacts; ++k) {
        const double unit = 1.0 / std::sqrt(problem.G(2 * k, 2 * k));
        const double s = w(2 * k + 1) > 0.0 ? 1.0 : -1.0;
        if (is_closed(k)) {
            D(2 * k, open) = unit;
            if (!is_still(k)) D(2 * k + 1, open) = -s * problem.friction(k) * unit;
            ++open;
        }
        if (is_still(k) && (is_closed(k) || problem.least(k) > 0.0)) D(2 * k + 1, open++) = unit;
    }
    if (open == 0) return;
    const auto all = D.leftCols(open);
    const Matrix together = all.transpose() * problem.G * all;
    system_.resize(open);
    for (Index i = 0; i < open; ++i) {
        system_.side(i) = 0.0;
        for (Index j = 0; j < open; ++j) system_.entry(i, j) = together(i, j);
    }
    if (system_.solve() == open) return;
    directions_ = all * system_.open();
    const Index n = directions_.cols();
    Vector own(rows);
    for (Index j = 0; j < rows; ++j) own(j) = problem.G(j - j % 2, j - j % 2);
    const Matrix H = directions_.transpose() * own.asDiagonal() * directions_;
    const Vector slope = directions_.transpose() * own.asDiagonal() * p;
    rows_.resize(3 * contacts, n);
    demands_.resize(3 * contacts);
    Index m = 0;
    for (Index k = 0; k < contacts; ++k) {
        const auto N = directions_.row(2 * k), T = directions_.row(2 * k + 1);
        const double unit = std::sqrt(problem.G(2 * k, 2 * k));
        for_each_demand(is_closed(k), is_still(k), problem.friction(k), problem.least(k),
                        [&](double of_N, double of_T, double least) {
                            rows_.row(m) = unit * (of_N * N + of_T * T);
                            demands_(m) = unit * (least - of_N * p(2 * k) - of_T * p(2 * k + 1));
                            if (rows_.row(m).cwiseAbs().maxCoeff() > without_effect) ++m;
                        });
    }
    QuadraticProgram program(n, m);
    Vector y(n), multipliers(m);
    if (!program.solve(H, slope, rows_.topRows(m), demands_.head(m), y, multipliers).solved()) return;
    const Vector shared = p + directions_ * y;
    if (cases_.residual(problem, shared) <= coulomb_tolerance) p = shared;
}

// Many contacts, in an order of their own and in the reverse one.
void CoulombAnswers::try_orders(const CoulombProblem& problem)
{
    const Index n = problem.contacts();
    own_.resize(n, 2);
    own_ << problem.friction, problem.least;
    slides_.setZero(n);
    order_.find(problem.G, problem.b, own_, slides_, scale_);
    solve_in_order(problem);
    order_.reverse();
    solve_in_order(problem);
}

void CoulombAnswers::solve_in_order(const CoulombProblem& problem)
{
    const Index n = problem.contacts();
    G_.resize(2 * n, 2 * n);
    b_.resize(2 * n);
    friction_.resize(n);
    least_impulses_.resize(n);
    order_.take(problem.G, problem.b, G_, b_);
    for (Index i = 0; i < n; ++i) {
        friction_(i) = problem.friction(order_.at(i));
        least_impulses_(i) = problem.least(order_.at(i));
    }
    p_in_order_.setZero(2 * n);
    const CoulombOutcome outcome =
        in_turn_.solve({.G = G_, .b = b_, .friction = friction_, .least = least_impulses_}, p_in_order_);
    for (Index i = 0; i < n; ++i) {
        const Index k = order_.at(i);
        const double sense = order_.sense(k);
        p_.segment<2>(2 * k) << p_in_order_(2 * i), sense * p_in_order_(2 * i + 1);
        CoulombCase& chosen = cases_.of(k);
        chosen = in_turn_.chosen(i);
        if (sense < 0.0 && chosen.motion != CoulombMotion::sticks)
            chosen.motion = chosen.motion == CoulombMotion::slides_forth ? CoulombMotion::slides_back
                                                                         : CoulombMotion::slides_forth;
    }
    if (!outcome.solved()) {
        if (nearest_ && nearest_->residual <= outcome.residual) return;
        nearest_ = outcome;
        nearest_p_ = p_.head(2 * n);
        return;
    }
    find_motion(problem);
    compare(problem);
}

}  // namespace rebond
