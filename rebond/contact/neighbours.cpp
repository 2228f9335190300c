#include "rebond/contact/neighbours.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double least_side = 1e-300;  // for points without a skin [m]
constexpr double most_cells = 0x1p62;  // in the rectangle around all discs
constexpr unsigned digit = 8;          // bits that one pass of the sorting looks at

}  // namespace

Neighbours::Neighbours(std::vector<double> radii, double skin) : radii_(std::move(radii)), skin_(skin)
{
    const std::size_t n = radii_.size();
    require(std::isfinite(skin) && skin >= 0.0, "Neighbours: the skin is a length, at least zero");
    for (const double r : radii_) {
        require(std::isfinite(r) && r >= 0.0, "Neighbours: a radius is a length, at least zero");
        largest_ = std::max(largest_, r);
    }
    made_at_.setZero(2 * static_cast<Index>(n));
    places_.reserve(n);
    sorted_.resize(n);
    starts_.resize(n + 1);
}

bool Neighbours::renew(const Eigen::Ref<const Vector>& q)
{
    require(q.size() >= made_at_.size(), "Neighbours: two coordinates for each disc");
    if (is_made_ && !has_moved(q)) return false;
    is_made_ = true;
    made_at_ = q.head(made_at_.size());
    place();
    sort_places();
    find_pairs();
    sort_pairs();
    return true;
}

// Also true where a position is not finite.
bool Neighbours::has_moved(const Eigen::Ref<const Vector>& q) const
{
    const double far = 0.25 * skin_ * skin_;
    for (Index i = 0; i < made_at_.size(); i += 2)
        if (!((q.segment<2>(i) - made_at_.segment<2>(i)).squaredNorm() <= far)) return true;
    return false;
}

// The number of a disc's cell in the rectangle around all of them. Which cell holds a disc at its edge is
// known to rounding: far from the origin the cells are larger by as much as that, so that the reach of (1) is
// never more than one cell.
void Neighbours::place()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Vector2 least(infinity, infinity), most(-infinity, -infinity);
    places_.clear();
    for (Index i = 0; i < static_cast<Index>(radii_.size()); ++i) {
        const Vector2 x = made_at_.segment<2>(2 * i);
        if (!x.allFinite()) continue;
        least = least.cwiseMin(x);
        most = most.cwiseMax(x);
        places_.push_back({.cell = 0, .disc = i, .at = x, .radius = radii_[i]});
    }
    if (places_.empty()) return;
    const double farthest = std::max(least.cwiseAbs().maxCoeff(), most.cwiseAbs().maxCoeff());
    double side = std::max(2.0 * largest_ + skin_, least_side);
    side += 8.0 * epsilon * (side + farthest);
    // In halves, as the extent itself may be more than a number can hold.
    const auto cells = [&](int axis) {
        return std::floor(2.0 * (0.5 * most(axis) / side - 0.5 * least(axis) / side)) + 3.0;
    };
    while (!(cells(0) * cells(1) <= most_cells)) side *= 2.0;
    const Vector2 origin(std::floor(least(0) / side), std::floor(least(1) / side));
    row_ = static_cast<std::uint64_t>(cells(0));
    last_cell_ = 0;
    for (Place& place : places_) {
        const auto column = static_cast<std::uint64_t>(std::floor(place.at(0) / side) - origin(0));
        const auto row = static_cast<std::uint64_t>(std::floor(place.at(1) / side) - origin(1));
        place.cell = row * row_ + column;
        last_cell_ = std::max(last_cell_, place.cell);
    }
}

// By cell and, in a cell, by disc: the digits of the cell's number in turn, each in a stable pass.
void Neighbours::sort_places()
{
    const std::size_t n = places_.size();
    sorted_.resize(n);
    for (unsigned shift = 0; shift < 64 && last_cell_ >> shift != 0; shift += digit) {
        std::array<std::size_t, (1U << digit) + 1> starts{};
        const auto digit_of = [shift](const Place& place) {
            return (place.cell >> shift) & ((1U << digit) - 1);
        };
        for (const Place& place : places_) ++starts[digit_of(place) + 1];
        for (std::size_t d = 1; d < starts.size(); ++d) starts[d] += starts[d - 1];
        for (const Place& place : places_) sorted_[starts[digit_of(place)]++] = place;
        std::swap(places_, sorted_);
    }
}

// A row has one cell more than discs can be in, so that the cell left of the first is empty, too.
void Neighbours::find_pairs()
{
    found_.clear();
    const std::size_t n = places_.size();
    std::size_t above = 0;  // the first disc that may be in the three cells of the next row
    for (std::size_t i = 0; i < n; ++i) {
        const Place& a = places_[i];
        for (std::size_t j = i + 1; j < n && places_[j].cell <= a.cell + 1; ++j) compare(a, places_[j]);
        above = std::max(above, i + 1);
        while (above < n && places_[above].cell + 1 < a.cell + row_) ++above;
        for (std::size_t j = above; j < n && places_[j].cell <= a.cell + row_ + 1; ++j)
            compare(a, places_[j]);
    }
}

void Neighbours::compare(const Place& a, const Place& b)
{
    const double reach = a.radius + b.radius + skin_;
    if ((a.at - b.at).squaredNorm() <= reach * reach)
        found_.emplace_back(std::min(a.disc, b.disc), std::max(a.disc, b.disc));
}

// By the first disc in a pass that counts; each has few pairs.
void Neighbours::sort_pairs()
{
    std::fill(starts_.begin(), starts_.end(), std::size_t{0});
    for (const auto& pair : found_) ++starts_[pair.first + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    pairs_.resize(found_.size());
    for (const auto& pair : found_) pairs_[starts_[pair.first]++] = pair;
    std::size_t start = 0;
    for (std::size_t i = 0; i + 1 < starts_.size(); ++i) {
        std::sort(pairs_.begin() + static_cast<Index>(start),
                  pairs_.begin() + static_cast<Index>(starts_[i]));
        start = starts_[i];
    }
}

}  // namespace rebond
