// The entries of a TOML table as types, with every diagnostic in its place.
//
// Each reader leaves its member as it is when the entry is missing or wrong, so that defaults stand and all
// that is wrong is reported at once.
#pragma once

#include "rebond/io/toml/toml_document.hpp"
#include "rebond/studies/design/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

enum class Need { required, optional };

class TableReader {
public:
    // `path` is the table's dotted name, empty for the document. Both must outlive the reader.
    TableReader(const toml::table& table, std::string path, Diagnostics& diagnostics)
        : table_(table), path_(std::move(path)), diagnostics_(diagnostics)
    {
    }

    void refuse_unknown(const std::vector<std::string_view>& known);

    void read(std::string_view name, std::string& member, Need need = Need::optional);
    void read(std::string_view name, double& member, Need need = Need::optional);
    void read(std::string_view name, std::optional<double>& member);
    void read(std::string_view name, bool& member);
    void read(std::string_view name, std::vector<std::string>& member);

    // Null, with a diagnostic, if there is something else.
    const toml::table* table(std::string_view name);

    // The tables of an array [[name]]; none if there is none.
    std::vector<const toml::table*> tables(std::string_view name);

    // What stands there; null if nothing does.
    const toml::node* get(std::string_view name) const { return table_.get(name); }

    bool has(std::string_view name) const { return table_.contains(name); }

    // "exhibit.study" of "study"
    std::string full(std::string_view name) const;

    // "KEY = VALUE: what" at the entry `name`, or "KEY what" at the table if there is none.
    void report(std::string_view name, std::string_view what);

private:
    const toml::table& table_;
    std::string path_;
    Diagnostics& diagnostics_;
};

// An integer or a real number; nothing for anything else, infinite ones and NaN.
std::optional<double> finite_number(const toml::node& value);

// A number, string or boolean; nothing for what is made of others or not finite.
std::optional<Value> scalar_value(const toml::node& node);

}  // namespace rebond
