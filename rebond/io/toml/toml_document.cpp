#include "rebond/io/toml/toml_document.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/toml/toml_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

namespace rebond {
namespace {

constexpr int most_key_parts = 16;
constexpr std::size_t most_diagnostics = 20;
constexpr std::size_t longest_value = 60;   // bytes
constexpr std::size_t longest_label = 100;  // bytes

// At most `longest` bytes, whole UTF-8 characters only.
std::string shortened(std::string text, std::size_t longest = longest_value)
{
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return text.substr(0, end) + "…";
}

// Walks the bytes of a document the way TOML does, as far as telling keys from strings and comments
// needs it. Where it could err the document is broken, and the parser stops at the same place.
class KeyScanner {
public:
    explicit KeyScanner(std::string_view text) : text_(text) {}

    // The line of the first key of too many parts, or 0.
    toml::source_index overlong_key()
    {
        int dots = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"' || c == '\'') {
                skip_string(c);
                continue;
            }
            if (c == '#')
                skip_past("\n");
            else
                ++at_;
            if (c == '.' && ++dots >= most_key_parts) return line();
            if (std::string_view("\n=[]{},#").find(c) != std::string_view::npos) dots = 0;
        }
        return 0;
    }

private:
    void skip_past(std::string_view end)
    {
        const std::size_t found = text_.find(end, at_);
        at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    }

    void skip_string(char quote)
    {
        const bool multiline = text_.substr(at_, 3) == std::string(3, quote);
        const std::string end(multiline ? 3 : 1, quote);
        at_ += end.size();
        while (at_ < text_.size() && text_.substr(at_, end.size()) != end) {
            if (!multiline && text_[at_] == '\n') return;
            at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
        }
        at_ = std::min(at_ + end.size(), text_.size());
        // A multi-line string may end in one or two quotes of its own.
        for (int extra = 0; multiline && extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra)
            ++at_;
    }

    toml::source_index line() const
    {
        return static_cast<toml::source_index>(1 + std::count(text_.begin(), text_.begin() + at_, '\n'));
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

// A word with dots, dashes, slashes or spaces, such as the name of a file: it begins like no number and holds
// nothing that TOML reads.
bool is_plain_text(std::string_view text)
{
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool is_path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
    return !text.empty() && (is_letter(text.front()) || is_path) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return c >= ' ' && c < '\x7f' &&
                      std::string_view("\"'\\[]{}=,#").find(c) == std::string_view::npos;
           });
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// The parts of a dotted key of bare parts; empty if it is none.
std::vector<std::string_view> key_parts(std::string_view key)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t dot = key.find('.');
        const std::string_view part = key.substr(0, dot);
        if (part.empty() || toml_key(part) != part || parts.size() == most_key_parts) return {};
        parts.push_back(part);
        if (dot == std::string_view::npos) return parts;
        key.remove_prefix(dot + 1);
    }
}

// "0", "1", …, below `count`.
std::optional<std::size_t> element_index(std::string_view text, std::size_t count)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size() || index >= count) return std::nullopt;
    return index;
}

// What a part of a key leads to from a table or an array; null if nothing.
toml::node* member(toml::node& parent, std::string_view part)
{
    if (toml::table* table = parent.as_table()) return table->get(part);
    toml::array* elements = parent.as_array();
    if (elements == nullptr) return nullptr;
    const std::optional<std::size_t> element = element_index(part, elements->size());
    return element ? elements->get(*element) : nullptr;
}

// The table holding the one key `value`, whose places all carry `label`.
toml::table parse_value(std::string_view value, const std::string& label)
{
    if (KeyScanner(value).overlong_key() != 0)
        throw InputError(fmt::format("a key of more than {} parts", most_key_parts));
    try {
        return toml::parse("value = " + std::string(value), std::string_view(label));
    } catch (const toml::parse_error& error) {
        if (is_plain_text(value))
            return toml::parse(fmt::format("value = \"{}\"", value), std::string_view(label));
        const bool may_be_string =
            !value.empty() && std::string_view("\"'[{").find(value.front()) == std::string_view::npos;
        throw InputError(fmt::format("expected a TOML value: {}{}", error.description(),
                                     may_be_string ? fmt::format("; if a string is meant, in TOML's quotes "
                                                                 "inside the shell's: '\"{}\"'",
                                                                 shortened(std::string(value)))
                                                   : ""));
    }
}

