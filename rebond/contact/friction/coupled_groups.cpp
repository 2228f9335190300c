#include "rebond/contact/friction/coupled_groups.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double uncoupled = 1e-14;  // of the mobilities of two contacts [-]

}  // namespace

Index find_groups(const Matrix& G, Index contacts, std::vector<Index>& groups)
{
    groups.assign(static_cast<std::size_t>(contacts), -1);
    const auto are_coupled = [&](Index i, Index j) {
        const double own = std::max(G(2 * i, 2 * i), G(2 * i + 1, 2 * i + 1));
        const double other = std::max(G(2 * j, 2 * j), G(2 * j + 1, 2 * j + 1));
        return G.block<2, 2>(2 * i, 2 * j).cwiseAbs().maxCoeff() > uncoupled * std::sqrt(own * other);
    };
    Index count = 0;
    for (Index first = 0; first < contacts; ++first) {
        if (groups[first] >= 0) continue;
        groups[first] = count;
        // Whoever joins may bring in those before it.
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            for (Index i = first; i < contacts; ++i) {
                if (groups[i] != count) continue;
                for (Index j = first + 1; j < contacts; ++j) {
                    if (groups[j] >= 0 || !are_coupled(i, j)) continue;
                    groups[j] = count;
                    has_grown = true;
                }
            }
        }
        ++count;
    }
    return count;
}

}  // namespace rebond
