// The onsets of the reference flight: forces that begin or end where a gap is zero.
#include "rebond/integration/flights/flight_accurate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Roundings of its lengths and speeds within which a gap and its rate are zero [-].
constexpr double gap_roundings = 8.0, rate_roundings = 8.0;
constexpr double landing_roundings = 1.0;
constexpr int most_landings = 60;
constexpr double time_rounding = 1e-15;       // of a step [-]
constexpr double finest_tolerance = 1e-15;    // of an impulse, in velocities [-]
constexpr double margin_of_mode = 0.05;       // error of φ inside a step, in h² times the mode of φ̈
constexpr double shortest_graze = 1e-6;       // of the first length tried: what grazes is decided here [-]
constexpr double noise_of_force = 1.5 * 8.0;  // relative change of a force like δ^{3/2}, in roundings of δ

}  // namespace

// Which forces act over the next step. A gap that is zero says by its rate what it does; one that stays zero
// is left to the force, which is zero there on both sides. Zero is what rounding leaves of the gap's own
// lengths and speeds, and what the last step leaves of the body's.
void AccurateFlight::sort_onsets()
{
    const auto& [t, q, v] = state_;
    const double speed = size_of(v);
    for (std::size_t i = 0; i < onsets_.size(); ++i) {
        const Gap& gap = problem_.onsets[i];
        Onset& onset = onsets_[i];
        const double phi = gap_at(gap, t, q);
        const double blur = lengths_in(gap, t, q) + landed_->length * speed;
        const bool is_zero =
            std::abs(phi) <= gap_roundings * epsilon * blur || static_cast<Index>(i) == at_onset_;
        if (!is_zero) {
            onset = {.is_on = phi < 0.0, .is_watched = true, .order = 0};
        } else {
            const double rate = rebond::rate_at(gap, t, q, v);
            const bool moves =
                std::abs(rate) > rate_roundings * epsilon * std::max(speed, speeds_in(gap, t, q, v));
            onset = {.is_on = !moves || rate < 0.0, .is_watched = moves, .order = 1};
        }
        solver_.dynamics().switch_force(static_cast<Index>(i), onset.is_on);
    }
}

void AccurateFlight::arrive(std::optional<double> t)
{
    at_onset_ = landed_ == &tried_ ? ending_ : -1;
    StateFlight::arrive(t);
}

// Impulses of the forces that are on, by two rules of quadrature: how far they differ in velocities, in parts
// of the tolerance's square and of what rounding of the gaps does to them.
double AccurateFlight::onset_error(const Step& step, double scale)
{
    const double h = step.length;
    const double tolerated = std::max(scheme_.tolerance * scheme_.tolerance, finest_tolerance) * scale;
    double worst = 0.0;
    for (Index i = 0; i < std::ssize(onsets_); ++i) {
        if (!onsets_[i].is_on) continue;
        const Gap& gap = problem_.onsets[i];
        Dynamics& dynamics = solver_.dynamics();
        double difference = 0.0, largest = 0.0, deepest = 0.0;
        const auto add = [&](double tau, double weight) {
            const double t = state_.t + h * tau;
            dynamics.place(t, q_);
            const double force = dynamics.switched_force(i);
            difference += weight * force;
            if (force <= largest) return;
            largest = force;
            deepest = -gap_at(gap, t, q_);
        };
        for (int j = 0; j < stages; ++j) {
            place_stage(step, j);
            add(gauss_.node[j], gauss_.velocity_end[j]);
        }
        if (!(largest > 0.0)) continue;
        for (int j = 0; j < GaussPolynomial::nodes; ++j) {
            place_within(step, quadrature_.node(j));
            add(quadrature_.node(j), -quadrature_.weight(j));
        }
        gradient_at(gap, state_.t, state_.q, row_);
        r_.setZero();
        add_reaction(row_, 1.0, r_);
        dynamics.solve(r_);
        const double mobility = h * size_of(r_);
        const double noise =
            noise_of_force * largest * epsilon * lengths_in(gap, state_.t, state_.q) / deepest;
        worst = std::max(worst, mobility * std::abs(difference) / (tolerated + mobility * noise));
    }
    return worst;
}

// φ̈ of an onset at the stages of the step tried.
std::array<double, AccurateFlight::stages> AccurateFlight::onset_accelerations(const Gap& gap)
{
    std::array<double, stages> acceleration{};
    for (int j = 0; j < stages; ++j) {
        if (is_constant(gap)) {
            acceleration[j] = along(gap.terms, tried_.a[j]);
            continue;
        }
        place_stage(tried_, j);
        const double t = state_.t + tried_.length * gauss_.node[j];
        gradient_at(gap, t, q_, row_);
        acceleration[j] = along(row_, tried_.a[j]) + curvature_at(gap, t, q_, v_);
    }
    return acceleration;
}

