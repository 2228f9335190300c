// Impacts of a time-stepping scheme: consecutive steps with an impulse at one contact are one impact, told
// when it is over.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace rebond {

class ImpactRuns {
public:
    ImpactRuns(std::size_t contacts, Recorder& recorder) : recorder_(recorder), runs_(contacts) {}

    // What a contact did in the step reported at t [s].
    struct Push {
        Index contact = 0;
        double impulse = 0.0;          // [N s], > 0
        double friction = 0.0;         // [N s]
        double velocity_before = 0.0;  // normal [m/s]
        double velocity_after = 0.0;
        double energy_loss = 0.0;  // [J]
    };
    void push(double t, const Push& push)
    {
        auto& run = runs_[push.contact];
        if (!run) {
            run = Run{.impact = {.time = t, .contact = push.contact, .velocity_before = push.velocity_before},
                      .is_pushed = true};
            ++under_way_;
            recorder_.contact_begins(push.contact, t);
        } else {
            run->impact.peak_force = std::fmax(run->impact.peak_force, push.impulse / (t - run->impact.end));
        }
        recorder_.received(push.contact, push.impulse, push.friction);
        run->is_pushed = true;
        run->impact.end = t;
        run->impact.velocity_after = push.velocity_after;
        run->impact.impulse += push.impulse;
        run->impact.friction += push.friction;
        run->impact.energy_loss += push.energy_loss;
        energy_loss_ += push.energy_loss;
    }

    // The step has recorded all its pushes: contacts without one are open.
    void end_step()
    {
        if (under_way_ == 0) return;
        for (auto& run : runs_) {
            if (run && !run->is_pushed) tell(run);
            if (run) run->is_pushed = false;
        }
    }

    // The run is over.
    void end()
    {
        for (auto& run : runs_) {
            if (!run) continue;
            run->impact.is_over = false;
            tell(run);
        }
    }

    // Whether a contact pushes that did not before t [s].
    bool has_begun_since(double t) const
    {
        return std::any_of(runs_.begin(), runs_.end(),
                           [t](const auto& run) { return run && run->impact.time >= t; });
    }

    double energy_loss() const { return energy_loss_; }  // of all pushes so far [J]

private:
    struct Run {
        Impact impact;
        bool is_pushed = false;
    };

    void tell(std::optional<Run>& run)
    {
        recorder_.impact(run->impact);
        run.reset();
        --under_way_;
    }

    Recorder& recorder_;
    std::vector<std::optional<Run>> runs_;  // under way, per contact
    int under_way_ = 0;                     // how many
    double energy_loss_ = 0.0;
};

}  // namespace rebond
