#include "apps/python/bindings/python_value.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/toml/toml_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <pybind11/numpy.h>

namespace rebond::python {
namespace {

// Words that TOML takes for something else, or that are not bare, are quoted.
std::string string_text(const std::string& text)
{
    const bool is_word = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
                         toml_key(text) == text;
    const bool is_value = text == "true" || text == "false" || text == "inf" || text == "nan";
    return is_word && !is_value ? text : toml_string(text);
}

std::string list_text(py::handle elements)
{
    std::string text = "[";
    for (const py::handle element : elements) {
        if (text.size() > 1) text += ", ";
        // Only a whole value may be a bare word.
        text +=
            PyUnicode_Check(element.ptr()) ? toml_string(element.cast<std::string>()) : toml_text(element);
    }
    return text + "]";
}

std::string table_text(const py::dict& table)
{
    std::string text;
    for (const auto& [key, value] : table) {
        const std::string shown =
            PyUnicode_Check(value.ptr()) ? toml_string(value.cast<std::string>()) : toml_text(value);
        text +=
            fmt::format("{}{} = {}", text.empty() ? "" : ", ", toml_key(std::string(py::str(key))), shown);
    }
    return text.empty() ? "{}" : "{ " + text + " }";
}

bool has(py::handle value, const char* attribute)
{
    return py::hasattr(value, attribute);
}

void add_changes(const std::string& prefix, const py::dict& values, std::vector<SceneChange>& changes)
{
    for (const auto& [key, value] : values) {
        const std::string name =
            prefix.empty() ? std::string(py::str(key)) : prefix + "." + std::string(py::str(key));
        // { 299 = 1.0 } is a value, not a table of keys.
        const bool is_table =
            py::isinstance<py::dict>(value) && !value.cast<py::dict>().empty() &&
            std::none_of(value.cast<py::dict>().begin(), value.cast<py::dict>().end(), [](const auto& entry) {
                const std::string inner = py::str(entry.first);
                return inner.find_first_not_of("0123456789") == std::string::npos || inner == "file";
            });
        if (is_table)
            add_changes(name, value.cast<py::dict>(), changes);
        else
            changes.push_back(change_of(name, value));
    }
}

}  // namespace

std::string toml_text(py::handle value)
{
    PyObject* object = value.ptr();
    if (PyBool_Check(object)) return object == Py_True ? "true" : "false";
    if (PyFloat_Check(object)) return number_text(PyFloat_AS_DOUBLE(object));
    if (PyLong_Check(object)) return py::str(value);
    if (PyUnicode_Check(object)) return string_text(value.cast<std::string>());
    if (py::isinstance<py::dict>(value)) return table_text(value.cast<py::dict>());
    if (has(value, "dtype") && has(value, "tolist")) return toml_text(value.attr("tolist")());
    if (PyIndex_Check(object)) return py::str(py::reinterpret_steal<py::object>(PyNumber_Index(object)));
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value) || PyRange_Check(object))
        return list_text(value);
    if (has(value, "__fspath__")) return toml_string(value.attr("__fspath__")().cast<std::string>());
    throw InputError(fmt::format("expected a number, a truth value, a string, a list or a dict, not {}",
                                 Py_TYPE(object)->tp_name));
}

SceneChange change_of(const std::string& key, py::handle value)
{
    try {
        return {key, toml_text(value)};
    } catch (const InputError& error) {
        throw InputError(fmt::format("--set {}: error: {}", key, error.what()));
    }
}

std::vector<SceneChange> changes_in(const py::dict& values)
{
    std::vector<SceneChange> changes;
    add_changes("", values, changes);
    return changes;
}

py::object to_python(const nlohmann::ordered_json& json)
{
    using Kind = nlohmann::ordered_json::value_t;
    switch (json.type()) {
        case Kind::boolean:
            return py::bool_(json.get<bool>());
        case Kind::number_integer:
        case Kind::number_unsigned:
            return py::int_(json.get<long long>());
        case Kind::number_float:
            return py::float_(json.get<double>());
        case Kind::string:
            return py::str(json.get_ref<const std::string&>());
        case Kind::array: {
            py::list list;
            for (const auto& element : json) list.append(to_python(element));
            return list;
        }
        case Kind::object: {
            py::dict dict;
            for (const auto& [key, value] : json.items()) dict[py::str(key)] = to_python(value);
            return dict;
        }
        case Kind::null:
        case Kind::binary:
        case Kind::discarded:
            break;
    }
    return py::none();
}

}  // namespace rebond::python
