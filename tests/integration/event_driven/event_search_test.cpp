#include "rebond/integration/event_driven/event_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace rebond::test {
namespace {

using Function = std::function<double(double)>;

// A flight whose gap, its rate and the reaction of one closed contact are given functions of the time in the
// step.
class Given final : public Flight {
public:
    Function phi = [](double) { return 1.0; };
    Function phi_rate = [](double) { return 0.0; };
    Function nu = [](double) { return 1.0; };
    std::optional<double> touch, release;
    bool shortens = true;
    double refuses_beyond = 1e9;  // [s]
    int landings = 0;

    bool may_shorten() const override { return shortens; }
    double next_step() const override { return 1.0; }
    const Instant& now() override { throw std::logic_error("not asked"); }
    bool mobility(const std::vector<Index>&, Matrix&) override { return true; }
    bool accelerations(const std::vector<Index>&, Vector&) override { return true; }
    void gradient(Index, Vector&) override {}
    void apply_impulses(const std::vector<Index>&, const Vector&) override {}
    std::optional<double> try_step(std::vector<ClosedContact>&, const std::vector<Opening>&, double longest,
                                   bool) override
    {
        return longest;
    }
    double smooth_time() const override { return 1.0; }
    std::optional<double> first_touch(Index) override { return touch; }
    std::optional<double> first_release(std::size_t) override { return release; }
    bool land(double after) override
    {
        ++landings;
        at_ = after;
        return after <= refuses_beyond;
    }
    void arrive(std::optional<double>) override {}
    double time() const override { return at_; }
    double gap(Index) override { return phi(at_); }
    double rate(Index) override { return phi_rate(at_); }
    double rounding(Index) const override { return 1e-15; }
    double rate_rounding(Index) override { return 1e-15; }
    void close(Index) override {}
    std::optional<double> reaction(const std::vector<ClosedContact>&, std::size_t) override
    {
        return nu(at_);
    }
    double reaction_rounding(std::size_t) override { return 1e-15; }
    Pressing pressing(std::size_t) override { return {}; }
    Work work() override { return {}; }
    long residual_evaluations() const override { return 0; }

private:
    double at_ = 0.0;
};

using Landing = EventSearch::Landing;

TEST(EventSearch, lands_where_a_gap_closes_to_rounding)
{
    Given flight;
    flight.phi = [](double t) { return std::cos(t) - 0.5; };  // zero at π/3
    flight.phi_rate = [](double t) { return -std::sin(t); };
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    EXPECT_EQ(search.land_on_touch(0, 0.9, 2.0, 0.0), Landing::touched);
    EXPECT_NEAR(search.landed_at(), std::acos(0.5), 4e-15);
    EXPECT_LT(flight.landings, 10);  // a secant converges at order 1.6
}

TEST(EventSearch, lands_where_a_gap_is_back_where_it_left)
{
    // From −1e-9 m, where another contact had pushed it: up and back after one second.
    Given flight;
    flight.phi = [](double t) { return -1e-9 + t * (1.0 - t); };
    flight.phi_rate = [](double t) { return 1.0 - 2.0 * t; };
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    EXPECT_EQ(search.land_on_touch(0, 0.8, 2.0, -1e-9), Landing::touched);
    EXPECT_NEAR(search.landed_at(), 1.0, 4e-15);
}

// Secants come closer by a quarter or less each time.
TEST(EventSearch, lands_where_a_gap_closes_at_a_speed_that_vanishes)
{
    constexpr double size = 1e20;  // [m], of which rounding is 1e-15 m
    for (const int power : {3, 5}) {
        Given flight;
        flight.phi = [power](double t) { return size * std::pow(1.0 - t, power); };
        flight.phi_rate = [power](double t) { return -size * power * std::pow(1.0 - t, power - 1); };
        const std::vector<ClosedContact> none;
        EventSearch search(flight, none);
        EXPECT_EQ(search.land_on_touch(0, 0.9, 2.0, 0.0), Landing::touched) << power;
        EXPECT_NEAR(search.landed_at(), 1.0, 1e-6) << power;
    }
}

TEST(EventSearch, closes_a_gap_that_never_opens_if_rounding_explains_its_depth)
{
    for (const double depth : {1e-14, 1e-9}) {
        Given flight;
        flight.phi = [depth](double t) { return -depth - t; };
        flight.phi_rate = [](double) { return -1.0; };
        const std::vector<ClosedContact> none;
        EventSearch search(flight, none);
        EXPECT_EQ(search.land_on_touch(0, 0.5, 1.0, 0.0), depth < 1e-12 ? Landing::touched : Landing::lost);
    }
}

TEST(EventSearch, passes_a_gap_that_turns_round_above_zero)
{
    Given flight;
    flight.phi = [](double t) { return 1e-3 + (t - 1.0) * (t - 1.0); };
    flight.phi_rate = [](double t) { return 2.0 * (t - 1.0); };
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    EXPECT_EQ(search.land_on_touch(0, 0.9, 2.0, 0.0), Landing::passed);
    EXPECT_GE(flight.phi_rate(search.landed_at()), 0.0);
}

TEST(EventSearch, passes_a_gap_that_closes_beyond_the_step)
{
    Given flight;
    flight.phi = [](double t) { return 3.0 - t; };
    flight.phi_rate = [](double) { return -1.0; };
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    EXPECT_EQ(search.land_on_touch(0, 1.0, 2.0, 0.0), Landing::passed);
    EXPECT_EQ(search.landed_at(), 2.0);
}

TEST(EventSearch, says_where_the_equations_refuse)
{
    Given flight;
    flight.refuses_beyond = 0.5;
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    EXPECT_EQ(search.land_on_touch(0, 0.7, 2.0, 0.0), Landing::refused);
    EXPECT_EQ(search.landed_at(), 0.7);
}

TEST(EventSearch, finds_the_earlier_of_a_touch_and_a_release)
{
    Given flight;
    const std::vector<ClosedContact> one{{.contact = 1}};
    EventSearch search(flight, one);
    const std::vector<Opening> openings{Opening::open, Opening::none};
    EXPECT_EQ(search.first_event(openings, 1.0, false).after, 1.0);
    flight.touch = 0.7;
    EXPECT_EQ(search.first_event(openings, 1.0, false).touch, Index{0});
    flight.release = 0.6;
    const Event event = search.first_event(openings, 1.0, false);
    EXPECT_EQ(event.release, std::size_t{0});
    EXPECT_FALSE(event.touch);
    EXPECT_EQ(event.after, 0.6);
}

// Where it has landed, the gap lacks or exceeds zero by a few roundings of 1e-15 m.
TEST(EventSearch, a_landing_shows_what_has_closed_before_it)
{
    Given flight;
    flight.phi_rate = [](double) { return -1.0; };
    const std::vector<ClosedContact> none;
    EventSearch search(flight, none);
    const auto closed = [&](double gap, Opening opening, double slack) {
        flight.phi = [gap](double) { return gap; };
        return search.closed_at_landing({opening}, {0.0}, -1, slack).has_value();
    };
    EXPECT_TRUE(closed(-3e-15, Opening::open, -2.0));
    EXPECT_FALSE(closed(-1e-15, Opening::open, -2.0));
    EXPECT_TRUE(closed(1e-15, Opening::open, 2.0));
    EXPECT_FALSE(closed(3e-15, Opening::open, 2.0));
    EXPECT_TRUE(closed(-3e-15, Opening::bounce, -2.0));
    EXPECT_FALSE(closed(-3e-15, Opening::lift, -2.0));
    EXPECT_FALSE(closed(-3e-15, Opening::none, -2.0));
    EXPECT_FALSE(search.closed_at_landing({Opening::open}, {0.0}, 0, -2.0));
    flight.phi_rate = [](double) { return 1.0; };
    EXPECT_FALSE(closed(-3e-15, Opening::open, -2.0));
}

TEST(EventSearch, a_landing_shows_a_release_that_came_before_it)
{
    Given flight;
    flight.phi = [](double t) { return 0.5 - t; };
    flight.phi_rate = [](double) { return -1.0; };
    const std::vector<ClosedContact> one{{.contact = 1}};
    EventSearch search(flight, one);
    ASSERT_EQ(search.land_on_touch(0, 0.5, 1.0, 0.0), Landing::touched);
    flight.nu = [](double t) { return 0.5 - 1e-9 - t; };  // pulls from just before the touch on
    EXPECT_FALSE(search.pulls_at_landing(1.0));           // nor does the step say that it vanishes
    flight.release = 0.5 + 1e-7;
    EXPECT_EQ(search.pulls_at_landing(1.0), std::size_t{0});
    flight.release = 0.6;
    EXPECT_FALSE(search.pulls_at_landing(1.0));
    flight.release = 0.5 + 1e-7;
    flight.nu = [](double t) { return 0.5 + 1e-9 - t; };
    EXPECT_FALSE(search.pulls_at_landing(1.0));
}

// A reaction that is zero where the step starts, and what becomes of it.
TEST(EventSearch, a_reaction_that_starts_at_zero_releases_only_if_it_turns_to_a_pull)
{
    Given flight;
    flight.release = 0.0;
    const std::vector<ClosedContact> one{{.contact = 0}};
    EventSearch search(flight, one);
    const std::vector<Opening> none_opens{Opening::none};

    flight.nu = [](double t) { return -t; };
    EXPECT_EQ(search.first_event(none_opens, 1.0, false).release, std::size_t{0});
    EXPECT_FALSE(search.first_event(none_opens, 1.0, true).release);  // kept closed

    flight.nu = [](double t) { return t; };  // it presses: the step is cut, nothing opens
    const Event cut = search.first_event(none_opens, 1.0, false);
    EXPECT_FALSE(cut.release);
    EXPECT_LT(cut.after, 1e-5);

    flight.nu = [](double) { return 0.0; };
    EXPECT_EQ(search.first_event(none_opens, 1.0, false).after, 1.0);

    flight.nu = [](double) { return -1.0; };  // it pulls at once
    EXPECT_EQ(search.first_event(none_opens, 1.0, false).opening, Opening::lift);
}

TEST(EventSearch, refines_the_time_at_which_a_reaction_vanishes)
{
    Given flight;
    flight.nu = [](double t) { return std::cos(t); };
    const std::vector<ClosedContact> one{{.contact = 0}};
    EventSearch search(flight, one);
    EXPECT_NEAR(search.release_near(0, 1.5705, 2.0), std::acos(0.0), 1e-12);
}

}  // namespace
}  // namespace rebond::test
