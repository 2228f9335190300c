// Coordinates of discs, body by body, and back: the centre of disc i is at 2i and 2i + 1, its angle, if they
// spin, at 2n + i.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

struct DiscBodies {
    Index count = 0;
    bool spins = false;

    Index body_of(Index coordinate) const
    {
        return coordinate < 2 * count ? coordinate / 2 : coordinate - 2 * count;
    }
    Index part_of(Index coordinate) const { return coordinate < 2 * count ? coordinate % 2 : 2; }

    void gather(const Vector& x, Vector& by_body) const
    {
        for (Index i = 0; i < count; ++i) {
            by_body.segment<2>(3 * i) = x.segment<2>(2 * i);
            by_body(3 * i + 2) = spins ? x(2 * count + i) : 0.0;
        }
    }
    Vector gathered(const Vector& x) const
    {
        Vector by_body(3 * count);
        gather(x, by_body);
        return by_body;
    }
    void scatter(const Vector& by_body, Vector& x) const
    {
        for (Index i = 0; i < count; ++i) {
            x.segment<2>(2 * i) = by_body.segment<2>(3 * i);
            if (spins) x(2 * count + i) = by_body(3 * i + 2);
        }
    }
};

}  // namespace rebond
