// An answer about orbits in words and tables.
#pragma once

#include "rebond/studies/orbits/orbit_search.hpp"

#include <string>
#include <vector>

namespace rebond::cli {

// `contacts` are their names, `title` what the scene is called.
[[nodiscard]] std::string orbit_text(const std::string& title, const OrbitAnswer& answer,
                                     const std::vector<std::string>& contacts, const std::string& directory,
                                     const std::vector<std::string>& files);

}  // namespace rebond::cli
