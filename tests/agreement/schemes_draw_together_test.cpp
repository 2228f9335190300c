// Every scheme, on every example, draws to the reference as its step shrinks, at the order it claims.
//
// The error is that of the positions, some impacts after the start. Where a scheme spreads an impact over a
// step, its error depends on where in that step the impact falls, between nothing and its bound: the order is
// the slope of a line through 13 steps a quarter octave apart, and may be off by a quarter for all that.
#include "rebond/integration/integrate.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <set>

namespace rebond::test {
namespace {

struct Example {
    std::string folder;
    std::vector<std::string> overrides;
    double duration;   // [s]
    int least_steps;   // of the coarsest run
    std::size_t hits;  // impacts meanwhile, by the reference

    friend void PrintTo(const Example& example, std::ostream* out) { *out << example.folder; }
};

// Falls are short, since nothing but free flight happens in them.
const Example examples[] = {
    {"01_dropped_bar", {"initial.tip_height=0.00636"}, 2e-5, 100, 2},
    {"02_falling_chain", {"initial.gap=1e-5"}, 6e-5, 300, 6},
    {"03_chain_inelastic", {"initial.gap=1e-5"}, 6e-5, 4000, 1},
    {"04_two_masses", {}, 5.0, 500, 2},
    {"06_bouncing_ball", {}, 1.9, 475, 3},
    {"07_forced_impact_oscillator", {}, 4.1, 410, 1},
    {"08_cantilever_on_stop", {}, 0.03385, 34000, 35},
    {"09_beads_with_gaps", {}, 0.1, 1000, 4},
};

constexpr int runs = 13;
constexpr double rounding = 1e-11;  // of the positions, over that many steps

// Where a run ends, and how many impacts it saw.
struct End final : Recorder {
    Vector q;
    std::size_t impacts = 0;

    void step(const Instant& now) override
    {
        if (now.t() >= at) q = now.q();
    }
    void impact(const Impact& /*impact*/) override { ++impacts; }

    double at = 0.0;  // [s]
};

class SchemesDrawTogether : public testing::TestWithParam<Example> {
protected:
    SchemesDrawTogether()
        : problem_(build_problem(
              read_scene(std::string(REBOND_SOURCE_DIR) + "/examples/" + GetParam().folder + "/scene.toml",
                         GetParam().overrides)))
    {
        problem_.duration = problem_.sample_every = GetParam().duration;
        reference_ = end_of(EventAccurate{});
        size_ = reference_.q.lpNorm<Eigen::Infinity>();
    }

    End end_of(const Scheme& scheme) const
    {
        End end;
        end.at = problem_.duration * (1.0 - 1e-9);
        const Outcome outcome = integrate(problem_, scheme, end);
        EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
        return end;
    }

    double error_of(const Scheme& scheme) const
    {
        return (end_of(scheme).q - reference_.q).lpNorm<Eigen::Infinity>();
    }

    // The slope of log(error) over log(step); in some examples a scheme is exact to rounding.
    template <typename Stepped>
    void expect_order(double order, const std::set<std::string>& exact_in = {})
    {
        double x_sum = 0.0, y_sum = 0.0, xx_sum = 0.0, xy_sum = 0.0, worst = 0.0;
        for (int k = 0; k < runs; ++k) {
            const double steps = std::round(GetParam().least_steps * std::exp2(0.25 * k));
            Stepped scheme;
            scheme.step = GetParam().duration / steps;
            const double error = error_of(scheme);
            worst = std::max(worst, error);
            const double x = std::log(scheme.step);
            const double y = std::log(error + 1e-300);
            x_sum += x;
            y_sum += y;
            xx_sum += x * x;
            xy_sum += x * y;
        }
        const bool is_exact = exact_in.contains(GetParam().folder);
        EXPECT_EQ(worst <= rounding * size_, is_exact) << worst / size_;
        if (is_exact) return;  // errors at rounding have no slope
        const double slope = (runs * xy_sum - x_sum * y_sum) / (runs * xx_sum - x_sum * x_sum);
        EXPECT_GT(slope, order - (order > 1.0 ? 0.1 : 0.25));
    }

    Problem problem_;
    End reference_;
    double size_ = 0.0;  // of the positions [m]
};

TEST_P(SchemesDrawTogether, the_reference_has_the_impacts_meant)
{
    EXPECT_EQ(reference_.impacts, GetParam().hits);
}

TEST_P(SchemesDrawTogether, exact_modes_to_rounding_where_the_model_has_modes)
{
    const bool has_modes = !refusal(problem_, EventModal{});
    EXPECT_EQ(has_modes, GetParam().folder != "01_dropped_bar");
    if (!has_modes) return;  // as expected above
    // Rounding of a stiffness moves low frequencies of a fine beam by (ω_max/ω)² as much.
    const bool is_beam = GetParam().folder.starts_with("08");
    EXPECT_LT(error_of(EventModal{}), (is_beam ? 1e-7 : rounding) * size_);
}

TEST_P(SchemesDrawTogether, newmark_at_second_order)
{
    // Constant accelerations between impacts.
    expect_order<EventNewmark>(2.0, {"06_bouncing_ball", "09_beads_with_gaps"});
}

TEST_P(SchemesDrawTogether, paoli_schatzman_at_first_order)
{
    expect_order<PaoliSchatzman>(1.0);
}

TEST_P(SchemesDrawTogether, implicit_paoli_schatzman_at_first_order)
{
    expect_order<PaoliSchatzmanImplicit>(1.0);
}

TEST_P(SchemesDrawTogether, moreau_jean_at_first_order)
{
    expect_order<MoreauJean>(1.0);
}

INSTANTIATE_TEST_SUITE_P(Examples, SchemesDrawTogether, testing::ValuesIn(examples),
                         [](const auto& example) { return "Example" + example.param.folder.substr(0, 2); });

}  // namespace
}  // namespace rebond::test
