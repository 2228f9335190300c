#include "rebond/contact/frictional_rest.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double rounding = 1e-10;  // of the accelerations that take part: what no sign tells [-]
constexpr int most_sweeps = 200;
constexpr double most_choices = 5000.0;

}  // namespace

void FrictionalRest::add(Index contact, double friction, double slip)
{
    contacts_.push_back({.contact = contact, .friction = friction, .slip = slip});
}

void FrictionalRest::resize()
{
    const Index rows = 2 * size();
    if (rows <= G.rows()) return;
    G.setZero(rows, rows);
    free.setZero(rows);
    reactions_.setZero(rows);
    accelerations_.setZero(rows);
}

Sliding FrictionalRest::sliding(Index i) const
{
    switch (contacts_[i].choice) {
        case Choice::sticks:
            return Sliding::sticks;
        case Choice::forwards:
            return Sliding::forwards;
        case Choice::backwards:
            return Sliding::backwards;
        default:
            return Sliding::smooth;
    }
}

double FrictionalRest::direction(Choice choice) const
{
    return choice == Choice::forwards ? 1.0 : choice == Choice::backwards ? -1.0 : 0.0;
}

std::vector<FrictionalRest::Choice> FrictionalRest::choices_of(const Member& member) const
{
    if (member.friction == 0.0) return {Choice::smooth, Choice::lifts};
    if (member.slip > 0.0) return {Choice::forwards, Choice::lifts};
    if (member.slip < 0.0) return {Choice::backwards, Choice::lifts};
    return {Choice::sticks, Choice::forwards, Choice::backwards, Choice::lifts};
}

FrictionalRest::Verdict FrictionalRest::resolve()
{
    const Index rows = 2 * size();
    scale_ = rows > 0 ? free.head(rows).cwiseAbs().maxCoeff() : 0.0;
    // One that slides where B ≤ 0, and is alone: two answers or none.
    if (size() == 1 && contacts_[0].slip != 0.0 && contacts_[0].friction > 0.0) {
        const double s = contacts_[0].slip > 0.0 ? 1.0 : -1.0;
        const double B = G(0, 0) - contacts_[0].friction * s * G(0, 1);
        if (B <= 0.0 && free(0) < -rounding * scale_) {
            jammed_ = 0;
            return Verdict::jams;
        }
        if (B <= 0.0) {
            contacts_[0].choice = Choice::lifts;
            reactions_.head(rows).setZero();
            solve_choices();
            return Verdict::indeterminate;
        }
    }
    propose();
    solve_choices();
    if (fits()) return Verdict::found;
    if (pivot() && fits()) return Verdict::found;
    // Where contacts slide already Lemke's method may miss an answer.
    double count = 1.0;
    for (const Member& member : contacts_) count *= static_cast<double>(choices_of(member).size());
    if (count <= most_choices && try_all(0)) return Verdict::found;
    for (Index i = 0; i < size(); ++i) {
        const Member& member = contacts_[i];
        if (member.slip == 0.0 || member.friction == 0.0) continue;
        const double s = member.slip > 0.0 ? 1.0 : -1.0;
        if (G(2 * i, 2 * i) - member.friction * s * G(2 * i, 2 * i + 1) > 0.0) continue;
        jammed_ = i;
        return Verdict::jams;
    }
    return Verdict::refused;
}

// What contact i does alone, where the others leave it b.
FrictionalRest::Choice FrictionalRest::choose_one(Index i, const Vector2& b) const
{
    const Member& member = contacts_[i];
    const double a = G(2 * i, 2 * i), c = G(2 * i, 2 * i + 1), d = G(2 * i + 1, 2 * i + 1);
    const double mu = member.friction, none = rounding * scale_;
    if (mu == 0.0) return b(0) > none ? Choice::lifts : Choice::smooth;
    if (member.slip != 0.0) {
        const double s = member.slip > 0.0 ? 1.0 : -1.0;
        if (b(0) > none || a - mu * s * c <= 0.0) return Choice::lifts;
        return s > 0.0 ? Choice::forwards : Choice::backwards;
    }
    const double det = a * d - c * c;
    const double N = -(d * b(0) - c * b(1)) / det, T = -(a * b(1) - c * b(0)) / det;
    if (N >= -none / a && std::abs(T) <= mu * N + none / a) return Choice::sticks;
    for (const double s : {1.0, -1.0}) {
        const double B = a - mu * s * c, normal = -b(0) / B;
        if (B > 0.0 && normal >= 0.0 && s * (b(1) + (c - mu * s * d) * normal) > none)
            return s > 0.0 ? Choice::forwards : Choice::backwards;
    }
    return b(0) > none ? Choice::lifts : Choice::sticks;
}

