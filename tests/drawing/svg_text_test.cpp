#include "rebond/drawing/svg_text.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

constexpr double font = 10.0;  // [px]

// Whether a text is a beginning of another at the edge of a character, with an ellipsis.
bool is_beginning(const std::string& cut, const std::string& whole)
{
    const std::string ellipsis = "…";
    if (!cut.ends_with(ellipsis)) return false;
    const std::string kept = cut.substr(0, cut.size() - ellipsis.size());
    return whole.starts_with(kept) && (static_cast<unsigned char>(whole[kept.size()]) & 0xC0) != 0x80;
}

TEST(SvgText, width_counts_characters_and_not_bytes)
{
    EXPECT_EQ(text_width("", font), 0.0);
    EXPECT_EQ(text_width("éµ→", font), text_width("abc", font));
    EXPECT_GT(text_width("試験", font), text_width("ab", font));
    EXPECT_GT(text_width("🎾", font), text_width("a", font));
    EXPECT_EQ(text_width("ab", 2.0 * font), 2.0 * text_width("ab", font));
}

TEST(SvgText, what_fits_is_left_alone)
{
    for (const std::string text : {"", "a bar", "Stoß 試験 🎾", "\xff\xfe"})
        EXPECT_EQ(shortened(text, font, text_width(text, font)), text);
}

TEST(SvgText, what_does_not_fit_is_cut_between_characters)
{
    const std::string text = "Ein Stoß, 試験 🎾 and ψ → φ";
    for (double width = text_width("E…", font); width < text_width(text, font); width += 0.7) {
        const std::string cut = shortened(text, font, width);
        EXPECT_LE(text_width(cut, font), width);
        EXPECT_TRUE(is_beginning(cut, text)) << cut;
    }
}

TEST(SvgText, no_space_stands_before_the_ellipsis)
{
    EXPECT_EQ(shortened("ab cdefgh", font, text_width("ab …", font)), "ab…");
}

TEST(SvgText, nothing_is_left_where_nothing_fits)
{
    EXPECT_EQ(shortened("abc", font, 0.0), "");
    EXPECT_EQ(shortened("abc", font, -100.0), "");
}

TEST(SvgText, bytes_that_are_no_character_count_as_one_each)
{
    const std::string broken = "\xe8\xa9 \xf0\x9f\x8e";  // the beginnings of two characters
    EXPECT_EQ(text_width(broken, font), text_width("123456", font));
    EXPECT_EQ(escape_xml(shortened(broken, font, text_width("12…", font))), "\uFFFD\uFFFD…");
}

TEST(SvgText, escaping_leaves_other_characters_alone)
{
    EXPECT_EQ(escape_xml("é → µ"), "é → µ");
    EXPECT_EQ(escape_xml("<&>\"'"), "&lt;&amp;&gt;&quot;&#39;");
}

}  // namespace
}  // namespace rebond
