// Contacts in messages.
#pragma once

#include "rebond/contact/contact_name.hpp"
#include "rebond/core/types.hpp"

#include <fmt/format.h>

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

// "contact 2", "contacts 1 and 3": counted from 1.
inline std::string names_of(const std::vector<Index>& contacts)
{
    return (contacts.size() == 1 ? "contact " : "contacts ") +
           listed(contacts, [](Index contact) { return contact + 1; });
}

// "ball 1 – ball 2 and ball 2 – floor", or by their numbers where one of them has no name.
inline std::string names_of(const std::vector<Index>& contacts, const std::vector<Contact>& all)
{
    const auto name_of_one = [&](Index contact) { return all[static_cast<std::size_t>(contact)].name; };
    for (const Index contact : contacts)
        if (name_of_one(contact).empty()) return names_of(contacts);
    return listed(contacts, name_of_one);
}

}  // namespace rebond
