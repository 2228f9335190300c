#include "integration/linear_problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "solvers/random_symmetric.hpp"

namespace rebond::test {
namespace {

std::size_t doubts_about(const Matrix& K, const Matrix& C)
{
    const Index n = K.rows();
    return Linear(linear_system(Matrix::Identity(n, n), K, Vector::Zero(n), C)).warnings().size();
}

TEST(LinearWarnings, doubts_negative_directions_of_stiffness_and_damping)
{
    const Matrix free_pair = (Matrix(2, 2) << 1e9, -1e9, -1e9, 1e9).finished();
    const Matrix saddle = (Matrix(2, 2) << 1.0, -2.0, -2.0, 1.0).finished();
    const Matrix swap = (Matrix(2, 2) << 0.0, 1.0, 1.0, 0.0).finished();
    const Matrix none = Matrix::Zero(2, 2);
    EXPECT_EQ(doubts_about(free_pair, none), 0u);
    EXPECT_EQ(doubts_about(none, none), 0u);
    EXPECT_EQ(doubts_about(free_pair, 0.1 * free_pair), 0u);
    EXPECT_EQ(doubts_about(saddle, none), 1u);
    EXPECT_EQ(doubts_about(swap, none), 1u);
    EXPECT_EQ(doubts_about(-free_pair, none), 1u);
    EXPECT_EQ(doubts_about(free_pair, saddle), 1u);
    EXPECT_EQ(doubts_about(saddle, saddle), 2u);
}

TEST(LinearWarnings, trusts_free_bodies_of_every_structure)
{
    for (const Index n : {3, 40, 300}) {
        Matrix K = anchored_row(n);
        K(0, 0) = 1.0;
        EXPECT_EQ(doubts_about(1e7 * K, 3.0 * K), 0u) << n;
    }
}

}  // namespace
}  // namespace rebond::test
