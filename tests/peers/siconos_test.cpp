// Moreau and Jean's scheme against that of Siconos 4.4, as Debian packages it, step by step; and impacts of
// many contacts against its solvers.
//
// Siconos' own choice of active contacts is rebond's `predicted`; with its γ set to 0 it is `position`. No
// tolerance on gaps needs to be chosen: Siconos' is 0 too, and with e = 0 a closed gap stays well below that.
// siconos_moreau_jean.py states the two bodies a second time, on its own.
#include "contact/touching_discs.hpp"
#include "rebond/contact/outward_law.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace rebond {
namespace {

const std::string python = "/usr/bin/python3";  // Debian's, the one its Siconos is for
const std::string script = REBOND_SOURCE_DIR "/tests/peers/siconos_moreau_jean.py";

class Siconos : public testing::Test {
protected:
    void SetUp() override
    {
        if (std::system((python + " -c 'import siconos.kernel' >/dev/null 2>&1").c_str()) != 0)
            GTEST_SKIP() << "Siconos is not installed: apt-get install python3-siconos";
    }
};

using States = std::vector<Vector>;  // (q, v) after each step

// The numbers of each line that a command prints.
States lines_of(const std::string& command)
{
    const auto close = [](std::FILE* pipe) { EXPECT_EQ(::pclose(pipe), 0) << "Siconos failed"; };
    const std::unique_ptr<std::FILE, decltype(close)> pipe(::popen(command.c_str(), "r"), close);
    States states;
    char* text = nullptr;
    std::size_t size = 0;
    while (::getline(&text, &size, pipe.get()) > 0) {
        std::istringstream words(text);
        const std::vector<double> numbers{std::istream_iterator<double>(words), {}};
        states.emplace_back(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())));
    }
    std::free(text);
    return states;
}

States of_siconos(const std::string& subject, const std::string& activation, long steps)
{
    return lines_of(fmt::format("{} '{}' {} {} {}", python, script, subject, activation, steps));
}

struct EveryState final : Recorder {
    States states;

    void step(const Instant& now) override
    {
        if (now.t() == 0.0) return;
        states.emplace_back(2 * now.q().size());
        states.back() << now.q(), now.v();
    }
};

States of_rebond(const std::string& scene_text)
{
    const Scene scene = parse_scene(scene_text, "scene.toml");
    EveryState recorder;
    const Outcome outcome = integrate(build_problem(scene), scene.scheme, recorder);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return recorder.states;
}

// The largest difference over all steps, of positions and of velocities, each in its own unit.
void expect_agreement(const States& ours, const States& theirs, double of_positions, double of_velocities)
{
    ASSERT_EQ(ours.size(), theirs.size());
    double q = 0.0, v = 0.0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        ASSERT_EQ(ours[i].size(), theirs[i].size());
        const Index n = ours[i].size() / 2;
        const Vector difference = (ours[i] - theirs[i]).cwiseAbs();
        q = std::max(q, difference.head(n).maxCoeff());
        v = std::max(v, difference.tail(n).maxCoeff());
    }
    EXPECT_LE(q, of_positions);
    EXPECT_LE(v, of_velocities);
}

// ---------------------------------------------------------------- two masses

constexpr long oscillator_steps = 5000;

std::string two_masses(const std::string& activation)
{
    return fmt::format(R"(
[model]
type = "linear"
mass = [[1.0, 0.0], [0.0, 1.0]]
stiffness = [[2.0, -1.0], [-1.0, 1.0]]

[initial]
velocity = [10.0, 10.0]

[[contact]]
normal = [0.0, -1.0]
offset = 1.0

[impact]
restitution = 0.0

[scheme]
type = "moreau_jean"
step = 0.002
theta = 0.5
activation = "{}"

[run]
duration = {}
)",
                       activation, static_cast<double>(oscillator_steps) / 500.0);
}

// Rounding, over 5000 steps of a motion of size 10.
TEST_F(Siconos, agrees_on_two_masses_with_its_own_activation)
{
    expect_agreement(of_rebond(two_masses("predicted")),
                     of_siconos("two_masses", "predicted", oscillator_steps), 1e-10, 1e-10);
}

