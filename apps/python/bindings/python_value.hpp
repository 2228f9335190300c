// Python's values as those of the engine, and back.
#pragma once

#include "rebond/io/scene/editable_scene.hpp"

#include <nlohmann/json_fwd.hpp>

#include <pybind11/pybind11.h>
#include <string>
#include <vector>

namespace rebond::python {

namespace py = pybind11;

// A value as TOML writes it. Throws InputError for what TOML does not have.
std::string toml_text(py::handle value);

// The same with its key, which the InputError names.
SceneChange change_of(const std::string& key, py::handle value);

// A dict of dotted keys, or of tables within tables, as changes of a scene.
std::vector<SceneChange> changes_in(const py::dict& values);

py::object to_python(const nlohmann::ordered_json& json);

}  // namespace rebond::python
