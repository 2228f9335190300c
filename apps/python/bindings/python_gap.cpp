#include "apps/python/bindings/python_gap.hpp"

#include "apps/python/bindings/complex_step.hpp"
#include "rebond/contact/contact_name.hpp"
#include "rebond/contact/gaps/user_gap.hpp"
#include "rebond/mechanics/user/body_checks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <pybind11/stl.h>

namespace rebond::python {
namespace {

// A function of (t, q) that gives a number or a direction. Python functions are called by one thread at a
// time; an argument that another thread's call still uses is not filled again (callback.hpp).
class GapCallback {
public:
    GapCallback(const std::string& name, const py::object& given)
        : function_(std::make_shared<Callback>(callback_of(name, given)))
    {
    }
    explicit operator bool() const { return static_cast<bool>(*function_); }
    bool is_python() const { return function_->is_python(); }
    const std::shared_ptr<const Callback>& function() const { return function_; }

    double number(double t, const Vector& q) const
    {
        if (function_->is_python()) {
            return number_from(*function_, python::call(*function_, {py::float_(t), argument_->with(q)}), t);
        }
        const double value = function_->call<double>(t, q.data());
        require_finite(*function_, &value, 1, 1, t);
        return value;
    }

    void direction(double t, const Vector& q, Vector& w) const
    {
        if (function_->is_python()) {
            vector_from(*function_, python::call(*function_, {py::float_(t), argument_->with(q)}), t, w);
            return;
        }
        function_->call<void>(t, q.data(), w.data());
        require_finite(*function_, w.data(), w.size(), 1, t);
    }

private:
    std::shared_ptr<const Callback> function_;
    std::shared_ptr<Argument> argument_ = std::make_shared<Argument>();
};

std::vector<Index> all_coordinates(Index count)
{
    std::vector<Index> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

Row row_from(const py::object& given, const std::string& what, Index dofs)
{
    const auto numbers = given.cast<std::vector<double>>();
    if (std::ssize(numbers) != dofs)
        throw InputError(
            fmt::format("{}: {} numbers: expected {}, one for each coordinate", what, numbers.size(), dofs));
    Row row;
    for (Index i = 0; i < dofs; ++i) {
        const double weight = numbers[static_cast<std::size_t>(i)];
        if (!std::isfinite(weight))
            throw InputError(
                fmt::format("{}: coordinate {} is {}: expected finite numbers", what, i, weight));
        if (weight != 0.0) row.push_back({i, weight});
    }
    if (row.empty()) throw InputError(fmt::format("{}: expected a number that is not zero", what));
    return row;
}

// The gradient that was given against that of the value.
void require_gradient(const UserGapSpec& spec, const Vector& q, const std::string& name)
{
    constexpr double fits = 1e-6;  // of the gradient [-]
    UserGapSpec plain = spec;
    plain.gradient = {};
    Row differences;
    UserGap(plain).add_gradient(0.0, q, differences);
    Vector expected = Vector::Zero(q.size()), given = expected;
    for (const auto& [i, weight] : differences) expected(i) += weight;
    spec.gradient(0.0, q, given);
    const double largest = std::max(expected.cwiseAbs().maxCoeff(), given.cwiseAbs().maxCoeff());
    for (Index i = 0; i < q.size(); ++i)
        if (!(std::abs(given(i) - expected(i)) <= fits * largest))
            throw InputError(
                fmt::format("{}: coordinate {} of the gradient is {:g}, and differences of the gap say {:g}: "
                            "expected ∂φ/∂q",
                            name, i, given(i), expected(i)));
}

// Whether the gap answers at a configuration that nobody asked for.
bool is_known(const GapCallback& value, const Vector& q)
{
    try {
        value.number(0.0, q);
    } catch (const RunStopped&) {
        return false;
    }
    return true;
}

void require_slope(const UserGap& gap, const Vector& q, const std::string& name)
{
    Row gradient;
    gap.add_gradient(0.0, q, gradient);
    double size = 0.0;
    for (const Term& term : gradient) size += std::abs(term.weight);
    if (!(size > 0.0))
        throw InputError(
            fmt::format("{}: the gap depends on no coordinate at the start: expected a gradient "
                        "that is not zero",
                        name));
}

std::string name_in(const py::dict& contact, std::size_t index)
{
    return contact_name(contact["name"].cast<std::string>(), static_cast<Index>(index));
}

}  // namespace

Gap gap_from(const py::dict& contact, const Problem& problem, std::size_t index, ContactFunctions& functions)
{
    const Index dofs = problem.model->dofs();
    const std::string name = name_in(contact, index);
    functions.gradients.push_back("given");
    if (contact.contains("normal"))
        return {.terms = row_from(contact["normal"], name + ", normal", dofs),
                .offset = contact["offset"].cast<double>()};
    const GapCallback value(fmt::format("gap(t, q) of {}", name), contact["gap"]);
    const GapCallback gradient(fmt::format("gradient(t, q) of {}", name), contact["gradient"]);
    const GapCallback drift(fmt::format("drift(t, q) of {}", name), contact["drift"]);
    functions.any_python =
        functions.any_python || value.is_python() || gradient.is_python() || drift.is_python();
    UserGapSpec spec{.value = [value](double t, const Vector& q) { return value.number(t, q); },
                     .coordinates = all_coordinates(dofs),
                     .moves = contact["moves"].cast<bool>(),
                     .length = contact["length"].cast<double>(),
                     .time = contact["time"].cast<double>(),
                     .frequency = contact["frequency"].cast<double>()};
    if (drift) spec.drift = [drift](double t, const Vector& q) { return drift.number(t, q); };
    const Vector near = nearby(problem.initial.q, problem.initial.v, problem.duration);
    if (gradient) {
        spec.gradient = [gradient](double t, const Vector& q, Vector& w) { gradient.direction(t, q, w); };
        require_gradient(spec, problem.initial.q, name);
        if (is_known(value, near)) require_gradient(spec, near, name);
    } else {
        const bool is_exact = value.is_python() && !contact["by_differences"].cast<bool>() &&
                              differentiate_by(ComplexStep(value.function()), {problem.initial.q, near},
                                               problem.duration, spec);
        functions.gradients.back() = is_exact ? "complex step" : "differences";
    }
    auto function = std::make_shared<UserGap>(spec);
    require_slope(*function, problem.initial.q, name);
    return {.terms = {}, .function = std::move(function)};
}

Gap slide_from(const py::dict& contact, const Problem& problem, std::size_t index,
               ContactFunctions& functions)
{
    const py::object tangent = contact["tangent"];
    if (tangent.is_none()) return {};
    const Index dofs = problem.model->dofs();
    const std::string name = "tangent(t, q) of " + name_in(contact, index);
    const bool is_function = PyCallable_Check(tangent.ptr()) != 0 || py::isinstance<py::tuple>(tangent);
    if (!is_function) return {.terms = row_from(tangent, name_in(contact, index) + ", tangent", dofs)};
    const GapCallback direction(name, tangent);
    functions.any_python = functions.any_python || direction.is_python();
    Vector w = Vector::Zero(dofs);
    direction.direction(0.0, problem.initial.q, w);
    if (w.isZero(0.0)) throw InputError(name + ": expected a direction that is not zero");
    return {.terms = {},
            .function = std::make_shared<UserSlide>(
                UserSlideSpec{.direction = [direction](double t, const Vector& q,
                                                       Vector& out) { direction.direction(t, q, out); },
                              .coordinates = all_coordinates(dofs),
                              .moves = contact["moves"].cast<bool>(),
                              .length = contact["length"].cast<double>(),
                              .time = contact["time"].cast<double>()})};
}

}  // namespace rebond::python
