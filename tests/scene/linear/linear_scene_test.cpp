#include "rebond/scene/linear/linear_scene.hpp"

#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

namespace rebond::test {
namespace {

MatrixSpec matrix(std::initializer_list<std::initializer_list<double>> rows)
{
    MatrixSpec spec{.file = {}, .rows = static_cast<Index>(rows.size()), .columns = 0, .entries = {}};
    Index i = 0;
    for (const auto& row : rows) {
        spec.columns = static_cast<Index>(row.size());
        Index j = 0;
        for (const double value : row) {
            if (value != 0.0) spec.entries.push_back({i, j, value});
            ++j;
        }
        ++i;
    }
    return spec;
}

// Two masses on two springs at a stop.
Scene two_masses_scene()
{
    Scene scene;
    scene.subject = LinearScene{.model = {.mass = matrix({{1.0, 0.0}, {0.0, 1.0}}),
                                          .damping = {},
                                          .stiffness = matrix({{2.0, -1.0}, {-1.0, 1.0}}),
                                          .force = {},
                                          .harmonic = {}},
                                .initial = {.position = {}, .velocity = std::vector{10.0, 10.0}},
                                .contact = {{.normal = {0.0, -1.0}, .offset = 1.0, .restitution = {}}}};
    scene.run.duration = 1.0;
    scene.run.gravity = 0.0;
    scene.impact.restitution = 0.25;
    return scene;
}

// "key: what was expected", or "built".
template <typename Change>
std::string refusal(Change&& change)
{
    Scene scene = two_masses_scene();
    change(std::get<LinearScene>(scene.subject));
    try {
        (void)build_problem(scene);
    } catch (const Unbuildable& wrong) {
        return wrong.what();
    }
    return "built";
}

TEST(LinearScene, every_number_reaches_its_place)
{
    Scene scene = two_masses_scene();
    auto& [model, initial, contacts] = std::get<LinearScene>(scene.subject);
    model.damping = matrix({{0.2, -0.1}, {-0.1, 0.1}});
    model.force = std::vector{3.0, -4.0};
    model.harmonic = {{.amplitude = {1.0, 2.0}, .frequency_hz = 5.0, .phase_deg = 90.0}};
    initial.position = std::vector{0.5, 0.25};
    contacts.push_back({.normal = {1.0, -1.0}, .offset = 2.0, .restitution = 0.75});
    const Problem problem = build_problem(scene);
    const LinearSystem& system = dynamic_cast<const Linear&>(*problem.model).system();
    EXPECT_EQ(system.mass.dense(), Matrix::Identity(2, 2));
    EXPECT_EQ(system.damping.dense(), (Matrix(2, 2) << 0.2, -0.1, -0.1, 0.1).finished());
    EXPECT_EQ(system.stiffness.dense(), (Matrix(2, 2) << 2.0, -1.0, -1.0, 1.0).finished());
    EXPECT_EQ(system.force, (Vector{{3.0, -4.0}}));
    ASSERT_EQ(system.harmonics.size(), 1u);
    EXPECT_EQ(system.harmonics[0].amplitude, (Vector{{1.0, 2.0}}));
    EXPECT_DOUBLE_EQ(system.harmonics[0].frequency, 10.0 * std::numbers::pi);
    EXPECT_DOUBLE_EQ(system.harmonics[0].phase, 0.5 * std::numbers::pi);
    EXPECT_EQ(problem.initial.q, (Vector{{0.5, 0.25}}));
    EXPECT_EQ(problem.initial.v, (Vector{{10.0, 10.0}}));
    ASSERT_EQ(problem.contacts.size(), 2u);
    EXPECT_EQ(problem.contacts[0].law.restitution, 0.25);  // that of [impact]
    EXPECT_EQ(problem.contacts[1].law.restitution, 0.75);
    EXPECT_EQ(problem.contacts[0].gap.terms.size(), 1u);  // zeros are left out
    EXPECT_DOUBLE_EQ(gap_at(problem.contacts[0].gap, 0.0, problem.initial.q), 0.75);
    EXPECT_DOUBLE_EQ(gap_at(problem.contacts[1].gap, 0.0, problem.initial.q), 2.25);
}

TEST(LinearScene, a_load_of_frequency_zero_is_constant)
{
    Scene scene = two_masses_scene();
    std::get<LinearScene>(scene.subject).model.harmonic = {
        {.amplitude = {3.0, 4.0}, .frequency_hz = 0.0, .phase_deg = 60.0}};
    const Problem problem = build_problem(scene);
    const LinearSystem& system = dynamic_cast<const Linear&>(*problem.model).system();
    EXPECT_TRUE(system.harmonics.empty());
    EXPECT_NEAR(system.force(0), 1.5, 1e-15);
    EXPECT_NEAR(system.force(1), 2.0, 1e-15);
}

TEST(LinearScene, exact_modes_want_damping_that_couples_none)
{
    Scene scene = two_masses_scene();
    std::get<LinearScene>(scene.subject).model.damping = matrix({{0.1, 0.0}, {0.0, 0.0}});
    EXPECT_NO_THROW((void)build_problem(scene));
    scene.scheme = EventModal{};
    EXPECT_THROW((void)build_problem(scene), Unbuildable);
    std::get<LinearScene>(scene.subject).model.damping = matrix({{0.3, -0.1}, {-0.1, 0.2}});  // 0.1 (M + K)
    EXPECT_NO_THROW((void)build_problem(scene));
}

TEST(LinearScene, what_is_absent_is_zero)
{
    Scene scene = two_masses_scene();
    std::get<LinearScene>(scene.subject).initial.velocity.reset();
    const Problem problem = build_problem(scene);
    const LinearSystem& system = dynamic_cast<const Linear&>(*problem.model).system();
    EXPECT_TRUE(system.damping.is_zero());
    EXPECT_EQ(system.force, Vector::Zero(2));
    EXPECT_EQ(problem.initial.q, Vector::Zero(2));
    EXPECT_EQ(problem.initial.v, Vector::Zero(2));
    EXPECT_TRUE(problem.model->is_conservative());
}

TEST(LinearScene, matrices_are_square_and_of_one_size)
{
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.mass = matrix({{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}});
              }),
              "model.mass: expected a square matrix, not 2 × 3");
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.stiffness = matrix({{1.0}}); }),
              "model.stiffness: expected 2 × 2 like model.mass, not 1 × 1");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.damping = matrix({{1.0, 0.0}, {0.0, 1.0}, {0.0, 0.0}});
              }),
              "model.damping: expected a square matrix, not 3 × 2");
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.mass = MatrixSpec{}; }),
              "model.mass: expected at least one coordinate");
}

