#include "rebond/studies/design/value.hpp"

#include "rebond/core/number_text.hpp"

#include <fmt/format.h>

namespace rebond {

std::string shown_value(const Value& value)
{
    struct Text {
        std::string operator()(std::monostate) const { return ""; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
        std::string operator()(double number) const { return number_text(number); }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(const Composite& composite) const { return composite.text; }
    };
    return std::visit(Text{}, value);
}

}  // namespace rebond
