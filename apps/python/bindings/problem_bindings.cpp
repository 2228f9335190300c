// Problems that a user states in Python: a body, its gaps and laws, where it starts and for how long.
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/python_body.hpp"
#include "apps/python/bindings/python_gap.hpp"
#include "apps/python/bindings/python_run.hpp"
#include "apps/python/bindings/python_value.hpp"
#include "rebond/contact/contact_name.hpp"
#include "rebond/mechanics/user/body_checks.hpp"
#include "rebond/mechanics/user/user_model.hpp"
#include "rebond/scene/advice/step_advice.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/problem_checks.hpp"

#include <fmt/format.h>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

namespace rebond::python {
namespace {

struct UserProblem {
    Problem problem = {};
    RunTerms terms = {};
    std::string title = {}, model = {};
    bool is_python = false;                   // some function needs the interpreter
    std::vector<std::string> gradients = {};  // of each contact, where from
};

// A scheme or a law by the keys of a scene: values are checked in the words of the reader.
Scene scene_with(const std::string& table, const py::dict& values)
{
    std::vector<SceneChange> changes{
        {"model.type", "rod"}, {"run.duration", "1.0"}, {"scheme.type", "event_accurate"}};
    for (const auto& [key, value] : values)
        changes.emplace_back(table + "." + std::string(py::str(key)), toml_text(value));
    return EditableScene(changes, table, std::nullopt).scene();
}

Scheme scheme_from(const py::dict& values)
{
    return scene_with("scheme", values).scheme;
}

ImpactLaw law_from(const py::dict& values)
{
    const Scene scene = scene_with("impact", values);
    return scene.impact;
}

Vector vector_in(const py::dict& spec, const char* name, Index size)
{
    const auto values = spec[name].cast<std::vector<double>>();
    if (std::ssize(values) != size)
        throw InputError(
            fmt::format("{}: {} numbers: expected {}, one for each coordinate", name, values.size(), size));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i]))
            throw InputError(
                fmt::format("{}: coordinate {} is {}: expected finite numbers", name, i, values[i]));
    return Eigen::Map<const Vector>(values.data(), size);
}

// Friction acts along a direction. A body of one coordinate has none but that of its gap.
void require_direction(Contact& contact, Index dofs, const std::string& name,
                       std::vector<std::string>& warnings)
{
    const bool has_direction = !contact.slide.terms.empty() || contact.slide.function != nullptr;
    if (contact.law.friction == 0.0 || has_direction) return;
    if (dofs > 1)
        throw InputError(fmt::format(
            "{}: friction = {:g} and no tangent: expected tangent, the direction in which it slides", name,
            contact.law.friction));
    warnings.push_back(fmt::format(
        "the friction of {} does nothing: a body of one coordinate has no direction to slide in", name));
    contact.law.friction = 0.0;
}

std::shared_ptr<BodyFunctions> functions_in(const py::dict& spec)
{
    auto functions = std::make_shared<BodyFunctions>();
    functions->dofs = spec["dofs"].cast<Index>();
    if (spec.contains("constant_mass")) functions->constant_mass = spec["constant_mass"].cast<Matrix>();
    const std::pair<const char*, Callback*> all[] = {{"mass(q)", &functions->mass},
                                                     {"force(t, q, v)", &functions->force},
                                                     {"energy(q, v)", &functions->energy},
                                                     {"stiffness(t, q, v)", &functions->stiffness},
                                                     {"damping(t, q, v)", &functions->damping},
                                                     {"factor(t, q, beta, gamma)", &functions->factor},
                                                     {"power(t, q, v)", &functions->power},
                                                     {"outline(q)", &functions->outline}};
    for (const auto& [signature, function] : all) {
        const std::string name(signature, std::string_view(signature).find('('));
        if (spec.contains(name)) *function = callback_of(signature, spec[name.c_str()]);
    }
    return functions;
}

