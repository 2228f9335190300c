#include "rebond/integration/held_contacts.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Of a gradient, what is not a combination of others is rounding below this [-].
constexpr double dependent = 1e-10;

}  // namespace

HeldContacts::HeldContacts(Flight& flight, Recorder& recorder, std::size_t most)
    : flight_(flight), recorder_(recorder), G_(most, most)
{
    carriers_.reserve(most);
    riders_.reserve(most);
    phases_.reserve(most);
    opened_.reserve(most);
    group_.reserve(most);
}

bool HeldContacts::is_held(Index contact) const
{
    return std::any_of(phases_.begin(), phases_.end(),
                       [contact](const Sticking& phase) { return phase.contact == contact; });
}

void HeldContacts::hold_only(const std::vector<Index>& contacts, double t)
{
    for (std::size_t i = phases_.size(); i-- > 0;)
        if (std::find(contacts.begin(), contacts.end(), phases_[i].contact) == contacts.end())
            end_phase(phases_[i].contact, t);
    carriers_.clear();
    riders_.clear();
    for (const Index contact : contacts) hold(contact, t);
}

void HeldContacts::hold(Index contact, double t)
{
    if (!is_held(contact)) {
        phases_.push_back({.start = t, .end = t, .contact = contact});
        recorder_.contact_begins(contact, t);
    }
    carry_or_ride(contact);
}

void HeldContacts::carry_or_ride(Index contact)
{
    if (is_independent(contact))
        carriers_.push_back({.contact = contact});
    else
        riders_.push_back(contact);
}

const std::vector<Index>& HeldContacts::release(std::size_t h, double t)
{
    const Index released = carriers_[h].contact;
    opened_.clear();
    for (Index& rider : riders_) {
        const double share = on_carriers(rider)(static_cast<Index>(h));
        if (share > dependent) opened_.push_back(rider);
        if (share >= -dependent) continue;
        carriers_[h] = {.contact = rider};
        rider = released;
        opened_.clear();
        return opened_;
    }
    opened_.push_back(released);
    carriers_.erase(carriers_.begin() + static_cast<std::ptrdiff_t>(h));
    for (const Index contact : opened_) {
        std::erase(riders_, contact);
        end_phase(contact, t);
    }
    return opened_;
}

void HeldContacts::jolt(Index contact, double impulse, double energy_loss)
{
    Sticking& phase = phase_of(contact);
    phase.impulse += impulse;
    recorder_.received(contact, impulse, 0.0);
    phase.energy_loss += energy_loss;
}

void HeldContacts::press()
{
    for (std::size_t h = 0; h < carriers_.size(); ++h) {
        const Flight::Pressing pressing = flight_.pressing(h);
        Sticking& phase = phase_of(carriers_[h].contact);
        phase.impulse += pressing.impulse;
        recorder_.received(phase.contact, pressing.impulse, 0.0);
        phase.peak_force = std::max(phase.peak_force, pressing.peak);
    }
}

void HeldContacts::still()
{
    group_.clear();
    for (const Hold& hold : carriers_) group_.push_back(hold.contact);
    const auto n = static_cast<Index>(group_.size());
    if (n == 0 || !has_mobility()) return;
    Vector u(n);
    for (Index i = 0; i < n; ++i) u(i) = flight_.rate(group_[i]);
    const Vector p = -G_.topLeftCorner(n, n).ldlt().solve(u);
    flight_.strike(group_, p);
    for (Index i = 0; i < n; ++i) phase_of(group_[i]).energy_loss -= 0.5 * p(i) * u(i);
}

void HeldContacts::finish(double t)
{
    for (Sticking& phase : phases_) {
        phase.end = t;
        phase.is_over = false;
        recorder_.sticking(phase);
    }
}

Sticking& HeldContacts::phase_of(Index contact)
{
    return *std::find_if(phases_.begin(), phases_.end(),
                         [contact](const Sticking& phase) { return phase.contact == contact; });
}

void HeldContacts::end_phase(Index contact, double t)
{
    Sticking& phase = phase_of(contact);
    phase.end = t;
    recorder_.sticking(phase);
    phases_.erase(phases_.begin() + (&phase - phases_.data()));
}

Vector HeldContacts::on_carriers(Index contact)
{
    group_.clear();
    for (const Hold& hold : carriers_) group_.push_back(hold.contact);
    group_.push_back(contact);
    const auto n = static_cast<Index>(carriers_.size());
    if (!has_mobility()) return Vector::Zero(n);
    return G_.topLeftCorner(n, n).ldlt().solve(G_.col(n).head(n));
}

// That of the group, into G_.
bool HeldContacts::has_mobility()
{
    const auto n = static_cast<Index>(group_.size());
    if (n > G_.rows()) G_.resize(2 * n, 2 * n);
    return flight_.mobility(group_, G_);
}

bool HeldContacts::is_independent(Index contact)
{
    if (carriers_.empty()) return true;
    const Vector c = on_carriers(contact);
    const auto n = static_cast<Index>(carriers_.size());
    return G_(n, n) - c.dot(G_.col(n).head(n)) > dependent * G_(n, n);
}

}  // namespace rebond
