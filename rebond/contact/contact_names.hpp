// Contacts in messages.
#pragma once

#include "rebond/contact/contact_name.hpp"
#include "rebond/core/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rebond {

// "1 and 3", "1, 2 and 5", "1, 2, 3, 4 and 17 others": what `text_of` makes of each.
template <typename TextOf>
std::string listed(const std::vector<Index>& contacts, TextOf text_of)
{
    constexpr std::size_t most = 4;
    const std::size_t named = contacts.size() > most + 1 ? most : contacts.size();
    std::string names;
    for (std::size_t i = 0; i < named; ++i)
        names += fmt::format("{}{}",
                             i == 0                     ? ""
                             : i + 1 == contacts.size() ? " and "
                                                        : ", ",
                             text_of(contacts[i]));
    if (named < contacts.size()) names += fmt::format(" and {} others", contacts.size() - named);
    return names;
}

// "ball 1 – ball 2 and floor", "contact 2 and stop"; "contacts 1 and 3" where none of them has a name.
inline std::string contact_names(const std::vector<Index>& contacts, const std::vector<Contact>& all)
{
    const bool has_names = std::any_of(contacts.begin(), contacts.end(), [&](Index contact) {
        return !all[static_cast<std::size_t>(contact)].name.empty();
    });
    if (has_names || contacts.size() == 1)
        return listed(contacts, [&](Index contact) { return contact_name(all, contact); });
    return "contacts " + listed(contacts, [](Index contact) { return contact + 1; });
}

}  // namespace rebond
