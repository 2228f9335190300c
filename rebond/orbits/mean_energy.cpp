#include "rebond/orbits/mean_energy.hpp"

#include "rebond/solvers/polynomials/gauss_collocation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {

double energy_over(const OrbitSystem& system, const LinearFlow& flow, const FlowMotion& motion, double length)
{
    if (!(length > 0.0)) return 0.0;
    const ComplexVector& lambda = flow.signal_exponents();
    const double fastest = lambda.size() > 0 ? lambda.cwiseAbs().maxCoeff() : 0.0;
    const int pieces = std::max(1, static_cast<int>(std::ceil(length * fastest / (0.5 * std::numbers::pi))));
    const GaussCollocation gauss;
    const double piece = length / pieces;
    double sum = 0.0;
    for (int i = 0; i < pieces; ++i)
        for (int j = 0; j < GaussCollocation::stages; ++j)
            sum += piece * gauss.velocity_end[j] *
                   system.energy(flow.state(motion, piece * (i + gauss.node[j])));
    return sum;
}

double mean_energy(const OrbitSystem& system, const ImpactMotion& motion,
                   const std::vector<FlowMotion>& flights)
{
    double sum = 0.0;
    for (Index i = 0; i < motion.count(); ++i) {
        const Index next = (i + 1) % motion.count();
        double length = motion.times(next) - motion.times(i);
        if (next <= i) length += motion.period;
        sum += energy_over(system, system.free(), flights[i], length);
    }
    return sum / motion.period;
}

}  // namespace rebond
