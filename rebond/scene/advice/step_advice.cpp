#include "rebond/scene/advice/step_advice.hpp"

#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/solvers/factors/generic.hpp"
#include "rebond/solvers/factors/symmetric_factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace rebond {
namespace {

constexpr double fewest_steps_per_period =
    8.0;  // of the fastest mode, below which a step does not resolve it

constexpr double longest_damped_step = 1.0;  // in units of 1/λ_max(M⁻¹C) [-]

constexpr double at_the_limit = 1e-9;   // rounding that a step equal to its limit may have [-]
constexpr double near_the_limit = 0.9;  // share of the limit above which impacts are hardly resolved [-]

constexpr double most_steps = 1e13;  // of one run: months of computing

// λ_max(M⁻¹C) [1/s], from below: a Rayleigh quotient is never above it, and after some powers of M⁻¹C closer
// than the advice needs.
double fastest_decay(const LinearSystem& system)
{
    constexpr int most_powers = 50;
    constexpr double settled = 1e-3;  // relative growth that ends the iteration [-]
    if (system.damping.is_zero()) return 0.0;
    const SymmetricMatrix none = SymmetricMatrix::zero(system.mass.size());
    SymmetricFactors factors(system.mass, none, none);
    if (!factors.factor(0.0, 0.0)) return 0.0;
    Vector x = generic_vector(system.mass.size()), Cx(x.size());
    double rate = 0.0;
    for (int power = 0; power < most_powers; ++power) {
        x /= x.norm();
        system.damping.multiply(x, Cx);
        const double now = x.dot(Cx) / system.mass.form(x);
        const bool has_settled = power > 10 && now - rate <= settled * now;
        rate = std::max(rate, now);
        if (has_settled || !Cx.allFinite() || Cx.isZero(0.0)) break;
        x = Cx;
        factors.solve(x);
    }
    return rate;
}

// Of steps beside the periods and decays of the model.
void advise_frequencies(const Scene& scene, const Problem& problem, StepAdvice& advice)
{
    const double step = step_of(scene.scheme);
    const bool is_explicit = stepping_of(scene.scheme).is_explicit;
    advice.highest_frequency = highest_frequency(*problem.model, problem.initial.q);
    const double period = 2.0 * std::numbers::pi / advice.highest_frequency;
    if (is_explicit) {
        advice.limit = 2.0 / advice.highest_frequency;
        // A linear body keeps its frequencies, and a wave may travel one mass a step; others stiffen as they
        // bend.
        const bool is_linear = problem.model->as_linear() != nullptr;
        const double excess = step / *advice.limit - 1.0;
        if (excess > (is_linear ? at_the_limit : -at_the_limit)) {
            advice.refusal = fmt::format(
                "expected {} the stability limit 2/ω_max = {:.6g} s of this explicit scheme for this model; "
                "use a smaller step, a coarser model, or a scheme without the limit",
                is_linear ? "no more than" : "less than", *advice.limit);
            return;
        }
        if (!is_linear && step > near_the_limit * *advice.limit)
            advice.warnings.push_back(fmt::format(
                "scheme.step = {:g} s is close to the stability limit 2/ω_max = {:.6g} s, which falls as the "
                "body bends: the run may gain energy or diverge",
                step, *advice.limit));
    }
    advice.resolves_waves = step <= period / fewest_steps_per_period;
    if (!advice.resolves_waves && !is_explicit)
        advice.warnings.push_back(fmt::format(
            "scheme.step = {:g} s does not resolve the fastest waves: the highest mode has a period "
            "of {:.3g} s; use {:.2g} s or less to follow it",
            step, period, period / fewest_steps_per_period));
    if (const auto* linear = problem.model->as_linear()) {
        const double rate = fastest_decay(linear->system());
        if (step * rate > longest_damped_step)
            advice.warnings.push_back(fmt::format(
                "scheme.step = {:g} s does not resolve the damping, which stops some motion within "
                "1/λ_max(M⁻¹C) = {:.3g} s; use {:.2g} s or less to follow it",
                step, 1.0 / rate, longest_damped_step / rate));
    }
}

// Of steps beside the periods of loads and moving stops: one that is longer than half a period takes what is
// fast for slow.
void advise_loads(const Problem& problem, double step, StepAdvice& advice)
{
    const double load = problem.model->load_frequency(), stop = stop_frequency(problem);
    const std::string_view what = stop > load ? "moving stop" : "harmonic load";
    const double period = 2.0 * std::numbers::pi / std::max(load, stop);
    if (step > 0.5 * period)
        advice.refusal = fmt::format(
            "expected no more than {:.3g} s, half a period of the fastest {}, which looks slow to longer "
            "steps; "
            "{:.2g} s or less resolves it",
            0.5 * period, what, period / fewest_steps_per_period);
    else if (step > period / fewest_steps_per_period)
        advice.warnings.push_back(fmt::format(
            "scheme.step = {:g} s does not resolve the fastest {}, whose period is {:.3g} s; use {:.2g} s or "
            "less to follow it",
            step, what, period, period / fewest_steps_per_period));
}

// A run cannot have more steps than can be computed, whoever chooses them.
void advise_duration(const Scene& scene, const Problem& problem, StepAdvice& advice)
{
    const double step = step_of(scene.scheme);
    const double frequency = std::max(problem.model->load_frequency(), stop_frequency(problem)) /
                             (2.0 * std::numbers::pi);                          // [Hz]
    const double longest = most_steps / (fewest_steps_per_period * frequency);  // [s]
    const bool is_step_given = scene.scheme_warning.empty();
    if (problem.duration > longest) {
        advice.refused_key = "run.duration";
        advice.refusal = fmt::format(
            "expected at most {:.3g} s: the fastest load or stop has {:.3g} Hz, and {:.2g} of its periods "
            "are "
            "more than can be computed",
            longest, frequency, problem.duration * frequency);
    } else if (step > 0.0 && problem.duration / step > most_steps) {
        advice.refused_key = is_step_given ? "scheme.step" : "run.duration";
        const double best = is_step_given ? problem.duration / most_steps : step * most_steps;
        advice.refusal =
            fmt::format("expected at {} {:.3g} s: {} {:g} s would take {:.2g} steps",
                        is_step_given ? "least" : "most", best, is_step_given ? "run.duration =" : "steps of",
                        is_step_given ? problem.duration : step, problem.duration / step);
    }
}

}  // namespace

StepAdvice advise_step(const Scene& scene, const Problem& problem)
{
    StepAdvice advice;
    const double step = step_of(scene.scheme);
    advise_duration(scene, problem, advice);
    if (advice.refusal) return advice;
    if (!stepping_of(scene.scheme).is_fixed) return advice;
    if (step > problem.duration) {
        advice.refusal = fmt::format(
            "expected no more than run.duration = {:g} s, better a small part of it: one step "
            "would pass the end of the run",
            problem.duration);
        return advice;
    }
    advise_loads(problem, step, advice);
    if (advice.refusal) return advice;
    if (!has_massless_contacts(problem)) advise_frequencies(scene, problem, advice);
    if (advice.refusal) return advice;
    for (std::string& warning : setting_warnings_of(scene.scheme, problem, advice.resolves_waves))
        advice.warnings.push_back(std::move(warning));
    return advice;
}

}  // namespace rebond
