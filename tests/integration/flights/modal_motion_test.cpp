// Motion in modes against the exponential of the whole system's matrix, which knows nothing of modes.
#include "rebond/integration/flights/modal_motion.hpp"

#include "integration/linear_problem.hpp"

#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

namespace rebond::test {
namespace {

// With z = (q, v, 1, cos(ω_i t + φ_i), sin(ω_i t + φ_i), …) the motion is ż = A z.
State by_exponential(const LinearSystem& system, const State& from, double t)
{
    const Index n = system.mass.size(), loads = static_cast<Index>(system.harmonics.size());
    const Matrix inverse = system.mass.dense().inverse();
    Matrix A = Matrix::Zero(2 * n + 1 + 2 * loads, 2 * n + 1 + 2 * loads);
    Vector z = Vector::Zero(A.rows());
    A.block(0, n, n, n).setIdentity();
    A.block(n, 0, n, n) = -inverse * system.stiffness.dense();
    A.block(n, n, n, n) = -inverse * system.damping.dense();
    A.block(n, 2 * n, n, 1) = inverse * system.force;
    z.head(n) = from.q;
    z.segment(n, n) = from.v;
    z(2 * n) = 1.0;
    for (Index l = 0; l < loads; ++l) {
        const HarmonicLoad& load = system.harmonics[l];
        const Index c = 2 * n + 1 + 2 * l;
        A.block(n, c, n, 1) = inverse * load.amplitude;
        A(c, c + 1) = -load.frequency;
        A(c + 1, c) = load.frequency;
        z(c) = std::cos(load.frequency * from.t + load.phase);
        z(c + 1) = std::sin(load.frequency * from.t + load.phase);
    }
    const Matrix At = A * t;
    const Vector end = At.exp() * z;
    return {.t = from.t + t, .q = end.head(n), .v = end.segment(n, n)};
}

Matrix mass()
{
    return (Matrix(3, 3) << 2.0, 0.3, 0.0, 0.3, 1.0, -0.2, 0.0, -0.2, 1.5).finished();
}

Matrix free_springs()
{
    return (Matrix(3, 3) << 4.0, -4.0, 0.0, -4.0, 7.0, -3.0, 0.0, -3.0, 3.0).finished();
}

const State start{.t = 0.7, .q = vector({0.3, -0.5, 1.1}), .v = vector({-1.0, 0.4, 2.0})};

struct Case {
    const char* name;
    LinearSystem system;
};

std::vector<Case> cases()
{
    const Matrix M = mass(), K = free_springs(), stiff = free_springs() + Matrix::Identity(3, 3);
    const Vector f = vector({0.5, -1.0, 2.0});
    const auto loaded = [](LinearSystem system, std::vector<HarmonicLoad> loads) {
        system.harmonics = std::move(loads);
        return system;
    };
    const HarmonicLoad slow{.amplitude = vector({1.0, 0.0, 0.5}), .frequency = 0.3, .phase = 0.4};
    const HarmonicLoad fast{.amplitude = vector({0.0, -2.0, 0.0}), .frequency = 17.0, .phase = -1.0};
    return {{"free and loaded", linear_system(M, K, f)},
            {"anchored", linear_system(M, stiff, f)},
            {"lightly damped", linear_system(M, stiff, f, 0.02 * M + 0.01 * stiff)},
            {"free, damped by its springs", linear_system(M, K, f, 0.05 * K)},
            {"sliding in oil", linear_system(M, K, f, 0.3 * M)},
            {"nothing but oil", linear_system(M, Matrix::Zero(3, 3), f, 0.8 * M)},
            {"overdamped", linear_system(M, stiff, f, 9.0 * M)},
            {"some modes overdamped", linear_system(M, stiff, f, 0.9 * stiff)},
            {"driven", loaded(linear_system(M, stiff, f), {slow, fast})},
            {"driven and damped", loaded(linear_system(M, stiff, f, 0.1 * M + 0.02 * stiff), {slow, fast})},
            {"driven and free", loaded(linear_system(M, K), {slow, fast})},
            {"driven in oil", loaded(linear_system(M, K, f, 0.3 * M), {slow, fast})}};
}

double error_after(const LinearSystem& system, const State& from, double t)
{
    const Linear linear(system);
    const std::vector<Contact> none;
    ModalMotion motion(linear, none, {}, 10.0);
    EXPECT_EQ(motion.refusal(), "");
    motion.start(from);
    motion.look(t);
    State end{.t = 0.0, .q = Vector::Zero(from.q.size()), .v = Vector::Zero(from.q.size())};
    motion.state(end);
    EXPECT_DOUBLE_EQ(end.t, from.t + t);
    const State truth = by_exponential(system, from, t);
    return distance(end, truth) / (1.0 + truth.q.norm() + truth.v.norm());
}

TEST(ModalMotion, follows_the_exponential_of_its_matrix)
{
    for (const auto& [name, system] : cases())
        for (const double t : {1e-3, 0.4, 3.0, 20.0})
            EXPECT_LT(error_after(system, start, t), 2e-13) << name << ", " << t;  // rounding of both
}

// The one case without two exponentials: s e^{−ωs}. Damping is moved by 1e-9 of itself and the two
// exponentials beside it are 1e4 times their sum: both errors are about 1e-9.
TEST(ModalMotion, critical_damping_is_met_to_a_billionth)
{
    for (const double off : {0.0, 1e-12, -1e-12, 1e-10, -1e-10, 1e-8, -1e-8, 1e-6, -1e-6}) {
        const double omega = 3.0, decay = omega * (1.0 + off);
        const LinearSystem system =
            linear_system(Matrix::Identity(1, 1), Matrix::Constant(1, 1, omega * omega), Vector::Zero(1),
                          Matrix::Constant(1, 1, 2.0 * decay));
        for (const double t : {0.1, 0.5, 2.0})
            EXPECT_LT(error_after(system, {.t = 0.0, .q = vector({1.0}), .v = vector({-0.5})}, t), 4e-9)
                << off << ", " << t;
    }
}

TEST(ModalMotion, moves_its_start_without_a_jump)
{
    for (const auto& [name, system] : cases()) {
        const Linear linear(system);
        const std::vector<Contact> none;
        ModalMotion motion(linear, none, {}, 10.0);
        motion.start(start);
        for (int k = 1; k <= 10; ++k) {
            motion.look(0.2);
            motion.move(start.t + 0.2 * k);
        }
        State end = start;
        motion.state(end);
        EXPECT_LT(distance(end, by_exponential(system, start, 2.0)), 1e-12) << name;
    }
}

TEST(ModalMotion, an_impulse_changes_velocities_by_the_inverse_of_mass)
{
    const std::vector<Contact> contacts{contact_along(vector({1.0, -2.0, 0.5}), 0.3, 0.5)};
    for (const auto& [name, system] : cases()) {
        const Linear linear(system);
        ModalMotion motion(linear, contacts, {}, 10.0);
        motion.start(start);
        motion.apply_impulse(0, 0.8);
        State after = start;
        motion.state(after);
        const Vector v = start.v + system.mass.dense().inverse() * (0.8 * vector({1.0, -2.0, 0.5}));
        EXPECT_LT((after.v - v).norm(), 1e-13) << name;
        EXPECT_LT((after.q - start.q).norm(), 1e-13) << name;
        motion.look(1.3);
        motion.state(after);
        EXPECT_LT(distance(after, by_exponential(system, {start.t, start.q, v}, 1.3)), 1e-12) << name;
    }
}

TEST(ModalMotion, sees_gaps_move_as_the_state_does)
{
    const Contact contact = contact_along(vector({1.0, -2.0, 0.5}), 0.3, 0.5);
    const std::vector<Contact> contacts{contact};
    for (const auto& [name, system] : cases()) {
        const Linear linear(system);
        ModalMotion motion(linear, contacts, {}, 10.0);
        motion.start(start);
        motion.look(0.9);
        const State there = by_exponential(system, start, 0.9);
        EXPECT_NEAR(motion.value(motion.gap(0)), gap_at(contact.gap, 0.0, there.q), 1e-12) << name;
        EXPECT_NEAR(motion.rate(motion.gap(0)), along(contact.gap.terms, there.v), 1e-12) << name;
        Vector f = Vector::Zero(3);
        system.load_at(there.t, f);
        const Vector a = system.mass.dense().inverse() *
                         (f - system.damping.dense() * there.v - system.stiffness.dense() * there.q);
        EXPECT_NEAR(motion.acceleration(motion.gap(0)), along(contact.gap.terms, a), 1e-11) << name;
        // ∫(w·q + offset) ds by Simpson's rule over the exact motion: its error is 1e-11.
        const int pieces = 400;
        double area = 0.0;
        for (int k = 0; k <= pieces; ++k) {
            const double weight = k == 0 || k == pieces ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
            area += weight * gap_at(contact.gap, 0.0, by_exponential(system, start, 0.9 * k / pieces).q);
        }
        EXPECT_NEAR(motion.integral(motion.gap(0)), area * 0.9 / (3 * pieces), 1e-8) << name;
    }
}

// ---------------------------------------------------------------- closed contacts

// q confined to w·q = −offset is the system in coordinates of that plane: q = q₀ + B x.
TEST(ModalMotion, closed_contacts_confine_it_to_their_plane)
{
    const Vector w = vector({1.0, -2.0, 0.5});
    const double offset = 0.4;
    const std::vector<Contact> contacts{contact_along(w, offset, 0.0),
                                        contact_along(vector({0.0, 0.0, 1.0}), 0.0, 0.0)};
    Matrix B(3, 2);
    B << 2.0, -0.5, 1.0, 0.0, 0.0, 1.0;  // w·B = 0
    const Vector q0 = -offset * w / w.squaredNorm();
    for (const auto& [name, system] : cases()) {
        LinearSystem confined = linear_system(B.transpose() * system.mass.dense() * B,
                                              B.transpose() * system.stiffness.dense() * B,
                                              B.transpose() * (system.force - system.stiffness.dense() * q0),
                                              B.transpose() * system.damping.dense() * B);
        for (const HarmonicLoad& load : system.harmonics)
            confined.harmonics.push_back({B.transpose() * load.amplitude, load.frequency, load.phase});
        const State x{.t = 0.7, .q = vector({0.3, -0.8}), .v = vector({0.9, 1.4})};
        const auto lifted = [&](const State& in_plane) {
            return State{in_plane.t, q0 + B * in_plane.q, B * in_plane.v};
        };

        const Linear linear(system);
        ModalMotion motion(linear, contacts, {0}, 10.0);
        ASSERT_EQ(motion.refusal(), "") << name;
        motion.start(lifted(x));
        motion.look(1.7);
        State end = lifted(x);
        motion.state(end);
        const State truth = lifted(by_exponential(confined, x, 1.7));
        EXPECT_LT(distance(end, truth), 1e-12) << name;
        EXPECT_NEAR(motion.value(motion.gap(0)), 0.0, 1e-13) << name;
        EXPECT_NEAR(motion.value(motion.gap(1)), truth.q(2), 1e-12) << name;

        // M a = f − C v − K q + w ν with w·a = 0.
        Vector f = Vector::Zero(3);
        system.load_at(truth.t, f);
        f -= system.damping.dense() * truth.v + system.stiffness.dense() * truth.q;
        const Vector inverse_w = system.mass.dense().inverse() * w;
        EXPECT_NEAR(motion.value(motion.reaction(0)), -inverse_w.dot(f) / inverse_w.dot(w), 1e-11) << name;
    }
}

// All but rigid motion is prevented: what is left of the stiffness is rounding, and no frequency.
TEST(ModalMotion, closed_to_one_body_it_moves_like_one)
{
    const Index n = 5;
    Matrix K = anchored_row(n);
    K(0, 0) = 1.0;
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::srand(seed);
        const Matrix M = Vector(1.5 * Vector::Ones(n) + Vector::Random(n)).asDiagonal();
        std::vector<Contact> contacts;
        for (Index k = 0; k + 1 < n; ++k)
            contacts.push_back(contact_along(Vector::Unit(n, k + 1) - Vector::Unit(n, k), 0.2, 0.0));
        const Linear linear(linear_system(M, K));
        ModalMotion motion(linear, contacts, {0, 1, 2, 3}, 10.0);
        ASSERT_EQ(motion.refusal(), "") << seed;
        State state{.t = 0.0, .q = Vector::LinSpaced(n, 0.0, -0.8), .v = Vector::Constant(n, 0.3)};
        motion.start(state);
        motion.look(10.0);
        motion.state(state);
        EXPECT_LT((state.q - (Vector::LinSpaced(n, 0.0, -0.8) + Vector::Constant(n, 3.0))).norm(), 1e-12)
            << seed;
    }
}

// ---------------------------------------------------------------- the largest reaction

// A mass on a stop, a second one on a spring behind it: ν = −k u with u = A cos(ωs + φ) + rest.
TEST(ModalMotion, finds_the_crest_of_a_reaction)
{
    const Matrix K = (Matrix(2, 2) << 4.0, -4.0, -4.0, 4.0).finished();
    const std::vector<Contact> contacts{contact_along(vector({1.0, 0.0}), 0.0, 0.0)};
    const Linear linear(linear_system(Matrix::Identity(2, 2), K, vector({-1.0, -3.0})));
    ModalMotion motion(linear, contacts, {0}, 10.0);
    ASSERT_EQ(motion.refusal(), "");
    // ν = 1 − 4 u, ü = −4 u − 3: u = −¾ + ½ cos 2s − sin 2s, ν = 4 − 2 cos 2s + 4 sin 2s.
    const auto reaction = [](double s) { return 4.0 - 2.0 * std::cos(2.0 * s) + 4.0 * std::sin(2.0 * s); };
    const double crest = 0.5 * (std::numbers::pi - std::atan2(4.0, 2.0));
    for (const double s : {0.1, crest - 1e-3, crest + 1e-3, 1.2, 40.0}) {
        motion.start({.t = 0.0, .q = vector({0.0, -0.25}), .v = vector({0.0, -2.0})});
        motion.look(s);
        EXPECT_NEAR(motion.value(motion.reaction(0)), reaction(s), 1e-12) << s;
        const double largest = s < crest ? reaction(s) : 4.0 + std::sqrt(20.0);
        EXPECT_NEAR(motion.largest(motion.reaction(0)), largest, 2e-8 * largest) << s;
        EXPECT_NEAR(motion.value(motion.reaction(0)), reaction(s), 1e-12) << "it looks elsewhere";
    }
}

TEST(ModalMotion, no_value_sampled_exceeds_the_largest)
{
    const std::vector<Contact> contacts{contact_along(vector({1.0, -2.0, 0.5}), 0.4, 0.0)};
    for (const auto& [name, system] : cases()) {
        const Linear linear(system);
        ModalMotion motion(linear, contacts, {0}, 10.0);
        motion.start(start);
        double seen = 0.0;
        for (int k = 0; k <= 20000; ++k) {
            motion.look(12.0 * k / 20000);
            seen = std::max(seen, motion.value(motion.reaction(0)));
        }
        const double largest = motion.largest(motion.reaction(0));
        EXPECT_GE(largest, seen * (1.0 - 1e-12)) << name;
        EXPECT_LE(largest, seen * (1.0 + 1e-4) + 1e-12) << name;  // samples are 6e-4 apart
    }
}

// ---------------------------------------------------------------- what has no such motion

std::string validity_warning_of(const LinearSystem& system)
{
    const Linear linear(system);
    const std::vector<Contact> none;
    return ModalMotion(linear, none, {}, 10.0).refusal();
}

TEST(ModalMotion, objects_to_what_is_no_sum_of_modes)
{
    const Matrix M = mass(), K = free_springs();
    constexpr auto npos = std::string::npos;
    const Matrix one_dashpot = vector({1.0, 0.0, 0.0}).asDiagonal();
    EXPECT_NE(validity_warning_of(linear_system(M, K, Vector::Zero(3), one_dashpot)).find("couples modes"),
              npos);
    EXPECT_NE(validity_warning_of(linear_system(M, K, Vector::Zero(3), -0.1 * M)).find("damping is negative"),
              npos);
    EXPECT_NE(validity_warning_of(linear_system(M, -K)).find("stiffness is not positive"), npos);
    LinearSystem resonant = linear_system(Matrix::Identity(1, 1), Matrix::Constant(1, 1, 4.0));
    resonant.harmonics = {{.amplitude = vector({1.0}), .frequency = 2.0, .phase = 0.0}};
    EXPECT_NE(validity_warning_of(resonant).find("harmonic load 1"), npos);
    resonant.harmonics[0].frequency = 2.001;
    EXPECT_EQ(validity_warning_of(resonant), "");
}

// Where an exponential has hardly begun within the run, sums of it keep no digits.
TEST(ModalMotion, objects_to_sums_that_cancel)
{
    const Matrix one = Matrix::Ones(1, 1), none = Matrix::Zero(1, 1);
    const Vector weight = Vector::Constant(1, -9.81);
    constexpr auto npos = std::string::npos;
    for (const double small : {1e-4, 1e-6, 1e-8}) {
        EXPECT_NE(validity_warning_of(linear_system(one, none, weight, small * one)).find("constant loads"),
                  npos)
            << small;
        EXPECT_EQ(validity_warning_of(linear_system(one, none, {}, small * one)), "") << small;
        EXPECT_NE(validity_warning_of(linear_system(one, small * small * one, weight)).find("constant loads"),
                  npos);
        LinearSystem slow = linear_system(one, none);
        slow.harmonics = {{.amplitude = weight, .frequency = small, .phase = 0.0}};
        EXPECT_NE(validity_warning_of(slow).find("harmonic load 1"), npos) << small;
    }
    EXPECT_EQ(validity_warning_of(linear_system(one, none, weight, 1e-2 * one)), "");
    EXPECT_EQ(validity_warning_of(linear_system(one, 1e-4 * one, weight)), "");
}

// A dashpot at one mass is no measure of that at another.
TEST(ModalMotion, keeps_a_damping_that_is_small_beside_anothers)
{
    const LinearSystem system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), {},
                                              Matrix(vector({1e10, 1.0}).asDiagonal()));
    const Problem problem = linear_problem(system, {}, Vector::Zero(2), vector({0.0, 1.0}), 3.0);
    EXPECT_NEAR(path_of(problem, EventModal{}).last().q(1), 1.0 - std::exp(-3.0), 1e-14);
}

