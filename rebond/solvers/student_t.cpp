#include "rebond/solvers/student_t.hpp"

#include "rebond/core/error.hpp"

#include <cmath>
#include <numbers>

namespace rebond {

double student_chance_within(double t, long degrees_of_freedom)
{
    require(degrees_of_freedom >= 1 && t >= 0.0, "Student's distribution needs n ≥ 1 and t ≥ 0");
    const double n = static_cast<double>(degrees_of_freedom);
    const double theta = std::atan(t / std::sqrt(n));
    const double c = std::cos(theta);
    const bool is_odd = degrees_of_freedom % 2 == 1;

    double term = is_odd ? c : 1.0;
    double sum = 0.0;
    for (long power = is_odd ? 1 : 0; power <= degrees_of_freedom - 2; power += 2) {
        sum += term;
        const double k = static_cast<double>(power);
        term *= c * c * (k + 1.0) / (k + 2.0);
    }
    if (!is_odd) return std::sin(theta) * sum;
    return 2.0 / std::numbers::pi * (theta + std::sin(theta) * sum);
}

double student_bound(double chance, long degrees_of_freedom)
{
    require(chance > 0.0 && chance < 1.0, "a chance is between 0 and 1");
    // Bisection of the angle: the chance grows with it from 0 to 1.
    const double root = std::sqrt(static_cast<double>(degrees_of_freedom));
    double low = 0.0, high = 0.5 * std::numbers::pi;
    for (;;) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) return root * std::tan(middle);
        (student_chance_within(root * std::tan(middle), degrees_of_freedom) < chance ? low : high) = middle;
    }
}

}  // namespace rebond
