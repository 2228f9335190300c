#include "rebond/io/pages/filled_page.hpp"

#include <fmt/format.h>

namespace rebond {

// Their definitions are generated from rebond/io/pages/page.css and page.js.
extern const std::string_view page_style;
extern const std::string_view page_script;

std::string filled_page(std::string_view page, std::vector<PagePart> parts)
{
    parts.emplace_back("style", page_style);
    parts.emplace_back("script", page_script);
    for (PagePart& part : parts) part.first = fmt::format("@@{}@@", part.first);

    // Places are looked for in the page alone, never in what has been put in.
    std::string html;
    for (;;) {
        std::size_t nearest = std::string_view::npos;
        const PagePart* next = nullptr;
        for (const PagePart& part : parts)
            if (const std::size_t at = page.find(part.first); at < nearest) {
                nearest = at;
                next = &part;
            }
        html += page.substr(0, nearest);
        if (next == nullptr) return html;
        html += next->second;
        page.remove_prefix(nearest + next->first.size());
    }
}

}  // namespace rebond
