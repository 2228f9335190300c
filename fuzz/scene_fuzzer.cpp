// Any bytes, as a scene and as an override: they are refused with InputError, or they are a scene that
// is written and read back to the same values.
#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view least_scene = "model.type = \"bar\"\nrun.duration = 1\n";

void try_scene(std::string_view text, const std::vector<std::string>& overrides)
{
    rebond::Scene scene;
    try {
        scene = rebond::parse_scene(text, "scene", overrides);
    } catch (const rebond::InputError&) {
        return;
    }
    // Different scenes are written differently, so equal texts are equal scenes.
    const std::string written = rebond::write_scene(scene);
    if (rebond::write_scene(rebond::parse_scene(written, "written")) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    try_scene(text, {});
    try_scene(least_scene, {text});
    return 0;
}
