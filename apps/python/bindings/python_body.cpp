#include "apps/python/bindings/python_body.hpp"

#include <fmt/format.h>

#include <limits>

namespace rebond::python {
namespace {

constexpr double no_time = std::numeric_limits<double>::quiet_NaN();
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Python functions need the GIL, which whoever runs such a body holds.
class PythonBody final : public UserBody {
public:
    explicit PythonBody(std::shared_ptr<const BodyFunctions> functions)
        : functions_(std::move(functions)), rows_(functions_->dofs, functions_->dofs)
    {
    }
    ~PythonBody() override
    {
        if (!functions_->any_python()) return;
        const py::gil_scoped_acquire gil;
        q_ = {};
        v_ = {};
        x_ = {};
        own_solve_ = {};
    }
    PythonBody(const PythonBody&) = delete;
    PythonBody& operator=(const PythonBody&) = delete;

    void mass(const Vector& q, Matrix& M) override
    {
        const Callback& function = functions_->mass;
        if (functions_->constant_mass) {
            M = *functions_->constant_mass;
        } else if (function.is_python()) {
            matrix_from(function, call(function, {q_.with(q)}), no_time, M);
        } else {
            function.call<void>(q.data(), rows_.data());
            take_rows(function, no_time, M);
        }
    }

    void force(double t, const Vector& q, const Vector& v, Vector& f) override
    {
        const Callback& function = functions_->force;
        if (function.is_python()) {
            vector_from(function, call(function, {py::float_(t), q_.with(q), v_.with(v)}), t, f);
            return;
        }
        function.call<void>(t, q.data(), v.data(), f.data());
        require_finite(function, f.data(), f.size(), 1, t);
    }

    Energy energy(const Vector& q, const Vector& v) override
    {
        const Callback& function = functions_->energy;
        // The zero of a potential is anywhere, as that of gravity.
        double parts[3] = {0.0, 0.0, 0.0};
        if (!function.is_python()) {
            function.call<void>(q.data(), v.data(), &parts[0]);
            require_finite(function, &parts[0], 2, 1, no_time);
            return {.kinetic = parts[0], .gravity = parts[1]};
        }
        const py::object answer = call(function, {q_.with(q), v_.with(v)});
        const Py_ssize_t count = PySequence_Check(answer.ptr()) ? PySequence_Size(answer.ptr()) : -1;
        if (count != 2 && count != 3) {
            forget_error(PyExc_TypeError, PyExc_ValueError);
            throw BadAnswer(fmt::format("{} returned {}: expected (kinetic, potential) [J]", function.name,
                                        shown(answer)));
        }
        for (Py_ssize_t i = 0; i < count; ++i) {
            const auto part = py::reinterpret_steal<py::object>(PySequence_GetItem(answer.ptr(), i));
            if (!part) throw CallbackRaised(py::error_already_set());
            parts[i] = number_from(function, part, no_time);
        }
        if (count == 2) return {.kinetic = parts[0], .gravity = parts[1]};
        return {.kinetic = parts[0], .elastic = parts[1], .gravity = parts[2]};
    }

    bool stiffness(double t, const Vector& q, const Vector& v, Matrix& K) override
    {
        return derivative(functions_->stiffness, t, q, v, K);
    }
    bool damping(double t, const Vector& q, const Vector& v, Matrix& C) override
    {
        return derivative(functions_->damping, t, q, v, C);
    }

    bool factor(double t, const Vector& q, double beta, double gamma) override
    {
        const Callback& function = functions_->factor;
        if (!function) return false;
        own_solve_ = {
            .name = "what factor(t, q, beta, gamma) returned",
            .python = call(function, {py::float_(t), q_.with(q), py::float_(beta), py::float_(gamma)})};
        if (!PyCallable_Check(own_solve_.python.ptr()))
            throw BadAnswer(fmt::format("{} returned {}: expected a function x → S⁻¹x", function.name,
                                        shown(own_solve_.python)));
        return true;
    }

    void solve(Vector& x) override
    {
        const py::object answer = call(own_solve_, {x_.with(x)});
        vector_from(own_solve_, answer, no_time, x);
    }

    std::optional<double> power(double t, const Vector& q, const Vector& v) override
    {
        const Callback& function = functions_->power;
        if (!function) return std::nullopt;
        if (function.is_python())
            return number_from(function, call(function, {py::float_(t), q_.with(q), v_.with(v)}), t);
        const double watts = function.call<double>(t, q.data(), v.data());
        require_finite(function, &watts, 1, 1, t);
        return watts;
    }

private:
    // The user writes ∂f/∂q and ∂f/∂v.
    bool derivative(const Callback& function, double t, const Vector& q, const Vector& v, Matrix& D)
    {
        if (!function) return false;
        if (function.is_python()) {
            matrix_from(function, call(function, {py::float_(t), q_.with(q), v_.with(v)}), t, D);
        } else {
            function.call<void>(t, q.data(), v.data(), rows_.data());
            take_rows(function, t, D);
        }
        D = -D;
        return true;
    }

    void take_rows(const Callback& function, double t, Matrix& values) const
    {
        require_finite(function, rows_.data(), rows_.rows(), rows_.cols(), t);
        values = rows_;
    }

    std::shared_ptr<const BodyFunctions> functions_;
    Rows rows_;  // what compiled functions fill
    Argument q_, v_, x_;
    Callback own_solve_;
};

}  // namespace

bool BodyFunctions::any_python() const
{
    for (const Callback* function : {&mass, &force, &energy, &stiffness, &damping, &factor, &power})
        if (function->is_python()) return true;
    return false;
}

std::unique_ptr<UserBody> python_body(std::shared_ptr<const BodyFunctions> functions)
{
    return std::make_unique<PythonBody>(std::move(functions));
}

std::vector<Vector2> python_outline(const BodyFunctions& functions, const Vector& q)
{
    const Callback& function = functions.outline;
    if (!function) return {};
    const py::gil_scoped_acquire gil;
    Argument argument;
    const py::object answer = call(function, {argument.with(q)});
    const auto points = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(answer);
    if (!points || points.ndim() != 2 || points.shape(1) != 2)
        throw BadAnswer("outline(q): expected points [[x, y], …]");
    std::vector<Vector2> outline;
    for (py::ssize_t i = 0; i < points.shape(0); ++i) outline.emplace_back(points.at(i, 0), points.at(i, 1));
    return outline;
}

}  // namespace rebond::python
