#include "rebond/io/scene/scheme_choice.hpp"

#include "rebond/scene/advice/suited_scheme.hpp"
#include "rebond/scene/build.hpp"

#include <algorithm>

namespace rebond {
namespace {

// Whether it names no scheme, nor anything that belongs to one.
bool leaves_scheme_open(const toml::table& document)
{
    const toml::table* scheme = document["scheme"].as_table();
    return scheme == nullptr || std::all_of(scheme->begin(), scheme->end(),
                                            [](const auto& entry) { return entry.first.str() == "step"; });
}

}  // namespace

void choose_scheme(Scene& scene, const toml::table& document)
{
    if (!leaves_scheme_open(document)) return;
    try {
        auto [scheme, warning] = suited_scheme(scene);
        scene.scheme = std::move(scheme);
        scene.scheme_warning = std::move(warning);
    } catch (const Unbuildable&) {
        return;  // it keeps the scheme it has; the error appears where it is built
    }
}

}  // namespace rebond
