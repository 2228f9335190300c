// A short number that tells texts apart: FNV-1a of 64 bits. For accidents, not against forgers. A text may
// come in pieces, each with the number of those before it.
#pragma once

#include <cstdint>
#include <string_view>

namespace rebond {

constexpr std::uint64_t fingerprint(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325)
{
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

}  // namespace rebond
