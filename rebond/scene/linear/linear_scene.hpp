// A linear system from the matrices, loads and constraints of a scene.
//
// What is wrong with them (not square, not of one size, not symmetric, not positive) is an Unbuildable
// that names the matrix and the entry.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/scene.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

LinearSystem build_system(const LinearSpec& spec);

std::vector<Contact> build_contacts(const std::vector<ContactSpec>& specs, Index dofs, const ImpactLaw& law);

// One number for each coordinate; none at all are zeros.
Vector coordinates(const std::vector<double>& numbers, Index dofs, const std::string& key);
Vector coordinates(const std::optional<std::vector<double>>& numbers, Index dofs, const std::string& key);

}  // namespace rebond
