// The contacts of the reference flight: gaps that bend or move, closed ones that slide or drift.
#include "rebond/contact/friction/planar_impact.hpp"
#include "rebond/integration/flights/flight_accurate.hpp"
#include "rebond/solvers/polynomials/bernstein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_puts = 3;  // of drifted contacts back on zero
// Of the largest accelerations that take part [-]: what FrictionalRest leaves of those that are zero, and
// what rounding leaves of those that are alike.
constexpr double begun = 1e-8;
constexpr double of_start =
    1e-5;  // of the change over a step: error of a polynomial's slope at its start [-]
constexpr double acceleration_noise = 1024.0 * std::numeric_limits<double>::epsilon();

}  // namespace

// What is known of gaps that bend or move over the step. Where the motion is a parabola, those that can say
// so have a polynomial with their sign: nothing between the stages is missed. Of the others φ̈ at the stages,
// unless they are so far from zero that no motion of the step closes them.
void AccurateFlight::bend_gaps(const Step& step, bool is_parabola)
{
    const std::vector<Index>& varying = solver_.rows().varying();
    if (varying.empty()) return;
    const double h = step.length;
    q_.setZero();
    for (const Vector& a : step.a) q_ = q_.cwiseMax(a.cwiseAbs());
    v_ = state_.v.cwiseAbs() + 2.0 * h * q_;  // no less than any velocity of the step
    if (is_parabola) set_path(step);
    for (const Index k : varying) {
        const Gap& gap = problem_.contacts[k].gap;
        if (is_constant(gap)) continue;  // only its sliding varies
        Bend& bend = bends_[k];
        bend.sign_count = 0;
        bend.is_far = openings_[k] == Opening::none ||
                      gap_at(gap, state_.t, state_.q) > h * fastest_of(gap, state_.t, v_);
        if (bend.is_far || !is_parabola || !gap.function || !gap.terms.empty()) continue;
        const auto over = gap.function->sign_over(path_, stages + 2, gap.offset, bend.sign);
        bend.is_far = over.sign == GapFunction::Sign::positive;
        if (over.sign == GapFunction::Sign::polynomial) bend.sign_count = over.count;
    }
    for (int j = 0; j < stages; ++j) {
        place_stage(step, j);
        const double t = state_.t + h * gauss_.node[j];
        for (const Index k : varying) {
            const Gap& gap = problem_.contacts[k].gap;
            if (is_constant(gap) || bends_[k].is_far || bends_[k].sign_count > 0) continue;
            gradient_at(gap, t, q_, row_);
            bends_[k].acceleration[j] = along(row_, step.a[j]) + curvature_at(gap, t, q_, v_);
        }
    }
}

void AccurateFlight::set_path(const Step& step)
{
    const double h = step.length;
    path_.setZero(state_.q.size(), stages + 2);
    path_.col(0) = state_.q;
    path_.col(1) = h * state_.v;
    for (int j = 0; j < stages; ++j)
        for (int k = 0; k < stages; ++k)
            path_.col(k + 2) += h * h * gauss_.basis[j][k] / ((k + 1) * (k + 2)) * step.a[j];
}

// φ̈ of an open contact at a stage of the step tried [m/s²].
double AccurateFlight::gap_acceleration(Index contact, int stage) const
{
    const Gap& gap = problem_.contacts[contact].gap;
    return is_constant(gap) ? along(gap.terms, tried_.a[stage]) : bends_[contact].acceleration[stage];
}

// Closed contacts whose gradients turn, or that move, drift by the error of the step: their gaps and rates
// are put back on zero, and the sliding velocity of those that stick.
void AccurateFlight::keep_closed(State& state)
{
    const auto drifts = [this](const ClosedContact& one) { return solver_.rows().varies(one.contact); };
    if (std::none_of(closed_.begin(), closed_.end(), drifts)) return;
    for (int put = 0; put < most_puts; ++put) {
        solver_.place_rows(state.t, state.q);
        put_back(state.q, [&](const ClosedContact& one, bool slides) {
            return slides ? 0.0 : gap_at(problem_.contacts[one.contact].gap, state.t, state.q);
        });
    }
    solver_.place_rows(state.t, state.q);
    put_back(state.v, [&](const ClosedContact& one, bool slides) {
        const Contact& contact = problem_.contacts[one.contact];
        return rebond::rate_at(slides ? contact.slide : contact.gap, state.t, state.q, state.v);
    });
}

