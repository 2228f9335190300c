#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/scene_values.hpp"

#include <fmt/format.h>

namespace rebond {

std::string write_scene(const Scene& scene, std::string_view inside)
{
    const std::string prefix = inside.empty() ? "" : std::string(inside) + ".";
    std::string text = inside.empty() ? "" : fmt::format("[{}]\n", inside);
    std::string table;
    Index element = -1;
    for (const SceneValue& value : scene_values(scene)) {
        if (value.table != table || value.element != element)
            text += value.element < 0 ? fmt::format("\n[{}{}]\n", prefix, value.table)
                                      : fmt::format("\n[[{}{}]]\n", prefix, value.table);
        table = value.table;
        element = value.element;
        text += fmt::format("{} = {}\n", value.name, value.text);
    }
    return text;
}

}  // namespace rebond
