// The impulses of a crowd of discs in one step (crowd_stepper.hpp): all contacts at once, by Newton's law
// with Coulomb's friction.
//
// They are found by sweeps over the contacts (coulomb_gauss_seidel.hpp), from those of the step before. Where
// sweeps do not find them, an interior-point method does (coulomb_interior_point.hpp), or Newton's method on
// proximal points (coulomb_newton.hpp), both with sparse factors: always for few bodies, and for a large
// crowd only while nothing in it is thrown or falls, since there a factorisation takes as long as hundreds of
// sweeps.
//
// Newton's law with friction can add energy. Where contacts that move each other, and no others, gain in a
// step, all their e are multiplied by the largest factor with which they do not, as FrictionalImpact does.
#pragma once

#include "rebond/contact/impact_law.hpp"
#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"
#include "rebond/solvers/complementarity/coulomb_interior_point.hpp"
#include "rebond/solvers/complementarity/coulomb_newton.hpp"

#include <atomic>
#include <vector>

namespace rebond {

class CrowdImpulses {
public:
    static constexpr double certified = 1e-8;  // residual, of g h or the fastest approach [-]

    // `inverse_masses`: three for each body. `fall`: what gravity gives in a step [m/s]. `tolerance`: of the
    // residual.
    CrowdImpulses(Vector inverse_masses, double fall, double tolerance = certified);

    // A contact with u⁻ [m/s]; the bias of `contact` is what W v⁺ lacks of u⁺.
    void clear();
    void add(const BlockContact& contact, const ImpactLaw& law, const Vector2& before);
    std::size_t count() const { return contacts_.size(); }

    // From velocities without impulses to those with them, of all bodies. `p` holds a first guess.
    [[nodiscard]] BlockOutcome solve(Vector& v, Vector& p, const std::atomic<bool>* interrupt);

    const Vector2& before(std::size_t k) const { return before_[k]; }
    Vector2 after(std::size_t k, const Vector& v) const;  // u⁺ [m/s]

    // A body for each contact, the same for those that move each other.
    void find_groups(std::vector<Index>& groups);

    // Whether restitution had to be lowered in the last step.
    bool is_bounded() const { return is_bounded_; }

private:
    double fastest_approach() const;
    double fastest(const Vector& v) const;
    void factor(Vector& v, Vector& p, double scale, BlockOutcome& solved, const std::atomic<bool>* interrupt);
    void bound(Vector& v, Vector& p, double scale);
    void find_groups();
    void join_bodies();
    Index root_of(Index body);
    bool gains(const std::vector<std::size_t>& group, const Vector& v, const Vector& p) const;
    void solve_group(const std::vector<std::size_t>& group, double share, double scale);

    Vector inverse_masses_;
    double fall_;
    CoulombGaussSeidel sweeps_, sweeps_of_group_;
    CoulombInteriorPoint interior_;
    CoulombNewton newton_;
    std::vector<BlockContact> contacts_;  // with e u_n⁻ in their biases
    std::vector<Vector2> before_;
    std::vector<double> restitutions_;
    bool may_need_bound_ = false;  // some contact has friction and rebounds
    Vector free_;                  // v without impulses
    Vector v_, p_;                 // of what is tried
    std::vector<BlockContact> tried_;
    std::vector<Index> parents_;      // of bodies: those that move each other have one root
    std::vector<std::size_t> order_;  // contacts, group by group
    std::vector<std::size_t> group_;
    int waits_ = 0, patience_ = 1;  // steps until factors are tried again
    bool is_bounded_ = false;
};

}  // namespace rebond
