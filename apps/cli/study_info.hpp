// What a study holds, for `rebond info` and `rebond report`.
#pragma once

#include "apps/cli/commands.hpp"

#include <optional>
#include <string>

namespace rebond::cli {

// The database a name stands for: of a study's folder, or the file itself; nothing if it is no study's.
std::optional<std::string> study_database(const std::string& name);

int study_info(const std::string& database, bool json);

// Writes the study's page to `page`, or beside the database if that is empty.
int study_report(const std::string& database, const std::string& page);

}  // namespace rebond::cli
