// Bursts within bursts: how low a bounce is over.
//
// Where several bodies settle on each other, each low bounce of one contact starts those of its neighbours
// anew: sequences of thirty bounces nest to thousands and millions that no measurement would tell from rest.
// Low bounces are counted, those that change from one contact to another as one and the others, which come
// to an end by themselves unless nothing is lost in them, as a hundredth. Where there are more of them, N,
// than a part s of the run is worth, the height up to which bounces count as rest grows beyond the rounding
// of the gap,
//
//     height = rounding · (N / (200 + 1000 s))⁸,      at most 10⁷ roundings,                           (1)
//
// some 1e-8 of the lengths in the scene. A contact that settles by itself is not affected.
#pragma once

#include "rebond/core/types.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

class NestedBursts {
public:
    // Contact k leaves to a height `rise` [m], its gap having that rounding [m].
    void leave(Index k, double rise, double rounding)
    {
        constexpr double low = 1e9;  // roundings [-]
        if (rise > low * rounding) return;
        ++low_;
        highest_ = std::max(highest_, rise);
        turns_ += k == last_ ? 0.01 : 1.0;
        last_ = k;
    }

    // (1), of a gap with that rounding [m], after a part of the run [-].
    double height(double rounding, double part)
    {
        constexpr double at_once = 200.0, in_a_run = 1000.0;  // turns
        constexpr double most = 1e7;                          // roundings
        const double excess = turns_ / (at_once + in_a_run * part);
        if (!(excess > 1.0)) return rounding;
        const double height = std::min(std::pow(excess, 8), most) * rounding;
        greatest_ = std::max(greatest_, height);
        return height;
    }

    // The greatest height [m] beyond rounding that was asked for; zero if none was.
    double greatest() const { return greatest_; }

    // Low bounces so far, and the highest of them [m].
    long low() const { return low_; }
    double highest() const { return highest_; }

private:
    double turns_ = 0.0;  // N
    long low_ = 0;
    double highest_ = 0.0;
    Index last_ = -1;  // contact that left low
    double greatest_ = 0.0;
};

}  // namespace rebond
