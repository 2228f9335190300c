// Words every room uses.
#pragma once

#include <Eigen/Core>

namespace rebond {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector2 = Eigen::Vector2d;

}  // namespace rebond
