#include "rebond/io/files/matrix_market.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/files/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace rebond {
namespace {

constexpr std::size_t largest_matrix = 4'000'000'000;  // bytes

constexpr std::size_t longest_line = 1024;                              // by the format
constexpr std::size_t longest_word = 40;                                // of a word in a message
constexpr Index largest_order = std::numeric_limits<int>::max();        // rows or columns
constexpr Index largest_count = std::numeric_limits<Index>::max() / 4;  // entries
constexpr std::size_t shortest_entry = 2;                               // bytes: a digit and a line's end

enum class Layout { coordinate, array };
enum class NumberKind { real, integer };
enum class Symmetry { general, symmetric, skew_symmetric };

bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

std::string lower_case(std::string_view word)
{
    std::string lower(word);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

// A word as a message shows it: quoted, shortened, one printable line.
std::string quoted(std::string_view word)
{
    std::string text = "\"";
    for (const char c : word.substr(0, longest_word)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f)
            text += fmt::format("\\x{:02x}", byte);
        else
            text += c;
    }
    return text + (word.size() > longest_word ? "…\"" : "\"");
}

class MatrixMarketReader {
public:
    MatrixMarketReader(std::string_view text, std::string_view name, double memory)
        : rest_(text), name_(name), memory_(memory)
    {
    }

