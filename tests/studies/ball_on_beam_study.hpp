// A swept study of balls on a pinned beam whose rebounds are those of a law, for tests.
#pragma once

#include "rebond/scene/scene.hpp"
#include "rebond/studies/memory_store.hpp"
#include "rebond/studies/papers/exhibit_rows.hpp"
#include "rebound_points.hpp"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace rebond::test {

// The scene of a case: mass of the ball [kg] and place on the beam [m].
inline Scene ball_on_beam_scene(const std::vector<Value>& values)
{
    BallOnBeamScene subject;
    subject.model.ball.mass = number_in(values[0]).value();
    subject.model.location = number_in(values[1]).value();
    Scene scene;
    scene.subject = subject;
    return scene;
}

// What the law gives for a case.
inline double law_of_case(const BeamReboundLaw& law, const std::vector<Value>& values)
{
    const Scene scene = ball_on_beam_scene(values);
    const BallOnBeam model(*ball_on_beam_in(scene));
    return rebound_ratio(law, beam_contact(model.spec().ball.mass, model.shape(), Vector::Zero(0)));
}

// Seven masses at three places.
inline SweptStudy rebounds_by_law(const BeamReboundLaw& law)
{
    StudyRecord record;
    record.keys = {"model.ball.mass", "model.location"};
    record.columns = {"restitution.apparent", "restitution.conditioning"};
    const auto store = std::make_shared<MemoryStore>(record);
    SweptStudy swept;
    swept.scene_of = ball_on_beam_scene;
    for (int i = 0; i < 7; ++i)
        for (const double place : {0.17, 0.33, 0.5}) {
            const std::vector<Value> values{0.01 * std::pow(3.0, i), place};
            store->add({{.given = {swept.state.done, values},
                         .status = "ok",
                         .summary = {law_of_case(law, values), 1.0}}});
            ++swept.state.done;
        }
    swept.store = store;
    return swept;
}

}  // namespace rebond::test
