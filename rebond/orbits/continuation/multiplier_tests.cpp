#include "rebond/orbits/continuation/multiplier_tests.hpp"

#include <algorithm>

namespace rebond {
namespace {

constexpr double complex_part = 1e-7;  // of a multiplier that is one of a pair [-]

}  // namespace

void add_multiplier_tests(const Orbit& orbit, bool conserves, std::vector<SpecialTest>& tests)
{
    std::complex<double> product = 1.0;
    double largest = 0.0;
    for (const std::complex<double> mu : orbit.multipliers) {
        product *= 1.0 + mu;
        if (mu.imag() > complex_part) largest = std::max(largest, std::abs(mu));
    }
    tests.push_back({SpecialKind::flip, 0, product.real()});
    if (largest > 0.0 && !conserves) tests.push_back({SpecialKind::neimark_sacker, 0, largest - 1.0});
}

}  // namespace rebond
