// What happens at a special point of a branch.
#pragma once

#include <string_view>

namespace rebond {

enum class SpecialKind {
    fold,            // the parameter turns
    flip,            // a multiplier is −1: periods double
    neimark_sacker,  // a pair of multipliers leaves the unit circle
    grazing,         // an impact fades
    new_contact,     // a gap closes inside a flight
    release,         // a contact begins to last, or no longer does
    end              // of the branch
};

std::string_view name_of(SpecialKind kind);

}  // namespace rebond
