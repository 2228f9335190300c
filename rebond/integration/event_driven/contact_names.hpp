// Contacts in messages.
#pragma once

#include "rebond/core/types.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rebond {

// "contact 2", "contacts 1 and 3", "contacts 1, 2 and 5", "contacts 1, 2, 3, 4 and 17 others": counted
// from 1.
inline std::string names_of(const std::vector<Index>& contacts)
{
    constexpr std::size_t most = 4;
    const std::size_t named = contacts.size() > most + 1 ? most : contacts.size();
    std::string names = contacts.size() == 1 ? "contact " : "contacts ";
    for (std::size_t i = 0; i < named; ++i)
        names += fmt::format("{}{}",
                             i == 0                     ? ""
                             : i + 1 == contacts.size() ? " and "
                                                        : ", ",
                             contacts[i] + 1);
    if (named < contacts.size()) names += fmt::format(" and {} others", contacts.size() - named);
    return names;
}

}  // namespace rebond
