// Bursts within bursts: how low a bounce is over.
//
// Where several bodies settle on each other, each low bounce of one contact starts those of its neighbours
// anew: sequences of thirty bounces nest to thousands and millions that no measurement would tell from rest.
// Low bounces are counted in N. One that an impact of another contact has disturbed adds 1. Any other adds
// 0.01, since such bounces end by themselves where energy is lost. After a part s of the run N may be 200 +
// 1000 s. Beyond that, the height up to which bounces count as rest grows beyond the rounding of the gap,
//
//     height = rounding · (N / (200 + 1000 s))⁸,      at most 10⁷ roundings,                           (1)
//
// some 1e-8 of the lengths in the scene. The numbers are by trial: heaps of twenty balls settle in seconds,
// and contacts that settle by themselves, as a ball with e = 0.99, are not affected.
#pragma once

#include "rebond/core/types.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace rebond {

class NestedBursts {
public:
    explicit NestedBursts(std::size_t contacts) : hops_(contacts, 0) {}

    // Contact k leaves and will rise by `rise` [m]; its gap has that rounding [m]. `was_disturbed`: an impact
    // elsewhere changed its last bounce.
    void leave(Index k, double rise, double rounding, bool was_disturbed)
    {
        constexpr double low = 1e9;  // roundings [-]
        auto& hops = hops_[static_cast<std::size_t>(k)];
        if (rise > low * rounding) {
            hops = 0;
            return;
        }
        ++hops;
        turns_ += was_disturbed ? 1.0 : 0.01;
    }

    // An impact elsewhere changes the velocity of contact k.
    void disturb(Index k)
    {
        constexpr long many = 1000;
        auto& hops = hops_[static_cast<std::size_t>(k)];
        if (hops > many) disturbed_hops_ = std::max(disturbed_hops_, hops);
        hops = 0;
    }

    // (1), of a gap with that rounding [m], after a part of the run [-].
    double height(double rounding, double part) const
    {
        constexpr double at_once = 200.0, in_a_run = 1000.0;  // turns
        constexpr double most = 1e7;                          // roundings
        const double excess = turns_ / (at_once + in_a_run * part);
        return excess > 1.0 ? std::min(std::pow(excess, 8), most) * rounding : rounding;
    }

    // A bounce of less than that height [m] is taken as rest; its gap has that rounding [m].
    void end(double height, double rounding)
    {
        if (height > rounding) greatest_ = std::max(greatest_, height);
    }

    // The greatest height [m] beyond rounding that ended a bounce; zero if none did.
    double greatest() const { return greatest_; }

    // Hops of a contact near rounding before an impact elsewhere, when rounding decided whether the contact
    // was open or closed; zero if few.
    long disturbed_hops() const { return disturbed_hops_; }

private:
    double turns_ = 0.0;      // N
    std::vector<long> hops_;  // low ones in a row, per contact
    long disturbed_hops_ = 0;
    double greatest_ = 0.0;
};

}  // namespace rebond
