// The impulse of a body's first contact against that of a rigid one.
//
// Where a problem knows the impulse I₀ that stops a rigid body at its first contact point, the effective
// restitution is I/I₀ − 1, with the impulse I which that point receives until it has been open for a tenth of
// a wave transit. A contact that is not over has none.
#pragma once

#include "rebond/integration/problem.hpp"

#include <limits>
#include <optional>

namespace rebond {

class FirstContact {
public:
    explicit FirstContact(const Problem& problem)
        : rigid_impulse_(problem.rigid_impulse),
          longest_pause_(0.1 *
                         problem.model->wave_transit().value_or(std::numeric_limits<double>::infinity()))
    {
    }

    // An impact or a sustained contact of a contact, in order of time [s, N s].
    void lasted(Index contact, double start, double end, double impulse, bool is_over)
    {
        if (!rigid_impulse_ || contact != 0 || (end_ && start - *end_ > longest_pause_)) return;
        impulse_ += impulse;
        end_ = end;
        is_over_ = is_over;
    }

    std::optional<double> effective_restitution() const
    {
        if (!why_none().empty()) return std::nullopt;
        return impulse_ / *rigid_impulse_ - 1.0;
    }

    // Why there is none; empty if there is one.
    std::string why_none() const
    {
        if (!rigid_impulse_) return "the model has no rigid body to compare with";
        if (!end_) return "no impact";
        return is_over_ ? "" : "the first contact was not over at the end";
    }

private:
    std::optional<double> rigid_impulse_;  // I₀ [N s]
    double longest_pause_;                 // [s]
    std::optional<double> end_;            // so far [s]
    double impulse_ = 0.0;                 // I [N s]
    bool is_over_ = false;
};

}  // namespace rebond
