// Any bytes, as a Matrix Market file: they are refused with InputError, or they are a matrix whose entries
// lie inside it, that keeps the symmetry it declares, and that is written and read back to the same values.
#include "rebond/core/error.hpp"
#include "rebond/io/files/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace {

using rebond::Entry;

bool is_before(const Entry& a, const Entry& b)
{
    return a.row != b.row ? a.row < b.row : a.column < b.column;
}

bool is_same(const Entry& a, const Entry& b)
{
    return a.row == b.row && a.column == b.column && a.value == b.value;
}

void demand(bool condition)
{
    if (!condition) std::abort();
}

void check(const rebond::MatrixFile& file)
{
    std::string text = "%%MatrixMarket matrix coordinate real general\n";
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{} {} {}\n", file.rows, file.columns, file.entries.size());
    for (const auto& [i, j, value] : file.entries) {
        demand(i >= 0 && i < file.rows && j >= 0 && j < file.columns && std::isfinite(value));
        fmt::format_to(out, "{} {} {}\n", i + 1, j + 1, value);
    }
    const rebond::MatrixFile again = rebond::parse_matrix_market(text, "written");
    demand(again.rows == file.rows && again.columns == file.columns);
    demand(std::equal(again.entries.begin(), again.entries.end(), file.entries.begin(), file.entries.end(),
                      is_same));
    if (!file.is_symmetric) return;

    std::vector<Entry> entries = file.entries, mirrored = file.entries;
    for (Entry& entry : mirrored) std::swap(entry.row, entry.column);
    std::sort(entries.begin(), entries.end(), is_before);
    std::sort(mirrored.begin(), mirrored.end(), is_before);
    demand(std::equal(entries.begin(), entries.end(), mirrored.begin(), mirrored.end(), is_same));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    rebond::MatrixFile file;
    try {
        file = rebond::parse_matrix_market(text, "matrix");
    } catch (const rebond::InputError&) {
        return 0;
    }
    check(file);
    return 0;
}
