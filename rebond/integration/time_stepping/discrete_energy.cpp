#include "rebond/integration/time_stepping/discrete_energy.hpp"

#include "rebond/integration/time_stepping/loads_energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double rounding = 1e-7;  // of the energies: what (2) may miss [-]

}  // namespace

DiscreteEnergy::DiscreteEnergy(const Problem& problem, double step, PositionForces forces)
    : h_(step), forces_(forces)
{
    const auto* linear = problem.model->as_linear();
    if (linear == nullptr) return;
    system_ = &linear->system();
    unseen_ = rounding_of_loads * loads_energy(problem);
    q_next_ = Vector::Zero(linear->dofs());
    Kq_ = q_next_;
}

void DiscreteEnergy::compare(long n, const Vector& q, const Vector& v_after, double taken)
{
    q_next_ = q + h_ * v_after;
    const double load = -0.5 * (system_->force.dot(q) + system_->force.dot(q_next_));
    const double kinetic = 0.5 * system_->mass.form(v_after);
    double elastic = 0.0;
    if (forces_ == PositionForces::at_step) {
        system_->stiffness.multiply(q, Kq_);
        elastic = 0.5 * q_next_.dot(Kq_);
    } else {
        q_next_ = 0.5 * (q + q_next_);
        elastic = 0.5 * system_->stiffness.form(q_next_);
    }
    const double left = kinetic + elastic + load + taken;
    if (n == 0) start_ = left;
    scale_ = std::max({scale_, kinetic, std::abs(elastic), std::abs(load - system_->potential_at_zero)});
    worst_ = std::max(worst_, std::abs(left - start_));
}

std::vector<std::string> DiscreteEnergy::warnings() const
{
    std::vector<std::string> texts;
    if (system_ == nullptr) return texts;
    if (worst_ > std::max(rounding * scale_, unseen_))
        texts.push_back(
            fmt::format("the energy that the scheme conserves has changed by {:.2g} J of {:.2g} J: rounding "
                        "errors have grown; a larger step may help",
                        worst_, scale_));
    return texts;
}

}  // namespace rebond