// When the gap first passes zero within the step tried, in seconds. It is ambiguous if a force that is off
// comes nearer to it than the polynomial can be trusted.
std::optional<double> AccurateFlight::first_crossing(Index i, bool& is_ambiguous)
{
    const auto& [is_on, is_watched, order] = onsets_[i];
    if (!is_watched) return std::nullopt;
    const Gap& gap = problem_.onsets[i];
    const auto acceleration = onset_accelerations(gap);
    GapPolynomial phi = over_step(gap, acceleration);
    if (is_on)
        for (double& coefficient : phi) coefficient = -coefficient;
    const auto root = touch(phi, order, 0.0);
    if (root) return *root * tried_.length;
    const double margin = margin_of_mode * tried_.length * tried_.length * mode_of(acceleration);
    const bool can_graze = !is_on && margin > epsilon * lengths_in(gap, state_.t, state_.q);
    is_ambiguous = is_ambiguous || (can_graze && touch(phi, order, margin));
    return std::nullopt;
}

// Ends the step tried at the first onset in it. False if it must be shorter.
bool AccurateFlight::end_at_onset(double longest, bool& is_ambiguous)
{
    ending_ = -1;
    double after = tried_.length;
    for (Index i = 0; i < std::ssize(onsets_); ++i) {
        const auto crossing = first_crossing(i, is_ambiguous);
        if (!crossing || *crossing >= after) continue;
        after = *crossing;
        ending_ = i;
    }
    if (is_ambiguous && tried_.length > shortest_graze * longest) return false;
    return ending_ < 0 || land_on_onset(ending_, after);
}

// As a landing on a touch: a Newton step with the rate there, then secants inside a bracket. The step tried
// becomes the one up to there.
bool AccurateFlight::land_on_onset(Index i, double after)
{
    const Gap& gap = problem_.onsets[i];
    const double sign = onsets_[i].is_on ? -1.0 : 1.0, length = tried_.length;
    double before = 0.0, behind = length;  // landings on both sides of the onset
    double lead = after, lead_last = 0.0, phi_last = 0.0;
    for (int landing = 0; landing < most_landings; ++landing) {
        lead = std::max(lead, time_rounding * length);
        if (!land_on(lead, onset_landing_)) return false;
        const auto& [t, q, v] = onset_landing_;
        const double phi = sign * gap_at(gap, t, q), rate = sign * rebond::rate_at(gap, t, q, v);
        const bool has_secant = landing > 0 && phi != phi_last && lead != lead_last;
        const double slope = has_secant ? (phi - phi_last) / (lead - lead_last) : rate;
        const double step = phi / slope;
        const bool passes = phi > 0.0 && (rate >= 0.0 || lead == length);  // it turns round before zero
        if (passes) ending_ = -1;
        const double blur = lengths_in(gap, t, q) + lead * size_of(v);
        if (passes || std::abs(phi) <= landing_roundings * epsilon * blur ||
            std::abs(step) <= time_rounding * lead || behind - before <= time_rounding * lead)
            break;
        (phi > 0.0 ? before : behind) = lead;
        lead_last = lead;
        phi_last = phi;
        const double next = lead - step;
        lead = next > before && next < behind                    ? next
               : phi > 0.0 && behind == length && next >= length ? length
                                                                 : 0.5 * (before + behind);
    }
    if (landed_ == &shortened_) {
        std::swap(tried_, shortened_);
        landed_ = &tried_;
        static_cast<void>(error_inside(tried_));  // renews what is known of gaps over the step
    }
    return true;
}

std::optional<Flight::Pressing> AccurateFlight::switched(Index i)
{
    Pressing pressing;
    if (!onsets_[i].is_on) return pressing;
    const auto force_at = [&](double tau) {
        place_within(*landed_, tau);
        solver_.dynamics().place(state_.t + landed_->length * tau, q_);
        return solver_.dynamics().switched_force(i);
    };
    for (int j = 0; j < GaussPolynomial::nodes; ++j)
        pressing.impulse += landed_->length * quadrature_.weight(j) * force_at(quadrature_.node(j));
    std::array<double, looks + 1> forces{};
    for (int look = 0; look <= looks; ++look) forces[look] = force_at(static_cast<double>(look) / looks);
    pressing.peak = crest_of(forces);
    pressing.reaction = forces.back();
    return pressing;
}

}  // namespace rebond
