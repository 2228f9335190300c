// What the checks want to know of contacts with friction in one run: the worst violation of each law.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

// Impulses of steps are compared with the largest that any contact received in one step so far, those of
// impacts with all that a contact received in the run.
class FrictionWitness final : public rebond::Recorder {
public:
    explicit FrictionWitness(const rebond::Problem& problem)
        : problem_(problem),
          received_(problem.contacts.size(), {0.0, 0.0}),
          slidings_(problem.contacts.size())
    {
        for (const rebond::Contact& contact : problem.contacts) is_rough_ |= rebond::is_rough(contact);
    }

    void arrival(const rebond::Instant& before) override
    {
        is_impact_ = is_located_ = true;
        if (before.t() != instant_) end_instant();  // of several at one instant one alone may gain
        instant_ = before.t();
    }
    void contact_begins(rebond::Index /*contact*/, double /*t*/) override { ++lasting_; }
    void sustained(const rebond::SustainedContact& /*phase*/) override { --lasting_; }
    void change(const rebond::ContactChange& change) override
    {
        slidings_[static_cast<std::size_t>(change.contact)] = change.to;
    }
    void impact(const rebond::Impact& impact) override
    {
        lost_at_once_ += impact.energy_loss;
        if (!is_located_) --lasting_;
        const double mu = problem_.contacts[static_cast<std::size_t>(impact.contact)].law.friction;
        all_of_impacts_ += impact.impulse;
        coulomb_of_impacts_ = std::max(coulomb_of_impacts_, std::abs(impact.friction) - mu * impact.impulse);
    }
    void received(rebond::Index contact, double normal, double friction) override
    {
        const auto k = static_cast<std::size_t>(contact);
        received_[k][0] += normal;
        received_[k][1] += friction;
        if (normal == 0.0 && friction == 0.0) return;
        most_ = std::max({most_, std::abs(normal), std::abs(friction)});
        const double mu = problem_.contacts[k].law.friction;
        if (is_impact_) {  // told by impact(), but for what contacts that stay closed took
            is_shared_ = is_shared_ || slidings_[k].has_value();
            return;
        }
        coulomb_ = std::max(coulomb_, (std::abs(friction) - mu * normal) / most_);
        if (!slidings_[k]) return;
        const double s = rebond::direction_of(*slidings_[k]);
        if (s != 0.0) opposes_ = std::max(opposes_, std::abs(friction + mu * s * normal) / most_);
    }
    void step(const rebond::Instant& now) override
    {
        is_impact_ = false;
        // Impacts that are steps with an impulse are of one instant where they overlap: what one contact of a
        // wedge gives in a step another takes.
        if (is_located_ || lasting_ == 0) end_instant();
        if (now.t() != here_) end_step();  // impacts that follow at one instant change what one leaves
        here_ = now.t();
        creeps_here_ = slides_back_here_ = 0.0;
        for (std::size_t k = 0; is_rough_ && k < slidings_.size(); ++k) {
            const rebond::Contact& contact = problem_.contacts[k];
            fastest_ = std::max(fastest_, rebond::speeds_in(contact.slide, now.t(), now.q(), now.v()));
            if (!slidings_[k]) continue;
            const double u = rebond::rate_at(contact.slide, now.t(), now.q(), now.v());
            if (*slidings_[k] == rebond::Sliding::sticks) creeps_here_ = std::max(creeps_here_, std::abs(u));
            slides_back_here_ = std::max(slides_back_here_, -rebond::direction_of(*slidings_[k]) * u);
        }
    }

    void tell(nlohmann::ordered_json& told)
    {
        end_step();
        double most = all_of_impacts_;
        for (const auto& [normal, friction] : received_) most = std::max(most, normal);
        told["received"] = received_;
        told["friction"] = {
            {"coulomb", coulomb_}, {"coulomb_of_impacts", most > 0.0 ? coulomb_of_impacts_ / most : 0.0},
            {"opposes", opposes_}, {"slides_back", slides_back_},
            {"creeps", creeps_},   {"fastest", fastest_},
            {"gained", gained_}};
    }

private:
    void end_instant()
    {
        if (!is_shared_) gained_ = std::max(gained_, -lost_at_once_);
        lost_at_once_ = 0.0;
        is_shared_ = false;
    }

    void end_step()
    {
        creeps_ = std::max(creeps_, creeps_here_);
        slides_back_ = std::max(slides_back_, slides_back_here_);
    }

    const rebond::Problem& problem_;
    std::vector<std::array<double, 2>> received_;           // of each contact, (normal, friction) [N s]
    std::vector<std::optional<rebond::Sliding>> slidings_;  // none: open
    bool is_rough_ = false, is_impact_ = false;
    bool is_located_ = false;                            // whether the scheme tells where its impacts are
    int lasting_ = 0;                                    // contacts under way
    double most_ = 0.0;                                  // [N s]
    double coulomb_ = 0.0;                               // |T| − μN over a step [-]
    double coulomb_of_impacts_ = 0.0;                    // the same of impacts [N s]
    double all_of_impacts_ = 0.0;                        // their normal impulses [N s]
    double opposes_ = 0.0;                               // |T + μsN| of contacts that slide over a step [-]
    double slides_back_ = 0.0;                           // −s u_t of contacts that slide [m/s]
    double creeps_ = 0.0;                                // |u_t| of contacts that stick [m/s]
    double creeps_here_ = 0.0, slides_back_here_ = 0.0;  // at `here_`, so far
    double here_ = -1.0;                                 // of the last state told [s]
    double fastest_ = 0.0;                               // that surfaces have moved [m/s]
    double gained_ = 0.0;                                // the most that impacts of one instant gave [J]
    double lost_at_once_ = 0.0;                          // at `instant_`, so far [J]
    bool is_shared_ = false;                             // then, with contacts that stay closed
    double instant_ = -1.0;                              // of the last impacts [s]
};
