#include "rebond/contact/friction/frictional_rest.hpp"

#include "rebond/contact/friction/coupled_groups.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double most_trusted = 1e3;  // of the accelerations: what a reaction with a small B may do [-]
constexpr int most_sweeps = 200;
constexpr double most_choices = 5000.0, most_compared = 256.0;
constexpr double told_apart = 1e-6;  // of the accelerations: what is another motion [-]

}  // namespace

void FrictionalRest::add(const Closed& closed)
{
    contacts_.push_back({closed});
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
    const Index count = find_groups(G, size(), groups_);
    return count > 1 ? resolve_group_by_group(count) : resolve_group();
}

FrictionalRest::Verdict FrictionalRest::resolve_group_by_group(Index count)
{
    Verdict verdict = Verdict::found;
    if (!group_) group_ = std::make_unique<FrictionalRest>();
    for (Index number = 0; number < count; ++number) {
        members_.clear();
        group_->clear();
        for (Index i = 0; i < size(); ++i) {
            if (groups_[i] != number) continue;
            members_.push_back(i);
            group_->contacts_.push_back(contacts_[i]);
        }
        const Index n = group_->size();
        group_->resize();
        for (Index a = 0; a < n; ++a) {
            group_->free.segment<2>(2 * a) = free.segment<2>(2 * members_[a]);
            for (Index b = 0; b < n; ++b)
                group_->G.block<2, 2>(2 * a, 2 * b) = G.block<2, 2>(2 * members_[a], 2 * members_[b]);
        }
        const Verdict of_group = group_->resolve_group();
        for (Index a = 0; a < n; ++a) {
            contacts_[members_[a]] = group_->contacts_[a];
            reactions_.segment<2>(2 * members_[a]) = group_->reaction(a);
            accelerations_.segment<2>(2 * members_[a]) = group_->acceleration(a);
        }
        if (of_group == Verdict::found) continue;
        verdict = of_group;
        paradox_ = members_[group_->paradox_];
        if (verdict != Verdict::indeterminate) return verdict;
    }
    return verdict;
}

FrictionalRest::Verdict FrictionalRest::resolve_group()
{
    const Index rows = 2 * size();
    scale_ = rows > 0 ? free.head(rows).cwiseAbs().maxCoeff() : 0.0;
    for (Member& member : contacts_) member.slack = 0.0;
    paradox_ = 0;
    // One that slides where B ≤ 0, and is alone: two answers or none.
    if (size() == 1 && contacts_[0].slip != 0.0 && is_paradoxical()) {
        if (free(0) < -rounding * scale_) return Verdict::jams;
        contacts_[0].choice = Choice::lifts;
        reactions_.head(rows).setZero();
        solve_choices();
        return Verdict::indeterminate;
    }
    if (stays()) return Verdict::found;
    if (find()) {
        if (some_begin_to_move()) rest_instead();
        const bool is_only = !slides_by_answer() || is_only_answer();
        find_slack();
        return is_only ? Verdict::found : Verdict::indeterminate;
    }
    const auto slides = [](const Member& member) { return member.slip != 0.0 && member.friction > 0.0; };
    const auto jammed = std::find_if(contacts_.begin(), contacts_.end(), slides);
    if (jammed == contacts_.end()) return Verdict::refused;
    paradox_ = jammed - contacts_.begin();
    return Verdict::jams;
}

// Whether an answer is found that `takes` takes.
template <typename Takes>
bool FrictionalRest::try_all(Index i, Takes takes)
{
    if (i == size()) {
        reactions_.head(2 * size()).setZero();
        solve_choices();
        return is_answer() && takes();
    }
    for (const Choice choice : choices_of(contacts_[i])) {
        contacts_[i].choice = choice;
        if (try_all(i + 1, takes)) return true;
    }
    return false;
}

bool FrictionalRest::slides_by_answer() const
{
    return size() > 1 && std::any_of(contacts_.begin(), contacts_.end(), [](const Member& member) {
               const bool begins = member.choice == Choice::forwards || member.choice == Choice::backwards;
               return member.slip != 0.0 || begins;
           });
}

