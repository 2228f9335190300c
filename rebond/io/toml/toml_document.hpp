// TOML documents whose every diagnostic says where it is.
//
// A document of any bytes either parses or throws InputError, which says so if they are no text. Besides what
// toml++ refuses (more than 256 nested arrays), keys of more than 16 parts are refused, so that no tree is
// deep enough to exhaust the stack of those who walk or free it.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// Errors of one document, thrown together, in the order of its lines.
class Diagnostics {
public:
    // `name` is what the user calls the document, usually its path.
    explicit Diagnostics(std::string_view name) : name_(name) {}

    // At `place`, or at the document's start if it has none: "name:line:column: error: what".
    // A place with a path of its own is a command-line option: "path: error: what".
    void add(const toml::source_region& place, std::string_view what);

    // "key = value: what", at the value.
    void add(std::string_view key, const toml::node& value, std::string_view what);

    std::size_t size() const { return diagnostics_.size(); }

    // What they say, without their places, on one line.
    std::string gist() const;

    // Throws InputError with one line per diagnostic, if there is any.
    void raise() const;

    // The same with those at the option that is written `label`, alone.
    void raise_at(std::string_view label) const;

private:
    struct Diagnostic {
        toml::source_position position;
        std::string text;
        std::string what;
        std::string label = {};  // of an option
    };
    void raise(std::vector<Diagnostic> diagnostics) const;

    std::string name_;
    std::vector<Diagnostic> diagnostics_;
};

// Parses `text`, throwing InputError in the document's name if it is no TOML.
toml::table parse_document(std::string_view text, std::string_view name);

// Puts the TOML value written `value` at the dotted `key` of `document`, in place of what is there. A part of
// the key that is a number is an element of an array, counted from 0; a value that is plain text, such
// as a word or the name of a file, is a string. What is wrong with it is added to `diagnostics`, and so is
// later what is wrong there, as "label: error: …".
void put_value(toml::table& document, std::string_view key, std::string_view value, const std::string& label,
               Diagnostics& diagnostics);

// What stands at a dotted key; null if nothing does.
toml::node* node_at(toml::table& document, std::string_view key);

// Puts the TOML value of "KEY=VALUE" at the dotted KEY of `document`, in place of what is there. A
// VALUE that is plain text is a string. An element of a list is named by its index from 0, as in
// contact.0.restitution. What is wrong with it is added to `diagnostics`.
void override_value(toml::table& document, std::string_view assignment, Diagnostics& diagnostics);

// A value as a message shows it, on one line and shortened: 12, "spiral", [1, 2, …], {…}.
std::string shown(const toml::node& value);

// All of a value, on one line, keys in the order of the alphabet: the same for documents that say the same.
std::string whole_text(const toml::node& value);

// A key as a message shows it: quoted and escaped unless bare.
std::string shown_key(std::string_view key);

// "integer", "string", …, with its article.
std::string_view kind_of(const toml::node& value);

}  // namespace rebond
