#include "rebond/integration/event_driven/closed_set.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Of a gradient, what is not a combination of others is rounding below this [-].
constexpr double dependent = 1e-10;

}  // namespace

ClosedSet::ClosedSet(Flight& flight, Recorder& recorder, std::size_t most, bool has_friction)
    : flight_(flight), recorder_(recorder), has_friction_(has_friction), G_(most, most)
{
    independent_.reserve(most);
    redundant_.reserve(most);
    phases_.reserve(most);
    opened_.reserve(most);
    group_.reserve(most);
}

bool ClosedSet::is_closed(Index contact) const
{
    return std::any_of(phases_.begin(), phases_.end(),
                       [contact](const SustainedContact& phase) { return phase.contact == contact; });
}

void ClosedSet::close_only(const std::vector<Index>& contacts, double t)
{
    for (std::size_t i = phases_.size(); i-- > 0;)
        if (std::find(contacts.begin(), contacts.end(), phases_[i].contact) == contacts.end())
            end_phase(phases_[i].contact, t);
    independent_.clear();
    redundant_.clear();
    basis_.clear();
    for (const Index contact : contacts) close(contact, t);
}

void ClosedSet::close(Index contact, double t)
{
    if (!is_closed(contact)) {
        phases_.push_back({.start = t, .end = t, .contact = contact});
        recorder_.contact_begins(contact, t);
    }
    classify(contact);
}

// The first one is independent whatever its gradient.
void ClosedSet::classify(Index contact)
{
    if (!independent_.empty() && !has_friction_) {
        renew_basis();
        if (!extend_basis(contact)) {
            redundant_.push_back(contact);
            return;
        }
    }
    independent_.push_back({.contact = contact});
}

const std::vector<Index>& ClosedSet::release(std::size_t h, double t)
{
    const Index released = independent_[h].contact;
    opened_.clear();
    for (Index& redundant : redundant_) {
        const double share = on_independent(redundant)(static_cast<Index>(h));
        if (share > dependent) opened_.push_back(redundant);
        if (share >= -dependent) continue;
        independent_[h] = {.contact = redundant};
        redundant = released;
        basis_.clear();
        opened_.clear();
        return opened_;
    }
    opened_.push_back(released);
    independent_.erase(independent_.begin() + static_cast<std::ptrdiff_t>(h));
    basis_.clear();
    for (const Index contact : opened_) {
        std::erase(redundant_, contact);
        end_phase(contact, t);
    }
    return opened_;
}

void ClosedSet::jolt(Index contact, double impulse, double friction, double energy_loss)
{
    SustainedContact& phase = phase_of(contact);
    phase.impulse += impulse;
    phase.friction += friction;
    recorder_.received(contact, impulse, friction);
    phase.energy_loss += energy_loss;
}

Work ClosedSet::press()
{
    Work work;
    for (std::size_t h = 0; h < independent_.size(); ++h) {
        const Flight::Pressing pressing = flight_.pressing(h);
        SustainedContact& phase = phase_of(independent_[h].contact);
        phase.impulse += pressing.impulse;
        phase.friction += pressing.friction;
        recorder_.received(phase.contact, pressing.impulse, pressing.friction);
        phase.peak_force = std::max(phase.peak_force, pressing.peak);
        work += pressing.work;
        // A contact that has begun to slide does so from here on.
        ClosedContact& one = independent_[h];
        const double slip = flight_.slide_rate(one.contact) * direction_of(one.sliding);
        if (slip > flight_.slide_rate_rounding(one.contact)) one.begins_to_slide = false;
    }
    return work;
}

void ClosedSet::still()
{
    group_.clear();
    for (const ClosedContact& one : independent_) group_.push_back(one.contact);
    const auto n = static_cast<Index>(group_.size());
    if (n > G_.rows()) G_.resize(2 * n, 2 * n);
    if (n == 0 || !flight_.mobility(group_, G_)) return;
    Vector u(n);
    for (Index i = 0; i < n; ++i) u(i) = flight_.rate(group_[i]);
    const Vector p = -G_.topLeftCorner(n, n).ldlt().solve(u);
    flight_.apply_impulses(group_, p);
    for (Index i = 0; i < n; ++i) phase_of(group_[i]).energy_loss -= 0.5 * p(i) * u(i);
}

void ClosedSet::finish(double t)
{
    for (SustainedContact& phase : phases_) {
        phase.end = t;
        phase.is_over = false;
        recorder_.sustained(phase);
    }
}

SustainedContact& ClosedSet::phase_of(Index contact)
{
    return *std::find_if(phases_.begin(), phases_.end(),
                         [contact](const SustainedContact& phase) { return phase.contact == contact; });
}

void ClosedSet::end_phase(Index contact, double t)
{
    SustainedContact& phase = phase_of(contact);
    phase.end = t;
    recorder_.sustained(phase);
    phases_.erase(phases_.begin() + (&phase - phases_.data()));
}

// If it is not that of `independent_`.
void ClosedSet::renew_basis()
{
    if (basis_.size() == independent_.size()) return;
    basis_.clear();
    for (const ClosedContact& one : independent_) extend_basis(one.contact);
}

// Gram and Schmidt, twice for the sake of rounding. False if the gradient is a combination of the basis.
bool ClosedSet::extend_basis(Index contact)
{
    const auto n = static_cast<Index>(basis_.size());
    flight_.gradient(contact, gradient_);
    const double length = gradient_.norm();
    projections_.setZero(n + 1);
    for (int pass = 0; pass < 2; ++pass)
        for (Index j = 0; j < n; ++j) {
            const double share = basis_[j].dot(gradient_);
            projections_(j) += share;
            gradient_ -= share * basis_[j];
        }
    projections_(n) = gradient_.norm();
    if (!(projections_(n) > dependent * length)) return false;
    basis_.push_back(gradient_ / projections_(n));
    on_basis_.resize(basis_.size());
    on_basis_.back() = projections_;
    return true;
}

Vector ClosedSet::on_independent(Index contact)
{
    renew_basis();
    flight_.gradient(contact, gradient_);
    Vector c(static_cast<Index>(basis_.size()));
    for (Index j = 0; j < c.size(); ++j) c(j) = basis_[j].dot(gradient_);
    for (Index j = c.size() - 1; j >= 0; --j) {
        c(j) /= on_basis_[j](j);
        for (Index i = 0; i < j; ++i) c(i) -= c(j) * on_basis_[j](i);
    }
    return c;
}

}  // namespace rebond
