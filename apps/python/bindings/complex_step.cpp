#include "apps/python/bindings/complex_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond::python {
namespace {

constexpr double epsilon = 1e-60;    // its square is nothing beside any number
constexpr double short_step = 3e-4;  // r of (2): its error and that of rounding are about the same [-]
constexpr double fits = 1e-6;        // of a derivative: a difference that is none [-]

// While it lives, numpy raises where it would drop an imaginary part and warn.
class StrictNumbers {
public:
    StrictNumbers() : warnings_(py::module_::import("warnings")), context_(warnings_.attr("catch_warnings")())
    {
        context_.attr("__enter__")();
        warnings_.attr("simplefilter")("error");
    }
    ~StrictNumbers() { context_.attr("__exit__")(py::none(), py::none(), py::none()); }
    StrictNumbers(const StrictNumbers&) = delete;
    StrictNumbers& operator=(const StrictNumbers&) = delete;

private:
    py::object warnings_, context_;
};

// Whether (1) agrees with differences.
bool agrees(double exact, double differences, double largest)
{
    return std::isfinite(exact) && std::abs(exact - differences) <= fits * largest;
}

bool has_gradient(const ComplexStep& step, const UserGap& plain, double t, const Vector& q)
{
    Row row;
    plain.add_gradient(t, q, row);
    double largest = 0.0;
    for (const Term& term : row) largest = std::max(largest, std::abs(term.weight));
    for (const auto& [i, weight] : row) {
        const auto exact = step.derivative(t, 0.0, q, Vector::Unit(q.size(), i));
        if (!exact || !agrees(*exact, weight, largest)) return false;
    }
    return true;
}

bool has_drift(const ComplexStep& step, const UserGap& plain, double t, const Vector& q)
{
    const auto exact = step.derivative(t, 1.0, q, Vector::Zero(q.size()));
    const double differences = plain.drift(t, q);
    return exact && agrees(*exact, differences, std::max({std::abs(*exact), std::abs(differences), 1e-6}));
}

}  // namespace

std::optional<std::complex<double>> ComplexStep::at(std::complex<double> tau, double t, double s,
                                                    const Vector& q, const Vector& w) const
{
    const ComplexVector arguments = q + tau * w;
    const std::complex<double> then = t + tau * s;
    const auto time = py::reinterpret_steal<py::object>(
        s == 0.0 ? PyFloat_FromDouble(t) : PyComplex_FromDoubles(then.real(), then.imag()));
    py::object answer;
    try {
        answer = call(*function_, {time, argument_->with(arguments)});
    } catch (const CallbackRaised& raised) {
        for (const auto refusal : {PyExc_TypeError, PyExc_ValueError, PyExc_AttributeError, PyExc_Warning})
            if (raised.error.matches(refusal)) return std::nullopt;
        throw;
    }
    if (PyFloat_Check(answer.ptr()) || !PyObject_HasAttrString(answer.ptr(), "__complex__"))
        return std::nullopt;
    const Py_complex value = PyComplex_AsCComplex(answer.ptr());
    if (PyErr_Occurred() != nullptr) {
        forget_error(PyExc_TypeError, PyExc_ValueError);
        return std::nullopt;
    }
    if (!std::isfinite(value.real) || !std::isfinite(value.imag)) return std::nullopt;
    return std::complex<double>(value.real, value.imag);
}

std::optional<double> ComplexStep::derivative(double t, double s, const Vector& q, const Vector& w) const
{
    const auto value = at({0.0, epsilon}, t, s, q, w);
    return value ? std::optional(value->imag() / epsilon) : std::nullopt;
}

std::optional<double> ComplexStep::second_derivative(double t, double s, const Vector& q, const Vector& w,
                                                     double time) const
{
    const double r = short_step * time, part = r * std::numbers::sqrt2 / 2.0;
    const auto ahead = at({part, part}, t, s, q, w), behind = at({-part, part}, t, s, q, w);
    return ahead && behind ? std::optional((ahead->imag() - behind->imag()) / (r * r)) : std::nullopt;
}

bool differentiate_by(const ComplexStep& step, const std::vector<Vector>& points, double duration,
                      UserGapSpec& spec)
{
    const auto plain = std::make_shared<const UserGap>(spec);  // by differences
    const StrictNumbers strict;
    bool has_gradients = true, has_drifts = spec.moves && !spec.drift;
    for (const double t : {0.0, 0.37 * duration, duration}) {
        if (t > 0.0 && !spec.moves) break;
        for (const Vector& q : points) {
            const bool is_start = t == 0.0 && &q == &points.front();
            try {
                has_gradients = has_gradients && has_gradient(step, *plain, t, q);
                has_drifts = has_drifts && has_drift(step, *plain, t, q);
            } catch (const CallbackRaised& raised) {
                if (is_start || !raised.error.matches(PyExc_Exception)) throw;
            } catch (const RunStopped&) {
                if (is_start) throw;  // elsewhere nobody asked for a gap
            }
        }
    }
    if (!has_gradients) return false;
    // Where a function answers otherwise later, on a way it did not take at the start, differences do.
    spec.gradient = [step, plain](double t, const Vector& q, Vector& w) {
        for (Index i = 0; i < q.size(); ++i) {
            const auto exact = step.derivative(t, 0.0, q, Vector::Unit(q.size(), i));
            if (!exact) {
                Row row;
                plain->add_gradient(t, q, row);
                for (const auto& [k, weight] : row) w(k) = weight;
                return;
            }
            w(i) = *exact;
        }
    };
    if (has_drifts)
        spec.drift = [step, plain](double t, const Vector& q) {
            const auto exact = step.derivative(t, 1.0, q, Vector::Zero(q.size()));
            return exact ? *exact : plain->drift(t, q);
        };
    if (has_drifts || !spec.moves) {
        const double s = spec.moves ? 1.0 : 0.0;
        spec.rate = [step, plain, s](double t, const Vector& q, const Vector& v) {
            const auto exact = step.derivative(t, s, q, v);
            return exact ? *exact : plain->rate(t, q, v);
        };
        spec.curvature = [step, plain, s, length = spec.length, time = spec.time](double t, const Vector& q,
                                                                                  const Vector& v) {
            const double frequency = std::max(v.cwiseAbs().maxCoeff() / length, s / time);
            if (frequency == 0.0) return 0.0;
            const auto exact = step.second_derivative(t, s, q, v, 1.0 / frequency);
            return exact ? *exact : plain->curvature(t, q, v);
        };
    }
    return true;
}

}  // namespace rebond::python
