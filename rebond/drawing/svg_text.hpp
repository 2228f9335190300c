// Text in drawings: how wide it is, cut to a width, made safe. Text is UTF-8; bytes that are not are shown as
// replacement characters.
#pragma once

#include <string>

namespace rebond {

// Width of a text [px] in a font of that size [px]. A generous estimate: fonts differ from reader to reader.
double text_width(const std::string& text, double font);

// The text if it takes at most `width` [px], or else as many of its first characters as do with an ellipsis.
std::string shortened(const std::string& text, double font, double width);

// Text made safe inside XML elements and attributes; characters XML forbids are dropped.
std::string escape_xml(const std::string& text);

}  // namespace rebond
