// Of contacts at rest: reactions that are not unique, and which of them are taken (frictional_rest.hpp).
#include "rebond/contact/friction/frictional_rest.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// What signs may miss where reactions are not unique, of the accelerations that take part [-]: more than what
// is missed otherwise, so that rest which has just ended is not found again, and less than the slack that
// such reactions have.
constexpr double loose = 2.0 * FrictionalRest::strict, slack_of_shared = 2.0 * loose;
// Reactions that are outside their cones by no more than signs may miss are put inside by so much, likewise.
constexpr double inside = 4.0 * FrictionalRest::rounding, most_inside = 1e4 * FrictionalRest::rounding;
constexpr double none_outside = 1e-13;                     // of reactions at the edges of their cones
constexpr double most_reserve = 0.05, less_reserve = 0.1;  // ρ, likewise
constexpr double not_shared = 1e-9;                        // of a unit vector of open reactions [-]

}  // namespace

// Of those whose reactions are not unique.
void FrictionalRest::find_slack()
{
    if (is_unique_) return;
    const auto open = system_.open();
    for_each_unknown([&](Index at, Index i, Index) {
        if (open.row(at).cwiseAbs().maxCoeff() > not_shared)
            contacts_[i].slack = force_of(i, slack_of_shared * scale_);
    });
}

// Whether the choices made are an answer, with what is open in their reactions.
bool FrictionalRest::is_answer()
{
    if (is_unique_ || fits(strict, none_outside)) return fits(strict, strict);
    // What sweeps leave outside the cones is put inside by as little as it may miss.
    const bool is_near = fits(strict, strict);
    if (is_near && put_inside()) return true;
    return (share_out() || is_near) && fits(strict, strict);
}

// Quadratic programmes miss what they are asked for by a part of the largest reaction.
bool FrictionalRest::put_inside()
{
    for (double reserve = inside; reserve <= most_inside; reserve *= 4.0)
        if (share_out(reserve) && fits(strict, none_outside)) return true;
    return false;
}

bool FrictionalRest::some_begin_to_move() const
{
    return std::any_of(contacts_.begin(), contacts_.end(), [](const Member& member) {
        return member.friction > 0.0 && member.slip == 0.0 && member.choice != Choice::sticks;
    });
}

// Where more than one answer is possible, that in which nothing begins to move.
void FrictionalRest::rest_instead()
{
    const std::vector<Member> found = contacts_;
    const Vector reactions = reactions_;
    reactions_.head(2 * size()).setZero();
    keep_all();
    if (is_answer()) return;
    contacts_ = found;
    reactions_ = reactions;
    solve_choices();
}

// Whether all can stay as they are, by reactions that are not unique and near to those present.
bool FrictionalRest::stays()
{
    for (Index i = 0; i < size(); ++i) {
        if (!contacts_[i].present) return false;
        reactions_.segment<2>(2 * i) = *contacts_[i].present;
    }
    keep_all();
    if (is_unique_ || !share_out() || !fits(loose, loose)) return false;
    find_slack();
    return true;
}

// Those that slip slide on, and all others stick.
void FrictionalRest::keep_all()
{
    for (Member& member : contacts_) member.choice = choices_of(member).front();
    solve_choices();
}

// The largest reserve of a few that reactions have which are not unique; at last as much less than none as
// nobody can tell.
bool FrictionalRest::share_out()
{
    for (double reserve = most_reserve; reserve > loose; reserve *= less_reserve)
        if (share_out(reserve)) return true;
    return share_out(0.0) || share_out(-0.5 * loose);
}

// Moves reactions that are not unique as little as needed to have the reserve ρ, in parts of what accelerates
// the contacts. False if they cannot.
bool FrictionalRest::share_out(double reserve)
{
    const auto open = system_.open();
    const Index n = open.cols(), most = 3 * size();
    rows_.resize(most, n);
    least_.resize(most);
    Index m = 0;
    const auto demand = [&](double least) {
        least_(m) = least;
        if (rows_.row(m).cwiseAbs().maxCoeff() > not_shared) ++m;
    };
    for_each_unknown([&](Index at, Index i, Index part) {
        const Vector2 p = reaction(i);
        const double rho = force_of(i, reserve * scale_), mu = contacts_[i].friction;
        if (part == 0) {
            rows_.row(m) = open.row(at);
            return demand(rho - p(0));
        }
        for (const double side : {1.0, -1.0}) {
            rows_.row(m) = mu * open.row(at - 1) - side * open.row(at);
            demand(rho - (mu * p(0) - side * p(1)));
        }
    });
    QuadraticProgram program(n, m);
    Vector y(n), multipliers(m);
    if (!program
             .solve(Matrix::Identity(n, n), Vector::Zero(n), rows_.topRows(m), least_.head(m), y, multipliers)
             .solved())
        return false;
    add_to_reactions([&](Index at) { return open.row(at).dot(y); });
    return true;
}

}  // namespace rebond
