// The tables of scene/fields.hpp as plain values, for those who describe scenes rather than read them.
#pragma once

#include "rebond/scene/field.hpp"
#include "rebond/scene/scene.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

enum class KeyKind {
    boolean,
    integer,
    number,
    pair,
    list,     // of numbers
    indices,  // of integers
    matrix,
    row,       // numbers, or those of some coordinates
    position,  // numbers, or "static"
    text,
    choice,
    table,
    tables,  // [[name]]
    subject,
    scheme
};

struct Choice {
    std::string_view name;
    std::string_view meaning;
};

struct AlternativeDescription;

struct KeyDescription {
    std::string_view name;
    KeyKind kind = KeyKind::number;
    std::string_view unit;
    Range range;
    std::string_view meaning;
    bool required = false;
    bool is_shown = false;             // by the commented scene, although it may be absent
    std::string_view absent_means;     // for keys that may be absent and have no default value
    std::string default_text;          // TOML; empty without a default
    std::string example_text;          // TOML; the default, or a typical value without one
    std::vector<Choice> choices;       // of a choice, or the types of a subject or scheme
    std::vector<KeyDescription> keys;  // of a table, or of each table of a list
    std::vector<AlternativeDescription> alternatives;  // of a subject or scheme, one per type
};

// The keys of one type: beside `type` for a scheme, tables at the top for a subject.
struct AlternativeDescription {
    std::string_view type;
    std::string_view meaning;
    bool is_default = false;   // of a scheme
    SubjectDefaults defaults;  // of a scene with this subject
    std::vector<KeyDescription> keys;
};

// A relation the values of a scene keep, in words.
struct RelationDescription {
    std::string_view key;
    std::string_view expected;
    std::string_view other;
    std::string_view reason;
};

// The top level of a scene, with the values of `defaults` as defaults.
std::vector<KeyDescription> describe_scene(const Scene& defaults = {});

// Those every scene keeps, or those of the model called `model`.
std::vector<RelationDescription> describe_relations();
std::vector<RelationDescription> describe_relations(std::string_view model);

}  // namespace rebond
