#include "rebond/io/toml/toml_document.hpp"

#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

template <typename Action>
std::string refusal(Action&& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(TomlDocument, says_where_it_is_no_toml)
{
    const std::string text = refusal([] { (void)parse_document("a = 1\nb = \n", "s.toml"); });
    EXPECT_TRUE(text.starts_with("s.toml:2:")) << text;
    EXPECT_NE(text.find(": error: "), std::string::npos) << text;
}

TEST(TomlDocument, diagnostics_come_in_the_order_of_lines)
{
    const toml::table document = parse_document("a = 1\nb = \"two\"\n", "s.toml");
    Diagnostics diagnostics("s.toml");
    diagnostics.add("b", *document.get("b"), "expected a number");
    diagnostics.add("a", *document.get("a"), "expected 2");
    EXPECT_EQ(refusal([&] { diagnostics.raise(); }),
              "s.toml:1:5: error: a = 1: expected 2\ns.toml:2:5: error: b = \"two\": expected a number");
}

TEST(TomlDocument, an_override_takes_the_place_of_a_value_or_makes_one)
{
    toml::table document = parse_document("[model]\nn = 1\n[[contact]]\ne = 0.5\n", "s.toml");
    Diagnostics diagnostics("s.toml");
    for (const char* assignment : {"model.n=20", "contact.0.e=0.25", "model.law=newton", "run.on=[1, 2]"})
        override_value(document, assignment, diagnostics);
    EXPECT_EQ(diagnostics.size(), 0u);
    EXPECT_EQ(node_at(document, "model.n")->value<int>(), 20);
    EXPECT_EQ(node_at(document, "contact.0.e")->value<double>(), 0.25);
    EXPECT_EQ(node_at(document, "model.law")->value<std::string>(), "newton");
    EXPECT_EQ(shown(*node_at(document, "run.on")), "[1, 2]");
    EXPECT_EQ(node_at(document, "run.off"), nullptr);
    EXPECT_EQ(node_at(document, "contact.1.e"), nullptr);
}

TEST(TomlDocument, what_is_wrong_with_an_override_is_said_at_the_option)
{
    toml::table document = parse_document("n = 1\n", "s.toml");
    for (const char* assignment : {"n", "n.m=2", "=2", "n=[1"}) {
        Diagnostics diagnostics("s.toml");
        override_value(document, assignment, diagnostics);
        const std::string text = refusal([&] { diagnostics.raise(); });
        EXPECT_TRUE(text.starts_with(std::string("--set ") + assignment + ": error: ")) << text;
    }
}

TEST(TomlDocument, a_long_override_is_shortened_before_what_is_wrong_with_it)
{
    toml::table document = parse_document("n = 1\n", "s.toml");
    Diagnostics diagnostics("s.toml");
    override_value(document, "n=[" + std::string(1000, '7'), diagnostics);
    const std::string text = refusal([&] { diagnostics.raise(); });
    EXPECT_TRUE(text.starts_with("--set n=[777")) << text;
    const std::size_t said = text.find("…: error: expected a TOML value");
    ASSERT_NE(said, std::string::npos) << text;
    EXPECT_LE(said, 100u);
}

TEST(TomlDocument, documents_that_say_the_same_have_the_same_text)
{
    const auto text = [](const char* toml) { return whole_text(parse_document(toml, "s.toml")); };
    EXPECT_EQ(text("a = 1\nb = { d = 2, c = 3 }\n"), text("b.c = 3\nb.d = 2\na = 1  # a note\n"));
    EXPECT_NE(text("a = 1\n"), text("a = 1.5\n"));
}

TEST(TomlDocument, keys_are_quoted_unless_bare)
{
    EXPECT_EQ(shown_key("angle_deg"), "angle_deg");
    EXPECT_EQ(shown_key("angle deg"), "\"angle deg\"");
}

}  // namespace
}  // namespace rebond::test
