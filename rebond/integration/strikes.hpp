// Contacts that meet at one instant: their strikes, and which of them stay closed.
//
// Those that touch strike together, with those that are held and those that rounding does not tell from them.
// A strike may make another contact at zero gap approach: it strikes next, at the same instant, and so on
// until none approaches. Then each contact parts or stays. Bounces too low to be told from rounding are
// completed, which ends accumulations.
#pragma once

#include "rebond/contact/closed_contacts.hpp"
#include "rebond/integration/held_contacts.hpp"
#include "rebond/integration/outcome.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Why a run cannot go on.
struct Failure {
    Status status;
    std::string reason;
};

class Strikes {
public:
    // All must outlive it; `departures` are those of the next step.
    Strikes(const Problem& problem, Flight& flight, Recorder& recorder, HeldContacts& held,
            std::vector<Departure>& departures);

    // The contacts `touched`, whose gaps are zero by definition, meet at t [s], where the flight is.
    [[nodiscard]] std::optional<Failure> meet(const std::vector<Index>& touched, double t);

    // The largest of any strike so far, of its law and in velocities [-]; none before the first.
    std::optional<double> residual() const { return residual_; }

    // Whether the outward law asked for less than its inequality in any strike so far.
    bool was_scaled_down() const { return least_share_ < 1.0; }

private:
    Index contacts() const { return static_cast<Index>(problem_.contacts.size()); }
    void gather(bool all);
    double approach() const;
    bool gives_all_back() const;
    std::optional<Failure> strike();
    double missed_velocity() const;
    [[nodiscard]] bool complete_accumulations();
    bool bounces_below_rounding(Index i) const;
    void record_impacts();
    void part();
    void renew_departures();

    const Problem& problem_;
    Flight& flight_;
    Recorder& recorder_;
    HeldContacts& held_;
    std::vector<Departure>& departures_;
    bool touching_strike_together_;     // whether they part or not
    double t_ = 0.0;                    // of the meeting [s]
    std::vector<Index> touched_;        // at zero gap by definition
    std::vector<double> last_impacts_;  // per contact [s]
    std::vector<double> rates_;         // per contact, before a strike [m/s]
    std::vector<char> is_disturbed_;    // per contact: another struck the body since its last impact
    ClosedContacts closed_;
    std::vector<Index> staying_;
    Vector struck_;
    bool has_settled_ = false;  // contacts come to rest with velocities that rounding has left
    double fastest_ = 0.0;      // speed of any contact at a strike so far [m/s]
    double slowest_ = 0.0;      // speed that is not rounding of those gathered [m/s]
    std::optional<double> residual_;
    double least_share_ = 1.0;  // of the outward inequality [-]
};

}  // namespace rebond
