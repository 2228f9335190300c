#include "rebond/io/studies/recorded_scenes.hpp"

#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/studies/observation_table.hpp"

namespace rebond {

Scene recorded_base(const StudyRecord& record, const std::string& study)
{
    return parse_scene(record.effective_base, study);
}

SceneOfCase recorded_scenes(const StudyRecord& record, const std::string& study)
{
    std::vector<OpenKey> keys;
    for (const std::string& key : record.keys) keys.push_back({key, study});
    Diagnostics known("");  // the study was read before
    std::optional<LinkedDuration> duration =
        read_link(parse_document(record.study, study), study, keys, known);
    VariedScene scenes(parse_document(record.effective_base, study), SceneSources{}, std::move(keys),
                       std::move(duration));
    return [scenes = std::move(scenes), study](const std::vector<Value>& values) mutable {
        Diagnostics diagnostics(study);
        Scene scene = scenes.at(values, diagnostics);
        diagnostics.raise();
        return scene;
    };
}

}  // namespace rebond