// Sweeps over the contacts, each by itself under the reactions of the others.
void FrictionalRest::propose()
{
    const Index rows = 2 * size();
    reactions_.head(rows).setZero();
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        bool changes = sweep == 0;
        double moved = 0.0;
        for (Index i = 0; i < size(); ++i) {
            Member& member = contacts_[i];
            const Eigen::Matrix2d own = G.block<2, 2>(2 * i, 2 * i);
            const Vector2 before = reaction(i);
            const Vector2 b =
                free.segment<2>(2 * i) + G.block(2 * i, 0, 2, rows) * reactions_.head(rows) - own * before;
            const Choice choice = choose_one(i, b);
            changes = changes || choice != member.choice;
            member.choice = choice;
            Vector2 now = Vector2::Zero();
            if (choice == Choice::sticks) {
                now = -own.inverse() * b;
            } else if (choice != Choice::lifts) {
                const double s = direction(choice), mu = member.friction;
                now(0) = std::max(0.0, -b(0) / (own(0, 0) - mu * s * own(0, 1)));
                now(1) = -mu * s * now(0);
            }
            moved = std::max(moved, (own * (now - before)).cwiseAbs().maxCoeff());
            reactions_.segment<2>(2 * i) = now;
        }
        if (size() == 1 || (!changes && moved <= rounding * scale_)) return;
    }
}

// Reactions and accelerations of the choices made, from the reactions there are: where they are not unique,
// those near by.
void FrictionalRest::solve_choices()
{
    const Index rows = 2 * size();
    Index count = 0;
    for (Index i = 0; i < size(); ++i) {
        const Member& member = contacts_[i];
        count += member.choice == Choice::sticks ? 2 : member.choice == Choice::lifts ? 0 : 1;
        if (member.choice == Choice::lifts) reactions_.segment<2>(2 * i).setZero();
        if (member.choice != Choice::sticks)
            reactions_(2 * i + 1) = -member.friction * direction(member.choice) * reactions_(2 * i);
    }
    const auto accelerate = [&] {
        accelerations_.head(rows) = free.head(rows);
        accelerations_.head(rows).noalias() += G.topLeftCorner(rows, rows) * reactions_.head(rows);
    };
    accelerate();
    system_.resize(count);
    // Row and column of each unknown: those of N, and of T where it sticks.
    const auto for_each_unknown = [this](auto visit) {
        Index at = 0;
        for (Index i = 0; i < size(); ++i) {
            if (contacts_[i].choice == Choice::lifts) continue;
            visit(at++, i, 0);
            if (contacts_[i].choice == Choice::sticks) visit(at++, i, 1);
        }
    };
    for_each_unknown([&](Index row, Index i, Index part) {
        system_.side(row) = -accelerations_(2 * i + part);
        for_each_unknown([&](Index column, Index j, Index other) {
            double entry = G(2 * i + part, 2 * j + other);
            if (other == 0)
                entry -= contacts_[j].friction * direction(contacts_[j].choice) * G(2 * i + part, 2 * j + 1);
            system_.entry(row, column) = entry;
        });
    });
    system_.solve();
    for_each_unknown([&](Index at, Index i, Index part) {
        const double more = system_.side(at);
        reactions_(2 * i + part) += more;
        if (part == 0) reactions_(2 * i + 1) -= contacts_[i].friction * direction(contacts_[i].choice) * more;
    });
    accelerate();
}

// Whether the signs of the answer are those of the choices.
bool FrictionalRest::fits() const
{
    const double none = 10.0 * rounding * scale_;
    for (Index i = 0; i < size(); ++i) {
        const Member& member = contacts_[i];
        const Vector2 p = reaction(i), a = acceleration(i);
        const double force = none / G(2 * i, 2 * i);
        if (!p.allFinite()) return false;
        if (member.choice == Choice::lifts) {
            if (a(0) < -none) return false;
            continue;
        }
        if (p(0) < -force || std::abs(a(0)) > none) return false;
        if (member.choice == Choice::sticks) {
            if (std::abs(a(1)) > none || std::abs(p(1)) > member.friction * p(0) + force) return false;
        } else if (member.slip == 0.0 && member.choice != Choice::smooth) {
            if (direction(member.choice) * a(1) < -none) return false;
        }
    }
    return true;
}

// The choices of Lemke's method, where sweeps find none that fit.
bool FrictionalRest::pivot()
{
    const Index rows = 2 * size();
    pivoted_.clear();
    for (const Member& member : contacts_)
        pivoted_.push_back({.friction = member.friction,
                            .slides = member.slip > 0.0   ? 1
                                      : member.slip < 0.0 ? -1
                                                          : 0});
    if (!pivoting_.solve(G.topLeftCorner(rows, rows), free.head(rows), pivoted_, reactions_.head(rows)))
        return false;
    for (Index i = 0; i < size(); ++i) {
        Member& member = contacts_[i];
        const auto& [is_pressed, motion] = pivoting_.chosen(i);
        const bool moves_forth = member.slip > 0.0 || motion == CoulombMotion::slides_forth;
        const bool is_moving = member.slip != 0.0 || motion != CoulombMotion::sticks;
        member.choice = !is_pressed              ? Choice::lifts
                        : member.friction == 0.0 ? Choice::smooth
                        : !is_moving             ? Choice::sticks
                        : moves_forth            ? Choice::forwards
                                                 : Choice::backwards;
    }
    solve_choices();
    return true;
}

bool FrictionalRest::try_all(Index i)
{
    if (i == size()) {
        reactions_.head(2 * size()).setZero();
        solve_choices();
        return fits();
    }
    for (const Choice choice : choices_of(contacts_[i])) {
        contacts_[i].choice = choice;
        if (try_all(i + 1)) return true;
    }
    return false;
}

}  // namespace rebond
