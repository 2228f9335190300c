// What a study holds, for `rebond info` and `rebond report`.
#pragma once

#include "apps/cli/commands/commands.hpp"

#include <optional>
#include <string>

namespace rebond::cli {

// The database a name stands for: of a study's folder, or the file itself; nothing if it is no study's.
std::optional<std::string> study_database(const std::string& name);

int study_info(const std::string& database, bool json);

// The study's page, as HTML.
std::string study_page(const std::string& database);

}  // namespace rebond::cli
