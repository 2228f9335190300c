// Scenes of contacts whose motion is known, run and kept: states, impacts, phases and changes of sliding.
#pragma once

#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rebond::test {

// A scene with what came of it. It refers to itself: no copies.
class ContactRun final : public Recorder {
public:
    explicit ContactRun(const Scene& scene) : prepared(prepare_problem(scene))
    {
        received_.assign(prepared.problem.contacts.size(), Vector2::Zero());
        done = run_scene(scene, prepared, {this});
        EXPECT_EQ(done.outcome.status, Status::ok) << scene.title << ": " << done.outcome.reason;
    }
    ContactRun(const ContactRun&) = delete;
    ContactRun& operator=(const ContactRun&) = delete;

    void step(const Instant& now) override { states.push_back({now.t(), now.q(), now.v()}); }
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void sustained(const SustainedContact& phase) override { phases.push_back(phase); }
    void change(const ContactChange& change) override { changes.push_back(change); }
    void received(Index contact, double normal, double friction) override
    {
        received_[contact] += Vector2(normal, friction);
    }

    const State& last() const { return done.findings.final; }
    const EnergyFindings& energy() const { return done.findings.energy; }
    double lost() const { return energy().initial - energy().final; }  // [J]

    // Over the whole run: of one contact, and of all [N s].
    const Vector2& impulse_of(Index contact) const { return received_[contact]; }
    Vector2 impulse() const
    {
        Vector2 sum = Vector2::Zero();
        for (const Vector2& one : received_) sum += one;
        return sum;
    }

    PreparedProblem prepared;
    RunResult done;
    std::vector<State> states;
    std::vector<Impact> impacts;
    std::vector<SustainedContact> phases;
    std::vector<ContactChange> changes;

private:
    std::vector<Vector2> received_;
};

// A scene of contact_references/, with overrides as `--set` takes them.
inline Scene reference_scene(const std::string& name, const std::vector<std::string>& overrides = {})
{
    Scene scene = read_scene(
        std::string(REBOND_SOURCE_DIR) + "/tests/physics/contact_references/" + name + ".toml", overrides);
    scene.title = name;
    return scene;
}

inline Scene by_moreau_jean(Scene scene, double step)
{
    scene.scheme = MoreauJean{.step = step};
    return scene;
}

inline void expect_near(const Vector& found, const std::vector<double>& expected, double tolerance,
                        const std::string& of = {})
{
    Index i = 0;
    for (const double value : expected) {
        EXPECT_NEAR(found(i), value, tolerance) << of << ", number " << i;
        ++i;
    }
}

}  // namespace rebond::test