// Looks at all choices of few contacts. Of answers that move the contacts differently the one whose reactions
// do least is taken, pᵀGp, whatever the order of the contacts.
bool FrictionalRest::is_only_answer()
{
    if (count_choices() > most_compared) return true;
    const Index rows = 2 * size();
    std::vector<Member> best = contacts_;
    Vector reactions = reactions_.head(rows), accelerations = accelerations_.head(rows);
    const auto effort = [&] {
        return reactions_.head(rows).dot(accelerations_.head(rows) - free.head(rows));
    };
    double least = effort();
    bool is_only = true;
    const auto compare = [&] {
        const double apart = (accelerations_.head(rows) - accelerations).cwiseAbs().maxCoeff();
        if (apart <= told_apart * scale_) return false;
        is_only = false;
        if (effort() < least) {
            least = effort();
            best = contacts_;
            reactions = reactions_.head(rows);
            accelerations = accelerations_.head(rows);
        }
        return false;
    };
    (void)try_all(0, compare);
    contacts_ = std::move(best);
    reactions_.head(rows) = reactions;
    solve_choices();
    for (Index i = 0; i < size() && !is_only; ++i)
        if (contacts_[i].slip != 0.0) paradox_ = i;
    return is_only;
}

// B of contact i, which slides.
double FrictionalRest::sliding_mobility(Index i) const
{
    const double s = contacts_[i].slip > 0.0 ? 1.0 : -1.0;
    return G(2 * i, 2 * i) - contacts_[i].friction * s * G(2 * i, 2 * i + 1);
}

// Whether contact 0, which slides alone, has no reaction that can be trusted: B is not positive, or so small
// that −b_n/B is rounding.
bool FrictionalRest::is_paradoxical() const
{
    const double B = sliding_mobility(0), a = G(0, 0);
    if (B > paradoxical * a) return false;
    return contacts_[0].is_doubted || B <= 0.0 || std::abs(free(0)) * a > most_trusted * B * scale_;
}

bool FrictionalRest::find()
{
    propose();
    solve_choices();
    if (is_answer()) return true;
    if (pivot() && is_answer()) return true;
    // Where contacts slide already Lemke's method may miss an answer.
    return count_choices() <= most_choices && try_all(0, [] { return true; });
}

double FrictionalRest::count_choices() const
{
    double count = 1.0;
    for (const Member& member : contacts_) count *= static_cast<double>(choices_of(member).size());
    return count;
}

// What contact i does alone, where the others leave it b.
FrictionalRest::Choice FrictionalRest::choose_one(Index i, const Vector2& b) const
{
    const Member& member = contacts_[i];
    const double a = G(2 * i, 2 * i), c = G(2 * i, 2 * i + 1), d = G(2 * i + 1, 2 * i + 1);
    const double mu = member.friction, none = rounding * scale_, lifting = member.opens ? -none : none;
    if (mu == 0.0) return b(0) > lifting ? Choice::lifts : Choice::smooth;
    if (member.opens && b(0) > lifting) return Choice::lifts;
    if (member.slip != 0.0) {
        const double s = member.slip > 0.0 ? 1.0 : -1.0;
        if (b(0) > lifting || a - mu * s * c <= 0.0) return Choice::lifts;
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

// Reactions and accelerations of the choices made: of those that are not unique the nearest to the present
// reactions.
void FrictionalRest::solve_choices()
{
    Index count = 0;
    for (Index i = 0; i < size(); ++i) {
        const Member& member = contacts_[i];
        count += member.choice == Choice::sticks ? 2 : member.choice == Choice::lifts ? 0 : 1;
        if (member.choice == Choice::lifts) reactions_.segment<2>(2 * i).setZero();
        if (member.choice != Choice::sticks)
            reactions_(2 * i + 1) = -member.friction * direction(member.choice) * reactions_(2 * i);
    }
    accelerate();
    system_.resize(count);
    for_each_unknown([&](Index row, Index i, Index part) {
        system_.side(row) = -accelerations_(2 * i + part);
        for_each_unknown([&](Index column, Index j, Index other) {
            double entry = G(2 * i + part, 2 * j + other);
            if (other == 0)
                entry -= contacts_[j].friction * direction(contacts_[j].choice) * G(2 * i + part, 2 * j + 1);
            system_.entry(row, column) = entry;
        });
    });
    is_unique_ = system_.solve() == count;
    if (!is_unique_) system_.draw_to([](Index) { return 0.0; });
    add_to_reactions([this](Index at) { return system_.side(at); });
}

void FrictionalRest::accelerate()
{
    const Index rows = 2 * size();
    accelerations_.head(rows) = free.head(rows);
    accelerations_.head(rows).noalias() += G.topLeftCorner(rows, rows) * reactions_.head(rows);
}

// Whether the signs of the answer are those of the choices: of accelerations, and of reactions within cones.
bool FrictionalRest::fits(double tolerance, double outside) const
{
    const double none = tolerance * scale_;
    for (Index i = 0; i < size(); ++i) {
        const Member& member = contacts_[i];
        const Vector2 p = reaction(i), a = acceleration(i);
        const double force = force_of(i, outside * scale_);
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

}  // namespace rebond
