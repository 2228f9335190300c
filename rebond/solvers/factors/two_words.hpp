// Sums of products to twice the digits of a double, for differences that its own would lose.
//
// A number is the sum of two doubles, of which the second is the rounding of the first. Products by the fused
// multiply-add, sums by Knuth's: both are exact except for the last place of the second word.
#pragma once

#include <cmath>

namespace rebond {

class TwoWords {
public:
    // Adds a b c.
    void add_product(double a, double b, double c)
    {
        const double ab = a * b, ab_rest = std::fma(a, b, -ab);
        const double abc = ab * c, abc_rest = std::fma(ab, c, -abc);
        add(abc, abc_rest + ab_rest * c);
    }

    double value() const { return first_ + second_; }

private:
    void add(double first, double second)
    {
        const double sum = first_ + first;
        const double part = sum - first_;
        second_ += (first_ - (sum - part)) + (first - part) + second;
        first_ = sum;
    }

    double first_ = 0.0, second_ = 0.0;
};

}  // namespace rebond
