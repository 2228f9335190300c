// Equation (4) of moreau_jean.hpp: the velocity that gives back to some coordinates of a linear system what
// its contacts took.
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <vector>

namespace rebond {

class EnergyRestoration {
public:
    // To the coordinates named, over steps of h [s] with weight θ. `system` must outlive it.
    EnergyRestoration(const LinearSystem& system, const std::vector<Index>& corrected, double h,
                      double theta);

    // Adds the energy −c [J] to the state at the end of a step. False, with nothing changed, if that has no
    // solution.
    bool restore(double c, Vector& q, Vector& v) const;

private:
    std::vector<Index> corrected_;
    double lever_;        // h θ [s]
    double alpha_;        // [kg]
    Vector MI_, KI_;      // M I, K I
    double force_ = 0.0;  // f₀·I [N]
};

}  // namespace rebond
