#include "rebond/integration/flights/flight_modal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

ModalFlight::ModalFlight(const Problem& problem, const EventModal& scheme, const std::atomic<bool>* interrupt)
    : problem_(problem),
      linear_(*problem.model->as_linear()),
      scheme_(scheme),
      interrupt_(interrupt),
      step_(scheme.step > 0.0 ? scheme.step : problem.duration),
      dynamics_(linear_.dynamics()),
      state_(problem.initial),
      a_(Vector::Zero(linear_.dofs())),
      r_(a_),
      lengths_(problem.contacts.size(), 0.0),
      reach_(problem.contacts.size(), 0.0),
      lost_in_modes_(problem.contacts.size(), 0.0)
{
    const auto count = static_cast<Index>(problem.contacts.size());
    G_ = Matrix::Zero(count, count);
    if (!dynamics_->factor(0.0, 0.0)) return;
    for (Index k = 0; k < count; ++k) {
        Vector& response = responses_.emplace_back(Vector::Zero(linear_.dofs()));
        add_reaction(problem.contacts[k].gap.terms, 1.0, response);
        dynamics_->solve(response);
        for (Index j = 0; j < count; ++j) G_(j, k) = along(problem.contacts[j].gap.terms, response);
    }
    sums_.reserve(problem.contacts.size());
    sum_contacts_.reserve(problem.contacts.size());
}

// ---- where the body is

const State& ModalFlight::state()
{
    if (!is_state_fresh_) motion_->state(state_);
    is_state_fresh_ = true;
    for (std::size_t k = 0; k < lengths_.size(); ++k)
        lengths_[k] = std::max(lengths_[k], lengths_in(problem_.contacts[k].gap, state_.t, state_.q));
    return state_;
}

const Energy& ModalFlight::Here::energy() const
{
    const State& state = flight_.state();
    flight_.dynamics_->place(state.t, state.q);
    energy_ = flight_.dynamics_->energy(state.v);
    return energy_;
}

const Instant& ModalFlight::now()
{
    return here_;
}

bool ModalFlight::mobility(const std::vector<Index>& contacts, Matrix& G)
{
    for (std::size_t j = 0; j < contacts.size(); ++j)
        for (std::size_t k = 0; k < contacts.size(); ++k)
            G(static_cast<Index>(j), static_cast<Index>(k)) = G_(contacts[j], contacts[k]);
    return true;
}

// Under the reactions of closed contacts a gap accelerates as its modes do; without them by G ν less.
bool ModalFlight::accelerations(const std::vector<Index>& contacts, Vector& a)
{
    if (motion_ == nullptr) {
        a_.setZero();
        dynamics_->place(state_.t, state_.q);
        dynamics_->residual(state_.v, a_, r_);
        dynamics_->solve(r_);
        for (std::size_t i = 0; i < contacts.size(); ++i)
            a(static_cast<Index>(i)) = -acceleration_along(problem_.contacts[contacts[i]].gap.terms, r_);
        return true;
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        double acceleration = motion_->acceleration(motion_->gap(contacts[i]));
        double noise = 0.0;
        for (std::size_t h = 0; h < motion_->closed().size(); ++h) {
            const double mobility = G_(contacts[i], motion_->closed()[h]);
            acceleration -= mobility * motion_->value(motion_->reaction(h));
            noise += std::abs(mobility) * rounding_of(motion_->reaction(h));
        }
        a(static_cast<Index>(i)) = std::abs(acceleration) > noise ? acceleration : 0.0;
    }
    return true;
}

void ModalFlight::gradient(Index contact, Vector& w)
{
    w.setZero(linear_.dofs());
    add_reaction(problem_.contacts[contact].gap.terms, 1.0, w);
}

// A contact that is closed may be torn open: its modes cannot say, the state can.
void ModalFlight::apply_impulses(const std::vector<Index>& contacts, const Vector& impulses)
{
    if (motion_ != nullptr && !motion_->closed().empty()) leave_modes();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const double impulse = impulses(static_cast<Index>(i));
        if (impulse == 0.0) continue;
        if (motion_ != nullptr)
            motion_->apply_impulse(contacts[i], impulse);
        else
            state_.v += impulse * responses_[contacts[i]];
    }
    if (motion_ != nullptr) is_state_fresh_ = false;
}

