// Scenes that are changed key by key.
#include "rebond/io/scene/editable_scene.hpp"

#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

EditableScene bar()
{
    return {"[model]\ntype = \"bar\"\n[run]\nduration = 0.01\n", "bar.toml", std::nullopt};
}

std::string refusal(const auto& change)
{
    try {
        change();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(EditableScene, refuses_a_wrong_value_and_stays_as_it_was)
{
    EditableScene scene = bar();
    const std::string before = write_scene(scene.scene());
    EXPECT_EQ(refusal([&] {
                  scene.set({"run.duration", "-1"});
              }),
              "--set run.duration=-1: error: run.duration = -1: expected a finite number in (0, "
              "1000000000000] [s]");
    EXPECT_NE(refusal([&] {
                  scene.set({"run.duraton", "1"});
              }).find("did you mean 'duration'"),
              std::string::npos);
    EXPECT_EQ(write_scene(scene.scene()), before);
}

TEST(EditableScene, says_what_a_change_makes_wrong_elsewhere_when_it_is_used)
{
    EditableScene scene = bar();
    scene.set({"scheme.type", "moreau_jean"});
    EXPECT_NE(refusal([&] { (void)scene.scene(); }).find("scheme.step is missing"), std::string::npos);
    scene.set({"scheme.step", "1e-6"});
    scene.set({"scheme.theta", "0.7"});
    EXPECT_NO_THROW((void)scene.scene());
    scene.set({"scheme.type", "event_accurate"});
    EXPECT_NO_THROW((void)scene.scene());
}

TEST(EditableScene, has_the_words_of_a_file_after_changes)
{
    EditableScene scene = bar();
    scene.set({"model.segments", "4"});
    const std::string said = refusal([&] { (void)scene.with({{"model.length", "1e-3"}}); });
    EXPECT_EQ(said.find("--set model.length=1e-3: error: "), 0u) << said;
    EXPECT_EQ(scene.with({{"model.segments", "7"}}).file().overrides.size(), 2u);
    EXPECT_EQ(refusal([] {
                  EditableScene("[model]\ntype = \"bra\"\n[run]\nduration = 1.0\n", "x.toml", std::nullopt);
              }).find("x.toml:2:8: error"),
              0u);
}

TEST(EditableScene, leaves_out_what_may_be_absent)
{
    EditableScene scene = bar();
    scene.set({"run.sample_every", "1e-3"});
    scene.erase("run.sample_every");
    EXPECT_FALSE(scene.scene().run.sample_every);
    EXPECT_THROW(scene.erase("run.duration"), InputError);
    EXPECT_EQ(scene.scene().run.duration, 0.01);
}

}  // namespace
}  // namespace rebond