TEST(LinearScene, matrices_are_symmetric)
{
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.model.stiffness = matrix({{2.0, -1.0}, {-1.5, 1.0}});
        }),
        "model.stiffness[1][0]: expected a symmetric matrix, but row 1, column 2 is -1 and row 2, column 1 "
        "is -1.5; they differ by 0.5, and 1e-12 of the largest entry, 2e-12, is taken for rounding");
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.model.mass = matrix({{1.0, 0.0}, {0.5, 1.0}});
        }),
        "model.mass[1][0]: expected a symmetric matrix, but row 1, column 2 is 0 and row 2, column 1 is 0.5; "
        "they differ by 0.5, and 1e-12 of the largest entry, 1e-12, is taken for rounding");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.damping = matrix({{1.0, 0.5}, {0.0, 1.0}});
              }),
              "model.damping[1][0]: expected a symmetric matrix, but row 1, column 2 is 0.5 and row 2, "
              "column 1 is 0; they differ by 0.5, and 1e-12 of the largest entry, 1e-12, is taken for "
              "rounding");
    // Entries may come in any order, and differ by the rounding of a number printed with 13 digits.
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.stiffness = matrix({{2.0, -1.0}, {-1.0 - 1e-13, 1.0}});
                  std::reverse(s.model.stiffness.entries.begin(), s.model.stiffness.entries.end());
              }),
              "built");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.stiffness = matrix({{2.0, -1.0}, {-1.0 - 1e-9, 1.0}});
              }),
              "model.stiffness[1][0]: expected a symmetric matrix, but row 1, column 2 is -1 and row 2, "
              "column 1 is -1.000000001; they differ by 1e-09, and 1e-12 of the largest entry, 2e-12, is "
              "taken for rounding");
}

