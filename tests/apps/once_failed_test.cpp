// Scenes that once ended in failure, or not at all: each ends, at rest or where its physics says, or says why
// not.
#include "apps/program.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path once_failed = fs::path(REBOND_SOURCE_DIR) / "tests/scenes/once_failed";

Json summary_of(const fs::path& scene, const Arguments& more = {})
{
    Arguments arguments{"run", scene.string(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto done = run_rebond(arguments);
    EXPECT_TRUE(done.code == 0 || done.code == 3) << scene << ": " << done.err;
    return Json::parse(done.out);
}

bool begins_with(const fs::path& scene, const std::string& name)
{
    return scene.filename().string().rfind(name, 0) == 0;
}

TEST(OnceFailed, every_scene_ends)
{
    int count = 0;
    for (const auto& entry : fs::directory_iterator(once_failed)) {
        const Json summary = summary_of(entry.path());
        const std::string status = summary["status"];
        // A bar that comes apart, and a rebound that rounding decides, have no end that means anything.
        const bool has_none = begins_with(entry.path(), "bar_") || begins_with(entry.path(), "beam_");
        EXPECT_EQ(status, has_none ? "diverged" : "ok") << entry.path() << ": " << summary["reason"];
        if (has_none) continue;
        EXPECT_EQ(summary["final"]["time"], summary["duration"]) << entry.path();
        // Impacts only lose energy; time stepping may gain what a step does not resolve.
        const double lost = summary["energy"]["lost_in_impacts"], initial = summary["energy"]["initial"];
        EXPECT_GE(lost, -1e-5 * std::abs(initial)) << entry.path();
        ++count;
    }
    EXPECT_GT(count, 25);
}

// By both exact schemes alike, where the motion is not chaotic.
TEST(OnceFailed, exact_schemes_agree)
{
    for (const char* scene :
         {"d8_docking.toml", "d8_graze.toml", "d3_modal_touching_stack.toml",
          "d2_light_bead_event_modal.toml", "fail_event_accurate_touching_5.toml",
          "fail_event_modal_gaps_3.toml", "stack_modal_starts_below.toml", "stack_modal_starts_below_2.toml",
          "stack_poisson_lifts_unseen.toml", "stack_outward_in_free_fall.toml"}) {
        const auto end_by = [&](const std::string& scheme) {
            return summary_of(once_failed / scene, {"--set", "scheme.type='" + scheme + "'", "--set",
                                                    "run.duration=0.5", "--set", "run.sample_every=0.1"});
        };
        const Json modal = end_by("event_modal"), accurate = end_by("event_accurate");
        ASSERT_EQ(modal["status"], "ok") << scene;
        ASSERT_EQ(accurate["status"], "ok") << scene;
        for (std::size_t i = 0; i < accurate["final"]["position"].size(); ++i)
            EXPECT_NEAR(accurate["final"]["position"][i].get<double>(),
                        modal["final"]["position"][i].get<double>(), 1e-8)
                << scene << ", coordinate " << i;  // speeds below √(2a·rounding) are not followed
    }
}

// Events within 1e-11 m of each other, or of one instant: their order is the same by both exact schemes.
TEST(OnceFailed, exact_schemes_agree_on_the_order_of_events)
{
    for (const char* scene :
         {"order_release_after_touch.toml", "order_of_two_touches.toml", "together_in_a_corner.toml",
          "together_symmetric.toml", "turns_beside_a_third_contact.toml", "modal_hops_that_sink.toml",
          "poisson_closed_stays_closed.toml"}) {
        const auto end_by = [&](const std::string& scheme) {
            return summary_of(once_failed / scene, {"--set", "scheme.type='" + scheme + "'"});
        };
        const Json modal = end_by("event_modal"), accurate = end_by("event_accurate");
        for (std::size_t i = 0; i < accurate["final"]["position"].size(); ++i) {
            // Located to rounding, which impacts may make larger.
            EXPECT_NEAR(accurate["final"]["position"][i].get<double>(),
                        modal["final"]["position"][i].get<double>(), 1e-9)
                << scene << ", coordinate " << i;
            EXPECT_NEAR(accurate["final"]["velocity"][i].get<double>(),
                        modal["final"]["velocity"][i].get<double>(), 1e-9)
                << scene << ", coordinate " << i;
        }
    }
}

// Time stepping, which takes what touches in a step together, as it should here.
TEST(OnceFailed, a_touch_before_a_release_finds_that_contact_closed)
{
    const Json exact =
        summary_of(once_failed / "order_release_after_touch.toml", {"--set", "scheme.type='event_accurate'"});
    const Json stepped = summary_of(once_failed / "order_release_after_touch.toml",
                                    {"--set", "scheme={type='moreau_jean',step=1e-6}"});
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(exact["final"]["velocity"][i].get<double>(),
                    stepped["final"]["velocity"][i].get<double>(), 1e-4);  // of first order
}

// Contact 1 rests for 0.4 µs until an impact of contact 3 frees it, at 0.44 m/s.
TEST(OnceFailed, a_contact_that_rests_leaves_where_an_impact_of_another_frees_it)
{
    const auto end_by = [&](const std::string& scheme) {
        return summary_of(once_failed / "outward_frees_a_closed_contact.toml",
                          {"--set", "scheme.type='" + scheme + "'", "--set", "run.duration=0.242"});
    };
    const Json modal = end_by("event_modal"), accurate = end_by("event_accurate");
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(accurate["final"]["velocity"][i].get<double>(),
                    modal["final"]["velocity"][i].get<double>(),
                    1e-6);  // the last bounces of the burst before
}

// By whichever of the two rounding decides, the run says that it was chance.
TEST(OnceFailed, impacts_in_turn_or_together_by_rounding_are_a_warning)
{
    for (const std::string scheme : {"event_modal", "event_accurate"}) {
        const Json summary = summary_of(once_failed / "outward_in_turn_or_together.toml",
                                        {"--set", "scheme.type='" + scheme + "'"});
        ASSERT_EQ(summary["warnings"].size(), 1u) << scheme;
        EXPECT_NE(summary["warnings"][0].get<std::string>().find("rounding decided"), std::string::npos);
    }
}

}  // namespace
}  // namespace rebond
