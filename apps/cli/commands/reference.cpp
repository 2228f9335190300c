#include "apps/cli/commands/commands.hpp"
#include "rebond/io/scene/scene_reference.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace rebond::cli {

int print_new_scene(const std::string& model)
{
    if (model.empty())
        fmt::print("models:\n\n{}\nrebond new MODEL prints a scene of one of them\n", model_list());
    else
        fmt::print("{}", commented_scene(model));
    return done;
}

int print_schema(bool markdown)
{
    if (markdown)
        fmt::print("{}", scene_reference_markdown());
    else
        fmt::print("{}\n", scene_schema().dump(2));
    return done;
}

}  // namespace rebond::cli
