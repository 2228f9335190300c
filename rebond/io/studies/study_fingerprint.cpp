#include "rebond/io/studies/study_fingerprint.hpp"

#include "rebond/io/studies/study_axes.hpp"
#include "rebond/studies/fingerprint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>

namespace rebond {
namespace {

namespace fs = std::filesystem;

// The values of all keys `file` in it.
void add_file_names(const toml::node& node, std::set<std::string>& names)
{
    if (const toml::table* table = node.as_table()) {
        for (const auto& [key, entry] : *table) {
            if (const auto* text = entry.as_string(); text != nullptr && key.str() == "file")
                names.insert(text->get());
            add_file_names(entry, names);
        }
    } else if (const toml::array* elements = node.as_array()) {
        for (const toml::node& element : *elements) add_file_names(element, names);
    }
}

void add_file_names(const ParameterAxis& axis, std::set<std::string>& names)
{
    const auto* listed = std::get_if<ListedValues>(&axis.values);
    if (listed == nullptr || !axis.key.ends_with(".file")) return;
    for (const Value& value : listed->values)
        if (const auto* text = std::get_if<std::string>(&value)) names.insert(*text);
}

// Of nothing, for a file that is not there or can be read only once.
std::uint64_t contents_fingerprint(const fs::path& path)
{
    std::uint64_t print = fingerprint("");
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return print;
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1 << 16> block{};
    while (file.read(block.data(), block.size()), file.gcount() > 0)
        print = fingerprint({block.data(), static_cast<std::size_t>(file.gcount())}, print);
    return print;
}

std::set<std::string> file_names(const toml::table& document, const Design& design)
{
    std::set<std::string> names;
    add_file_names(document, names);
    for (const ParameterAxis& axis : design.axes) add_file_names(axis, names);
    return names;
}

}  // namespace

bool has_every_file(const VariedScene& base, const Design& design)
{
    const auto& directory = base.directory();
    if (!directory) return true;
    const auto names = file_names(base.filled(case_at(design, 0).values), design);
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
        std::error_code ignored;
        return fs::exists(*directory / name, ignored);
    });
}

std::uint64_t study_fingerprint(const VariedScene& base, const Design& design)
{
    toml::table document = base.filled(case_at(design, 0).values);
    document.erase("title");
    std::string text = whole_text(document);
    for (const ParameterAxis& axis : design.axes) text += identity_of(axis);
    const auto names = file_names(document, design);
    if (const auto& directory = base.directory())
        for (const std::string& name : names)
            text += fmt::format("{} {:016x}\n", name, contents_fingerprint(*directory / name));
    return fingerprint(text);
}

}  // namespace rebond
