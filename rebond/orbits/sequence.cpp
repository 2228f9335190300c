#include "rebond/orbits/sequence.hpp"

#include "rebond/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rebond {
namespace {

std::string_view trimmed(std::string_view word)
{
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    return word;
}

[[noreturn]] void refuse(std::string_view word)
{
    throw InputError(
        fmt::format("sequence: expected contacts from 1 in order of time, with s for one that lasts, as "
                    "\"1,1s,2\"; got \"{}\"",
                    word));
}

// Where the contact that closes at `from` opens, around the end of the period; the size if nowhere.
std::size_t release_of(const Sequence& sequence, std::size_t from)
{
    for (std::size_t k = 1; k < sequence.size(); ++k) {
        const std::size_t i = (from + k) % sequence.size();
        if (sequence[i].contact == sequence[from].contact && sequence[i].kind == EventKind::release) return i;
    }
    return sequence.size();
}

}  // namespace

std::string_view name_of(EventKind kind)
{
    switch (kind) {
        case EventKind::impact:
            return "impact";
        case EventKind::closing:
            return "closing";
        case EventKind::release:
            return "release";
    }
    return "";
}

Sequence parse_sequence(std::string_view text)
{
    Sequence written;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const std::string_view word = trimmed(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        if (comma != std::string_view::npos && rest.empty()) refuse(text);
        Index contact = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), contact);
        const std::string_view mark(end, word.data() + word.size() - end);
        if (error != std::errc{} || contact < 1 || (!mark.empty() && mark != "s" && mark != "r"))
            refuse(word);
        written.push_back({contact - 1, mark == "s"   ? EventKind::closing
                                        : mark == "r" ? EventKind::release
                                                      : EventKind::impact});
    }
    if (written.empty()) refuse(text);
    // A contact that lasts and is not said to open does so before the next event.
    Sequence sequence;
    for (std::size_t i = 0; i < written.size(); ++i) {
        sequence.push_back(written[i]);
        if (written[i].kind != EventKind::closing) continue;
        bool opens_later = false;
        for (std::size_t k = 1; k < written.size(); ++k) {
            const SequenceItem& item = written[(i + k) % written.size()];
            if (item.contact != written[i].contact) continue;
            opens_later = item.kind == EventKind::release;
            break;
        }
        if (!opens_later) sequence.push_back({written[i].contact, EventKind::release});
    }
    return sequence;
}

std::vector<std::string> item_words(const Sequence& sequence)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        const auto& [contact, kind] = sequence[i];
        const std::size_t before = (i + sequence.size() - 1) % sequence.size();
        if (kind == EventKind::release && i != before && sequence[before].contact == contact) continue;
        const char* mark = kind == EventKind::closing ? "s" : kind == EventKind::release ? "r" : "";
        words.push_back(fmt::format("{}{}", contact + 1, mark));
    }
    return words;
}

std::string text_of(const Sequence& sequence)
{
    return fmt::format("{}", fmt::join(item_words(sequence), ","));
}

Sequence impacts_of(Index contact, int count)
{
    return Sequence(static_cast<std::size_t>(count), SequenceItem{contact, EventKind::impact});
}

void check(const Sequence& sequence, Index contacts)
{
    if (sequence.empty()) refuse("");
    for (const auto& [contact, kind] : sequence)
        if (contact < 0 || contact >= contacts)
            throw InputError(
                fmt::format("sequence: expected contacts from 1 to {}, got {}", contacts, contact + 1));
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        const Index contact = sequence[i].contact;
        const auto is_its = [&](const SequenceItem& item) { return item.contact == contact; };
        if (sequence[i].kind == EventKind::closing) {
            const std::size_t release = release_of(sequence, i);
            bool acts = release == sequence.size();
            for (std::size_t k = (i + 1) % sequence.size(); !acts && k != release;
                 k = (k + 1) % sequence.size())
                acts = is_its(sequence[k]);
            if (acts)
                throw InputError(fmt::format(
                    "sequence: contact {0} acts while it is closed; write {0}r where it opens", contact + 1));
        }
        if (sequence[i].kind == EventKind::release) {
            std::size_t k = (i + sequence.size() - 1) % sequence.size();
            while (k != i && !is_its(sequence[k])) k = (k + sequence.size() - 1) % sequence.size();
            if (sequence[k].kind != EventKind::closing)
                throw InputError(fmt::format(
                    "sequence: contact {0} opens, but it did not close; write {0}s before", contact + 1));
        }
    }
}

bool has_lasting_contact(const Sequence& sequence)
{
    return std::any_of(sequence.begin(), sequence.end(),
                       [](const SequenceItem& item) { return item.kind != EventKind::impact; });
}

Sequence rotated(const Sequence& sequence, std::size_t first)
{
    Sequence turned = sequence;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    return turned;
}

}  // namespace rebond