    MatrixFile read()
    {
        read_header();
        read_sizes();
        file_.is_symmetric = symmetry_ == Symmetry::symmetric;
        const std::size_t given =
            std::min(static_cast<std::size_t>(count_), rest_.size() / shortest_entry + 1);
        const std::size_t entries = symmetry_ == Symmetry::general ? given : 2 * given;
        require_memory(entries);
        file_.entries.reserve(entries);
        layout_ == Layout::coordinate ? read_coordinates() : read_array();
        if (next_line(false)) {
            if (line_.front() == '%') fail("a comment after the entries: expected it before the first");
            fail(fmt::format("{} after the last entry: expected {}", quoted(line_), counted()));
        }
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(std::string_view what) const { fail_at(number_, what); }

    [[noreturn]] void fail_at(Index line, std::string_view what) const
    {
        throw InputError(fmt::format("{}:{}: error: {}", name_, line, what));
    }

    // "12 entries": what the sizes promise.
    std::string counted() const { return fmt::format("{} {}", count_, count_ == 1 ? "entry" : "entries"); }

    void require_memory(std::size_t entries) const
    {
        const double needed = static_cast<double>(entries) * sizeof(Entry);
        if (needed > memory_)
            fail(fmt::format(
                "{}: expected a matrix that fits into memory; this one takes {:.3g} GB, and {:.3g} "
                "GB are free",
                counted(), 1e-9 * needed, 1e-9 * memory_));
    }

    // Takes the line to line_, without its end and its outer blanks.
    void take_line()
    {
        ++number_;
        const std::size_t end = rest_.find('\n');
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
        if (line_.size() > longest_line && line_.front() != '%')
            fail(fmt::format("a line of {} characters: the format allows {}", line_.size(), longest_line));
        while (!line_.empty() && is_blank(line_.front())) line_.remove_prefix(1);
        while (!line_.empty() && is_blank(line_.back())) line_.remove_suffix(1);
    }

    // The next line that is not blank, nor a comment where those may stand; false at the end of the text.
    bool next_line(bool skip_comments)
    {
        while (!rest_.empty()) {
            take_line();
            if (!line_.empty() && !(skip_comments && line_.front() == '%')) return true;
        }
        return false;
    }

    // The next word of the line; empty at its end.
    std::string_view word()
    {
        std::size_t length = 0;
        while (length < line_.size() && !is_blank(line_[length])) ++length;
        const std::string_view found = line_.substr(0, length);
        while (length < line_.size() && is_blank(line_[length])) ++length;
        line_.remove_prefix(length);
        return found;
    }

    void end_of_line(std::string_view expected)
    {
        if (!line_.empty())
            fail(fmt::format("{} at the end of the line: expected {}", quoted(line_), expected));
    }

    void read_header()
    {
        constexpr std::string_view expected =
            "expected \"%%MatrixMarket matrix coordinate|array real|integer "
            "general|symmetric|skew-symmetric\"";
        number_ = 1;
        if (rest_.empty()) fail(fmt::format("an empty file: {}", expected));
        number_ = 0;
        const bool starts_at_once = rest_.front() == '%';
        const std::string_view first = rest_.substr(0, rest_.find('\n'));
        if (first.size() > longest_line)
            fail_at(1, fmt::format("a header of more than {} characters: {}", longest_line, expected));
        take_line();
        const std::string_view banner = word();
        if (!starts_at_once || lower_case(banner) != "%%matrixmarket")
            fail(fmt::format("{}: {}", quoted(banner), expected));

        const std::string_view object = word();
        if (lower_case(object) != "matrix") fail(fmt::format("object {}: {}", quoted(object), expected));
        layout_ =
            choice<Layout>(word(), "format", {{"coordinate", Layout::coordinate}, {"array", Layout::array}});

        const std::string_view field = word();
        if (lower_case(field) == "pattern")
            fail("a pattern matrix has no values: expected the field real or integer");
        if (lower_case(field) == "complex") fail("a complex matrix: expected the field real or integer");
        field_ = choice<NumberKind>(field, "field",
                                    {{"real", NumberKind::real}, {"integer", NumberKind::integer}});

        const std::string_view symmetry = word();
        if (lower_case(symmetry) == "hermitian")
            fail("a hermitian matrix: expected general, symmetric or skew-symmetric");
        symmetry_ = choice<Symmetry>(symmetry, "symmetry",
                                     {{"general", Symmetry::general},
                                      {"symmetric", Symmetry::symmetric},
                                      {"skew-symmetric", Symmetry::skew_symmetric}});
        end_of_line("nothing after the symmetry");
    }

    template <typename Enum>
    Enum choice(std::string_view given, std::string_view what,
                const std::vector<std::pair<std::string_view, Enum>>& known) const
    {
        std::string names;
        for (const auto& [name, value] : known) {
            if (lower_case(given) == name) return value;
            names += fmt::format("{}{}",
                                 names.empty()                ? ""
                                 : name == known.back().first ? " or "
                                                              : ", ",
                                 name);
        }
        fail(fmt::format("{} {}: expected {}", what, quoted(given), names));
    }

    void read_sizes()
    {
        const bool is_coordinate = layout_ == Layout::coordinate;
        const std::string_view expected = is_coordinate ? "rows, columns and entries" : "rows and columns";
        if (!next_line(true)) fail(fmt::format("the file ends here: expected a line of {}", expected));
        file_.rows = integer("rows", 1, largest_order);
        file_.columns = integer("columns", 1, largest_order);
        if (symmetry_ != Symmetry::general && file_.rows != file_.columns)
            fail(fmt::format("{} rows and {} columns: a {}symmetric matrix is square", file_.rows,
                             file_.columns, symmetry_ == Symmetry::symmetric ? "" : "skew-"));
        if (is_coordinate)
            count_ = integer("entries", 0, largest_count);
        else if (symmetry_ == Symmetry::general)
            count_ = file_.rows * file_.columns;
        else
            count_ = file_.rows * (file_.rows + (symmetry_ == Symmetry::symmetric ? 1 : -1)) / 2;
        end_of_line(expected);
        // A place holds one entry.
        const double places = static_cast<double>(file_.rows) * static_cast<double>(file_.columns);
        if (static_cast<double>(count_) > places)
            fail(fmt::format("{} in a matrix of {} × {}: expected at most one for each place", counted(),
                             file_.rows, file_.columns));
    }

    // The next line of an entry; `read` of them came before.
    void entry_line(Index read)
    {
        if (!next_line(read == 0)) fail(fmt::format("the file ends after {} of {}", read, counted()));
        if (line_.front() == '%') fail("a comment among the entries: expected it before the first");
    }

    void read_coordinates()
    {
        // Files are mostly in the order of columns or rows, and then nothing is given twice.
        bool by_columns = true;
        bool by_rows = true;
        Entry last{-1, -1, 0.0};
        std::vector<Index> lines;
        lines.reserve(file_.entries.capacity() / (symmetry_ == Symmetry::general ? 1 : 2));
        for (Index read = 0; read < count_; ++read) {
            entry_line(read);
            Entry entry;
            entry.row = integer("row", 1, file_.rows) - 1;
            entry.column = integer("column", 1, file_.columns) - 1;
            entry.value = value();
            end_of_line("row, column and value");
            if (symmetry_ == Symmetry::symmetric && entry.row < entry.column)
                fail(fmt::format("row {}, column {}: a symmetric file gives only row ≥ column", entry.row + 1,
                                 entry.column + 1));
            if (symmetry_ == Symmetry::skew_symmetric && entry.row <= entry.column)
                fail(fmt::format("row {}, column {}: a skew-symmetric file gives only row > column",
                                 entry.row + 1, entry.column + 1));
            by_columns &= std::pair(last.column, last.row) < std::pair(entry.column, entry.row);
            by_rows &= std::pair(last.row, last.column) < std::pair(entry.row, entry.column);
            last = entry;
            file_.entries.push_back(entry);
            lines.push_back(number_);
        }
        if (!by_columns && !by_rows) refuse_duplicates(lines);
        mirror();
    }

    void refuse_duplicates(const std::vector<Index>& lines) const
    {
        struct Place {
            Index row, column, line;
            auto operator<=>(const Place&) const = default;
        };
        std::vector<Place> places;
        places.reserve(lines.size());
        for (std::size_t k = 0; k < lines.size(); ++k)
            places.push_back({file_.entries[k].row, file_.entries[k].column, lines[k]});
        std::sort(places.begin(), places.end());
        const auto twice = std::adjacent_find(
            places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.row == b.row && a.column == b.column; });
        if (twice != places.end())
            fail_at(twice[1].line, fmt::format("row {}, column {} given twice: first in line {}",
                                               twice->row + 1, twice->column + 1, twice->line));
    }

