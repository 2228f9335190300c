// What the checks want to know of contacts with friction in one run: the worst violation of each law.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

// Impulses are compared with the largest that any contact received in one step so far, velocities with the
// fastest that its surfaces have moved.
class FrictionWitness final : public rebond::Recorder {
public:
    explicit FrictionWitness(const rebond::Problem& problem)
        : problem_(problem),
          received_(problem.contacts.size(), {0.0, 0.0}),
          slidings_(problem.contacts.size()),
          fastest_(problem.contacts.size(), 0.0)
    {
        for (const rebond::Contact& contact : problem.contacts) is_rough_ |= rebond::is_rough(contact);
    }

    void arrival(const rebond::Instant& /*before*/) override { is_impact_ = true; }
    void change(const rebond::ContactChange& change) override
    {
        slidings_[static_cast<std::size_t>(change.contact)] = change.to;
    }
    void impact(const rebond::Impact& impact) override
    {
        gained_ = std::max(gained_, -impact.energy_loss);
        const double mu = problem_.contacts[static_cast<std::size_t>(impact.contact)].law.friction;
        most_ = std::max({most_, impact.impulse, std::abs(impact.friction)});
        if (most_ > 0.0)
            coulomb_of_impacts_ =
                std::max(coulomb_of_impacts_, (std::abs(impact.friction) - mu * impact.impulse) / most_);
    }
    void received(rebond::Index contact, double normal, double friction) override
    {
        const auto k = static_cast<std::size_t>(contact);
        received_[k][0] += normal;
        received_[k][1] += friction;
        if (normal == 0.0 && friction == 0.0) return;
        most_ = std::max({most_, std::abs(normal), std::abs(friction)});
        const double mu = problem_.contacts[k].law.friction;
        if (is_impact_) return;  // told by impact()
        coulomb_ = std::max(coulomb_, (std::abs(friction) - mu * normal) / most_);
        if (!slidings_[k]) return;
        const double s = rebond::direction_of(*slidings_[k]);
        if (s != 0.0) opposes_ = std::max(opposes_, std::abs(friction + mu * s * normal) / most_);
    }
    void step(const rebond::Instant& now) override
    {
        is_impact_ = false;
        for (std::size_t k = 0; is_rough_ && k < slidings_.size(); ++k) {
            const rebond::Contact& contact = problem_.contacts[k];
            fastest_[k] = std::max(fastest_[k], rebond::speeds_in(contact.slide, now.t(), now.v()));
            if (!slidings_[k] || fastest_[k] == 0.0) continue;
            const double u = rebond::rate_at(contact.slide, now.t(), now.q(), now.v()) / fastest_[k];
            if (*slidings_[k] == rebond::Sliding::sticks) creeps_ = std::max(creeps_, std::abs(u));
            slides_back_ = std::max(slides_back_, -rebond::direction_of(*slidings_[k]) * u);
        }
    }

    void tell(nlohmann::ordered_json& told) const
    {
        told["received"] = received_;
        told["friction"] = {{"coulomb", coulomb_}, {"coulomb_of_impacts", coulomb_of_impacts_},
                            {"opposes", opposes_}, {"slides_back", slides_back_},
                            {"creeps", creeps_},   {"gained", gained_}};
    }

private:
    const rebond::Problem& problem_;
    std::vector<std::array<double, 2>> received_;           // of each contact, (normal, friction) [N s]
    std::vector<std::optional<rebond::Sliding>> slidings_;  // none: open
    std::vector<double> fastest_;                           // [m/s]
    bool is_rough_ = false, is_impact_ = false;
    double most_ = 0.0;                // [N s]
    double coulomb_ = 0.0;             // |T| − μN over a step [-]
    double coulomb_of_impacts_ = 0.0;  // the same of impacts [-]
    double opposes_ = 0.0;             // |T + μsN| of contacts that slide over a step [-]
    double slides_back_ = 0.0;         // −s u_t of contacts that slide [-]
    double creeps_ = 0.0;              // |u_t| of contacts that stick [-]
    double gained_ = 0.0;              // the most that one impact gave [J]
};
