// Watches a run for energy out of nowhere, and for bodies beyond what their model describes: the signs that
// its numbers mean nothing any more.
//
// No scheme here may add energy beyond a fraction of what is there. What is there is the kinetic and
// elastic energy at the start or what gravity, damping and loads have given and taken since, whichever is
// larger; a gain of a hundred times that, beyond the work of loads and damping, is divergence. Sliding
// friction gives nothing at all, but for a millionth of that: the error of a quadrature.
#pragma once

#include "rebond/integration/recorder.hpp"
#include "rebond/integration/time_stepping/loads_energy.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace rebond {

class EnergyGuard {
public:
    // Watches runs of `problem`.
    explicit EnergyGuard(const Problem& problem, bool is_exact = false)
        : model_(*problem.model), is_exact_(is_exact), unseen_(rounding_of_loads * loads_energy(problem))
    {
    }

    // Damping and loads did this since the last instant [J].
    void work(const Work& done)
    {
        work_ += done.total();
        friction_ += done.friction;
        turnover_ += std::abs(done.loads) + std::abs(done.damping) + std::abs(done.friction);
    }

    // False once the run has diverged. Looks at every 256th instant only.
    [[nodiscard]] bool allows(const Instant& now)
    {
        if (count_++ % instants_between_looks != 0) return true;
        const Energy& energy = now.energy();
        is_finite_ = std::isfinite(energy.total());
        breakdown_ = is_finite_ ? model_.breakdown(now.q()) : std::nullopt;
        if (!is_finite_ || breakdown_) return false;
        if (count_ == 1) start_ = energy;
        given_ = std::max(given_, std::abs(energy.gravity - start_.gravity));
        const double there = std::max({start_.kinetic + start_.elastic, given_, turnover_});
        const double gain = energy.total() - start_.total() - work_;
        const double blur = rounding * std::abs(start_.gravity) + unseen_;
        slides_up_ = is_exact_ && -friction_ > most_by_sliding * there + blur;
        return !slides_up_ && gain <= most_gain * there + blur;
    }

    // Why it does not allow the last instant.
    std::string reason() const
    {
        if (breakdown_) return *breakdown_;
        if (slides_up_) return "sliding friction has given energy, where it can only take it";
        return is_finite_ ? "the scheme has produced a hundred times the initial kinetic and elastic energy"
                          : "the energy is not a finite number";
    }

private:
    static constexpr long instants_between_looks = 256;
    static constexpr double most_gain = 100.0;
    static constexpr double rounding = 1e-9;
    static constexpr double most_by_sliding = 1e-6;

    const Model& model_;
    bool is_exact_;
    std::optional<std::string> breakdown_;
    double unseen_;  // what rounding of the loads can give [J]
    bool is_finite_ = true, slides_up_ = false;
    long count_ = 0;
    Energy start_;
    double given_ = 0.0;                  // by gravity [J]
    double friction_ = 0.0;               // lost in sliding [J]
    double work_ = 0.0, turnover_ = 0.0;  // of loads and damping, and their sizes summed [J]
};

}  // namespace rebond
