// Whether a text is well-formed XML, as far as this program writes it: elements with quoted attributes,
// text with known entities, no comments or declarations.
#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace rebond {

// Empty if well formed, otherwise what is wrong.
inline std::string xml_fault(const std::string& xml)
{
    std::vector<std::string> open;
    std::size_t at = 0;
    bool had_root = false;
    const auto is_name = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == ':';
    };
    const auto entity_fault = [](const std::string& text) -> std::string {
        for (std::size_t k = text.find('&'); k != std::string::npos; k = text.find('&', k + 1)) {
            const std::string entity = text.substr(k, text.find(';', k) - k + 1);
            if (!std::set<std::string>{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}.count(entity))
                return "unknown entity " + entity.substr(0, 20);
        }
        return "";
    };
    while (at < xml.size()) {
        if (xml[at] != '<') {
            const std::size_t end = std::min(xml.find('<', at), xml.size());
            const std::string text = xml.substr(at, end - at);
            if (open.empty() && text.find_first_not_of(" \n\t") != std::string::npos)
                return "text outside the root";
            if (const auto fault = entity_fault(text); !fault.empty()) return fault;
            at = end;
            continue;
        }
        const bool closes = xml.compare(at, 2, "</") == 0;
        at += closes ? 2 : 1;
        std::string name;
        while (at < xml.size() && is_name(xml[at])) name += xml[at++];
        if (name.empty()) return "a tag without a name";
        if (closes) {
            if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
            open.pop_back();
            if (at >= xml.size() || xml[at] != '>') return "</" + name + " does not end";
            ++at;
            continue;
        }
        if (open.empty() && had_root) return "a second root";
        had_root = true;
        std::set<std::string> attributes;
        for (;;) {
            while (at < xml.size() && (xml[at] == ' ' || xml[at] == '\n')) ++at;
            if (at >= xml.size()) return "<" + name + " does not end";
            if (xml.compare(at, 2, "/>") == 0) {
                at += 2;
                break;
            }
            if (xml[at] == '>') {
                ++at;
                open.push_back(name);
                break;
            }
            std::string attribute;
            while (at < xml.size() && is_name(xml[at])) attribute += xml[at++];
            if (attribute.empty() || xml.compare(at, 2, "=\"") != 0) return "a bad attribute in <" + name;
            if (!attributes.insert(attribute).second) return attribute + " twice in <" + name;
            const std::size_t end = xml.find('"', at + 2);
            if (end == std::string::npos) return "an open quote in <" + name;
            const std::string value = xml.substr(at + 2, end - at - 2);
            if (value.find('<') != std::string::npos) return "a < in an attribute of <" + name;
            if (const auto fault = entity_fault(value); !fault.empty()) return fault;
            at = end + 1;
        }
    }
    if (!open.empty()) return "<" + open.back() + "> is not closed";
    return had_root ? "" : "no root";
}

}  // namespace rebond
