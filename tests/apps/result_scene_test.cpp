// A result holds what is needed to run it again.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

// A line of unit masses and springs, above the 200 rows that are written out in a scene.
constexpr int size = 250;

void write_line_of_masses(const ScratchDirectory& folder)
{
    std::string mass = fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{0} {0} {0}\n", size);
    std::string stiffness =
        fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{0} {0} {1}\n", size, 2 * size - 1);
    std::string velocity = "-1.0", normal = "1.0";
    for (int i = 1; i <= size; ++i) {
        mass += fmt::format("{0} {0} 1.0\n", i);
        stiffness += fmt::format("{0} {0} 0.3\n", i);
        if (i < size) stiffness += fmt::format("{} {} -0.1\n", i + 1, i);
        if (i < size) velocity += ", 0.0";
        if (i < size) normal += ", 0.0";
    }
    write_text(folder / "mass.mtx", mass);
    write_text(folder / "stiffness.mtx", stiffness);
    write_text(folder / "scene.toml", fmt::format(R"([model]
type = "linear"
mass = {{ file = "mass.mtx" }}
stiffness = {{ file = "stiffness.mtx" }}
[[contact]]
normal = [{}]
offset = 0.1
[initial]
velocity = [{}]
[scheme]
type = "moreau_jean"
step = 0.01
[run]
duration = 1.0
)",
                                                  normal, velocity));
}

TEST(ResultScene, runs_again_without_its_matrix_files)
{
    const ScratchDirectory folder;
    write_line_of_masses(folder);
    const std::string out = folder / "out";
    ASSERT_EQ(run_rebond({"run", folder / "scene.toml", "--out", out, "--quiet"}).code, 0);
    const Json first = Json::parse(text_of(out + "/summary.json"));
    EXPECT_GT(first["impacts"]["count"], 0);
    for (const char* name : {"mass.mtx", "stiffness.mtx", "scene.toml"})
        std::filesystem::remove(folder / name);

    for (const std::string& result : {out, out + "/result.h5"}) {
        const Ended again = run_rebond({"run", result, "--json"});
        ASSERT_EQ(again.code, 0) << again.err;
        EXPECT_EQ(Json::parse(again.out)["final"], first["final"]);
    }
    EXPECT_EQ(run_rebond({"report", out}).code, 0);
    EXPECT_EQ(run_rebond({"check", out + "/result.h5"}).code, 0);
    const Ended longer = run_rebond({"run", out, "--set", "run.duration=2.0", "--json"});
    EXPECT_EQ(Json::parse(longer.out)["duration"], 2.0) << longer.err;
    const Ended wrong = run_rebond({"run", out, "--set", "scheme.step=3.0"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(holds(wrong.err, "scheme.step = 3.0")) << wrong.err;
}

}  // namespace
}  // namespace rebond
