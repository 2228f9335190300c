// The set of closed contacts: independent ones, which have a reaction, and redundant ones.
//
// The gradients of the independent contacts are linearly independent, so that their reactions are unique. A
// contact whose gradient is a combination of theirs,
//
//     w_r = Σ c_j w_j                                                                               (1)
//
// is redundant: it stays closed while they do and has no reaction, like the fourth leg of a table. The
// gradients alone decide that, whatever the masses: an orthonormal basis of those of the independent contacts
// tells. When the reaction of the independent contact h vanishes, a redundant one with c_h < 0 can press in
// its place and replaces it. If there is none, h opens, and with it the redundant contacts with c_h > 0.
#pragma once

#include "rebond/integration/flights/flight.hpp"
#include "rebond/integration/recorder.hpp"

#include <vector>

namespace rebond {

// Contacts that touch at one instant; more take more memory.
inline constexpr Index usual_at_once = 64;

class ClosedSet {
public:
    // Both must outlive it. `most` is how many are closed at a time; more make it grow. With friction no
    // contact counts as redundant: the flight leaves those without a reaction that need none.
    ClosedSet(Flight& flight, Recorder& recorder, std::size_t most, bool has_friction);

    const std::vector<ClosedContact>& independent() const { return independent_; }
    std::vector<ClosedContact>& independent() { return independent_; }
    bool is_closed(Index contact) const;

    // From t [s] on just these contacts are closed; the first of them are independent rather than the last.
    void close_only(const std::vector<Index>& contacts, double t);

    // One more.
    void close(Index contact, double t);

    // The reaction of independent contact h has vanished at t. The contacts that open; none if a redundant
    // one replaces it.
    const std::vector<Index>& release(std::size_t h, double t);

    // Contact k, which is closed, received an impulse [N s] and lost energy [J] in an impact elsewhere.
    void jolt(Index contact, double impulse, double friction, double energy_loss);

    // Independent contacts have pressed during the landing of the flight. What sliding took, and what
    // obstacles that move gave.
    Work press();

    // Takes what is left of the independent contacts' normal velocities, which are to be zero, and records
    // the energy lost.
    void still();

    // The run is over at t; what is closed was cut off.
    void finish(double t);

private:
    void classify(Index contact);
    SustainedContact& phase_of(Index contact);
    void end_phase(Index contact, double t);
    void renew_basis();
    bool extend_basis(Index contact);
    Vector on_independent(Index contact);  // c of (1)

    Flight& flight_;
    Recorder& recorder_;
    bool has_friction_;
    std::vector<ClosedContact> independent_;
    std::vector<Index> redundant_;
    std::vector<SustainedContact> phases_;  // of both
    std::vector<Index> opened_;
    std::vector<Vector> basis_;      // orthonormal, of the gradients of independent_ in their order, or stale
    std::vector<Vector> on_basis_;   // those gradients in it
    Vector gradient_, projections_;  // of one contact
    std::vector<Index> group_;       // independent contacts
    Matrix G_;                       // their mobility
};

}  // namespace rebond
