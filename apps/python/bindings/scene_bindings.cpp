// Scenes: read, changed key by key, described.
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/python_value.hpp"
#include "apps/python/bindings/scene_to_python.hpp"
#include "rebond/analysis/summary_fields.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/scene/scene_description.hpp"
#include "rebond/io/scene/scene_keys.hpp"
#include "rebond/io/scene/scene_reference.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace rebond::python {
namespace {

std::shared_ptr<EditableScene> load_scene(const std::string& path)
{
    if (const auto result = result_named(path)) {
        const ResultScene stored = read_stored_scene(*result);
        return std::make_shared<EditableScene>(stored.text, *result,
                                               std::filesystem::path(*result).parent_path(), stored.matrices);
    }
    const SceneFile file = read_scene_file(path);
    return std::make_shared<EditableScene>(file.text, file.path, std::filesystem::path(path).parent_path());
}

py::dict scene_dict(const Scene& scene)
{
    py::dict all;
    all["title"] = scene.title;
    std::visit(
        [&](const auto& subject) {
            for_each_field(subject, [&](const auto& field, const auto& value) {
                all[py::str(std::string(field.name))] = value_to_python(value);
            });
        },
        scene.subject);
    all["model"]["type"] = std::string(type_name(scene.subject));
    all["impact"] = value_to_python(scene.impact);
    all["scheme"] = std::visit([](const auto& scheme) { return fields_to_python(scheme); }, scene.scheme);
    all["scheme"]["type"] = std::string(type_name(scene.scheme));
    all["run"] = value_to_python(scene.run);
    all["analysis"] = value_to_python(scene.analysis);
    return all;
}

// What is wrong with the name of a key: the first part that leads nowhere.
std::string unknown_key(const Scene& scene, const std::string& key)
{
    const std::vector<SceneKey> keys = scene_keys();
    std::string table;
    std::string_view rest = key;
    while (true) {
        const std::string part(first_part(rest));
        const std::string_view type = table == "scheme" ? type_name(scene.scheme) : type_name(scene.subject);
        const bool is_known = std::any_of(keys.begin(), keys.end(), [&](const SceneKey& known) {
            return known.table == table && known.name == part && is_valid(known, type);
        });
        if (!is_known || rest.empty())
            return (table.empty() ? part : table + "." + part) + ": " +
                   unknown_key_text(keys, table, part, type, type_name(scene.subject));
        table = table.empty() ? part : table + "." + part;
    }
}

// ---------------------------------------------------------------------------------- descriptions

py::dict described(const KeyDescription& key);

py::list described(const std::vector<KeyDescription>& keys)
{
    py::list all;
    for (const KeyDescription& key : keys) all.append(described(key));
    return all;
}

py::dict described(const KeyDescription& key)
{
    constexpr const char* kinds[] = {"boolean", "integer", "number", "pair",     "list",
                                     "indices", "matrix",  "row",    "position", "text",
                                     "choice",  "table",   "tables", "subject",  "scheme"};
    py::dict all;
    all["name"] = std::string(key.name);
    all["kind"] = kinds[static_cast<std::size_t>(key.kind)];
    all["unit"] = std::string(key.unit);
    all["range"] = range_text(key.range);
    all["meaning"] = std::string(key.meaning);
    all["required"] = key.required;
    all["absent_means"] = std::string(key.absent_means);
    all["default"] = key.default_text;
    py::list choices;
    for (const Choice& choice : key.choices)
        choices.append(py::make_tuple(std::string(choice.name), std::string(choice.meaning)));
    all["choices"] = choices;
    all["keys"] = described(key.keys);
    py::list alternatives;
    for (const AlternativeDescription& alternative : key.alternatives) {
        py::dict one;
        one["type"] = std::string(alternative.type);
        one["meaning"] = std::string(alternative.meaning);
        one["keys"] = described(alternative.keys);
        alternatives.append(one);
    }
    all["alternatives"] = alternatives;
    return all;
}

// The fields of a summary as (name, unit, meaning, inner fields).
template <typename T>
py::list summary_fields()
{
    py::list fields;
    for_each_field(T{}, [&]<typename V>(const auto& field, const V&) {
        py::list inner;
        if constexpr (Described<V>) inner = summary_fields<V>();
        if constexpr (std::is_same_v<V, std::vector<Episode>>) inner = summary_fields<Episode>();
        fields.append(py::make_tuple(std::string(field.name), std::string(field.unit),
                                     std::string(field.meaning), inner));
    });
    return fields;
}

}  // namespace

void bind_scenes(py::module_& module)
{
    py::class_<EditableScene, std::shared_ptr<EditableScene>>(module, "EditableScene")
        .def("set", [](EditableScene& scene, const std::string& key,
                       py::handle value) { scene.set(change_of(key, value)); })
        .def("erase", &EditableScene::erase)
        .def("get",
             [](const EditableScene& scene, const std::string& key) {
                 std::optional<py::object> found = value_of(scene.as_read(), key);
                 if (!found) throw py::key_error(unknown_key(scene.as_read(), key));
                 return *found;
             })
        .def("types",
             [](const EditableScene& scene) {
                 return py::make_tuple(std::string(type_name(scene.as_read().subject)),
                                       std::string(type_name(scene.as_read().scheme)));
             })
        .def("changed",
             [](const EditableScene& scene, const py::dict& changes) {
                 return std::make_shared<EditableScene>(scene.with(changes_in(changes)));
             })
        .def("copy", [](const EditableScene& scene) { return std::make_shared<EditableScene>(scene); })
        .def("as_dict", [](const EditableScene& scene) { return scene_dict(scene.scene()); })
        .def(
            "to_toml",
            [](const EditableScene& scene, const std::string& inside) {
                return write_scene(scene.scene(), inside);
            },
            py::arg("inside") = "")
        .def("directory",
             [](const EditableScene& scene) { return scene.directory().value_or(".").string(); });

    module.def("load_scene", &load_scene);
    module.def("scene_of", [](const py::dict& values, const std::string& directory) {
        return std::make_shared<EditableScene>(changes_in(values), "scene", directory);
    });
    module.def("parse_scene", [](const std::string& text, const std::string& directory) {
        return std::make_shared<EditableScene>(text, "scene", directory);
    });
    module.def("commented_scene", [](const std::string& model) { return commented_scene(model); });
    module.def("models", [] {
        py::list names;
        for (const std::string_view name : type_names<Subject>()) names.append(std::string(name));
        return names;
    });
    module.def("scene_schema", [] { return to_python(scene_schema()); });
    module.def("describe_scene", [] { return described(describe_scene()); });
    module.def("describe_summary", &summary_fields<Summary>);
}

}  // namespace rebond::python