// Bytes of the UTF-8 character `text` begins with; 0 if there is none.
std::size_t character_size(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const unsigned char second = byte(1);
    const bool is_overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool is_no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return is_overlong || is_no_character ? 0 : size;
}

// Refuses bytes that no text has, before a parser stumbles over them with a message about syntax.
void require_text(std::string_view text, std::string_view name)
{
    if (text.starts_with("\x89HDF"))
        throw InputError(
            fmt::format("{}:1:1: error: this is an HDF5 file, not TOML; results are for 'rebond info' and "
                        "'rebond report'",
                        name));
    std::size_t line = 1, column = 1;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = text[at] == '\0' ? 0 : character_size(text.substr(at));
        if (size == 0)
            throw InputError(
                fmt::format("{}:{}:{}: error: this does not look like text: byte 0x{:02x} here; expected "
                            "a TOML file in UTF-8",
                            name, line, column, static_cast<unsigned char>(text[at])));
        column = text[at] == '\n' ? 1 : column + 1;
        line += text[at] == '\n' ? 1 : 0;
        at += size;
    }
}

// Moves what parse_value gave to `key` of `table`, with its place: copies forget theirs.
void put(toml::table& table, toml::key&& key, toml::table&& parsed)
{
    parsed.get("value")->visit([&](auto& value) { table.insert(std::move(key), std::move(value)); });
}

std::string scalar_text(const toml::node& value)
{
    if (const auto* text = value.as_string()) return toml_string(text->get());
    if (const auto* number = value.as_floating_point()) return number_text(number->get());
    if (value.is_array()) return "[…]";
    if (value.is_table()) return "{…}";
    std::ostringstream stream;
    value.visit([&](const auto& v) { stream << v; });
    return stream.str();
}

}  // namespace

void Diagnostics::add(const toml::source_region& place, std::string_view what)
{
    const toml::source_position at = place.begin ? place.begin : toml::source_position{1, 1};
    if (place.path)
        diagnostics_.push_back({{},
                                fmt::format("{}: error: {}", shortened(*place.path, longest_label), what),
                                std::string(what),
                                *place.path});
    else
        diagnostics_.push_back(
            {at, fmt::format("{}:{}:{}: error: {}", name_, at.line, at.column, what), std::string(what)});
}

void Diagnostics::add(std::string_view key, const toml::node& value, std::string_view what)
{
    add(value.source(), fmt::format("{} = {}: {}", key, shown(value), what));
}

std::string Diagnostics::gist() const
{
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics_) text += (text.empty() ? "" : "; ") + diagnostic.what;
    return text;
}

void Diagnostics::raise() const
{
    raise(diagnostics_);
}

void Diagnostics::raise_at(std::string_view label) const
{
    std::vector<Diagnostic> own;
    std::copy_if(diagnostics_.begin(), diagnostics_.end(), std::back_inserter(own),
                 [&](const Diagnostic& one) { return one.label == label; });
    raise(std::move(own));
}

void Diagnostics::raise(std::vector<Diagnostic> sorted) const
{
    if (sorted.empty()) return;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.position < b.position; });
    std::string text;
    for (std::size_t i = 0; i < std::min(sorted.size(), most_diagnostics); ++i)
        text += (i == 0 ? "" : "\n") + sorted[i].text;
    if (sorted.size() > most_diagnostics)
        text += fmt::format("\n{}: error: and {} more", name_, sorted.size() - most_diagnostics);
    throw InputError(text);
}

toml::table parse_document(std::string_view text, std::string_view name)
{
    require_text(text, name);
    if (const auto line = KeyScanner(text).overlong_key(); line != 0)
        throw InputError(
            fmt::format("{}:{}:1: error: a key of more than {} parts", name, line, most_key_parts));
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        Diagnostics diagnostics(name);
        diagnostics.add(error.source(), error.description());
        diagnostics.raise();
        throw;  // not reached: there is a diagnostic
    }
}

