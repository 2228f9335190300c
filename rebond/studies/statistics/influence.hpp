// How far a factor moves a number that scatters for other reasons, too.
//
// With x_es the number at value e of the factor from start s, and bars for means,
//
//     spread             R = max_e x̄_e − min_e x̄_e                                                  (1)
//
// Means of few numbers differ by chance. If the factor did nothing, k values of it with n starts each would
// give on average
//
//     spread by chance   R₀ = c_k σ / √n,      c_k = ∫ 1 − Φ(z)^k − (1 − Φ(z))^k dz                  (2)
//
// with c_k the mean range of k standard normal numbers and σ the scatter that neither factor nor start
// explains,
//
//     σ² = Σ (x_es − x̄_e − x̄_s + x̄)² / ((k − 1)(n − 1))                                             (3)
//
// All values share the starts, so that what a start does to all alike is in neither R nor σ.
#pragma once

#include "rebond/studies/design/value.hpp"
#include "rebond/studies/statistics/spread.hpp"

#include <map>
#include <optional>

namespace rebond {

class Influence {
public:
    void add(const Value& factor, const Value& start, double x);

    // Whether a value of the factor has several numbers.
    bool has_means() const;

    // (1); nothing with fewer than two values of the factor.
    std::optional<double> spread() const;

    // (2); nothing unless each value has one number from each of the same two starts or more.
    std::optional<double> spread_by_chance() const;

private:
    std::map<Value, Spread> by_factor_;
    std::map<Value, Spread> by_start_;
    std::map<std::pair<Value, Value>, Spread> by_both_;
};

}  // namespace rebond
