#include "rebond/io/results/result_scene.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace rebond {
namespace {

constexpr std::size_t most_entries = 4'000'000;  // of all matrices, 100 MB

// The matrices among the keys of [model].
std::vector<KeptMatrix> matrices_in_files(const Scene& scene)
{
    std::vector<KeptMatrix> matrices;
    const auto add = [&](std::string_view name, const MatrixSpec& matrix) {
        if (stays_in_its_file(matrix)) matrices.push_back({std::string(name), matrix.file, matrix.entries});
    };
    const auto look = [&]<typename T>(const auto& field, const T& value) {
        if constexpr (std::is_same_v<T, MatrixSpec>) add(field.name, value);
        if constexpr (std::is_same_v<T, std::optional<MatrixSpec>>)
            if (value) add(field.name, *value);
    };
    std::visit([&](const auto& subject) { for_each_field(subject.model, look); }, scene.subject);
    return matrices;
}

std::size_t entry_count(const std::vector<KeptMatrix>& matrices)
{
    std::size_t count = 0;
    for (const KeptMatrix& matrix : matrices) count += matrix.entries.size();
    return count;
}

}  // namespace

std::vector<KeptMatrix> matrices_to_keep(const Scene& scene)
{
    std::vector<KeptMatrix> matrices = matrices_in_files(scene);
    if (entry_count(matrices) > most_entries) matrices.clear();
    return matrices;
}

std::optional<std::string> matrices_left_out(const Scene& scene)
{
    const std::size_t count = entry_count(matrices_in_files(scene));
    if (count <= most_entries) return std::nullopt;
    return fmt::format(
        "the matrices have {} entries, and a result keeps up to {}: keep their files beside this one", count,
        most_entries);
}

std::optional<std::string> result_named(const std::string& name)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (fs::is_directory(name, ignored) && fs::exists(fs::path(name) / "result.h5", ignored))
        return (fs::path(name) / "result.h5").string();
    return fs::path(name).extension() == ".h5" ? std::optional(name) : std::nullopt;
}

SceneFile read_result_scene(const std::string& path, const std::vector<std::string>& overrides)
{
    const ResultScene stored = read_stored_scene(path);
    return {
        parse_scene(stored.text, path, overrides, std::filesystem::path(path).parent_path(), stored.matrices),
        stored.text, path, overrides};
}

}  // namespace rebond