void ModalFlight::leave_modes()
{
    state();
    motion_ = nullptr;
}

bool ModalFlight::enter_modes(const std::vector<ClosedContact>& closed)
{
    sorted_closed_.clear();
    for (const ClosedContact& one : closed) sorted_closed_.push_back(one.contact);
    std::sort(sorted_closed_.begin(), sorted_closed_.end());
    if (motion_ == nullptr || motion_->closed() != sorted_closed_) {
        if (motion_ != nullptr) leave_modes();
        auto& motion = motions_[sorted_closed_];
        if (!motion)
            motion = std::make_unique<ModalMotion>(linear_, problem_.contacts, sorted_closed_,
                                                   problem_.duration, interrupt_);
        refusal_ = motion->refusal();
        if (!refusal_.empty()) return false;
        motion_ = motion.get();
        motion_->start(state_);
        is_state_fresh_ = false;
        for (std::size_t k = 0; k < problem_.contacts.size(); ++k) {
            const double lost = gap_at(problem_.contacts[k].gap, state_.t, state_.q) -
                                motion_->value(motion_->gap(static_cast<Index>(k)));
            lost_in_modes_[k] = std::max(lost_in_modes_[k], std::abs(lost));
        }
    }
    closed_places_.clear();
    for (const ClosedContact& one : closed)
        closed_places_.push_back(static_cast<std::size_t>(
            std::find(sorted_closed_.begin(), sorted_closed_.end(), one.contact) - sorted_closed_.begin()));
    return true;
}

// ---- a step

std::optional<double> ModalFlight::try_step(std::vector<ClosedContact>& closed,
                                            const std::vector<Opening>& openings, double longest,
                                            bool /*restart*/)
{
    if (!enter_modes(closed)) return std::nullopt;
    sums_.clear();
    sum_contacts_.clear();
    for (Index k = 0; k < static_cast<Index>(openings.size()); ++k) {
        reach_[k] = std::max(reach_[k], motion_->size(motion_->gap(k)));
        if (openings[k] == Opening::none) continue;
        sums_.push_back(motion_->sum(motion_->gap(k), static_cast<int>(openings[k])));
        sum_contacts_.push_back(k);
    }
    const double length = std::min(longest, step_);
    smooth_time_ = motion_->fastest() > 0.0 ? std::min(length, 1.0 / motion_->fastest()) : length;
    touch_ = sums_.empty() ? std::nullopt : motion_->first_root(sums_, length);

    // One by one: a reaction that is zero at the start must not hide the others.
    releases_.assign(closed.size(), std::nullopt);
    const double horizon = touch_ ? touch_->at : length;
    for (std::size_t h = 0; h < closed.size() && horizon > 0.0; ++h) {
        const ModalMotion::Observable& reaction = motion_->reaction(closed_places_[h]);
        sums_.assign(1, motion_->sum(reaction, 0));
        sums_.front().constant += reaction_rounding(h);
        auto root = motion_->first_root(sums_, horizon);
        if (root && root->at == 0.0 && motion_->rate(reaction) > 0.0) {
            sums_.assign(1, motion_->sum(reaction, 1));
            root = motion_->first_root(sums_, horizon);
        }
        if (root) releases_[h] = root->at;
    }
    if (!closed.empty()) motion_->look(length);
    for (std::size_t h = 0; h < closed.size(); ++h)
        closed[h].reaction = motion_->value(motion_->reaction(closed_places_[h]));
    motion_->look(0.0);
    return length;
}

std::optional<double> ModalFlight::first_touch(Index contact)
{
    if (!touch_ || sum_contacts_[touch_->sum] != contact) return std::nullopt;
    return touch_->at;
}

std::optional<double> ModalFlight::first_release(std::size_t h)
{
    return releases_[h];
}

