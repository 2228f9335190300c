// The parameters of the rebound law of balls and beams (contact/beam_rebound_law.hpp) that fit measured
// rebounds best.
//
// It is the least sum of squares S of v/V over θ = (ln μ₀, ln α₀, ln α₁), found by
// studies/rebound/rebound_search.hpp.
//
// Intervals are those of the linearised problem in θ with s² = S/(n − p) and J_jk = ∂f_j/∂θ_k,
//
//     cov θ = s² (JᵀJ)⁻¹,      θ_k ± t √cov_kk,      t of Student's distribution, n − p, 95 %            (1)
//
// so that those of the parameters are positive and not symmetric. A point on its crease, where the law's two
// branches meet, counts with the slope of the one that depends on α₀ and α₁.
//
// A parameter that the data do not determine has no interval. It could as well be 0 or ∞, or makes up for
// another: S moves by less than t²s² on the way to such a limit, or the interval spans three decades to a
// side. Only what hardly moves any f_j does not count in p.
#pragma once

#include "rebond/studies/rebound/rebound_search.hpp"

#include <array>
#include <optional>
#include <span>

namespace rebond {

enum class ReboundFitStatus {
    fitted,
    too_few_points,  // fewer than parameters
    not_finite,      // a point that is not a number
    all_alike,       // one contact only, however often: three parameters cannot be told apart
    not_converged    // a lower S is near by, but was not reached; the numbers are those of the best θ
};

struct ReboundParameter {
    double value = 1.0;
    bool is_determined = false;  // if not, the value is one of many that fit alike
    struct Interval {
        double low = 0.0;
        double high = 0.0;
    };
    std::optional<Interval> interval = {};  // 95 %; none with as many parameters as points
};

struct ReboundFit {
    ReboundFitStatus status = ReboundFitStatus::fitted;
    BeamReboundLaw law = {};
    std::array<ReboundParameter, 3> parameters = {};  // μ₀, α₀, α₁
    Index points = 0;                                 // n
    Vector residuals = {};                            // f_j − y_j, in the order given
    double rms = 0.0;                                 // √(S/n)
    double rms_of_mass_alone = 0.0;                   // of the mean y over each mass: the best function of M
    std::optional<double> r_squared = {};             // 1 − S/Σ(y_j − ȳ)²; none if all y are equal
    // Of θ, not of the parameters. NaN in the rows and columns of what is not determined.
    Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d correlation = Eigen::Matrix3d::Zero();
    int iterations = 0;  // steps of all descents

    bool is_fitted() const { return status == ReboundFitStatus::fitted; }
};

// The same for any order of the points, bit by bit. `restitution` is e of the law.
[[nodiscard]] ReboundFit fit_rebounds(std::span<const ReboundPoint> points, double restitution = 1.0);

}  // namespace rebond
