#include "rebond/io/orbits/start_scene_toml.hpp"

#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/scene_values.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace rebond {
namespace {

// Names of files that stay files are told from the folder of the scene that is written.
void move_names(MatrixSpec& matrix, const std::string& from, const std::string& to)
{
    if (!stays_in_its_file(matrix)) return;
    const std::filesystem::path file = std::filesystem::absolute(std::filesystem::path(from) / matrix.file);
    matrix.file = file.lexically_relative(std::filesystem::absolute(to)).string();
}

template <typename T>
void move_names(T&, const std::string&, const std::string&)
{
}

template <typename T>
void move_names(std::optional<T>& value, const std::string& from, const std::string& to)
{
    if (value) move_names(*value, from, to);
}

template <Described T>
void move_names(T& table, const std::string& from, const std::string& to)
{
    for_each_field(table, [&](const auto&, auto& member) { move_names(member, from, to); });
}

}  // namespace

std::optional<std::string> start_scene_toml(const Scene& scene, const Problem& problem, const Orbit& orbit,
                                            const std::string& matrices, const std::string& folder)
{
    std::optional<Scene> start = start_scene(scene, problem, orbit);
    if (!start) return std::nullopt;
    std::visit([&](auto& subject) { move_names(subject, matrices, folder); }, start->subject);
    return fmt::format("# One period of the orbit {}, {:.9g} s long, from just after its first event.\n{}",
                       text_of(orbit.sequence), orbit.period, write_scene(*start));
}

}  // namespace rebond