    void read_array()
    {
        Index read = 0;
        for (Index j = 0; j < file_.columns; ++j) {
            const Index first = symmetry_ == Symmetry::general     ? 0
                                : symmetry_ == Symmetry::symmetric ? j
                                                                   : j + 1;
            for (Index i = first; i < file_.rows; ++i, ++read) {
                entry_line(read);
                const double a = value();
                end_of_line("one value");
                if (a != 0.0) file_.entries.push_back({i, j, a});
            }
        }
        mirror();
    }

    // The triangle that a file of a symmetry leaves out.
    void mirror()
    {
        if (symmetry_ == Symmetry::general) return;
        const double sign = symmetry_ == Symmetry::symmetric ? 1.0 : -1.0;
        const std::size_t given = file_.entries.size();
        for (std::size_t k = 0; k < given; ++k) {
            const Entry entry = file_.entries[k];
            if (entry.row != entry.column)
                file_.entries.push_back({entry.column, entry.row, sign * entry.value});
        }
    }

    Index integer(std::string_view what, Index least, Index most)
    {
        const std::string_view digits = word();
        Index number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        const bool is_number = end == digits.data() + digits.size() && !digits.empty();
        if (digits.empty())
            fail(fmt::format("{} missing: expected an integer from {} to {}", what, least, most));
        if (error != std::errc() || !is_number || number < least || number > most)
            fail(fmt::format("{} {}: expected an integer from {} to {}", what, quoted(digits), least, most));
        return number;
    }

    double value()
    {
        const std::string_view given = word();
        const std::string_view expected = field_ == NumberKind::real ? "a decimal number" : "an integer";
        if (given.empty()) fail(fmt::format("value missing: expected {}", expected));
        std::string_view digits = given;
        if (digits.front() == '+' || digits.front() == '-') digits.remove_prefix(1);
        // A sign, then a digit or a point: neither a second sign, nor nan, inf or a word.
        const bool starts_well = !digits.empty() && ((digits.front() >= '0' && digits.front() <= '9') ||
                                                     (field_ == NumberKind::real && digits.front() == '.'));
        double number = 0.0;
        bool is_whole = false;
        bool is_in_range = true;
        if (starts_well) {
            const char* const end = digits.data() + digits.size();
            const auto [stop, error] = std::from_chars(digits.data(), end, number);
            is_whole = stop == end && error != std::errc::invalid_argument;
            is_in_range = error != std::errc::result_out_of_range && std::isfinite(number);
            if (field_ == NumberKind::integer)
                is_whole &= digits.find_first_not_of("0123456789") == std::string_view::npos;
        }
        if (!is_whole)
            fail(fmt::format("value {}: expected {}{}", quoted(given), expected,
                             is_fortran(digits) ? ", its exponent written with E" : ""));
        if (!is_in_range) fail(fmt::format("value {}: beyond the range of double precision", quoted(given)));
        return given.front() == '-' ? -number : number;
    }

    // 1.5D+03
    static bool is_fortran(std::string_view digits)
    {
        const std::size_t letter = digits.find_first_of("dD");
        return letter != std::string_view::npos && letter > 0 &&
               digits.find_first_not_of("0123456789.+-dD") == std::string_view::npos;
    }

    std::string_view rest_;
    std::string_view name_;
    double memory_;  // for the entries [bytes]
    std::string_view line_;
    Index number_ = 0;  // of the line
    Layout layout_ = Layout::coordinate;
    NumberKind field_ = NumberKind::real;
    Symmetry symmetry_ = Symmetry::general;
    Index count_ = 0;  // entries the file gives
    MatrixFile file_;
};

}  // namespace

MatrixFile parse_matrix_market(std::string_view text, std::string_view name, double memory)
{
    return MatrixMarketReader(text, name, memory).read();
}

MatrixFile read_matrix_market(const std::string& path)
{
    const std::string text = read_text_file(path, largest_matrix);
    if (text.size() > largest_matrix)
        throw InputError(
            fmt::format("{}:1: error: a matrix of more than {} GB", path, largest_matrix / 1'000'000'000));
    return parse_matrix_market(text, path, free_memory().value_or(unlimited_memory));
}

}  // namespace rebond
