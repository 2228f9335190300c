#include "rebond/mechanics/linear/linear.hpp"

#include "integration/linear_problem.hpp"
#include "solvers/random_symmetric.hpp"

#include <Eigen/LU>

#include <numbers>

namespace rebond::test {
namespace {

struct Body {
    Matrix M, C, K;
    Vector f;
    Linear model;
};

Body random_body(Structure structure, Index n, unsigned seed)
{
    const auto M = random_entries(structure, n, seed), C = random_entries(structure, n, seed + 1),
               K = random_entries(structure, n, seed + 2);
    const Vector f = random_vector(n, seed + 3);
    return {dense_of(n, M), dense_of(n, C), dense_of(n, K), f,
            Linear({.mass = SymmetricMatrix(n, M),
                    .damping = SymmetricMatrix(n, C),
                    .stiffness = SymmetricMatrix(n, K),
                    .force = f,
                    .harmonics = {{.amplitude = random_vector(n, seed + 4), .frequency = 3.0, .phase = 0.5}},
                    .potential_at_zero = 1.25})};
}

TEST(Linear, residual_is_inverse_dynamics_of_dense_algebra)
{
    for (const Structure structure : every_structure)
        for (const Index n : {1, 2, 7, 60}) {
            const auto [M, C, K, f, model] = random_body(structure, n, 10);
            const auto dynamics = model.dynamics();
            const Vector q = random_vector(n, 1), v = random_vector(n, 2), a = random_vector(n, 3);
            const double t = 0.7;
            dynamics->place(t, q);
            Vector r(n);
            dynamics->residual(v, a, r);
            const Vector load = f + std::cos(3.0 * t + 0.5) * random_vector(n, 14);
            EXPECT_LT((r - (M * a + C * v + K * q - load)).norm(), 1e-11) << name_of(structure) << n;
            Vector Kv(n);
            dynamics->stiffness(v, Kv);
            EXPECT_LT((Kv - K * v).norm(), 1e-12 * (1.0 + K.norm()) * v.norm());
        }
}

TEST(Linear, solves_with_the_whole_derivative_of_its_residual)
{
    for (const Structure structure : every_structure)
        for (const Index n : {1, 2, 7, 60}) {
            const auto [M, C, K, f, model] = random_body(structure, n, 20);
            const auto dynamics = model.dynamics();
            EXPECT_TRUE(dynamics->solves_exactly());
            // Back and forth between factors: those of M are kept beside the others.
            for (const auto& [beta, gamma] : std::vector<std::pair<double, double>>{
                     {0.0, 0.0}, {0.3, 0.2}, {0.0, 0.2}, {0.0, 0.0}, {0.3, 0.2}}) {
                ASSERT_TRUE(dynamics->factor(beta, gamma));
                const Vector y = random_vector(n, 5);
                Vector x = y;
                dynamics->solve(x);
                const Matrix S = M + gamma * C + beta * K;
                EXPECT_LT((S * x - y).norm(), 1e-11 * (1.0 + S.norm() * x.norm()))
                    << name_of(structure) << n << ", " << beta << ", " << gamma;
            }
        }
}

TEST(Linear, accelerates_to_where_its_implicit_residual_vanishes)
{
    for (const Structure structure : every_structure)
        for (const Index n : {1, 2, 7, 60}) {
            const auto [M, C, K, f, model] = random_body(structure, n, 40);
            const auto dynamics = model.dynamics();
            const double t = 0.7, beta = 0.3, gamma = 0.2;
            const Vector q = random_vector(n, 6), v = random_vector(n, 7);
            Vector a = random_vector(n, 8), load(n);
            ASSERT_TRUE(dynamics->factor(beta, gamma));
            dynamics->accelerate(t, q, v, a);
            model.system().load_at(t, load);
            const Vector residual = M * a + C * (v + gamma * a) + K * (q + beta * a) - load;
            EXPECT_LT(residual.norm(), 1e-11 * (1.0 + (M + C + K).norm() * a.norm()))
                << name_of(structure) << n;
        }
}

TEST(Linear, knows_whether_its_damping_couples_modes)
{
    for (const Structure structure : every_structure) {
        const Index n = 40;
        const auto M = random_entries(structure, n, 50), K = random_entries(structure, n, 51);
        const auto damped = [&](const Matrix& C) {
            return Linear(linear_system(dense_of(n, M), dense_of(n, K), Vector::Zero(n), C));
        };
        const Matrix proportional = 0.1 * dense_of(n, M) + 0.02 * dense_of(n, K);
        EXPECT_TRUE(damped(Matrix::Zero(n, n)).has_modal_damping());
        EXPECT_TRUE(damped(proportional).has_modal_damping()) << name_of(structure);
        Matrix dashpot = proportional;
        dashpot(n / 2, n / 2) += 1e-3;
        // Diagonal matrices share their modes whatever they are.
        EXPECT_EQ(damped(dashpot).has_modal_damping(), structure == Structure::diagonal)
            << name_of(structure);
    }
}

TEST(Linear, forces_are_the_gradient_of_its_energy)
{
    // −∂E/∂q = f₀ − Kq and ∂E/∂v = Mv; central differences of a quadratic are exact to rounding.
    const Index n = 7;
    const auto [M, C, K, f, model] = random_body(Structure::banded, n, 30);
    const auto dynamics = model.dynamics();
    const Vector q = random_vector(n, 1), v = random_vector(n, 2);
    const auto energy = [&](const Vector& position, const Vector& velocity) {
        dynamics->place(0.0, position);
        return dynamics->energy(velocity).total();
    };
    const double d = 1e-2;
    for (Index i = 0; i < n; ++i) {
        const Vector unit = d * Vector::Unit(n, i);
        EXPECT_NEAR((energy(q + unit, v) - energy(q - unit, v)) / (2.0 * d), (K * q - f)(i), 1e-10);
        EXPECT_NEAR((energy(q, v + unit) - energy(q, v - unit)) / (2.0 * d), (M * v)(i), 1e-10);
    }
    EXPECT_DOUBLE_EQ(energy(Vector::Zero(n), Vector::Zero(n)), 1.25);
}

TEST(Linear, stays_placed_while_it_leaps)
{
    const Linear linear(linear_system((Matrix(2, 2) << 2.0, 0.5, 0.5, 1.0).finished(),
                                      (Matrix(2, 2) << 3.0, -1.0, -1.0, 2.0).finished(),
                                      vector({0.3, -0.2})));
    const auto dynamics = linear.dynamics();
    const Vector v = vector({1.0, 2.0});
    dynamics->place(0.0, vector({0.4, -0.7}));
    const double energy = dynamics->energy(v).total();
    Vector leaping = v, next = v;
    dynamics->leap(0.0, vector({9.0, 9.0}), 0.1, leaping, next);
    EXPECT_EQ(dynamics->energy(v).total(), energy);
}

TEST(Linear, is_conservative_without_damping_and_harmonics)
{
    const Matrix one = Matrix::Identity(2, 2);
    LinearSystem system = linear_system(one, one, vector({1.0, 2.0}));
    EXPECT_TRUE(Linear(system).is_conservative());
    system.harmonics.push_back({.amplitude = vector({1.0, 0.0})});
    EXPECT_FALSE(Linear(system).is_conservative());
    EXPECT_FALSE(Linear(linear_system(one, one, {}, one)).is_conservative());
}

TEST(Linear, loads_add_up)
{
    LinearSystem system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({1.0, 2.0}));
    system.harmonics = {
        {.amplitude = vector({3.0, 0.0}), .frequency = 2.0, .phase = 0.1},
        {.amplitude = vector({0.0, 4.0}), .frequency = 5.0, .phase = -std::numbers::pi / 2.0}};
    Vector f;
    for (const double t : {0.0, 0.3, 10.0}) {
        system.load_at(t, f);
        EXPECT_DOUBLE_EQ(f(0), 1.0 + 3.0 * std::cos(2.0 * t + 0.1));
        EXPECT_NEAR(f(1), 2.0 + 4.0 * std::sin(5.0 * t), 1e-13);
    }
}

TEST(Linear, refuses_factors_of_a_matrix_that_is_not_positive)
{
    const Matrix one = Matrix::Identity(1, 1);
    const Linear model(linear_system(one, -4.0 * one));
    const auto dynamics = model.dynamics();
    EXPECT_TRUE(dynamics->factor(0.1, 0.0));
    EXPECT_FALSE(dynamics->factor(0.5, 0.0));  // 1 − 2 < 0
    EXPECT_TRUE(dynamics->factor(0.1, 0.0));
    Vector x = vector({0.6});
    dynamics->solve(x);
    EXPECT_NEAR(x(0), 1.0, 1e-15);
}

TEST(Linear, has_an_outline_where_it_was_told_where_it_is)
{
    const LinearSystem system = linear_system(Matrix::Identity(2, 2), Matrix::Identity(2, 2));
    const Vector q = vector({0.5, -0.25});
    EXPECT_TRUE(Linear(system).outline(q).empty());
    const Linear placed(system, {{.place = {1.0, 2.0}, .coordinates = {-1, 1}},
                                 {.place = {3.0, 4.0}, .coordinates = {0, -1}}});
    EXPECT_EQ(placed.outline(q), (std::vector<Vector2>{{1.0, 1.75}, {3.5, 4.0}}));
}

TEST(Linear, accurate_flight_follows_its_modes)
{
    const Matrix M = (Matrix(3, 3) << 2.0, 0.5, 0.0, 0.5, 1.0, 0.1, 0.0, 0.1, 3.0).finished();
    const Matrix K = anchored_row(3);
    const Vector f = vector({0.5, -1.0, 2.0}), q = vector({1.0, -0.5, 0.3}), v = vector({0.0, 2.0, -1.0});
    const State end = path_of(linear_problem(linear_system(M, K, f), {}, q, v, 10.0), EventAccurate{}).last();
    EXPECT_LT(distance(end, exact_flight(M, K, f, {0.0, q, v}, 10.0)), 1e-11);
}

}  // namespace
}  // namespace rebond::test
