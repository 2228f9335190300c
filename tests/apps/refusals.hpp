// The program run on a scene that it should refuse.
#pragma once

#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rebond {

// A scene in a folder of its own, run into `out` beside it.
class Refusals : public testing::Test {
protected:
    Ended run(const std::string& scene, Arguments more = {})
    {
        write_text(path_, scene);
        more.insert(more.begin(), {"run", path_, "--out", folder_ / "out"});
        return run_rebond(more);
    }

    // Refused with exit code 2, with one message at `piece` of the scene, holding all `parts`.
    void expect_refused(const std::string& scene, const std::string& piece,
                        const std::vector<std::string>& parts)
    {
        const Ended ended = run(scene);
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(ended.err.starts_with(path_ + ":" + place_of(scene, piece) + ": error: ")) << ended.err;
        expect_said(ended, parts);
        expect_no_trace(ended);
    }

    // Refused with exit code 2 as part of the command line, with the message opening in `start`.
    void expect_override_refused(const Arguments& overrides, const std::vector<std::string>& parts)
    {
        Arguments more;
        for (const std::string& assignment : overrides) more.insert(more.end(), {"--set", assignment});
        const Ended ended = run(short_drop, more);
        EXPECT_EQ(ended.code, 2);
        EXPECT_TRUE(ended.err.starts_with("--set " + overrides.back() + ": error: ")) << ended.err;
        expect_said(ended, parts);
        expect_no_trace(ended);
    }

    static void expect_said(const Ended& ended, const std::vector<std::string>& parts)
    {
        for (const std::string& part : parts)
            EXPECT_TRUE(holds(ended.err, part)) << "no " << part << " in " << ended.err;
        EXPECT_TRUE(ended.err.ends_with('\n'));
    }

    void expect_no_trace(const Ended& ended) const
    {
        EXPECT_EQ(ended.out, "");
        EXPECT_EQ(ended.signal, 0);
        for (const std::string& name : folder_.names()) EXPECT_EQ(name, "scene.toml");
    }

    ScratchDirectory folder_;
    std::string path_ = folder_ / "scene.toml";
};

}  // namespace rebond
