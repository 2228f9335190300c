// Contacts in messages.
#pragma once

#include "rebond/core/types.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rebond {

// "contact 2", "contacts 1 and 3", "contacts 1, 2 and 5": counted from 1.
inline std::string names_of(const std::vector<Index>& contacts)
{
    std::string names = contacts.size() == 1 ? "contact " : "contacts ";
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const bool is_last = i + 1 == contacts.size();
        names += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", contacts[i] + 1);
    }
    return names;
}

}  // namespace rebond
