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
                                          .harmonic = {},
                                          .node = {},
                                          .line = {}},
                                .initial = {.position = {}, .velocity = std::vector{10.0, 10.0}},
                                .contact = {{.normal = {{0.0, -1.0}}, .offset = 1.0}}};
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
    initial.position = {.numbers = {0.5, 0.25}};
    contacts.push_back({.normal = {{1.0, -1.0}}, .offset = 2.0, .restitution = 0.75});
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
                  s.initial.position = {.numbers = {1.0, 2.0, 3.0}};
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
                  s.contact[0].normal = {{1.0, 2.0, 3.0}};
              }),
              "contact[0].normal: expected 2 numbers, one for each coordinate of model.mass, not 3");
}

TEST(LinearScene, contacts_have_a_direction_and_are_open_at_the_start)
{
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact[0].normal = {{0.0, 0.0}};
              }),
              "contact[0].normal: expected a normal that is not zero");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].offset = -0.5; }),
              "initial: expected no contact violated at the start, but the gap of contact 1 is -0.5 m");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.initial.position = {.numbers = {0.0, 1.25}};
                  s.contact[0].name = "stop";
              }),
              "initial: expected no contact violated at the start, but the gap of stop is -0.25 m");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].offset = 0.0; }),
              "built");  // touching is no violation
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact.clear(); }), "built");
}

// −q₂ + 1 ≥ 0 and 2 q₂ + offset ≥ 0: between −offset/2 and 1.
TEST(LinearScene, contacts_that_face_each_other_leave_room)
{
    const auto facing = [](double offset) {
        return refusal([=](LinearScene& s) {
            s.contact.push_back({.normal = {{0.0, 2.0}}, .offset = offset});
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
                  s.contact.push_back({.normal = {{0.0, 3.0}}, .offset = -3.0});
                  s.initial.position = {.numbers = {0.0, 1.0}};
              }),
              "built");
}

// What a sparse normal leaves out is zero.
TEST(LinearScene, sparse_directions_name_coordinates_from_zero)
{
    Scene scene = two_masses_scene();
    auto& contact = std::get<LinearScene>(scene.subject).contact[0];
    contact.normal = {.numbers = {}, .terms = {{1, -1.0}}, .is_sparse = true};
    contact.tangent = RowSpec{.numbers = {}, .terms = {{0, 2.0}, {1, 0.0}}, .is_sparse = true};
    const Problem problem = build_problem(scene);
    ASSERT_EQ(problem.contacts[0].gap.terms.size(), 1u);
    EXPECT_EQ(problem.contacts[0].gap.terms[0].coordinate, 1);
    EXPECT_EQ(problem.contacts[0].gap.terms[0].weight, -1.0);
    ASSERT_EQ(problem.contacts[0].slide.terms.size(), 1u);
    EXPECT_EQ(problem.contacts[0].slide.terms[0].weight, 2.0);
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.contact[0].normal = {.numbers = {}, .terms = {{0, 1.0}, {2, 1.0}}, .is_sparse = true};
        }),
        "contact[0].normal.2: expected a coordinate below 2: model.mass has as many, and they count from "
        "0");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact[0].normal = {.numbers = {}, .terms = {}, .is_sparse = true};
              }),
              "contact[0].normal: expected a normal that is not zero");
}

TEST(LinearScene, a_contact_has_what_it_says_and_else_what_the_impact_says)
{
    Scene scene = two_masses_scene();
    scene.impact = {.law = Law::newton, .restitution = 0.25, .friction = 0.0, .bounded = false};
    auto& contacts = std::get<LinearScene>(scene.subject).contact;
    contacts.push_back({.normal = {{-1.0, 0.0}},
                        .offset = 2.0,
                        .tangent = RowSpec{{0.0, 1.0}},
                        .law = Law::poisson,
                        .friction = 0.5,
                        .slide_velocity = 3.0,
                        .name = "belt"});
    const Problem problem = build_problem(scene);
    const Contact &plain = problem.contacts[0], &own = problem.contacts[1];
    EXPECT_EQ(plain.law.law, Law::newton);
    EXPECT_EQ(plain.law.friction, 0.0);
    EXPECT_FALSE(has_direction(plain.slide));
    EXPECT_EQ(plain.name, "");
    EXPECT_EQ(own.law.law, Law::poisson);
    EXPECT_EQ(own.law.restitution, 0.25);
    EXPECT_EQ(own.law.friction, 0.5);
    EXPECT_FALSE(own.law.bounded);
    EXPECT_EQ(own.name, "belt");
    EXPECT_EQ(rate_at(own.slide, 0.0, problem.initial.q, problem.initial.v), 10.0 - 3.0);
}