TEST(LinearScene, mass_is_positive_definite)
{
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.mass = matrix({{1.0, 0.0}, {0.0, -2.0}});
              }),
              "model.mass[1][1]: expected a positive definite matrix, but row 2, column 2 is -2");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.mass = matrix({{1.0, 0.0}, {0.0, 0.0}});
              }),
              "model.mass[1][1]: expected a positive definite matrix, but row 2, column 2 is 0");
    const std::string indefinite =
        "model.mass: expected a positive definite matrix, but it is singular or indefinite to rounding; "
        "remove coordinates without inertia";
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.mass = matrix({{1.0, 2.0}, {2.0, 1.0}}); }), indefinite);
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.mass = matrix({{1.0, 1.0}, {1.0, 1.0}}); }), indefinite);
    // Singular except for the last bit.
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.mass = matrix({{1.0, 1.0}, {1.0, 1.0 + 1e-16}});
              }),
              indefinite);
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.mass = matrix({{1.0, 1.0}, {1.0, 1.0 + std::numeric_limits<double>::epsilon()}});
              }),
              indefinite);
    // Of very different sizes, and fine.
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.mass = matrix({{1e-12, 0.0}, {0.0, 1e12}}); }), "built");
}

TEST(LinearScene, stiffness_may_be_singular_or_negative)
{
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.stiffness = matrix({{0.0, 0.0}, {0.0, 0.0}}); }), "built");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.stiffness = matrix({{-1.0, 0.0}, {0.0, 0.0}});
              }),
              "built");
}

TEST(LinearScene, vectors_have_a_number_for_each_coordinate)
{
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.force = std::vector{1.0}; }),
              "model.force: expected 2 numbers, one for each coordinate of model.mass, not 1");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.initial.position = std::vector{1.0, 2.0, 3.0};
              }),
              "initial.position: expected 2 numbers, one for each coordinate of model.mass, not 3");
    EXPECT_EQ(refusal([](LinearScene& s) { s.initial.velocity = std::vector<double>{}; }),
              "initial.velocity: expected 2 numbers, one for each coordinate of model.mass, not 0");
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.model.harmonic = {{.amplitude = {1.0, 0.0}}, {.amplitude = {1.0}}};
        }),
        "model.harmonic[1].amplitude: expected 2 numbers, one for each coordinate of model.mass, not 1");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact[0].normal = {1.0, 2.0, 3.0};
              }),
              "contact[0].normal: expected 2 numbers, one for each coordinate of model.mass, not 3");
}

TEST(LinearScene, contacts_have_a_direction_and_are_open_at_the_start)
{
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact[0].normal = {0.0, 0.0};
              }),
              "contact[0].normal: expected a normal that is not zero");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].offset = -0.5; }),
              "initial: expected no contact violated at the start, but the gap of contact 1 is -0.5 m");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.initial.position = std::vector{0.0, 1.25};
              }),
              "initial: expected no contact violated at the start, but the gap of contact 1 is -0.25 m");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].offset = 0.0; }),
              "built");  // touching is no violation
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact.clear(); }), "built");
}

// −q₂ + 1 ≥ 0 and 2 q₂ + offset ≥ 0: between −offset/2 and 1.
TEST(LinearScene, contacts_that_face_each_other_leave_room)
{
    const auto facing = [](double offset) {
        return refusal([=](LinearScene& s) {
            s.contact.push_back({.normal = {0.0, 2.0}, .offset = offset, .restitution = {}});
        });
    };
    EXPECT_EQ(facing(0.0), "built");
    EXPECT_EQ(
        facing(-2.5),
        "contact[1].offset: expected room between contacts 1 and 2, which face each other: they leave a "
        "play of -0.25 m, and no position satisfies both");
    EXPECT_TRUE(facing(-1.0).starts_with("initial: expected no contact violated")) << facing(-1.0);
    // No play at all is a guide, wherever it is.
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact.push_back({.normal = {0.0, 3.0}, .offset = -3.0, .restitution = {}});
                  s.initial.position = std::vector{0.0, 1.0};
              }),
              "built");
}

// Unit matrices of n coordinates, or full ones.
LinearScene of_size(Index n, bool is_full)
{
    MatrixSpec square{.file = {}, .rows = n, .columns = n, .entries = {}};
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (i == j || is_full) square.entries.push_back({i, j, i == j ? 1.0 : 1e-9});
    return {.model = {.mass = square, .stiffness = square}, .initial = {}, .contact = {}};
}

TEST(LinearScene, full_matrices_take_the_square_of_their_size)
{
    // M, K and two sets of factors of 8 n² bytes, and n² entries being sorted.
    EXPECT_NEAR(memory_of(of_size(100, true)), 1e4 * (4.0 * 8.0 + 44.0), 1.0);
    EXPECT_LT(memory_of(of_size(100, false)), 1e2 * 100.0);
}

}  // namespace
}  // namespace rebond::test