// x ← x − M⁻¹W G⁻¹ y, for y = excess(one, whether along its sliding direction).
template <typename Excess>
void AccurateFlight::put_back(Vector& x, Excess excess)
{
    Index count = 0;
    for (const ClosedContact& one : closed_) count += one.sliding == Sliding::sticks ? 2 : 1;
    system_.resize(count);
    const auto for_each_row = [this](auto visit) {
        for (const ClosedContact& one : closed_) {
            visit(one, false);
            if (one.sliding == Sliding::sticks) visit(one, true);
        }
    };
    const ContactRows& rows = solver_.rows();
    Index i = 0;
    for_each_row([&](const ClosedContact& one, bool slides) {
        const Row& w = slides ? rows.slide(one.contact) : rows.normal(one.contact);
        Index j = 0;
        for_each_row([&](const ClosedContact& other, bool other_slides) {
            system_.entry(i, j++) = along(
                w, other_slides ? solver_.slide_response(other.contact) : solver_.response(other.contact));
        });
        system_.side(i++) = excess(one, slides);
    });
    system_.solve();
    i = 0;
    for_each_row([&](const ClosedContact& one, bool slides) {
        x -= system_.side(i++) *
             (slides ? solver_.slide_response(one.contact) : solver_.response(one.contact));
    });
}

// What sliding takes and what an obstacle that moves gives, by Gauss's rule at the stages.
void AccurateFlight::find_work(std::size_t h, Pressing& pressing)
{
    const Contact& contact = problem_.contacts[closed_[h].contact];
    const bool is_rough = closed_[h].sliding != Sliding::smooth;
    if (!is_rough && !solver_.rows().varies(closed_[h].contact)) return;
    const double length = landed_->length;
    for (int j = 0; j < stages; ++j) {
        place_stage(*landed_, j);
        const double t = state_.t + length * gauss_.node[j];
        const double weight = length * gauss_.velocity_end[j];
        const double normal = landed_->reaction[h][j], friction = landed_->friction[h][j];
        pressing.friction += weight * friction;
        pressing.work.loads -=
            weight * (normal * drift_at(contact.gap, t, q_) + friction * drift_at(contact.slide, t, q_));
        if (direction_of(closed_[h].sliding) != 0.0)
            pressing.work.friction -= weight * friction * rebond::rate_at(contact.slide, t, q_, v_);
    }
}

