// Matrices in the Matrix Market exchange format [BoisvertPozoRemington1996].
//
//     %%MatrixMarket matrix coordinate|array real|integer general|symmetric|skew-symmetric
//     % comments
//     rows columns entries      (array: rows columns)
//     i j a_ij                  (array: a_ij, column after column), one entry per line, counted from 1
//
// A symmetric file gives i ≥ j, a skew-symmetric one i > j; the other triangle follows from a_ji = ±a_ij.
// Words are read in either case; numbers stand between blanks or tabs; blank lines may stand anywhere after
// the first line, comments before the first entry; lines end in LF or CRLF and, unless comments, have at most
// 1024 characters. Exponents are written with E; Fortran's D is refused, as are complex and pattern matrices,
// NaN, infinities, numbers that a double cannot hold and entries given twice.
//
// Any bytes either are a matrix or throw InputError "name:line: error: what, and what was expected". Memory
// follows the bytes that are there, not the sizes they claim.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

struct MatrixFile {
    Index rows = 0;
    Index columns = 0;
    std::vector<Entry> entries;  // counted from 0, both triangles, each place once; in an array none is zero
    bool is_symmetric = false;   // declared so
};

inline constexpr double unlimited_memory = std::numeric_limits<double>::infinity();

// `name` is what the user calls the text, usually its path. Entries that need more than `memory` [bytes] are
// an InputError, too.
MatrixFile parse_matrix_market(std::string_view text, std::string_view name,
                               double memory = unlimited_memory);

// Throws FileError if the file cannot be read.
MatrixFile read_matrix_market(const std::string& path);

}  // namespace rebond