bool ModalFlight::land(double after)
{
    motion_->look(after);
    is_state_fresh_ = false;
    closing_.reset();
    return true;
}

void ModalFlight::arrive(std::optional<double> t)
{
    motion_->move(t ? *t : motion_->time());
    if (!closing_) return;
    // Others may have pushed a gap below zero: it stays there. Rounding alone would add up from hop to hop.
    const double left = gap(*closing_);
    if (std::abs(left) <= rounding(*closing_)) motion_->shift(*closing_, -left);
    is_state_fresh_ = false;
    closing_.reset();
}

// ---- where it landed

double ModalFlight::time() const
{
    return motion_ != nullptr ? motion_->time() : state_.t;
}

double ModalFlight::gap(Index contact)
{
    return motion_ != nullptr ? motion_->value(motion_->gap(contact))
                              : gap_at(problem_.contacts[contact].gap, state_.t, state_.q);
}

double ModalFlight::rate(Index contact)
{
    return motion_ != nullptr ? motion_->rate(motion_->gap(contact))
                              : along(problem_.contacts[contact].gap.terms, state_.v);
}

double ModalFlight::rounding(Index contact) const
{
    return std::max(rounding_of_lengths(contact), 2.0 * lost_in_modes_[contact]);
}

double ModalFlight::rounding_of_lengths(Index contact) const
{
    return 4.0 * std::numeric_limits<double>::epsilon() * reach_[contact];
}

double ModalFlight::rate_rounding(Index contact)
{
    const double speeds = motion_ != nullptr
                              ? motion_->rate_size(motion_->gap(contact))
                              : speeds_in(problem_.contacts[contact].gap, state_.t, state_.q, state_.v);
    return 8.0 * std::numeric_limits<double>::epsilon() * speeds;
}

std::optional<double> ModalFlight::reaction(const std::vector<ClosedContact>& /*closed*/, std::size_t h)
{
    return motion_->value(motion_->reaction(closed_places_[h]));
}

double ModalFlight::rounding_of(const ModalMotion::Observable& observable) const
{
    return 8.0 * std::numeric_limits<double>::epsilon() * motion_->size(observable);
}

double ModalFlight::reaction_rounding(std::size_t h)
{
    return rounding_of(motion_->reaction(closed_places_[h]));
}

Flight::Pressing ModalFlight::pressing(std::size_t h)
{
    const ModalMotion::Observable& reaction = motion_->reaction(closed_places_[h]);
    return {.impulse = motion_->integral(reaction),
            .reaction = motion_->value(reaction),
            .peak = motion_->largest(reaction)};
}

std::vector<std::string> ModalFlight::warnings() const
{
    std::vector<std::string> warnings;
    double uncertainty = 0.0;
    for (const auto& [closed, motion] : motions_) uncertainty = std::max(uncertainty, motion->uncertainty());
    constexpr double noteworthy = 1e-7;  // of a frequency [-]
    if (uncertainty > noteworthy)
        warnings.push_back(fmt::format(
            "soft springs beside stiff ones: the rounding of the stiffness matrix leaves the lowest "
            "frequencies uncertain by {:.0e} of themselves",
            uncertainty));
    constexpr double cancelled = 1e-13;    // of the lengths that gaps are differences of [-]
    double known_to = 0.0, longest = 0.0;  // [m]
    for (std::size_t k = 0; k < lengths_.size(); ++k) {
        known_to = std::max(known_to, rounding(static_cast<Index>(k)));
        longest = std::max(longest, lengths_[k]);
    }
    if (known_to > cancelled * longest)
        warnings.push_back(fmt::format(
            "the modes move much further than the body, and their sums cancel: gaps are known to {:.1e} m; "
            "event_accurate has no such loss",
            known_to));
    return warnings;
}

long ModalFlight::residual_evaluations() const
{
    long evaluations = 0;
    for (const auto& [closed, motion] : motions_)
        if (motion->refusal().empty()) evaluations += motion->evaluations();
    return evaluations;
}

}  // namespace rebond