// A contact that sticks breaks loose where |τ| reaches μν; one that slides stops where its velocity is back
// at zero, from which it may have just started.
std::optional<double> AccurateFlight::first_transition(std::size_t h)
{
    const ClosedContact& one = closed_[h];
    if (one.sliding == Sliding::smooth) return std::nullopt;
    const Contact& contact = problem_.contacts[one.contact];
    std::optional<double> first;
    if (one.sliding == Sliding::sticks) {
        const double mu = contact.law.friction, slack = (1.0 + mu) * reaction_rounding(h);
        double largest = 0.0;
        for (int j = 0; j < stages; ++j)
            largest =
                std::max(largest, mu * std::abs(tried_.reaction[h][j]) + std::abs(tried_.friction[h][j]));
        if (largest <= slack) return std::nullopt;  // it carries nothing
        for (const double side : {1.0, -1.0}) {
            std::array<double, stages> left{};  // μν ∓ τ over the step
            for (int j = 0; j < stages; ++j)
                for (int k = 0; k < stages; ++k)
                    left[k] +=
                        (mu * tried_.reaction[h][j] - side * tried_.friction[h][j]) * gauss_.basis[j][k];
            left[0] += slack;
            const auto root = first_nonpositive(left);
            if (root && (!first || *root < *first)) first = root;
        }
    } else {
        const double s = direction_of(one.sliding), length = tried_.length;
        std::array<double, stages + 1> velocity{};  // s u_t over the step
        std::array<double, stages> changes{};       // s u̇_t h at the stages
        double size = 0.0;                          // of accelerations [m/s²]
        velocity[0] = s * rebond::rate_at(contact.slide, state_.t, state_.q, state_.v);
        for (int j = 0; j < stages; ++j) {
            place_stage(tried_, j);
            const double t = state_.t + length * gauss_.node[j];
            gradient_at(contact.slide, t, q_, row_);
            const double a = s * length * (along(row_, tried_.a[j]) + curvature_at(contact.slide, t, q_, v_));
            changes[j] = a;
            for (int k = 0; k < stages; ++k) velocity[k + 1] += a * gauss_.basis[j][k] / (k + 1);
            size = std::max(size, size_of(tried_.a[j]) + pushed(tried_, j));
        }
        // One that has just begun to slide does not go back by rounding, nor by the error of the step; it may
        // go on by a higher derivative.
        std::size_t lowest = 0;
        if (one.begins_to_slide) {
            double later = 0.0;
            for (int k = 2; k <= stages; ++k) later = std::max(later, std::abs(velocity[k]));
            const double none = std::max({begun * length * size, of_start * later, mode_of(changes)});
            if (velocity[1] < 0.0 && velocity[1] > -none) velocity[1] = 0.0;
            lowest = velocity[1] != 0.0 ? 1 : 2;
        }
        // One that is still, and that nothing moves, neither slides nor stops.
        double largest = 0.0;
        for (const double coefficient : velocity) largest = std::max(largest, std::abs(coefficient));
        if (largest <= acceleration_noise * length * size) return std::nullopt;
        first = first_nonpositive(std::span<const double>(velocity).subspan(lowest));
    }
    return first ? std::optional(*first * tried_.length) : std::nullopt;
}

// Of a contact that slides alone. Where its directions stay as they are, so does its mobility.
std::optional<double> AccurateFlight::first_paradox(std::size_t h)
{
    const ClosedContact& one = closed_[h];
    if (direction_of(one.sliding) == 0.0 || !solver_.rows().varies(one.contact)) return std::nullopt;
    for (std::size_t i = 0; i < closed_.size(); ++i)
        if (i != h && solver_.is_coupled(closed_[i], one)) return std::nullopt;
    std::array<double, stages> trust{};
    for (int j = 0; j < stages; ++j) {
        place_stage(tried_, j);
        solver_.place_rows(state_.t + tried_.length * gauss_.node[j], q_);
        const double at_stage = solver_.trust(one);
        for (int k = 0; k < stages; ++k) trust[k] += at_stage * gauss_.basis[j][k];
    }
    // One that was taken for good although its B is small is trusted until there is none.
    if (trust[0] <= 0.0) trust[0] += 0.5 * paradoxical;
    const auto root = first_nonpositive(trust);
    return root ? std::optional(*root * tried_.length) : std::nullopt;
}

Flight::Pressing AccurateFlight::pressing(std::size_t h)
{
    const auto end = gauss_.lagrange_at(1.0);
    Pressing pressing;
    for (int j = 0; j < stages; ++j) {
        const double nu = landed_->reaction[h][j];
        pressing.impulse += landed_->length * gauss_.velocity_end[j] * nu;
        pressing.reaction += end[j] * nu;
    }
    std::array<double, looks + 1> nu{};
    for (int look = 0; look <= looks; ++look) {
        const auto weight = gauss_.lagrange_at(static_cast<double>(look) / looks);
        for (int j = 0; j < stages; ++j) nu[look] += weight[j] * landed_->reaction[h][j];
    }
    pressing.peak = crest_of(nu);
    find_work(h, pressing);
    return pressing;
}

// The largest of values at equal distances, none below zero: at an end, or at the crest of a parabola through
// three neighbours.
double AccurateFlight::crest_of(const std::array<double, looks + 1>& values)
{
    double largest = 0.0;
    for (const double value : values) largest = std::max(largest, value);
    for (int look = 1; look < looks; ++look) {
        const double slope = 0.5 * (values[look + 1] - values[look - 1]);
        const double bend = values[look + 1] - 2.0 * values[look] + values[look - 1];
        if (bend < 0.0 && std::abs(slope) < -bend)
            largest = std::max(largest, values[look] - 0.5 * slope * slope / bend);
    }
    return largest;
}

}  // namespace rebond