TEST(LinearScene, a_moving_stop_is_at_its_place_at_every_time)
{
    Scene scene = two_masses_scene();
    auto& contact = std::get<LinearScene>(scene.subject).contact[0];
    contact.motion = {.amplitude = 0.125, .frequency_hz = 2.0, .phase_deg = 60.0};
    const Problem problem = build_problem(scene);
    for (const double t : {0.0, 0.1, 0.7})
        EXPECT_NEAR(gap_at(problem.contacts[0].gap, t, problem.initial.q),
                    1.0 - 0.125 * std::cos(4.0 * std::numbers::pi * t + std::numbers::pi / 3.0),
                    1e-15);  // rounding
    contact.motion = {.amplitude = 0.125, .frequency_hz = 0.0, .phase_deg = 60.0};
    const Gap still = build_problem(scene).contacts[0].gap;
    EXPECT_TRUE(is_constant(still));
    EXPECT_NEAR(still.offset, 1.0 - 0.0625, 1e-15);
}

TEST(LinearScene, a_start_at_rest_solves_the_static_problem)
{
    Scene scene = two_masses_scene();
    auto& [model, initial, contacts] = std::get<LinearScene>(scene.subject);
    model.force = std::vector{1.0, 0.5};
    initial = {.position = PositionSpec{.numbers = {}, .is_static = true}, .velocity = {}};
    contacts[0].offset = 3.0;
    const Problem problem = build_problem(scene);
    EXPECT_NEAR((problem.initial.q - Vector{{1.5, 2.0}}).norm(), 0.0, 1e-15);  // rounding
    EXPECT_EQ(problem.initial.v, Vector::Zero(2));
    contacts[0].offset = 1.75;
    EXPECT_THROW((void)build_problem(scene), Unbuildable);  // 2 is beyond the stop
    const std::string floating = refusal([](LinearScene& s) {
        s.model.stiffness = matrix({{1.0, -1.0}, {-1.0, 1.0}});
        s.initial.position = {.numbers = {}, .is_static = true};
    });
    EXPECT_TRUE(floating.starts_with("initial.position: expected numbers: there is no start at rest"))
        << floating;
}

TEST(LinearScene, what_slides_needs_a_direction_of_its_own)
{
    EXPECT_EQ(
        refusal([](LinearScene& s) { s.contact[0].friction = 0.3; }),
        "contact[0].tangent: expected the direction along which contact 1 slides, since its friction is "
        "0.3: add tangent = […] to it, one number for each coordinate, or friction = 0");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].slide_velocity = 1.0; }),
              "contact[0].tangent: expected the direction along which contact 1 slides, since its "
              "slide_velocity is not zero: add tangent = […] to it, one number for each coordinate");
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.contact[0].tangent = RowSpec{{0.0, 2.0}};
        }),
        "contact[0].tangent: expected a direction of its own: it is parallel to the normal of contact 1");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].tangent = RowSpec{{1.0}}; }),
              "contact[0].tangent: expected 2 numbers, one for each coordinate of model.mass, not 1");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.contact[0].tangent = RowSpec{{0.0, 0.0}};
              }),
              "contact[0].tangent: expected a tangent that is not zero");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].tangent = RowSpec{{1.0, 0.0}}; }), "built");
    EXPECT_EQ(refusal([](LinearScene& s) { s.contact[0].law = Law::hertz; }),
              "contact[0].hertz_stiffness: expected a number, since the law of contact 1 is \"hertz\"");
}

TEST(LinearScene, nodes_say_where_the_body_is)
{
    Scene scene = two_masses_scene();
    auto& model = std::get<LinearScene>(scene.subject).model;
    model.node = {{.position = {0.0, 0.0}, .dofs = {-1, -1}},
                  {.position = {1.0, 0.5}, .dofs = {-1, 0}},
                  {.position = {2.0, 0.0}, .dofs = {1, 0}}};
    const Vector q{{0.25, -0.5}};
    EXPECT_EQ(build_problem(scene).model->outline(q),
              (std::vector<Vector2>{{0.0, 0.0}, {1.0, 0.75}, {1.5, 0.25}}));
    model.line = LineSpec{.nodes = {2, 0}};
    EXPECT_EQ(build_problem(scene).model->outline(q), (std::vector<Vector2>{{1.5, 0.25}, {0.0, 0.0}}));
    EXPECT_TRUE(build_problem(two_masses_scene()).model->outline(q).empty());
    EXPECT_EQ(
        refusal([](LinearScene& s) {
            s.model.node = {{.position = {0.0, 0.0}, .dofs = {0, 2}}};
        }),
        "model.node[0].dofs[1]: expected coordinates below 2, or −1 for none: model.mass has as many, and "
        "they count from 0");
    EXPECT_EQ(refusal([](LinearScene& s) {
                  s.model.node = {{.position = {0.0, 0.0}, .dofs = {0}}};
              }),
              "model.node[0].dofs: expected two coordinates, those that move the node along x and y, −1 for "
              "none, not 1");
    EXPECT_EQ(refusal([](LinearScene& s) { s.model.line = LineSpec{.nodes = {0}}; }),
              "model.line.nodes[0]: expected nodes below 0: there are as many [[model.node]], and they count "
              "from 0");
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
