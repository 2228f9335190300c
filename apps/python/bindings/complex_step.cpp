#include "apps/python/bindings/complex_step.hpp"

#include <cmath>

namespace rebond::python {
namespace {

constexpr double epsilon = 1e-60;  // its square is nothing beside any number
constexpr double fits = 1e-6;      // of a derivative: a difference that is none [-]

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

std::optional<double> ComplexStep::derivative(double t, double s, const Vector& q, const Vector& w) const
{
    using Complex = std::complex<double>;
    ComplexVector arguments(q.size());
    for (Index i = 0; i < q.size(); ++i) arguments(i) = Complex(q(i), epsilon * w(i));
    const py::object time = s == 0.0
                                ? py::object(py::float_(t))
                                : py::reinterpret_steal<py::object>(PyComplex_FromDoubles(t, epsilon * s));
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
    const double derivative = value.imag / epsilon;
    return std::isfinite(derivative) ? std::optional(derivative) : std::nullopt;
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
    if (has_drifts || !spec.moves)
        spec.rate = [step, plain, s = spec.moves ? 1.0 : 0.0](double t, const Vector& q, const Vector& v) {
            const auto exact = step.derivative(t, s, q, v);
            return exact ? *exact : plain->rate(t, q, v);
        };
    return true;
}

}  // namespace rebond::python
