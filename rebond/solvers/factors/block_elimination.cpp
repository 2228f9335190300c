#include "rebond/solvers/factors/block_elimination.hpp"

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>

namespace rebond {

void BlockElimination::lay_out(Index blocks, const std::vector<std::pair<Index, Index>>& pairs)
{
    using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
    std::vector<Eigen::Triplet<double, int>> entries;
    entries.reserve(2 * pairs.size() + static_cast<std::size_t>(blocks));
    for (int i = 0; i < static_cast<int>(blocks); ++i) entries.emplace_back(i, i, 1.0);
    for (const auto& [i, j] : pairs) {
        entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 1.0);
        entries.emplace_back(static_cast<int>(j), static_cast<int>(i), 1.0);
    }
    Pattern pattern(static_cast<int>(blocks), static_cast<int>(blocks));
    pattern.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(pattern, order);
    const auto n = static_cast<std::size_t>(blocks);
    place_.resize(n);
    for (Index j = 0; j < blocks; ++j) place_[static_cast<std::size_t>(order.indices()(j))] = j;

    std::vector<std::vector<Index>> rows(n);
    for (const auto& [i, j] : pairs) {
        const auto [column, row] =
            std::minmax(place_[static_cast<std::size_t>(i)], place_[static_cast<std::size_t>(j)]);
        rows[static_cast<std::size_t>(column)].push_back(row);
    }
    // What column j has below its first row, that row's column gets.
    below_.resize(n);
    for (std::size_t j = 0; j < n; ++j) {
        std::sort(rows[j].begin(), rows[j].end());
        rows[j].erase(std::unique(rows[j].begin(), rows[j].end()), rows[j].end());
        below_[j].resize(rows[j].size());
        for (std::size_t i = 0; i < rows[j].size(); ++i) below_[j][i].row = rows[j][i];
        if (rows[j].empty()) continue;
        auto& next = rows[static_cast<std::size_t>(rows[j].front())];
        next.insert(next.end(), rows[j].begin() + 1, rows[j].end());
    }
    diagonal_.resize(n);
    inverse_.resize(n);
    reach_.assign(n, nullptr);
    permuted_.resize(3 * blocks);
}

void BlockElimination::set_zero()
{
    for (Block& block : diagonal_) block.setZero();
    for (auto& column : below_)
        for (Below& one : column) {
            one.lower.setZero();
            one.upper.setZero();
        }
}

BlockElimination::Below& BlockElimination::at(Index row, Index column)
{
    auto& blocks = below(column);
    return *std::lower_bound(blocks.begin(), blocks.end(), row,
                             [](const Below& one, Index wanted) { return one.row < wanted; });
}

void BlockElimination::add(Index row, Index column, const Block& block)
{
    const Index i = place_[static_cast<std::size_t>(row)], j = place_[static_cast<std::size_t>(column)];
    if (i == j)
        diagonal_[static_cast<std::size_t>(i)] += block;
    else if (i > j)
        at(i, j).lower += block;
    else
        at(j, i).upper += block;
}

bool BlockElimination::factor()
{
    for (std::size_t j = 0; j < diagonal_.size(); ++j) {
        inverse_[j] = diagonal_[j].partialPivLu().inverse();
        if (!inverse_[j].allFinite()) return false;
        auto& column = below_[j];
        for (Below& one : column) one.lower = one.lower * inverse_[j];
        for (std::size_t b = 0; b < column.size(); ++b) {
            const Below& from = column[b];
            const auto k = static_cast<std::size_t>(from.row);
            diagonal_[k] -= from.lower * from.upper;
            if (b + 1 == column.size()) break;
            for (Below& one : below_[k]) reach_[static_cast<std::size_t>(one.row)] = &one;
            for (std::size_t a = b + 1; a < column.size(); ++a) {
                Below& to = *reach_[static_cast<std::size_t>(column[a].row)];
                to.lower -= column[a].lower * from.upper;
                to.upper -= from.lower * column[a].upper;
            }
        }
    }
    return true;
}

void BlockElimination::solve(Vector& x)
{
    const auto part = [this](Index j) { return permuted_.segment<3>(3 * j); };
    const auto n = static_cast<Index>(diagonal_.size());
    for (Index j = 0; j < n; ++j) part(place_[static_cast<std::size_t>(j)]) = x.segment<3>(3 * j);
    for (Index j = 0; j < n; ++j)
        for (const Below& one : below(j)) part(one.row) -= one.lower * part(j);
    for (Index j = n - 1; j >= 0; --j) {
        Eigen::Vector3d own = part(j);
        for (const Below& one : below(j)) own -= one.upper * part(one.row);
        part(j) = inverse_[static_cast<std::size_t>(j)] * own;
    }
    for (Index j = 0; j < n; ++j) x.segment<3>(3 * j) = part(place_[static_cast<std::size_t>(j)]);
}

}  // namespace rebond
