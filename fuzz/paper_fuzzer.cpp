// Any bytes, as paper.toml of a folder with a scene and a study: they are refused with InputError or
// FileError, or they are a paper with exhibits.
#include "fuzz/scratch.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/papers/paper_file.hpp"

namespace {

constexpr const char* scene = "model.type = \"bar\"\nrun.duration = 1e-3\n";
constexpr const char* study = "base = \"scene.toml\"\n[vary]\n\"initial.angle_deg\" = [30, 45]\n";

const std::filesystem::path& folder()
{
    static const rebond::ScratchFolder scratch;
    static const bool is_filled = [] {
        rebond::write_bytes(scratch.path() / "scene.toml", scene);
        rebond::write_bytes(scratch.path() / "study.toml", study);
        return true;
    }();
    (void)is_filled;
    return scratch.path();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    rebond::write_bytes(folder() / "paper.toml", {data, data + size});
    try {
        if (rebond::read_paper(folder().string()).exhibits.empty()) std::abort();
    } catch (const rebond::InputError&) {
    } catch (const rebond::FileError&) {
    }
    return 0;
}
