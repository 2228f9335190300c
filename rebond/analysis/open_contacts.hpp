// Which lasting contacts have begun and not yet been told.
#pragma once

#include "rebond/core/types.hpp"

#include <algorithm>
#include <vector>

namespace rebond {

class OpenContacts {
public:
    explicit OpenContacts(std::size_t contacts) : open_(contacts, 0) {}

    void begins(Index contact) { set(contact, 1); }
    void ends(Index contact) { set(contact, 0); }

    // Those open now are not waited for.
    void forget()
    {
        std::fill(open_.begin(), open_.end(), char{0});
        count_ = 0;
    }

    bool has(Index contact) const { return open_[static_cast<std::size_t>(contact)] != 0; }
    bool any() const { return count_ > 0; }

private:
    void set(Index contact, char state)
    {
        char& now = open_[static_cast<std::size_t>(contact)];
        count_ += state - now;
        now = state;
    }

    std::vector<char> open_;  // one per contact
    long count_ = 0;
};

}  // namespace rebond
