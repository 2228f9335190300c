#include "rebond/orbits/sequence.hpp"

#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

TEST(Sequence, TextAndSequenceAreTheSame)
{
    for (const char* text : {"1", "1,1,2", "1s", "1s,2", "1s,2,1r", "2,1s,3s,1r,3r"}) {
        const Sequence sequence = parse_sequence(text);
        check(sequence, 3);
        EXPECT_EQ(text_of(sequence), text);
    }
    EXPECT_EQ(parse_sequence("1s").size(), 2u);
    EXPECT_TRUE(has_lasting_contact(parse_sequence("1,2s")));
    EXPECT_FALSE(has_lasting_contact(parse_sequence(" 1, 2")));
}

TEST(Sequence, WhatIsNoneIsRefused)
{
    for (const char* text : {"", "0", "x", "1,", "1t", "-1", "1ss"})
        EXPECT_THROW((void)parse_sequence(text), InputError);
    EXPECT_THROW(check(parse_sequence("3"), 2), InputError);
    EXPECT_THROW(check(parse_sequence("1s,1,1r"), 2), InputError);
    EXPECT_THROW(check({{0, EventKind::release}}, 2), InputError);
}

}  // namespace
}  // namespace rebond
