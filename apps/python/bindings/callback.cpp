#include "apps/python/bindings/callback.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <exception>

namespace rebond::python {
namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::string at_time(double t)
{
    return std::isnan(t) ? "" : fmt::format(" at t = {:g} s", t);
}

std::string shape_text(const py::array& array)
{
    std::string text;
    for (py::ssize_t i = 0; i < array.ndim(); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", array.shape(i));
    return "(" + text + (array.ndim() == 1 ? ",)" : ")");
}

// Doubles in the order of rows, whatever was given. What is no number raises a TypeError or a ValueError in
// numpy; anything else, as a KeyboardInterrupt, is not about the answer and goes on.
Doubles array_from(const Callback& callback, py::handle answer, double t)
{
    using py::detail::npy_api;
    if (!answer.is_none()) {
        constexpr int flags = npy_api::NPY_ARRAY_ENSUREARRAY_ | npy_api::NPY_ARRAY_C_CONTIGUOUS_ |
                              npy_api::NPY_ARRAY_ALIGNED_ | npy_api::NPY_ARRAY_FORCECAST_;
        PyObject* array = npy_api::get().PyArray_FromAny_(
            answer.ptr(), py::dtype::of<double>().release().ptr(), 0, 0, flags, nullptr);
        if (array != nullptr) return py::reinterpret_steal<Doubles>(array);
        forget_error(PyExc_TypeError, PyExc_ValueError);
    }
    throw BadAnswer(
        fmt::format("{} returned {}{}: expected numbers", callback.name, shown(answer), at_time(t)));
}

}  // namespace

std::string shown(py::handle answer)
{
    try {
        return std::string(py::str(py::repr(answer))).substr(0, 60);
    } catch (py::error_already_set& error) {
        throw CallbackRaised(std::move(error));
    }
}

void forget_error(py::handle expected, py::handle other)
{
    if (PyErr_Occurred() == nullptr) return;
    py::error_already_set error;
    if (!error.matches(expected) && !error.matches(other)) throw CallbackRaised(std::move(error));
}

Callback callback_of(const std::string& name, const py::object& given)
{
    Callback callback{.name = name};
    if (given.is_none()) return callback;
    if (py::isinstance<py::tuple>(given)) {
        const auto pair = given.cast<py::tuple>();
        callback.compiled = reinterpret_cast<void*>(pair[0].cast<std::uintptr_t>());
        callback.has_data = !pair[1].is_none();
        if (callback.has_data) callback.data = reinterpret_cast<void*>(pair[1].cast<std::uintptr_t>());
        return callback;
    }
    callback.python = given;
    return callback;
}

py::object call(const Callback& callback, std::initializer_list<py::handle> arguments)
{
    PyObject* stack[5] = {nullptr};  // the first is the callee's to use
    std::size_t count = 0;
    for (const py::handle argument : arguments) stack[++count] = argument.ptr();
    PyObject* answer = PyObject_Vectorcall(callback.python.ptr(), stack + 1,
                                           count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (answer == nullptr) throw CallbackRaised(py::error_already_set());
    return py::reinterpret_steal<py::object>(answer);
}

void refuse_infinite(const Callback& callback, const double* values, Index rows, Index columns, double t)
{
    for (Index i = 0; i < rows * columns; ++i) {
        if (std::isfinite(values[i])) continue;
        const std::string place = rows * columns == 1 ? ""
                                  : columns == 1
                                      ? fmt::format(" at coordinate {}", i)
                                      : fmt::format(" at row {}, column {}", i / columns, i % columns);
        throw BadAnswer(fmt::format("{} returned {}{}{}: expected finite numbers", callback.name, values[i],
                                    place, at_time(t)));
    }
    std::terminate();  // not reached: one is not finite
}

double number_from(const Callback& callback, py::handle answer, double t)
{
    double value = 0.0;
    if (PyFloat_Check(answer.ptr())) {
        value = PyFloat_AS_DOUBLE(answer.ptr());
    } else {
        const auto array = array_from(callback, answer, t);
        if (array.size() != 1)
            throw BadAnswer(fmt::format("{} returned an array of shape {}{}: expected a number",
                                        callback.name, shape_text(array), at_time(t)));
        value = *array.data();
    }
    if (!std::isfinite(value)) require_finite(callback, &value, 1, 1, t);
    return value;
}

void vector_from(const Callback& callback, py::handle answer, double t, Vector& values)
{
    const Index size = values.size();
    // Lists of floats, as short functions return them, without an array between.
    if (PyList_CheckExact(answer.ptr()) && PyList_GET_SIZE(answer.ptr()) == size) {
        bool are_floats = true;
        for (Index i = 0; i < size && are_floats; ++i) {
            PyObject* element = PyList_GET_ITEM(answer.ptr(), i);
            are_floats = PyFloat_Check(element);
            if (are_floats) values(i) = PyFloat_AS_DOUBLE(element);
        }
        if (are_floats) return require_finite(callback, values.data(), size, 1, t);
    }
    const auto array = array_from(callback, answer, t);
    const bool is_scalar = array.ndim() == 0 && size == 1;
    if (!is_scalar && !(array.ndim() == 1 && array.shape(0) == size))
        throw BadAnswer(
            fmt::format("{} returned an array of shape {}{}: expected ({},), a number for each "
                        "coordinate",
                        callback.name, shape_text(array), at_time(t), size));
    std::memcpy(values.data(), array.data(), static_cast<std::size_t>(size) * sizeof(double));
    require_finite(callback, values.data(), size, 1, t);
}

void matrix_from(const Callback& callback, py::handle answer, double t, Matrix& values)
{
    const Index size = values.rows();
    const auto array = array_from(callback, answer, t);
    const bool is_scalar = array.size() == 1 && size == 1;
    if (!is_scalar && !(array.ndim() == 2 && array.shape(0) == size && array.shape(1) == size))
        throw BadAnswer(fmt::format("{} returned an array of shape {}{}: expected ({}, {})", callback.name,
                                    shape_text(array), at_time(t), size, size));
    require_finite(callback, array.data(), size, size, t);
    values = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        array.data(), size, size);
}

}  // namespace rebond::python
