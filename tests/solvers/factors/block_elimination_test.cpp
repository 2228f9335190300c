#include "rebond/solvers/factors/block_elimination.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace rebond {
namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

// Blocks in a square grid, each coupled with its neighbours, not symmetric in values.
TEST(BlockElimination, solves_what_dense_factors_solve)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    BlockElimination factors;
    for (const Index side : {1, 3, 6, 4}) {
        const Index n = side * side;
        Pairs pairs;
        for (Index i = 0; i < n; ++i) {
            if (i % side + 1 < side) pairs.emplace_back(i, i + 1);
            if (i + side < n) pairs.emplace_back(i + side, i);
        }
        factors.lay_out(n, pairs);
        factors.set_zero();
        Matrix A = Matrix::Zero(3 * n, 3 * n);
        const auto add = [&](Index i, Index j, double diagonal) {
            Eigen::Matrix3d block;
            for (double& x : block.reshaped()) x = normal(random);
            block.diagonal().array() += diagonal;
            factors.add(i, j, block);
            A.block<3, 3>(3 * i, 3 * j) += block;
        };
        for (Index i = 0; i < n; ++i) add(i, i, 20.0);
        for (const auto& [i, j] : pairs) {
            add(i, j, 0.0);
            add(j, i, 0.0);
        }
        Vector b(3 * n);
        for (double& x : b) x = normal(random);
        Vector x = b;
        ASSERT_TRUE(factors.factor());
        factors.solve(x);
        EXPECT_LE((x - A.partialPivLu().solve(b)).cwiseAbs().maxCoeff(), 1e-14) << side;  // rounding
    }
}

TEST(BlockElimination, says_so_where_a_block_is_singular_or_no_number)
{
    BlockElimination factors;
    factors.lay_out(2, {{0, 1}});
    factors.set_zero();
    factors.add(0, 0, Eigen::Matrix3d::Identity());
    EXPECT_FALSE(factors.factor());
    factors.set_zero();
    factors.add(0, 0, Eigen::Matrix3d::Identity());
    factors.add(1, 1, Eigen::Matrix3d::Constant(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_FALSE(factors.factor());
}

}  // namespace
}  // namespace rebond
