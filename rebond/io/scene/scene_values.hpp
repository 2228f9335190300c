// A scene's effective values, one by one, as TOML writes them.
#pragma once

#include "rebond/scene/position_spec.hpp"
#include "rebond/scene/row_spec.hpp"
#include "rebond/scene/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct SceneValue {
    std::string table;  // dotted; empty for keys above the first table
    std::string_view name;
    std::string text;
    Index element = -1;  // of [[table]], counted from 0; negative for a plain [table]

    std::string key() const { return table.empty() ? std::string(name) : table + "." + std::string(name); }
};

// In the order of the tables in scene/fields.hpp; optional values that are absent are left out. A table
// inside the element of a list is one value: { amplitude = 0.02, frequency_hz = 4.0, phase_deg = 0.0 }.
std::vector<SceneValue> scene_values(const Scene& scene);

// Whether a matrix is written as the name of its file: it has one, and more than 200 rows.
bool stays_in_its_file(const MatrixSpec& matrix);

// One value as TOML writes it.
std::string value_text(bool value);
std::string value_text(Index value);
std::string value_text(double value);
std::string value_text(const std::array<double, 2>& value);
std::string value_text(const std::vector<double>& value);
std::string value_text(const std::vector<Index>& value);
std::string value_text(const MatrixSpec& value);
std::string value_text(const RowSpec& value);
std::string value_text(const PositionSpec& value);
std::string value_text(const std::string& value);

}  // namespace rebond
