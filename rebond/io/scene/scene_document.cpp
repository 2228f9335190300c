#include "rebond/io/scene/scene_document.hpp"

#include "rebond/core/error.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond {

bool is_study(const toml::table& document)
{
    return !document.contains("model") && (document.contains("base") || document.contains("vary"));
}
namespace {

// What stands at a key of Unbuildable, as in contact[1].normal or model.mass[1][0].
struct Located {
    std::string key;                    // without indices
    std::string element;                // " in contact 2"
    const toml::node* value = nullptr;  // of the key; null if the scene does not give it
    const toml::node* place = nullptr;  // the innermost thing the scene gives on the way
};

Located locate(const toml::table& document, std::string_view path)
{
    Located found;
    const toml::node* node = &document;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        std::string_view part = path.substr(0, dot);
        path.remove_prefix(std::min(dot + 1, path.size()));
        const std::string_view name = part.substr(0, part.find('['));
        found.key += (found.key.empty() ? "" : ".") + std::string(name);
        const toml::table* table = node != nullptr ? node->as_table() : nullptr;
        found.value = node = table != nullptr ? table->get(name) : nullptr;
        if (node != nullptr) found.place = node;
        for (part.remove_prefix(name.size()); !part.empty(); part.remove_prefix(part.find(']') + 1)) {
            const std::size_t index = std::stoul(std::string(part.substr(1, part.find(']') - 1)));
            const toml::array* elements = node != nullptr ? node->as_array() : nullptr;
            node = elements != nullptr ? elements->get(index) : nullptr;
            if (node == nullptr) continue;
            found.place = node;
            if (node->is_table()) found.element = element_text(name, index);
        }
    }
    return found;
}

}  // namespace

toml::table overridden_document(std::string_view text, std::string_view name,
                                const std::vector<std::string>& overrides, Diagnostics& diagnostics)
{
    toml::table document = parse_document(text, name);
    if (is_study(document))
        throw InputError(fmt::format("{}:1:1: error: this is a study; 'rebond sweep' runs it", name));
    for (const std::string& assignment : overrides) override_value(document, assignment, diagnostics);
    if (!overrides.empty()) drop_keys_of_former_scheme(document, scene_keys());
    return document;
}

std::string element_text(std::string_view list, std::size_t index)
{
    return fmt::format(" in {} {}", list, index + 1);
}

void drop_keys_of_former_scheme(toml::table& document, const std::vector<SceneKey>& keys)
{
    toml::table* scheme = document["scheme"].as_table();
    const auto* type = scheme != nullptr ? scheme->get_as<std::string>("type") : nullptr;
    if (type == nullptr || !type->source().path || !alternative_named<Scheme>(type->get())) return;
    std::vector<std::string> foreign;
    for (const auto& [key, value] : *scheme) {
        if (value.source().path) continue;
        bool is_known = false, is_own = false;
        for (const SceneKey& known : keys) {
            if (known.table != "scheme" || known.name != key.str()) continue;
            is_known = true;
            is_own = is_own || is_valid(known, type->get());
        }
        const bool is_no_step = key.str() == "step" && value.value<double>() == 0.0;
        if (is_known && (!is_own || is_no_step)) foreign.emplace_back(key.str());
    }
    for (const std::string& key : foreign) scheme->erase(key);
}

void report_on(const toml::table& document, std::string_view key, std::string_view expected,
               Diagnostics& diagnostics, std::string_view by_default)
{
    const Located found = locate(document, key);
    std::string text = found.key;
    if (found.value != nullptr)
        text += " = " + shown(*found.value);
    else if (!by_default.empty())
        text += fmt::format(" = {} by default", by_default);
    diagnostics.add(found.place != nullptr ? found.place->source() : toml::source_region{},
                    fmt::format("{}{}: {}", text, found.element, expected));
}

MatrixFile SceneSources::matrix(const std::string& name)
{
    if (const auto found = kept.find(name); found != kept.end()) return found->second;
    MatrixFile file = read_matrix_market((*directory / name).string());
    if (keeps_matrices) kept.emplace(name, file);
    return file;
}

}  // namespace rebond
