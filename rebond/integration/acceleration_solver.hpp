// The one implicit equation behind every scheme: an acceleration, with contacts closed or not.
//
//     r(t, A + β a, B + γ a, a) = Σ_k (w_k ν_k + t_k τ_k),                                         (1)
//     w_k · a + κ_k = c_k    for each closed contact k,                                             (2)
//     t_k · a + κ_tk = 0     where it sticks,      τ_k = −μ_k s_k ν_k  where it slides to s_k = ±1   (3)
//
// with the curvatures κ of its gap and of its direction of sliding, zero where these are constant.
// Newmark has A = q + Δt v + β F, B = v + γ F, β = Δt²/4, γ = Δt/2; Paoli–Schatzman's implicit scheme has
// A = qⁿ, B = v^{n−½} and the same β, γ; its explicit one β = 0; an acceleration at a given state
// β = γ = 0. Taking the acceleration as the unknown keeps rounding in q from being multiplied by 2/Δt.
//
// Solved by a ← a − S⁻¹(r − Σ wν) with S = M + γC + βK factorised at some earlier configuration, and by
// moving ν and τ so that the closed contacts keep (2) and (3). Factors are renewed when convergence slows,
// and now and then.
#pragma once

#include "rebond/contact/contact_rows.hpp"
#include "rebond/contact/friction/sliding.hpp"
#include "rebond/integration/problem.hpp"
#include "rebond/solvers/factors/dense_elimination.hpp"

#include <Eigen/Cholesky>

#include <vector>

namespace rebond {

// A contact whose normal acceleration is prescribed, and the reaction that does it.
struct ClosedContact {
    Index contact = 0;
    double acceleration = 0.0;  // c [m/s²]
    double reaction = 0.0;      // ν [N]
    Sliding sliding = Sliding::smooth;
    double friction = 0.0;         // τ [N]
    bool begins_to_slide = false;  // its sliding velocity is zero, and grows
    // Where its reaction is not unique, as those of a table's four legs: of all that do the same, the
    // reactions nearest to `preferred` are taken, and how far they may leave their cones before that is an
    // event.
    double slack = 0.0;                   // [N], > 0 where it is not unique
    Vector2 preferred = Vector2::Zero();  // (ν, τ) [N]
    bool is_shared() const { return slack > 0.0; }
};

class AccelerationSolver {
public:
    // `contacts` must outlive the solver. `step` [s] is the time the accelerations act for: a
    // correction δ is negligible once step·δ is rounding against the velocities.
    AccelerationSolver(const Model& model, const std::vector<Contact>& contacts, double step);

    // Solves (1) from the guess in `a` and in the reactions of `closed`. False if it does not converge.
    [[nodiscard]] bool solve(double t, const Vector& A, const Vector& B, double beta, double gamma,
                             std::vector<ClosedContact>& closed, Vector& a)
    {
        if (!solves_exactly_ || !closed.empty() || load_ != nullptr)
            return iterate(t, A, B, beta, gamma, closed, a);
        if ((beta != beta_ || gamma != gamma_) && !factor(t, A, beta, gamma)) return false;
        dynamics_->accelerate(t, A, B, a);
        ++residual_evaluations_;
        return true;
    }

    // A force that (1) has on its right from now on, for solves without closed contacts; null for none. It
    // must outlive them.
    void push_by(const Vector* load) { load_ = load; }

    // One sweep of that iteration at given q and v, with the present factors: moves `a` and the
    // reactions and gives the correction made, a_before − a_after.
    void sweep(double t, const Vector& q, const Vector& v, std::vector<ClosedContact>& closed, Vector& a,
               Vector& correction);

    // The gradients of the contacts where they were placed last, by the caller or by a solve with closed
    // contacts. `keep_rows`: solves leave them, and (2) without κ is asked for.
    const ContactRows& rows() const { return rows_; }
    void place_rows(double t, const Vector& q);
    void keep_rows() { keeps_rows_ = true; }

    // S⁻¹ w_k with the present factors (of M after a solve with β = γ = 0), and the same along the plane of
    // contact.
    const Vector& response(Index contact);
    const Vector& slide_response(Index contact);

    // Of a contact that slides: B/G_nn, less what makes no reaction trusted to keep it closed
    // (frictional_rest.hpp).
    double trust(const ClosedContact& one);

    // Whether the reaction of `other`, which slides, moves the contact `one`.
    bool is_coupled(const ClosedContact& one, const ClosedContact& other);

    // Of contacts in the plane, normal and tangential: G = (w t)ᵀ S⁻¹ (w t), two rows for each.
    void plane_mobility(const std::vector<Index>& contacts, Matrix& G);

    // Renews the factors at (t, q), for use with `response`. False if S is not positive.
    [[nodiscard]] bool factor(double t, const Vector& q, double beta, double gamma);

    Dynamics& dynamics() { return *dynamics_; }
    bool solves_exactly() const { return solves_exactly_; }
    long residual_evaluations() const { return residual_evaluations_; }  // residual evaluations so far

private:
    double pushed(const std::vector<ClosedContact>& closed);
    [[nodiscard]] bool iterate(double t, const Vector& A, const Vector& B, double beta, double gamma,
                               std::vector<ClosedContact>& closed, Vector& a);

    // The sweep where the configuration is already placed.
    void correct(const Vector& v, std::vector<ClosedContact>& closed, Vector& a, Vector& correction);
    void correct_reactions(std::vector<ClosedContact>& closed, const Vector& a, Vector& correction);
    void correct_rough_reactions(std::vector<ClosedContact>& closed, const Vector& a, Vector& correction);
    void draw_to_preferred(const std::vector<ClosedContact>& closed);

    // Renews κ of the closed.
    void bend(double t, const Vector& q, const Vector& v, const std::vector<ClosedContact>& closed);
    double friction_of_sliding(const ClosedContact& one) const
    {
        return -contacts_[one.contact].law.friction * direction_of(one.sliding) * one.reaction;
    }
    bool bends() const { return !keeps_rows_ && !rows_.varying().empty(); }
    double wanted(const ClosedContact& one) const  // of w·a
    {
        return rows_.varies(one.contact) ? one.acceleration - curvature_[one.contact] : one.acceleration;
    }

    const std::vector<Contact>& contacts_;
    ContactRows rows_;
    std::vector<double> curvature_, slide_curvature_;  // κ, κ_t by contact [m/s²]
    std::unique_ptr<Dynamics> dynamics_;
    bool solves_exactly_;
    double step_;
    double beta_ = -1.0, gamma_ = -1.0;  // of the present factors; negative: none
    int age_ = 0;                        // solves with these factors
    int usual_iterations_ = 0;           // of a solve with these factors when they were fresh
    double rounding_ = 0.0;              // corrections that have been seen to be rounding [m/s]
    long residual_evaluations_ = 0;
    const Vector* load_ = nullptr;
    bool keeps_rows_ = false;
    // S⁻¹ w, if it was asked for since the last factors.
    struct Response {
        Vector to;
        bool is_fresh = false;
    };
    const Vector& fresh(Response& response, const Row& along);
    std::vector<Response> response_, slide_response_;
    Matrix G_;  // w_jᵀ S⁻¹ w_k over the closed contacts
    Eigen::LLT<Matrix> G_factors_;
    Vector error_;
    DenseElimination rough_;  // of closed that stick or slide
    std::vector<double> missing_;
    Vector q_, v_, r_;
};

}  // namespace rebond
