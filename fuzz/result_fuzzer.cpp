// A damaged result file: it is refused with FileError, or the damage does not matter and every number is as
// it was written.
#include "fuzz/scratch.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

// Damaged structures cost HDF5 some hundred bytes each.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options()
{
    return "detect_leaks=0";
}

namespace {

constexpr const char* scene_text = R"(
[model]
type = "linear"
mass = [[1.0]]
stiffness = [[0.0]]
force = [-9.81]
[initial]
position = [0.01]
[[contact]]
normal = [1.0]
[impact]
restitution = 0.5
[run]
duration = 0.1
sample_every = 0.05
)";

struct Original {
    rebond::ScratchFolder folder;
    std::string bytes;
    rebond::Result result;

    Original()
    {
        const rebond::Scene scene = rebond::parse_scene(scene_text, "scene");
        const rebond::PreparedProblem prepared = rebond::prepare_problem(scene);
        rebond::OutputFolder out(folder.path().string());
        rebond::ResultWriter writer(
            out, prepared.problem,
            {.scene = scene_text, .effective_scene = "", .version = "", .revision = ""}, 1.0);
        (void)rebond::run_scene(scene, prepared, {&writer});
        writer.finish({.status = "ok"});
        bytes = rebond::read_bytes(folder.path() / "result.h5");
        result = rebond::read_result((folder.path() / "result.h5").string());
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Original original;
    const auto file = original.folder.path() / "damaged.h5";
    rebond::write_bytes(file, rebond::damaged(original.bytes, data, size));
    try {
        const rebond::Result read = rebond::read_result(file.string());
        if (read.time != original.result.time || read.position != original.result.position ||
            read.velocity != original.result.velocity)
            std::abort();
        (void)rebond::read_result_info(file.string());
    } catch (const rebond::FileError&) {
    }
    return 0;
}
