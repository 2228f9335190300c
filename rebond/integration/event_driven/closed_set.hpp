// Contacts that stay closed: those that carry a reaction, and those that ride along.
//
// The gradients of the independent are linearly independent, so that their reactions are unique. A contact
// whose gradient is a combination of theirs,
//
//     w_r = Σ c_j w_j                                                                               (1)
//
// stays closed while they do and carries nothing: it rides, as the fourth leg of a table does. Whether it is
// one is a matter of the gradients alone, whatever the masses: an orthonormal basis of those of the
// independent tells. When the reaction of carrier h vanishes, a rider with c_h < 0 can press in its place and
// takes it over; if there is none, h opens, and with it the riders with c_h > 0.
#pragma once

#include "rebond/integration/flights/flight.hpp"
#include "rebond/integration/recorder.hpp"

#include <vector>

namespace rebond {

// Contacts that touch at one instant; more take more memory.
inline constexpr Index usual_at_once = 64;

class ClosedSet {
public:
    // Both must outlive it. `most` is how many are held at a time; more make it grow.
    ClosedSet(Flight& flight, Recorder& recorder, std::size_t most);

    const std::vector<Hold>& independent() const { return independent_; }
    std::vector<Hold>& independent() { return independent_; }
    bool is_closed(Index contact) const;

    // From t [s] on just these contacts are held; the first of them carry rather than the last.
    void close_only(const std::vector<Index>& contacts, double t);

    // One more.
    void close(Index contact, double t);

    // The reaction of carrier h has vanished at t. The contacts that open, none if another carries now.
    const std::vector<Index>& release(std::size_t h, double t);

    // Contact k, which is held, received an impulse [N s] and lost energy [J] in an impact elsewhere.
    void jolt(Index contact, double impulse, double energy_loss);

    // Carriers have pressed during the landing of the flight.
    void press();

    // Takes what is left of the independent' normal velocities, which are to be zero, and books its energy.
    void still();

    // The run is over at t; what is held was cut off.
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
    std::vector<Hold> independent_;
    std::vector<Index> redundant_;
    std::vector<SustainedContact> phases_;  // of both
    std::vector<Index> opened_;
    std::vector<Vector> basis_;  // orthonormal, of the gradients of the independent in their order, or stale
    std::vector<Vector> on_basis_;   // those gradients in it
    Vector gradient_, projections_;  // of one contact
    std::vector<Index> group_;       // independent
    Matrix G_;                       // their mobility
};

}  // namespace rebond
