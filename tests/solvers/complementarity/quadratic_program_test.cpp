#include "rebond/solvers/complementarity/quadratic_program.hpp"

#include "allocation_count.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

namespace rebond::test {
namespace {

struct Program {
    Matrix H;
    Vector g;
    Matrix C;
    Vector d;
};

struct Answer {
    ProgramOutcome outcome = {};
    Vector x = {}, y = {};
};

Answer solve(const Program& program)
{
    Answer answer{.x = Vector::Zero(program.g.size()), .y = Vector::Zero(program.d.size())};
    QuadraticProgram solver(program.g.size(), program.d.size());
    answer.outcome = solver.solve(program.H, program.g, program.C, program.d, answer.x, answer.y);
    return answer;
}

double value(const Program& program, const Vector& x)
{
    return 0.5 * x.dot(program.H * x) + program.g.dot(x);
}

// The least value over all sets of constraints that may hold with equality: every stationary point of a face
// that is feasible. None if there is none.
std::optional<double> least_by_hand(const Program& program)
{
    std::optional<double> least;
    const Index n = program.g.size(), m = program.d.size();
    for (unsigned set = 0; set < (1u << m); ++set) {
        std::vector<Index> active;
        for (Index k = 0; k < m; ++k)
            if (set >> k & 1u) active.push_back(k);
        const auto q = static_cast<Index>(active.size());
        if (q > n) continue;
        Matrix K = Matrix::Zero(n + q, n + q);
        Vector r(n + q);
        K.topLeftCorner(n, n) = program.H;
        r.head(n) = -program.g;
        for (Index i = 0; i < q; ++i) {
            K.block(n + i, 0, 1, n) = program.C.row(active[i]);
            K.block(0, n + i, n, 1) = program.C.row(active[i]).transpose();
            r(n + i) = program.d(active[i]);
        }
        const Vector x = K.fullPivLu().solve(r).head(n);
        const bool is_solution = (K * K.fullPivLu().solve(r) - r).norm() <= 1e-8 * (1.0 + r.norm());
        if (!is_solution || (program.C * x - program.d).minCoeff() < -1e-9) continue;
        if (!least || value(program, x) < *least) least = value(program, x);
    }
    return least;
}

Program random_program(std::mt19937_64& random, Index n, Index m, Index rank)
{
    std::normal_distribution<double> normal;
    const auto draw = [&] { return normal(random); };
    const Matrix B = Matrix::NullaryExpr(n, rank, draw);
    Program program{.H = B * B.transpose(),
                    .g = B * Vector::NullaryExpr(rank, draw),  // bounded below
                    .C = Matrix::NullaryExpr(m, n, draw),
                    .d = Vector::NullaryExpr(m, draw)};
    return program;
}

TEST(QuadraticProgram, without_binding_constraints_it_is_a_linear_system)
{
    const Program program{.H = (Matrix(2, 2) << 2.0, 1.0, 1.0, 3.0).finished(),
                          .g = Vector2(-1.0, 2.0),
                          .C = Matrix::Identity(2, 2),
                          .d = Vector2(-10.0, -10.0)};
    const Answer answer = solve(program);
    ASSERT_TRUE(answer.outcome.solved());
    EXPECT_LT((answer.x - Vector2(1.0, -1.0)).norm(), 1e-14);  // rounding
    EXPECT_EQ(answer.y, Vector2(0.0, 0.0));
}

TEST(QuadraticProgram, the_nearest_point_of_a_polygon_is_found)
{
    // The point of x ≥ 1, y ≥ 0, x + y ≥ 3 nearest to the origin.
    const Program program{.H = Matrix::Identity(2, 2),
                          .g = Vector2(0.0, 0.0),
                          .C = (Matrix(3, 2) << 1.0, 0.0, 0.0, 1.0, 1.0, 1.0).finished(),
                          .d = Eigen::Vector3d(1.0, 0.0, 3.0)};
    const Answer answer = solve(program);
    ASSERT_TRUE(answer.outcome.solved());
    EXPECT_LT((answer.x - Vector2(1.5, 1.5)).norm(), 1e-14);
    EXPECT_LT((answer.y - Eigen::Vector3d(0.0, 0.0, 1.5)).norm(), 1e-14);
}

TEST(QuadraticProgram, its_minimum_is_the_least_over_all_faces)
{
    std::mt19937_64 random(1);
    int feasible = 0;
    for (int trial = 0; trial < 500; ++trial) {
        const Index n = 1 + trial % 4, m = 1 + trial % 7;
        const Program program = random_program(random, n, m, n);
        const auto least = least_by_hand(program);
        const Answer answer = solve(program);
        if (!least) {
            EXPECT_EQ(answer.outcome.status, ProgramStatus::infeasible) << trial;
            continue;
        }
        ++feasible;
        ASSERT_TRUE(answer.outcome.solved()) << trial;
        // The faces are solved without care for conditioning.
        EXPECT_NEAR(value(program, answer.x), *least, 1e-6 * (1.0 + std::abs(*least))) << trial;
    }
    EXPECT_GT(feasible, 200);
}

TEST(QuadraticProgram, singular_objectives_and_repeated_rows_are_solved_too)
{
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 500; ++trial) {
        const Index n = 2 + trial % 10;
        Program program = random_program(random, n, 2 * n, 1 + trial % n);
        program.H.diagonal().array() += trial % 2 ? 0.0 : 1e-3;
        program.C.bottomRows(n) = program.C.topRows(n);
        program.d.tail(n) = program.d.head(n);
        const Answer answer = solve(program);
        ASSERT_TRUE(answer.outcome.solved()) << trial;
        // (2), from the answer alone.
        const double size = program.g.cwiseAbs().maxCoeff() + program.d.cwiseAbs().maxCoeff();
        EXPECT_LT((program.H * answer.x + program.g - program.C.transpose() * answer.y).cwiseAbs().maxCoeff(),
                  1e-7 * size);
        EXPECT_GT((program.C * answer.x - program.d).minCoeff(), -1e-8 * size);
        EXPECT_GE(answer.y.minCoeff(), 0.0);
    }
}

TEST(QuadraticProgram, contradictions_are_told_from_difficulties)
{
    Program program{.H = Matrix::Identity(1, 1),
                    .g = Vector::Zero(1),
                    .C = (Matrix(2, 1) << 1.0, -1.0).finished(),
                    .d = Vector2(1.0, 0.0)};  // x ≥ 1 and x ≤ 0
    const Answer answer = solve(program);
    EXPECT_EQ(answer.outcome.status, ProgramStatus::infeasible);
    EXPECT_EQ(answer.x, Vector::Zero(1));
    program.d(0) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(solve(program).outcome.status, ProgramStatus::unsettled);
}

TEST(QuadraticProgram, units_do_not_matter)
{
    std::mt19937_64 random(3);
    Program program = random_program(random, 6, 9, 6);
    const Answer plain = solve(program);
    ASSERT_TRUE(plain.outcome.solved());
    const Vector unit = (Vector(6) << 1e-9, 1.0, 1e6, 1e-3, 1e12, 10.0).finished();
    program.H = unit.asDiagonal() * program.H * unit.asDiagonal();
    program.g = unit.asDiagonal() * program.g;
    program.C = program.C * unit.asDiagonal();
    const Answer scaled = solve(program);
    ASSERT_TRUE(scaled.outcome.solved());
    EXPECT_LT((unit.asDiagonal() * scaled.x - plain.x).norm(), 1e-9 * plain.x.norm());
}

TEST(QuadraticProgram, solving_allocates_nothing)
{
    std::mt19937_64 random(4);
    const Program program = random_program(random, 20, 41, 12);
    Vector x(20), y(41);
    QuadraticProgram solver(20, 41);
    const long before = allocations();
    const ProgramOutcome outcome = solver.solve(program.H, program.g, program.C, program.d, x, y);
    EXPECT_EQ(allocations(), before);
    EXPECT_NE(outcome.status, ProgramStatus::unsettled);
}

}  // namespace
}  // namespace rebond::test
