// Periodic motions of scenes.
#include "apps/cli/commands/orbits/orbit_task.hpp"
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/python_value.hpp"
#include "rebond/io/orbits/orbit_json.hpp"
#include "rebond/io/scene/editable_scene.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <pybind11/stl.h>

namespace rebond::python {

namespace py = pybind11;

namespace {

// Lets Python handle its signals while branches are followed, and tells `progress` how many points there are.
class OrbitWatch final : public OrbitListener {
public:
    explicit OrbitWatch(py::object progress) : progress_(std::move(progress)) {}

    void followed(int branch, const BranchPoint& point) override
    {
        ++points_;
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(100)) return;
        last_ = now;
        const py::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!progress_.is_none()) progress_(branch, points_, point.parameter);
        } catch (py::error_already_set& error) {
            if (!raised_) raised_.emplace(error);
            interrupt_ = true;
        }
    }
    const std::atomic<bool>& interrupt() const { return interrupt_; }
    py::object raised() const { return raised_ ? raised_->value() : py::none(); }

private:
    using Clock = std::chrono::steady_clock;

    py::object progress_;
    std::atomic<bool> interrupt_{false};
    std::optional<py::error_already_set> raised_;
    Clock::time_point last_ = Clock::now();
    long points_ = 0;
};

py::tuple find_orbit(const EditableScene& scene, const py::object& progress)
{
    OrbitWatch watch(progress);
    nlohmann::ordered_json found;
    const SceneFile file = scene.file();
    {
        const py::gil_scoped_release others;
        const cli::OrbitTask task = cli::orbit_task(file, scene.directory().value_or("."), {});
        found = orbit_json(cli::answer_to(task, watch, &watch.interrupt()));
    }
    return py::make_tuple(to_python(found), watch.raised());
}

}  // namespace

void bind_orbits(py::module_& module)
{
    module.def("find_orbit", &find_orbit);
}

}  // namespace rebond::python
