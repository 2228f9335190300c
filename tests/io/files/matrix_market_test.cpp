#include "rebond/io/files/matrix_market.hpp"

#include "allocation_count.hpp"
#include "rebond/core/error.hpp"
#include "scratch_directory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>
#include <random>

namespace rebond::test {
namespace {

Matrix dense(const MatrixFile& file)
{
    Matrix A = Matrix::Zero(file.rows, file.columns);
    for (const auto& [i, j, value] : file.entries) {
        EXPECT_EQ(A(i, j), 0.0);  // each place once
        A(i, j) = value;
    }
    return A;
}

Matrix parsed(const std::string& text)
{
    return dense(parse_matrix_market(text, "a.mtx"));
}

// The refusal of a text.
std::string refusal(const std::string& text)
{
    try {
        parse_matrix_market(text, "a.mtx");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

// The refusal of a body under the header "matrix coordinate real general", which is line 1.
std::string refused(const std::string& body)
{
    return refusal("%%MatrixMarket matrix coordinate real general\n" + body);
}

TEST(MatrixMarket, reads_the_example_of_the_specification)
{
    const MatrixFile file = parse_matrix_market(
        "%%MatrixMarket matrix coordinate real general\n"
        "% a 5x5 sparse matrix with 8 non-zeros\n"
        "5 5 8\n1 1 1.0\n2 2 10.5\n3 3 .015\n1 4 6.0\n4 2 250.5\n4 4 -280.0\n4 5 33.32\n5 5 12.0\n",
        "a.mtx");
    Matrix A(5, 5);
    A << 1, 0, 0, 6, 0, 0, 10.5, 0, 0, 0, 0, 0, .015, 0, 0, 0, 250.5, 0, -280, 33.32, 0, 0, 0, 0, 12;
    EXPECT_EQ(dense(file), A);
    EXPECT_FALSE(file.is_symmetric);
}

TEST(MatrixMarket, mirrors_symmetric_and_skew_symmetric_entries)
{
    const MatrixFile symmetric = parse_matrix_market(
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1.5\n3 3 4\n", "a.mtx");
    EXPECT_TRUE(symmetric.is_symmetric);
    EXPECT_EQ(dense(symmetric), (Matrix(3, 3) << 2, -1.5, 0, -1.5, 0, 0, 0, 0, 4).finished());

    const MatrixFile skew = parse_matrix_market(
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 3\n", "a.mtx");
    EXPECT_FALSE(skew.is_symmetric);
    EXPECT_EQ(dense(skew), (Matrix(2, 2) << 0, -3, 3, 0).finished());
}

TEST(MatrixMarket, reads_arrays_column_by_column)
{
    EXPECT_EQ(parsed("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n0\n"),
              (Matrix(2, 3) << 1, 3, 5, 2, 4, 0).finished());
    EXPECT_EQ(parsed("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n"),
              (Matrix(3, 3) << 1, 2, 3, 2, 4, 5, 3, 5, 6).finished());
    EXPECT_EQ(parsed("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n"),
              (Matrix(3, 3) << 0, -1, -2, 1, 0, -3, 2, 3, 0).finished());
    EXPECT_EQ(parsed("%%MatrixMarket matrix array real skew-symmetric\n1 1\n"), Matrix::Zero(1, 1));
}

TEST(MatrixMarket, accepts_what_the_format_leaves_free)
{
    const Matrix A = (Matrix(2, 2) << 1, 0, 0, -2.5e-3).finished();
    const std::string plain = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -2.5e-3\n";
    EXPECT_EQ(parsed(plain), A);
    std::string crlf;
    for (const char c : plain) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(parsed(crlf), A);
    EXPECT_EQ(parsed(plain.substr(0, plain.size() - 1)), A);  // no end of the last line
    EXPECT_EQ(parsed("%%matrixMARKET  Matrix\tCoordinate REAL General \n\n%\n % note\n\n 2\t2  2 \n% late\n\n"
                     "\t1 1 +1.\n\n  2 2 -.0025E+0  \n\n \n"),
              A);
    EXPECT_EQ(parsed("%%MatrixMarket matrix coordinate real general\n%" + std::string(5000, 'x') +
                     "\n2 2 2\n2 2 -25E-4\n1 1 10e-1\n"),
              A);
    EXPECT_EQ(parsed("%%MatrixMarket matrix coordinate real general\n3 2 0\n"), Matrix::Zero(3, 2));
    EXPECT_EQ(parsed("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 -7\n"),
              Matrix::Constant(1, 1, -7.0));
}

TEST(MatrixMarket, every_refusal_names_the_line_and_what_was_expected)
{
    const auto starts = [](const std::string& message, const std::string& start) {
        EXPECT_EQ(message.substr(0, start.size()), start);
        EXPECT_EQ(message.find('\n'), std::string::npos);
    };
    starts(refusal(""), "a.mtx:1: error: an empty file: expected \"%%MatrixMarket matrix");
    starts(refusal("\n%%MatrixMarket matrix coordinate real general\n"), "a.mtx:1: error: \"\": expected");
    starts(refusal("1 2 3\n"), "a.mtx:1: error: \"1\": expected");
    starts(refusal(" %%MatrixMarket matrix array real general\n1 1\n1\n"), "a.mtx:1: error: ");
    starts(refusal("%%MatrixMarket vector array real general\n"), "a.mtx:1: error: object \"vector\"");
    starts(refusal("%%MatrixMarket matrix elemental real general\n"),
           "a.mtx:1: error: format \"elemental\": expected coordinate or array");
    starts(refusal("%%MatrixMarket matrix coordinate double general\n"),
           "a.mtx:1: error: field \"double\": expected real or integer");
    starts(refusal("%%MatrixMarket matrix coordinate pattern general\n"),
           "a.mtx:1: error: a pattern matrix has");
    starts(refusal("%%MatrixMarket matrix coordinate complex general\n"), "a.mtx:1: error: a complex matrix");
    starts(refusal("%%MatrixMarket matrix coordinate real hermitian\n"),
           "a.mtx:1: error: a hermitian matrix");
    starts(refusal("%%MatrixMarket matrix coordinate real\n"),
           "a.mtx:1: error: symmetry \"\": expected general, symmetric or skew-symmetric");
    starts(refusal("%%MatrixMarket matrix coordinate real general x\n"), "a.mtx:1: error: \"x\" at the end");
    starts(refusal("%%MatrixMarket" + std::string(2000, ' ')), "a.mtx:1: error: a header of more than 1024");

    starts(refused(""), "a.mtx:1: error: the file ends here: expected a line of rows, columns and entries");
    starts(refused("\n% only\n"), "a.mtx:3: error: the file ends here");
    starts(refused("2 2\n"), "a.mtx:2: error: entries missing: expected an integer from 0");
    starts(refused("2 2 1 1\n"),
           "a.mtx:2: error: \"1\" at the end of the line: expected rows, columns and ent");
    starts(refused("0 2 1\n"), "a.mtx:2: error: rows \"0\": expected an integer from 1");
    starts(refused("2 -1 1\n"), "a.mtx:2: error: columns \"-1\"");
    starts(refused("2.0 2 1\n"), "a.mtx:2: error: rows \"2.0\"");
    starts(refused("99999999999999999999 2 1\n"), "a.mtx:2: error: rows \"99999999999999999999\"");
    starts(refused("2 2 5\n"), "a.mtx:2: error: 5 entries in a matrix of 2 × 2: expected at most one");
    starts(refusal("%%MatrixMarket matrix array real symmetric\n2 3\n"),
           "a.mtx:2: error: 2 rows and 3 columns: a symmetric matrix is square");

    starts(refused("2 2 1\n"), "a.mtx:2: error: the file ends after 0 of 1 entry");
    starts(refused("2 2 3\n1 1 1\n\n2 2 1\n"), "a.mtx:5: error: the file ends after 2 of 3 entries");
    starts(refused("2 2 1\n1 1 1\n\n2 2 1\n"),
           "a.mtx:5: error: \"2 2 1\" after the last entry: expected 1 en");
    starts(refused("2 2 2\n1 1 1\n% no\n2 2 1\n"), "a.mtx:4: error: a comment among the entries");
    starts(refused("2 2 1\n1 1 1\n% no\n"), "a.mtx:4: error: a comment after the entries");
    starts(refused("2 2 1\n3 1 1\n"), "a.mtx:3: error: row \"3\": expected an integer from 1 to 2");
    starts(refused("2 2 1\n1 0 1\n"), "a.mtx:3: error: column \"0\": expected an integer from 1 to 2");
    starts(refused("2 2 1\n1 1\n"), "a.mtx:3: error: value missing: expected a decimal number");
    starts(refused("2 2 1\n1 1 1 0\n"), "a.mtx:3: error: \"0\" at the end of the line: expected row, column");
    starts(refused("2 2 3\n1 2 1\n2 1 1\n1 2 3\n"),
           "a.mtx:5: error: row 1, column 2 given twice: first in line 3");
    starts(refusal("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n"),
           "a.mtx:3: error: row 1, column 2: a symmetric file gives only row ≥ column");
    starts(refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 0\n"),
           "a.mtx:3: error: row 1, column 1: a skew-symmetric file gives only row > column");
    starts(refusal("%%MatrixMarket matrix array real general\n1 2\n1 2\n"),
           "a.mtx:3: error: \"2\" at the end of the line: expected one value");
    starts(refused("2 2 1\n1 1 " + std::string(2000, '1') + "\n"),
           "a.mtx:3: error: a line of 2004 characters");
}

TEST(MatrixMarket, refuses_what_is_no_finite_decimal_number)
{
    for (const std::string value :
         {"nan", "NaN", "inf", "-inf", "Infinity", "x",   "1x",  "0x10", "1,5",  "+-1",  "--1",
          "+",   "-",   ".",   "e5",   "1e",       "1e+", "1_0", "½",    "\x01", "+.e1", "1.5.2"})
        EXPECT_EQ(refused("1 1 1\n1 1 " + value + "\n").find("a.mtx:3: error: value "), 0u) << value;
    EXPECT_NE(refused("1 1 1\n1 1 1.5D+03\n").find("its exponent written with E"), std::string::npos);
    EXPECT_NE(refused("1 1 1\n1 1 1e999\n").find("beyond the range"), std::string::npos);
    EXPECT_NE(refused("1 1 1\n1 1 -1e999\n").find("beyond the range"), std::string::npos);
    for (const std::string value : {"1.0", "1e3", ".5", "nan", "1x"})
        EXPECT_NE(
            refusal("%%MatrixMarket matrix array integer general\n1 1\n" + value + "\n").find("an integer"),
            std::string::npos);
    EXPECT_NE(refused("1 1 1\n1 1 1e-999\n").find("beyond the range"), std::string::npos);
    // A byte of zero is a byte like another.
    EXPECT_NE(refused(std::string("1 1 1\n1 1 1\0\n", 13)).find("\"1\\x00\""), std::string::npos);
}

TEST(MatrixMarket, reads_numbers_to_the_last_bit)
{
    std::mt19937_64 random(1);
    std::string text = "%%MatrixMarket matrix array real general\n1000 1\n";
    std::vector<double> values;
    while (values.size() < 1000) {
        const double value = std::bit_cast<double>(random());
        if (!std::isnormal(value)) continue;
        values.push_back(value);
        text += fmt::format("{:.17g}\n", value);
    }
    const MatrixFile file = parse_matrix_market(text, "a.mtx");
    ASSERT_EQ(file.entries.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) EXPECT_EQ(file.entries[k].value, values[k]);
}

TEST(MatrixMarket, absurd_sizes_cost_no_memory)
{
    const std::size_t before = live_heap_bytes();
    const long count = allocations();
    for (const std::string body :
         {"2000000000 2000000000 1000000000000\n1 1 1\n", "2000000000 1 2000000000\n"}) {
        EXPECT_NE(refused(body).find("the file ends after"), std::string::npos);
        EXPECT_NE(refusal("%%MatrixMarket matrix array real general\n2000000000 2000000000\n1\n")
                      .find("the file ends after 1 of 4000000000000000000 entries"),
                  std::string::npos);
    }
    EXPECT_LE(live_heap_bytes(), before + 100000);
    EXPECT_LT(allocations() - count, 1000);
}

TEST(MatrixMarket, a_million_entries_in_any_order_read_in_a_moment)
{
    constexpr int n = 1000;
    std::vector<int> order(n * n);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(2));
    std::string text = fmt::format("%%MatrixMarket matrix coordinate real general\n{0} {0} {1}\n", n, n * n);
    for (const int place : order)
        text += fmt::format("{} {} {:.16e}\n", place / n + 1, place % n + 1, std::sin(place));
    const auto start = std::chrono::steady_clock::now();
    const MatrixFile file = parse_matrix_market(text, "a.mtx");
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(file.entries.size(), order.size());
    RecordProperty("seconds", fmt::format("{}", time.count()));
    EXPECT_LT(time.count(), 20.0);  // sanitizers and busy machines included
}

TEST(MatrixMarket, reads_files_and_refuses_what_is_none)
{
    const ScratchDirectory scratch;
    const std::string path = scratch / "k.mtx";
    std::ofstream(path) << "%%MatrixMarket matrix array real general\n1 1\n2.5\n";
    EXPECT_EQ(dense(read_matrix_market(path)), Matrix::Constant(1, 1, 2.5));
    EXPECT_THROW(read_matrix_market(scratch / "absent.mtx"), FileError);
    EXPECT_THROW(read_matrix_market(scratch.path()), FileError);
    std::ofstream(path) << "nonsense";
    try {
        read_matrix_market(path);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find(path + ":1: error: \"nonsense\""), 0u);
    }
}

TEST(MatrixMarket, entries_that_do_not_fit_into_memory_are_refused_with_the_numbers)
{
    std::string text = "%%MatrixMarket matrix array real symmetric\n1000 1000\n";
    for (int k = 0; k < 500500; ++k) text += "1\n";
    EXPECT_EQ(parse_matrix_market(text, "a.mtx", 1e8).entries.size(), 1'000'000u);
    try {
        parse_matrix_market(text, "a.mtx", 2e6);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(
            error.what(),
            "a.mtx:2: error: 500500 entries: expected a matrix that fits into memory; this one takes "
            "0.024 GB, and 0.002 GB are free");
    }
}

}  // namespace
}  // namespace rebond::test