void put_value(toml::table& document, std::string_view key, std::string_view value, const std::string& label,
               Diagnostics& diagnostics)
{
    const toml::source_region place = {{1, 1}, {1, 1}, std::make_shared<const std::string>(label)};
    const std::vector<std::string_view> parts = key_parts(trimmed(key));
    if (parts.empty()) return diagnostics.add(place, "expected a dotted key, for example model.segments");
    const std::string_view text = trimmed(value);
    if (text.find_first_of("\r\n") != std::string_view::npos)
        return diagnostics.add(place, "expected a TOML value on one line");

    toml::table parsed;
    try {
        parsed = parse_value(text, label);
    } catch (const InputError& error) {
        return diagnostics.add(place, error.what());
    }

    toml::node* node = &document;
    std::string path;  // of `node`, as the user writes it
    for (const std::string_view& part : parts) {
        const bool is_last = &part == &parts.back();
        if (toml::array* elements = node->as_array()) {
            const std::optional<std::size_t> index = element_index(part, elements->size());
            if (!index)
                return diagnostics.add(
                    place, fmt::format("{} has {} element{}, counted from 0: there is no '{}'", path,
                                       elements->size(), elements->size() == 1 ? "" : "s", part));
            if (is_last) {
                const auto place_in_list = elements->cbegin() + static_cast<std::ptrdiff_t>(*index);
                parsed.get("value")->visit(
                    [&](auto& node_given) { elements->replace(place_in_list, std::move(node_given)); });
                return;
            }
            node = elements->get(*index);
        } else if (toml::table* table = node->as_table()) {
            if (is_last) {
                table->erase(part);
                return put(*table, toml::key(part, place), std::move(parsed));
            }
            if (!table->contains(part)) {
                // A number cannot be the key of a table that is not there yet: a list is meant.
                const std::string_view next = *(&part + 1);
                if (element_index(next, std::numeric_limits<std::size_t>::max()))
                    return diagnostics.add(place,
                                           fmt::format("there is no list {}{}{} in the scene to take element "
                                                       "{} of",
                                                       path, path.empty() ? "" : ".", part, next));
                put(*table, toml::key(part, place), parse_value("{}", label));
            }
            node = table->get(part);
        } else {
            return diagnostics.add(place, fmt::format("{} is not a table", path));
        }
        path += (path.empty() ? "" : ".") + std::string(part);
    }
}

void override_value(toml::table& document, std::string_view assignment, Diagnostics& diagnostics)
{
    const std::string label = fmt::format("--set {}", assignment);
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos)
        return diagnostics.add({{1, 1}, {1, 1}, std::make_shared<const std::string>(label)},
                               "expected KEY=VALUE, for example model.segments=20");
    put_value(document, assignment.substr(0, equals), assignment.substr(equals + 1), label, diagnostics);
}

toml::node* node_at(toml::table& document, std::string_view key)
{
    toml::node* at = &document;
    for (const std::string_view part : key_parts(key)) {
        if (at != nullptr) at = member(*at, part);
    }
    return at == &document ? nullptr : at;
}

std::string shown(const toml::node& value)
{
    const toml::array* elements = value.as_array();
    if (elements == nullptr) return shortened(scalar_text(value));
    std::string text = "[";
    for (const toml::node& element : *elements) {
        text += (text.size() > 1 ? ", " : "") + scalar_text(element);
        if (text.size() > longest_value) return shortened(text) + "]";
    }
    return text + "]";
}

std::string whole_text(const toml::node& value)
{
    std::vector<std::string> parts;
    if (const toml::table* table = value.as_table()) {
        for (const auto& [key, entry] : *table)
            parts.push_back(fmt::format("{} = {}", toml_key(key.str()), whole_text(entry)));
        return fmt::format("{{ {} }}", fmt::join(parts, ", "));
    }
    if (const toml::array* elements = value.as_array()) {
        for (const toml::node& element : *elements) parts.push_back(whole_text(element));
        return fmt::format("[{}]", fmt::join(parts, ", "));
    }
    if (const auto* whole = value.as_integer()) return fmt::format("{}", whole->get());
    return scalar_text(value);
}

std::string shown_key(std::string_view key)
{
    return shortened(toml_key(key));
}

std::string_view kind_of(const toml::node& value)
{
    switch (value.type()) {
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return value.is_array_of_tables() ? "an array of tables" : "an array";
        case toml::node_type::string:
            return "a string";
        case toml::node_type::integer:
            return "an integer";
        case toml::node_type::floating_point:
            return "a floating-point number";
        case toml::node_type::boolean:
            return "a boolean";
        case toml::node_type::date:
            return "a date";
        case toml::node_type::time:
            return "a time";
        case toml::node_type::date_time:
            return "a date and time";
        case toml::node_type::none:
            break;
    }
    return "nothing";
}

}  // namespace rebond
