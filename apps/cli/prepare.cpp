#include "apps/cli/prepare.hpp"

#include "rebond/scene/build.hpp"

namespace rebond::cli {

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides)
{
    Prepared prepared{read_scene_file(scene, overrides), {}};
    try {
        prepared.ready = prepare_problem(prepared.file.scene);
    } catch (const Unbuildable& wrong) {
        refuse(prepared.file, wrong.key, wrong.expected);
    }
    return prepared;
}

}  // namespace rebond::cli
