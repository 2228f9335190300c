#include "rebond/contact/contact_names.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

std::vector<Contact> named(const std::vector<std::string>& names)
{
    std::vector<Contact> contacts;
    for (const std::string& name : names) contacts.push_back({.gap = {}, .name = name});
    return contacts;
}

TEST(ContactNames, are_those_the_user_gave)
{
    const std::vector<Contact> contacts = named({"floor", "left stop", "right stop"});
    EXPECT_EQ(contact_names({1}, contacts), "left stop");
    EXPECT_EQ(contact_names({0, 2}, contacts), "floor and right stop");
    EXPECT_EQ(contact_names({0, 1, 2}, contacts), "floor, left stop and right stop");
}

TEST(ContactNames, contacts_without_a_name_have_their_number)
{
    const std::vector<Contact> contacts = named({"", "", "", "", "", "", ""});
    EXPECT_EQ(contact_names({2}, contacts), "contact 3");
    EXPECT_EQ(contact_names({0, 2}, contacts), "contacts 1 and 3");
    EXPECT_EQ(contact_names({0, 1, 2, 3, 4, 5, 6}, contacts), "contacts 1, 2, 3, 4 and 3 others");
}

TEST(ContactNames, a_name_is_not_lost_beside_contacts_without_one)
{
    EXPECT_EQ(contact_names({0, 1}, named({"", "stop"})), "contact 1 and stop");
}

}  // namespace
}  // namespace rebond::test
