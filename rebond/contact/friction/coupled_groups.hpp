// Which contacts of an instant move each other: impulses at contacts of one group change nothing at those of
// another, so each group is an impact of its own.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

// groups[i] ← the number of contact i's group, from 0 in the order of their first contacts. G has two rows
// for each of `contacts`. What rounding leaves of a mobility couples nothing. Returns how many groups there
// are.
Index find_groups(const Matrix& G, Index contacts, std::vector<Index>& groups);

}  // namespace rebond
