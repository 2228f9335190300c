#include "rebond/analysis/touched_contacts.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

TEST(TouchedContacts, are_listed_by_name_in_the_order_of_their_first_touch)
{
    TouchedContacts record(4);
    record.received(2, 0.0, 0.0);  // nothing
    record.impact({.contact = 3});
    record.received(3, 1.5, 0.25);
    record.received(1, 1.0, 0.0);
    record.received(3, 0.5, -0.5);
    record.impact({.contact = 3});
    std::vector<Contact> contacts(4);
    contacts[3].name = "ball 1 – floor";
    const std::vector<TouchedContact> found = record.findings(contacts);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].name, "ball 1 – floor");
    EXPECT_EQ(found[0].impacts, 2);
    EXPECT_EQ(found[0].impulse, 2.0);
    EXPECT_EQ(found[0].friction, -0.25);
    EXPECT_EQ(found[1].name, "contact 2");
    EXPECT_EQ(found[1].impacts, 0);
}

}  // namespace
}  // namespace rebond
