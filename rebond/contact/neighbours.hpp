// Pairs of discs that may touch: all i < j with
//
//     |x_i − x_j| ≤ r_i + r_j + s,        s the skin [m],                                                (1)
//
// at the positions at which the list was made. As long as no disc has moved by more than s/2 since then,
// every pair that touches is in the list, so it is made anew only when one has. The pairs are sorted: the
// same positions give the same list on any machine.
//
// The plane is cut into square cells of side 2 r_max + s, numbered row by row. The discs are sorted by their
// cells, and one pass compares each with those of its own cell, of the next one and of three in the next row.
// Time and memory are O(n) for discs of like size that do not overlap, whatever the extent of space: empty
// cells cost nothing. Where radii differ much the list is right, but a cell holds many small discs.
#pragma once

#include "rebond/core/types.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace rebond {

class Neighbours {
public:
    // Radii ≥ 0 and skin ≥ 0 [m].
    Neighbours(std::vector<double> radii, double skin);

    // Brings the list up to date for the positions q = (x_1, y_1, x_2, y_2, …) [m]; further coordinates, as
    // angles, are not looked at. True if the list was made anew. A disc whose position is not finite has no
    // neighbours. Allocates only where there are more pairs than ever before.
    bool renew(const Eigen::Ref<const Vector>& q);

    const std::vector<std::pair<Index, Index>>& pairs() const { return pairs_; }

private:
    // A disc and the number of its cell.
    struct Place {
        std::uint64_t cell = 0;
        Index disc = 0;
        Vector2 at = Vector2::Zero();
        double radius = 0.0;
    };

    bool has_moved(const Eigen::Ref<const Vector>& q) const;
    void place();
    void sort_places();
    void find_pairs();
    void compare(const Place& a, const Place& b);
    void sort_pairs();

    std::vector<double> radii_;
    double skin_, largest_ = 0.0;
    bool is_made_ = false;
    Vector made_at_;               // positions of the list
    std::uint64_t row_ = 0;        // cells in a row
    std::uint64_t last_cell_ = 0;  // that holds a disc
    std::vector<Place> places_, sorted_;
    std::vector<std::pair<Index, Index>> found_, pairs_;
    std::vector<std::size_t> starts_;  // of the pairs of each disc
};

}  // namespace rebond
