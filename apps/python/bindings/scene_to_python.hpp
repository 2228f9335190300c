// Values of a scene as Python's, by loops over the tables of scene/fields.hpp.
#pragma once

#include "rebond/scene/fields.hpp"

#include <charconv>
#include <optional>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <string_view>

namespace rebond::python {

namespace py = pybind11;

template <typename T>
py::object value_to_python(const T& value);

// A dict of all fields. What may be absent, and is, is None.
template <Described T>
py::object fields_to_python(const T& object)
{
    py::dict fields;
    for_each_field(object, [&](const auto& field, const auto& value) {
        fields[py::str(std::string(field.name))] = value_to_python(value);
    });
    return fields;
}

inline py::object matrix_to_python(const MatrixSpec& matrix)
{
    constexpr Index most_rows = 4000;  // 128 MB
    if (!matrix.file.empty() && matrix.rows > most_rows) {
        py::dict named;
        named["file"] = matrix.file;
        return named;
    }
    py::array_t<double> dense({matrix.rows, matrix.columns});
    std::fill_n(dense.mutable_data(), dense.size(), 0.0);
    for (const Entry& entry : matrix.entries) dense.mutable_at(entry.row, entry.column) = entry.value;
    return dense;
}

inline py::object row_to_python(const RowSpec& row)
{
    if (!row.is_sparse) return py::cast(row.numbers);
    py::dict terms;
    for (const auto& [coordinate, weight] : row.terms) terms[py::int_(coordinate)] = weight;
    return terms;
}

template <typename T>
py::object value_to_python(const T& value)
{
    if constexpr (is_optional<T>)
        return value ? value_to_python(*value) : py::none();
    else if constexpr (std::is_same_v<T, MatrixSpec>)
        return matrix_to_python(value);
    else if constexpr (std::is_same_v<T, RowSpec>)
        return row_to_python(value);
    else if constexpr (std::is_same_v<T, PositionSpec>)
        return value.is_static ? py::object(py::str(std::string(PositionSpec::static_word)))
                               : py::cast(value.numbers);
    else if constexpr (is_table_list<T>) {
        py::list tables;
        for (const auto& element : value) tables.append(fields_to_python(element));
        return tables;
    } else if constexpr (std::is_same_v<T, Subject> || std::is_same_v<T, Scheme>)
        return py::str(std::string(type_name(value)));
    else if constexpr (Described<T>)
        return fields_to_python(value);
    else if constexpr (std::is_enum_v<T>)
        return py::str(std::string(enumerator_name(value)));
    else
        return py::cast(value);
}

// ---------------------------------------------------------------------------------- one value by its key

inline std::string_view first_part(std::string_view& key)
{
    const std::size_t dot = key.find('.');
    const std::string_view part = key.substr(0, dot);
    key.remove_prefix(dot == std::string_view::npos ? key.size() : dot + 1);
    return part;
}

template <typename T>
std::optional<py::object> value_at(const T& object, std::string_view key);

template <Described T>
std::optional<py::object> field_at(const T& object, std::string_view key)
{
    const std::string_view part = first_part(key);
    std::optional<py::object> found;
    for_each_field(object, [&](const auto& field, const auto& value) {
        if (!found && field.name == part) found = value_at(value, key);
    });
    return found;
}

template <typename T>
std::optional<py::object> value_at(const T& object, std::string_view key)
{
    if (key.empty()) return value_to_python(object);
    if constexpr (is_optional<T>)
        return object ? value_at(*object, key) : std::optional<py::object>(py::none());
    else if constexpr (is_table_list<T>) {
        const std::string_view part = first_part(key);
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
        if (error != std::errc() || end != part.data() + part.size() || index >= object.size())
            return std::nullopt;
        return value_at(object[index], key);
    } else if constexpr (std::is_same_v<T, Scheme>) {
        if (key == "type") return value_to_python(object);
        return std::visit([&](const auto& scheme) { return field_at(scheme, key); }, object);
    } else if constexpr (Described<T>)
        return field_at(object, key);
    else
        return std::nullopt;
}

// None if there is no such key in a scene of this model and scheme.
inline std::optional<py::object> value_of(const Scene& scene, std::string_view key)
{
    if (key == "model.type") return value_to_python(scene.subject);
    if (auto found = std::visit([&](const auto& subject) { return field_at(subject, key); }, scene.subject))
        return found;
    return field_at(scene, key);
}

}  // namespace rebond::python
