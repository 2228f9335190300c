// The folder of an option --out.
#pragma once

#include "rebond/io/files/output_folder.hpp"

#include <memory>
#include <string>

namespace rebond::cli {

// Null if `out` is empty: no files are wanted.
inline std::unique_ptr<OutputFolder> claimed_folder(const std::string& out, bool is_forced)
{
    return out.empty() ? nullptr : std::make_unique<OutputFolder>(out, is_forced);
}

}  // namespace rebond::cli