// A load with the frequency of a mode that it does not act on moves nothing there.
TEST(ModalMotion, is_not_resonant_where_the_load_does_not_act)
{
    const double Omega = 2.0;
    LinearSystem system = linear_system(Matrix::Identity(2, 2), vector({1.0, Omega * Omega}).asDiagonal());
    system.harmonics.push_back({.amplitude = vector({3.0, 0.0}), .frequency = Omega});
    const Problem problem = linear_problem(system, {}, Vector::Zero(2), vector({0.0, 1.0}), 1.5);
    const State end = path_of(problem, EventModal{}).last();
    EXPECT_NEAR(end.q(0), 3.0 / (1.0 - Omega * Omega) * (std::cos(Omega * 1.5) - std::cos(1.5)), 1e-14);
    EXPECT_NEAR(end.q(1), std::sin(Omega * 1.5) / Omega, 1e-14);
}

// A contact that is closed and carries nothing is no work.
TEST(ModalMotion, looks_for_no_crest_of_nothing)
{
    const Problem problem = linear_problem(
        linear_system(Matrix::Identity(2, 2), vector({1.0, 2.0}).asDiagonal()),
        {contact_along(vector({1.0, 0.0}), 0.0, 0.0)}, Vector::Zero(2), vector({0.0, 1.0}), 1.0);
    Path path;
    const Outcome outcome = integrate(problem, EventModal{.step = 1e-3}, path);
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_LT(outcome.residual_evaluations, 100'000);
}

}  // namespace
}  // namespace rebond::test
