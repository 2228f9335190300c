// A study's rows as comma-separated values, numbers to the last bit, nothing where there is no value.
#pragma once

#include "rebond/io/study_database.hpp"

#include <string>

namespace rebond {

// Whole or not at all; row by row, however many there are.
void write_study_csv(const std::string& path, const StudyDatabase& database);

}  // namespace rebond
