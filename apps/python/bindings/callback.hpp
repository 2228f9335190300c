// Functions of the user that the engine calls: Python's, or compiled ones by their address.
//
// A compiled function takes plain numbers and pointers to doubles, as SciPy's LowLevelCallable, numba's cfunc
// and ctypes make them, and runs without the interpreter. If it has data of its own, a pointer to them comes
// last.
//
// Arguments of Python functions are arrays that cannot be written to. One that the function keeps stays as it
// is: then the next call gets another.
#pragma once

#include "rebond/core/error.hpp"
#include "rebond/core/types.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <string>

namespace rebond::python {

namespace py = pybind11;

// A function raised an exception, which the user gets as it is.
struct CallbackRaised : RunStopped {
    explicit CallbackRaised(py::error_already_set raised) : error(std::move(raised)) {}
    py::error_already_set error;
};

// A function answered with something that is no answer.
struct BadAnswer : RunStopped {
    explicit BadAnswer(std::string what) : text(std::move(what)) {}
    const char* what() const noexcept override { return text.c_str(); }
    std::string text;
};

struct Callback {
    std::string name = {};   // in messages: "force(t, q, v)"
    py::object python = {};  // none: it is compiled, or there is none
    void* compiled = nullptr;
    void* data = nullptr;  // of the compiled one
    bool has_data = false;

    explicit operator bool() const { return python || compiled != nullptr; }
    bool is_python() const { return static_cast<bool>(python); }

    // The compiled function with numbers and pointers, and its data if it has any.
    template <typename Answer, typename... Arguments>
    Answer call(Arguments... arguments) const
    {
        if (has_data) return reinterpret_cast<Answer (*)(Arguments..., void*)>(compiled)(arguments..., data);
        return reinterpret_cast<Answer (*)(Arguments...)>(compiled)(arguments...);
    }
};

// From Python's side: a callable, or (address, data address or None) of a compiled function; None: none.
Callback callback_of(const std::string& name, const py::object& given);

// An array that is filled again and again, and handed to Python functions.
template <typename Number>
class ArgumentOf {
public:
    py::handle with(const Eigen::Matrix<Number, Eigen::Dynamic, 1>& values)
    {
        // Somebody else who holds it, or a view of it, keeps it.
        if (!array_ || size_ != values.size() || Py_REFCNT(array_.ptr()) > 1) renew(values.size());
        std::copy_n(values.data(), size_, data_);
        return array_;
    }

private:
    void renew(Index size)
    {
        py::array_t<Number> array(size);
        data_ = array.mutable_data();
        size_ = size;
        py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
        array_ = std::move(array);
    }

    py::object array_;  // none until the first call, which has the GIL
    Number* data_ = nullptr;
    Index size_ = 0;
};

using Argument = ArgumentOf<double>;
using ComplexVector = Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 1>;
using ComplexArgument = ArgumentOf<std::complex<double>>;

// One call of a Python function. The GIL must be held.
py::object call(const Callback& callback, std::initializer_list<py::handle> arguments);

// Its answer as numbers; refuses other sizes, and numbers that are not finite. `t` [s] is for messages.
double number_from(const Callback& callback, py::handle answer, double t);
void vector_from(const Callback& callback, py::handle answer, double t, Vector& values);
void matrix_from(const Callback& callback, py::handle answer, double t, Matrix& values);

// The beginning of an answer, for messages.
std::string shown(py::handle answer);

// Forgets the error of Python, if there is one of the two kinds; throws others on.
void forget_error(py::handle expected, py::handle other);

// Refuses numbers that are not finite.
[[noreturn]] void refuse_infinite(const Callback& callback, const double* values, Index rows, Index columns,
                                  double t);
inline void require_finite(const Callback& callback, const double* values, Index rows, Index columns,
                           double t)
{
    for (Index i = 0; i < rows * columns; ++i)
        if (!std::isfinite(values[i])) refuse_infinite(callback, values, rows, columns, t);
}

}  // namespace rebond::python
