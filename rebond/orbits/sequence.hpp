// The order in which contacts act over one period.
//
//     "1,1,2"     impacts of contacts 1, 1 and 2
//     "1s,2"      contact 1 closes and lasts, opens again, then contact 2 has an impact
//     "1s,2,1r"   the same, but contact 1 opens after the impact of contact 2
//
// A contact that lasts closes by one impact if it does not rebound, by impacts that accumulate if it does, or
// at speed zero. In text contacts are counted from 1, in the engine from 0.
#pragma once

#include "rebond/core/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rebond {

enum class EventKind { impact, closing, release };

std::string_view name_of(EventKind kind);

struct SequenceItem {
    Index contact = 0;
    EventKind kind = EventKind::impact;

    friend bool operator==(const SequenceItem&, const SequenceItem&) = default;
};

// Every closing has its release behind it, around the end of the period if need be.
using Sequence = std::vector<SequenceItem>;

// Throws InputError where the text is no sequence.
[[nodiscard]] Sequence parse_sequence(std::string_view text);

// "1", "1s", and "1r" where something comes between a closing and its release: as the text has them.
[[nodiscard]] std::vector<std::string> item_words(const Sequence& sequence);
[[nodiscard]] std::string text_of(const Sequence& sequence);

// So many impacts of one contact.
[[nodiscard]] Sequence impacts_of(Index contact, int count);

// Throws InputError where it names a contact that is not there, or a contact acts while it is closed.
void check(const Sequence& sequence, Index contacts);

[[nodiscard]] bool has_lasting_contact(const Sequence& sequence);

// Turned so that item `first` comes first.
[[nodiscard]] Sequence rotated(const Sequence& sequence, std::size_t first);

}  // namespace rebond
