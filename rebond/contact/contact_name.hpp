// What messages, results and plots call a contact.
#pragma once

#include "rebond/contact/contact.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rebond {

// Its name, or "contact 3": contacts count from 1.
inline std::string contact_name(const std::string& name, Index contact)
{
    return name.empty() ? fmt::format("contact {}", contact + 1) : name;
}

inline std::string contact_name(const std::vector<Contact>& contacts, Index contact)
{
    const auto k = static_cast<std::size_t>(contact);
    return contact_name(k < contacts.size() ? contacts[k].name : "", contact);
}

}  // namespace rebond
