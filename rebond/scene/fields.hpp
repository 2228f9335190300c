// The fields of every struct a scene can hold, named once.
//
// Reading and writing scenes, the schema, the commented scene and the manual are all loops over
// these tables, so a quantity has one name, one unit, one range and one meaning everywhere. Its
// default is what a default-constructed struct holds.
//
// Those of a model are in its folder, those of schemes in scheme_fields.hpp, and what belongs to every scene
// is here. Members that are tables stand after those that are values, as TOML wants them.
#pragma once

#include "rebond/scene/ball_on_beam/ball_on_beam_fields.hpp"
#include "rebond/scene/balls/balls_fields.hpp"
#include "rebond/scene/bar/bar_fields.hpp"
#include "rebond/scene/chain/chain_fields.hpp"
#include "rebond/scene/field.hpp"
#include "rebond/scene/frame/frame_fields.hpp"
#include "rebond/scene/linear/linear_fields.hpp"
#include "rebond/scene/orbit/orbit_fields.hpp"
#include "rebond/scene/rod/rod_fields.hpp"
#include "rebond/scene/scheme_fields.hpp"

namespace rebond {

// ---------------------------------------------------------------------------------- impacts

template <>
inline constexpr auto names_of<Law> = std::array{
    EnumeratorName{Law::newton, "newton", "the contact leaves at e times its approach velocity"},
    EnumeratorName{Law::poisson, "poisson",
                   "the impulse that stops the approach acts again, multiplied by e"},
    EnumeratorName{Law::stronge, "stronge",
                   "restitution gives back e² times the work that compression takes; never a gain of energy "
                   "with friction"},
    EnumeratorName{
        Law::outward, "outward",
        "least kinetic energy with which all contacts together separate e times as fast; event-driven "
        "schemes only"},
    EnumeratorName{Law::hertz, "hertz",
                   "elastic indentation δ with the force K δ^{3/2}: no impact law, for the force acts while "
                   "bodies touch, and no energy is lost"}};

template <>
inline constexpr auto fields_of<ImpactLaw> = std::tuple{
    Field{"law", &ImpactLaw::law, "", any(), "impact law"},
    Field{"restitution", &ImpactLaw::restitution, "-", between(0, 1), "coefficient of restitution e"},
    Field{"friction", &ImpactLaw::friction, "-", at_least(0), "Coulomb coefficient μ"},
    Field{"bounded", &ImpactLaw::bounded, "", any(),
          "with friction e is lowered where Newton's law, or Poisson's with several contacts at once, "
          "would gain energy"},
    Field{"hertz_stiffness", &ImpactLaw::hertz_stiffness, "N/m^1.5", positive(),
          "K of the law hertz; (4/3) E* √R for a sphere on a plane",
          absent_means("none; that of ball_on_beam follows from its materials", 1e9)}};

// ---------------------------------------------------------------------------------- the run

template <>
inline constexpr auto fields_of<RunSpec> = std::tuple{
    Field{"duration", &RunSpec::duration, "s", duration_range(), "simulated time", required(0.02)},
    Field{"gravity", &RunSpec::gravity, "m/s²", at_least(0), "gravity, downwards"},
    Field{"sample_every", &RunSpec::sample_every, "s", positive(),
          "spacing of stored samples; impacts are always all stored",
          absent_means("a thousandth of run.duration", 2e-5)},
    Field{
        "stop_when_quiet", &RunSpec::stop_when_quiet, "", any(),
        "end once a full restitution window has passed without an impact, or the ball has left the beam for "
        "good"}};

template <>
inline constexpr auto fields_of<AnalysisSpec> =
    std::tuple{Field{"restitution_window", &AnalysisSpec::restitution_window, "s", positive(),
                     "time without impact over which the rebound velocity is averaged"},
               Field{"episode_gap", &AnalysisSpec::episode_gap, "s", at_least(0),
                     "longest pause between impacts of one episode",
                     absent_means("one wave transit along the body and back, or the whole run", 1e-4)}};

template <>
inline constexpr auto fields_of<Scene> =
    std::tuple{Field{"title", &Scene::title, "", any(), "title of the run"},
               Field{"model", &Scene::subject, "", any(), "what moves, and where it starts", required(0)},
               Field{"impact", &Scene::impact, "", any(), "what happens at contact"},
               Field{"scheme", &Scene::scheme, "", any(), "how time advances"},
               Field{"run", &Scene::run, "", any(), "how long it lasts and what is stored"},
               Field{"analysis", &Scene::analysis, "", any(), "how the numbers of the summary are computed"},
               Field{"orbit", &Scene::orbit, "", any(), "which periodic motions rebond orbit looks for"}};

// Whether a Hertz contact belongs to the model, as its default says. Others may have one by choice.
inline bool is_hertzian(const Scene& scene)
{
    return std::visit([]<typename S>(const S&) { return defaults_of<S>.law == Law::hertz; }, scene.subject);
}

template <>
inline constexpr auto checks_of<Scene> = std::array{
    Check<Scene>{"run.sample_every",
                 [](const Scene& scene, const Scene&) {
                     return !scene.run.sample_every || *scene.run.sample_every <= scene.run.duration;
                 },
                 "at most", "run.duration"},
    Check<Scene>{"run.sample_every",
                 [](const Scene& scene, const Scene&) {
                     return !scene.run.sample_every || *scene.run.sample_every >= 1e-9 * scene.run.duration;
                 },
                 "at least a billionth of", "run.duration", "otherwise the samples do not fit on a disk"},
    Check<Scene>{"impact.law",
                 [](const Scene& scene, const Scene&) {
                     return scene.impact.law != Law::hertz || is_hertzian(scene) ||
                            scene.impact.hertz_stiffness.has_value();
                 },
                 "another law, or a number", "impact.hertz_stiffness",
                 "the force of Hertz's law follows from it"},
    Check<Scene>{"impact.restitution",
                 [](const Scene& scene, const Scene&) {
                     return scene.impact.law != Law::hertz || is_hertzian(scene) ||
                            scene.impact.restitution == 1.0;
                 },
                 "1 if impact.law is \"hertz\"", "", "a Hertz contact loses no energy"},
    Check<Scene>{
        "impact.hertz_stiffness",
        [](const Scene& scene, const Scene&) { return !scene.impact.hertz_stiffness || !is_hertzian(scene); },
        "none if model.type is \"ball_on_beam\"", "", "it follows from its materials"},
    Check<Scene>{"impact.law",
                 [](const Scene& scene, const Scene&) {
                     return scene.impact.law == Law::hertz || !is_hertzian(scene);
                 },
                 "\"hertz\" if model.type is \"ball_on_beam\""}};

// ---------------------------------------------------------------------------------- the subject of a scene

inline const SubjectTraits& subject_traits(const Scene& scene)
{
    return std::visit([]<typename S>(const S&) -> const SubjectTraits& { return traits_of<S>; },
                      scene.subject);
}

}  // namespace rebond
