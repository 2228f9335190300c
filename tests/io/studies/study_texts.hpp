// Studies of a bouncing ball, small enough to run by the hundred.
#pragma once

#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <string>

namespace rebond {

// A ball of 1 kg dropped from 1 m, which bounces some times.
inline const std::string ball_scene = R"(title = "A ball"

[model]
type = "linear"
mass = [[1.0]]
stiffness = [[0.0]]
force = [-9.81]

[initial]
position = [1.0]

[[contact]]
normal = [1.0]

[impact]
restitution = 0.5

[scheme]
type = "event_modal"

[run]
duration = 1.0
sample_every = 0.01
)";

// A folder with the ball as ball.toml and a study of it as study.toml.
class StudyFolder {
public:
    explicit StudyFolder(const std::string& study = "")
    {
        write_text(folder_ / "ball.toml", ball_scene);
        write(study);
    }

    void write(const std::string& study) const { write_text(path(), "base = \"ball.toml\"\n" + study); }
    void write_as_is(const std::string& text) const { write_text(path(), text); }

    std::string path() const { return folder_ / "study.toml"; }
    std::string operator/(const std::string& name) const { return folder_ / name; }
    std::vector<std::string> names(const std::string& below = "") const { return folder_.names(below); }

private:
    ScratchDirectory folder_;
};

}  // namespace rebond
