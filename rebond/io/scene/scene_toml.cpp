#include "rebond/io/scene/scene_toml.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/io/scene/scene_document.hpp"
#include "rebond/io/scene/scene_values.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace rebond {
namespace {

constexpr std::size_t largest_scene = 16'000'000;  // bytes

// As TOML writes it; nothing for tables and elements of lists.
std::string effective_value(const Scene& scene, std::string_view key)
{
    for (const SceneValue& value : scene_values(scene))
        if (value.element < 0 && value.key() == key) return value.text;
    return "";
}

}  // namespace

Scene parse_scene(std::string_view text, std::string_view name, const std::vector<std::string>& overrides,
                  const std::optional<std::filesystem::path>& directory,
                  const std::map<std::string, MatrixFile>& matrices)
{
    Diagnostics diagnostics(name);
    const toml::table document = overridden_document(text, name, overrides, diagnostics);
    diagnostics.raise();

    SceneSources sources{.directory = directory, .kept = matrices};
    Scene scene = read_scene_document(document, sources, diagnostics);
    diagnostics.raise();
    return scene;
}

SceneFile read_scene_file(const std::string& path, const std::vector<std::string>& overrides)
{
    const bool is_input = path == "-";
    const std::string name = is_input ? "<stdin>" : path;
    std::string text = read_text_file(is_input ? "/dev/stdin" : path, largest_scene);
    if (text.size() > largest_scene)
        throw InputError(
            fmt::format("{}:1:1: error: a scene of more than {} MB", name, largest_scene / 1'000'000));
    const std::filesystem::path directory = is_input ? "." : std::filesystem::path(path).parent_path();
    Scene scene = parse_scene(text, name, overrides, directory);
    return {std::move(scene), std::move(text), name, overrides};
}

void refuse(const SceneFile& file, std::string_view key, std::string_view expected)
{
    Diagnostics diagnostics(file.path);
    const toml::table document = overridden_document(file.text, file.path, file.overrides, diagnostics);
    report_on(document, key, expected, diagnostics, effective_value(file.scene, key));
    diagnostics.raise();
    throw InputError(std::string(expected));
}

bool gives(const SceneFile& file, std::string_view key)
{
    toml::table document = parse_document(file.text, file.path);
    Diagnostics diagnostics(file.path);
    for (const std::string& assignment : file.overrides) override_value(document, assignment, diagnostics);
    return node_at(document, key) != nullptr;
}

Scene read_scene(const std::string& path, const std::vector<std::string>& overrides)
{
    return read_scene_file(path, overrides).scene;
}

}  // namespace rebond
