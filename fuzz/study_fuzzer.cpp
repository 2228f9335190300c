// Any bytes, as a study: they are refused with InputError, or they are a study whose cases can be told and
// that reads the same again.
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

// Reading a study builds a case of it. A model of a million parts takes seconds and gigabytes, which tells
// nothing of the reader: numbers here have at most four digits in a row.
bool has_long_number(std::string_view text)
{
    if (text.find("0x") != std::string_view::npos) return true;
    int digits = 0;
    for (const char c : text) {
        digits = (c >= '0' && c <= '9') || c == '_' ? digits + 1 : 0;
        if (digits > 4) return true;
    }
    return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    if (has_long_number(text)) return 0;
    try {
        const rebond::StudyFile file = rebond::parse_study(text, "study");
        const rebond::Design& design = file.study.design;
        const rebond::Case last = rebond::case_at(design, file.grid_cases - 1);
        if (last.values.size() != design.axes.size() || file.columns.empty()) std::abort();
        if (rebond::parse_study(text, "study").fingerprint != file.fingerprint) std::abort();
    } catch (const rebond::InputError&) {
    }
    return 0;
}