std::shared_ptr<UserProblem> make_problem(const py::dict& spec)
{
    auto made = std::make_shared<UserProblem>();
    const std::shared_ptr<const BodyFunctions> functions = functions_in(spec);
    const Index n = functions->dofs;
    Problem& problem = made->problem;
    problem.initial = {.t = 0.0, .q = vector_in(spec, "position", n), .v = vector_in(spec, "velocity", n)};
    const Scene timed = scene_with("run", spec["run"].cast<py::dict>());
    problem.duration = timed.run.duration;
    problem.sample_every = timed.run.spacing();
    made->terms.stop_when_quiet = timed.run.stop_when_quiet;
    made->terms.analysis = scene_with("analysis", spec["analysis"].cast<py::dict>()).analysis;
    made->title = spec["title"].cast<std::string>();
    made->model = spec["name"].cast<std::string>();
    made->is_python = functions->any_python();

    const BodyJudgement judged =
        judge_body(*python_body(functions), problem.initial.q, problem.initial.v, problem.duration);
    UserTraits traits{.dofs = n,
                      .has_constant_mass = functions->constant_mass.has_value(),
                      .is_conservative = judged.is_conservative,
                      .has_loads = judged.has_loads,
                      .load_frequency = spec["load_frequency"].cast<double>()};
    if (functions->outline)
        traits.outline = [functions](const Vector& q) { return python_outline(*functions, q); };
    problem.model = std::make_shared<UserModel>(traits, [functions] { return python_body(functions); });

    const auto contacts = spec["contacts"].cast<py::list>();
    ContactFunctions found{.any_python = made->is_python};
    for (const py::handle one : contacts) {
        const auto given = one.cast<py::dict>();
        Contact contact{.gap = gap_from(given, problem, problem.contacts.size(), found),
                        .law = law_from(given["law"].cast<py::dict>()),
                        .slide = slide_from(given, problem, problem.contacts.size(), found),
                        .name = given["name"].cast<std::string>()};
        const std::string name = contact_name(contact.name, std::ssize(problem.contacts));
        require_direction(contact, n, name, made->terms.warnings);
        require_own_direction(contact, problem.initial.q, name + ", tangent", name);
        if (found.gradients.back() != "given")
            made->terms.warnings.push_back(
                fmt::format("the gradient of the gap of {} is found by {}", name, found.gradients.back()));
        problem.contacts.push_back(std::move(contact));
    }
    made->is_python = found.any_python;
    made->gradients = std::move(found.gradients);
    require_room(problem);
    require_open_start(problem);
    return made;
}

// A scheme that was read, for many runs.
struct ReadScheme {
    Scheme scheme;
};

py::tuple run_user_problem(const UserProblem& given, const ReadScheme& read, const py::object& progress)
{
    const Scheme& scheme = read.scheme;
    require_scheme(scheme, given.problem);
    RunTerms terms = given.terms;
    Scene advised;
    advised.scheme = scheme;
    advised.run.duration = given.problem.duration;
    const StepAdvice advice = advise_step(advised, given.problem);
    if (advice.refusal) throw Unbuildable(std::string(advice.refused_key), *advice.refusal);
    terms.warnings.insert(terms.warnings.end(), advice.warnings.begin(), advice.warnings.end());

    auto run = std::make_shared<KeptRun>();
    Watch watch(given.problem.duration, progress);
    std::exception_ptr stopped_by;
    {
        std::optional<py::gil_scoped_release> others;
        if (!given.is_python) others.emplace();
        keep_run(given.problem, episode_gap(terms.analysis, given.problem), watch, *run,
                 [&](const std::vector<Recorder*>& listeners) {
                     RunResult done =
                         run_problem(given.problem, scheme, terms, listeners, &watch.interrupt());
                     run->summary = summarise(given.problem, done.findings, done.outcome);
                     run->summary.title = given.title;
                     run->summary.model = given.model;
                     run->summary.scheme = type_name(scheme);
                     run->summary.wall_seconds = done.wall_seconds;
                     stopped_by = done.stopped_by;
                     return done;
                 });
    }
    run->problem = given.problem;
    py::object raised = watch.raised();
    try {
        if (stopped_by) std::rethrow_exception(stopped_by);
    } catch (CallbackRaised& callback) {
        raised = callback.error.value();
        PyException_SetTraceback(raised.ptr(),
                                 callback.error.trace() ? callback.error.trace().ptr() : Py_None);
    } catch (const BadAnswer& answer) {
        raised = py::module_::import("rebond._errors").attr("InputError")(answer.text);
    }
    return py::make_tuple(run, raised);
}

}  // namespace

void bind_problems(py::module_& module)
{
    py::class_<UserProblem, std::shared_ptr<UserProblem>>(module, "UserProblem")
        .def_property_readonly("is_python", [](const UserProblem& problem) { return problem.is_python; })
        .def_readonly("gradients", &UserProblem::gradients)
        .def_property_readonly(
            "is_conservative",
            [](const UserProblem& problem) { return problem.problem.model->is_conservative(); })
        .def("schemes", [](const UserProblem& given) {
            py::list names;
            for (const std::string_view name : schemes_that_serve(given.problem))
                names.append(std::string(name));
            return names;
        });
    module.def("make_problem", &make_problem);
    module.def("run_problem", &run_user_problem);
    py::class_<ReadScheme>(module, "ReadScheme");
    module.def("read_scheme", [](const py::dict& values) { return ReadScheme{scheme_from(values)}; });
    module.def("check_law", [](const py::dict& values) { law_from(values); });
}

}  // namespace rebond::python