TEST_F(Siconos, agrees_on_two_masses_with_activation_by_position)
{
    expect_agreement(of_rebond(two_masses("position")),
                     of_siconos("two_masses", "position", oscillator_steps), 1e-10, 1e-10);
}

// ---------------------------------------------------------------- bar of finite elements

constexpr long bar_steps = 2000;

using Rows = std::vector<std::vector<double>>;

// Steel, linear elements, consistent mass. It crosses the plane early in a step, so that the two activations
// differ by a step; contact lasts for about 770.
std::string falling_bar(const std::string& activation)
{
    constexpr std::size_t nodes = 50;
    constexpr double young = 2.1e11, density = 7876.74, area = 1.2668e-4, length = 0.2, gravity = 9.81;
    const double pitch = length / (nodes - 1);
    const double m = density * area * pitch;
    const double k = young * area / pitch;
    Rows mass(nodes, std::vector<double>(nodes, 0.0)), stiffness = mass;
    std::vector<double> force(nodes, 0.0);
    for (std::size_t i = 0; i + 1 < nodes; ++i) {
        for (const std::size_t a : {i, i + 1}) {
            for (const std::size_t b : {i, i + 1}) {
                mass[a][b] += a == b ? m / 3.0 : m / 6.0;
                stiffness[a][b] += a == b ? k : -k;
            }
            force[a] -= 0.5 * m * gravity;
        }
    }
    std::vector<double> normal(nodes, 0.0);
    normal[0] = 1.0;
    return fmt::format(R"(
[model]
type = "linear"
mass = {}
stiffness = {}
force = {}

[initial]
position = {}
velocity = {}

[[contact]]
normal = {}

[impact]
restitution = 0.0

[scheme]
type = "moreau_jean"
step = 1e-7
theta = 0.5
activation = "{}"

[run]
duration = {}
)",
                       mass, stiffness, force, std::vector<double>(nodes, 1.003e-5),
                       std::vector<double>(nodes, -1.0), normal, activation,
                       static_cast<double>(bar_steps) * 1e-7);
}

// Rounding, relative to a motion of 1e-4 m at 1 m/s.
TEST_F(Siconos, agrees_on_a_bar_of_finite_elements_with_its_own_activation)
{
    expect_agreement(of_rebond(falling_bar("predicted")), of_siconos("bar", "predicted", bar_steps), 1e-13,
                     1e-9);
}

TEST_F(Siconos, agrees_on_a_bar_of_finite_elements_with_activation_by_position)
{
    expect_agreement(of_rebond(falling_bar("position")), of_siconos("bar", "position", bar_steps), 1e-13,
                     1e-9);
}

// The velocities of all balls after a pool break, by Siconos' own solvers of complementarity problems.
Vector pool_break_of_siconos(const std::string& law, int rows, double e)
{
    const std::string command = fmt::format("{} '{}/tests/peers/siconos_pool_break.py' {} {} {}", python,
                                            REBOND_SOURCE_DIR, law, rows, e);
    const auto lines = lines_of(command);
    return lines.empty() ? Vector() : lines.front();
}

TEST_F(Siconos, pool_breaks_end_alike_by_both_laws)
{
    for (const int rows : {2, 3, 5})
        for (const double e : {1.0, 0.6}) {
            const test::TouchingDiscs table = test::pool_break(rows);
            Vector p(table.contacts());
            LinearComplementarity problem(table.contacts());
            ASSERT_TRUE(problem.solve(table.mobility(), (1.0 + e) * table.approach(), p).solved());
            EXPECT_LT((table.after(p) - pool_break_of_siconos("complementarity", rows, e)).norm(), 1e-8)
                << rows << e;
            OutwardLaw law(table.contacts());
            const Vector restitution = Vector::Constant(table.contacts(), e);
            ASSERT_TRUE(law.resolve(table.mobility(), table.approach(), restitution, p).solved());
            // Siconos accepts 1e-9 in its own measure.
            EXPECT_LT((table.after(p) - pool_break_of_siconos("outward", rows, e)).norm(), 1e-8) << rows << e;
        }
}

}  // namespace
}  // namespace rebond
