// The impulses of a crowd of discs in one step (crowd_stepper.hpp): all contacts at once, by Newton's law
// with Coulomb's friction.
//
// They are found by sweeps over the contacts (coulomb_gauss_seidel.hpp), from those of the step before. Where
// sweeps do not find them, methods with sparse factors do: an interior-point method
// (coulomb_interior_point.hpp), and for few contacts Lemke's path where that stalls (coulomb_path.hpp). In a
// large crowd a factorisation takes as long as hundreds of sweeps: there factors are used only while nothing
// is thrown or falls, and Newton's method on proximal points (coulomb_newton.hpp) after the interior points.
//
// Newton's law with friction can add energy. Where contacts that move each other, and no others, gain in a
// step, all their e are multiplied by the largest factor with which they do not, as FrictionalImpact does.
// Each factor is solved as a crowd of its own, and only impulses that were seen not to gain are taken.
// Without rebound nothing gains but by the forces of the step: e = 0 is the answer where no other factor is
// solved.
#pragma once

#include "rebond/contact/impact_law.hpp"
#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"
#include "rebond/solvers/complementarity/coulomb_interior_point.hpp"
#include "rebond/solvers/complementarity/coulomb_newton.hpp"
#include "rebond/solvers/complementarity/coulomb_path.hpp"

#include <atomic>
#include <span>
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

    // From velocities without impulses to those with them, of all bodies. `p` holds a first guess. The
    // residual is that of the law with e as lowered. Where e = 0 was needed and not found, it is at least
    // that of e = 0.
    [[nodiscard]] BlockOutcome solve(Vector& v, Vector& p, const std::atomic<bool>* interrupt);

    const Vector2& before(std::size_t k) const { return before_[k]; }
    Vector2 after(std::size_t k, const Vector& v) const;  // u⁺ [m/s]

    // A body for each contact, the same for those that move each other.
    void find_groups(std::vector<Index>& groups);

    // Whether restitution had to be lowered in the last step, and e of a contact as it was used.
    bool is_bounded() const { return is_bounded_; }
    double restitution(std::size_t k) const { return restitutions_[k]; }

private:
    // Steps until Newton's method is tried again.
    struct Wait {
        int left = 0, patience = 1;
    };

    double fastest_approach() const;
    double fastest(const Vector& v) const;
    BlockOutcome find(std::span<const BlockContact> contacts, const Vector& inverse_masses, Wait& wait,
                      Vector& v, Vector& p, const std::atomic<bool>* interrupt);

    void bound(Vector& v, Vector& p, BlockOutcome& solved, const std::atomic<bool>* interrupt);
    double bound_group(Vector& v, Vector& p, BlockOutcome& solved, const std::atomic<bool>* interrupt);
    void find_groups();
    void join_bodies();
    Index root_of(Index body);
    void lay_out_group();
    BlockOutcome solve_group(double share, const Vector& p, const std::atomic<bool>* interrupt);
    void keep_group(Vector& v, Vector& p) const;
    void lower_group(double share);
    double gain_of_group(const Vector& v, const Vector& p) const;
    double unknown_of_group(const Vector& v, const Vector& p, double residual) const;

    Vector inverse_masses_;
    double fall_, tolerance_;
    CoulombGaussSeidel sweeps_;
    CoulombInteriorPoint interior_;
    CoulombNewton newton_;
    CoulombPath path_;
    std::vector<BlockContact> contacts_;  // with e u_n⁻ in their biases
    std::vector<Vector2> before_;
    std::vector<double> restitutions_;
    bool may_need_bound_ = false;  // some contact has friction and rebounds
    double scale_ = 1.0;           // of the residual [m/s]
    bool is_still_ = false;        // nothing is thrown or falls
    Vector free_;                  // v without impulses
    Vector start_, v_, p_;         // of what is tried
    Wait wait_, wait_of_group_;
    std::vector<Index> parents_;      // of bodies: those that move each other have one root
    std::vector<std::size_t> order_;  // contacts, group by group
    std::vector<std::size_t> group_;  // contacts
    std::vector<Index> members_;      // bodies of the group
    std::vector<Index> places_;       // of bodies among the members
    std::vector<BlockContact> tried_;
    Vector group_inverse_masses_, group_v_, group_p_;
    Vector tried_v_, tried_p_;  // of all bodies and contacts: what was tried for the group
    BlockContacts lowered_;
    bool is_bounded_ = false;
};

}  // namespace rebond
