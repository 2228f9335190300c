#include "rebond/analysis/contact_record.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(ContactRecord, times_of_sticking_and_sliding_are_those_between_changes)
{
    ContactRecord record(2);
    record.change({.time = 1.0, .contact = 0, .to = Sliding::forwards});
    record.change({.time = 1.5, .contact = 0, .to = Sliding::sticks});
    record.change({.time = 2.0, .contact = 1, .to = Sliding::backwards});
    record.change({.time = 3.5, .contact = 0, .to = std::nullopt});
    const ContactFindings found = record.findings(4.0);
    EXPECT_DOUBLE_EQ(found.stick_time, 2.0);
    EXPECT_DOUBLE_EQ(found.slip_time, 0.5 + 2.0);  // contact 1 slides until the end
    // Asked again later, as nothing happened since.
    EXPECT_DOUBLE_EQ(record.findings(5.0).slip_time, 0.5 + 3.0);
}

TEST(ContactRecord, a_contact_that_opens_or_closes_makes_no_transition)
{
    ContactRecord record(1);
    record.change({.time = 0.0, .contact = 0, .to = Sliding::forwards});
    record.change({.time = 1.0, .contact = 0, .to = Sliding::backwards});
    record.change({.time = 2.0, .contact = 0, .to = Sliding::sticks});
    record.change({.time = 3.0, .contact = 0, .to = std::nullopt});
    record.change({.time = 4.0, .contact = 0, .to = Sliding::sticks});
    record.change({.time = 5.0, .contact = 0, .to = Sliding::backwards});
    EXPECT_EQ(record.findings(6.0).transitions, 3);
}

TEST(ContactRecord, a_smooth_contact_neither_sticks_nor_slides)
{
    ContactRecord record(1);
    record.change({.time = 0.0, .contact = 0, .to = Sliding::smooth});
    EXPECT_EQ(record.findings(1.0).stick_time, 0.0);
    EXPECT_EQ(record.findings(1.0).slip_time, 0.0);
}

TEST(ContactRecord, jams_reversals_and_instants_with_several_answers_are_counted)
{
    ContactRecord record(1);
    record.impact({.is_jam = true});
    record.impact({.reverses = true});
    record.impact({.reverses = true});
    record.impact({});
    record.indeterminate();
    const ContactFindings found = record.findings(1.0);
    EXPECT_EQ(found.jams, 1);
    EXPECT_EQ(found.reversals, 2);
    EXPECT_EQ(found.indeterminate, 1);
}

}  // namespace
}  // namespace rebond::test
