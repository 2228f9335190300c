// Pairs of discs that may touch, made anew: the cost against the number of discs.
//
//     bench_neighbours                 the table; fails if a requirement does
//     bench_neighbours DISCS REPEATS   lists and nothing else, to be profiled
#include "rebond/contact/neighbours.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace rebond::bench {
namespace {

constexpr double largest_exponent = 1.1;      // of the cost of a list over n, from 100 to 100 000 discs
constexpr double radius = 0.05, skin = 0.02;  // [m]

// Clouds of discs as dense as a heap, in random order. Small ones are many, so that no list is remembered.
struct Clouds {
    Neighbours neighbours;
    std::vector<Vector> positions;

    explicit Clouds(Index discs)
        : neighbours(std::vector<double>(static_cast<std::size_t>(discs), radius), skin)
    {
        std::mt19937 random(3);
        const double width = 2.0 * radius * std::sqrt(static_cast<double>(discs));
        for (Index k = 0; k < std::max<Index>(2, 100'000 / discs); ++k) {
            Vector& q = positions.emplace_back(2 * discs);
            for (double& x : q) x = width * (static_cast<double>(random()) / 4294967296.0);
        }
    }

    // Once for each cloud.
    void renew()
    {
        for (const Vector& q : positions)
            if (!neighbours.renew(q)) throw std::runtime_error("not made anew");
    }
};

int table()
{
    constexpr std::array<Index, 4> sizes = {100, 1000, 10'000, 100'000};
    std::array<double, sizes.size()> least;
    least.fill(std::numeric_limits<double>::infinity());
    std::vector<Clouds> clouds;
    for (const Index n : sizes) clouds.emplace_back(n).renew();
    for (int repeat = 0; repeat < repeats; ++repeat)
        for (std::size_t j = 0; j < sizes.size(); ++j) {
            const double start = processor_time();
            clouds[j].renew();
            least[j] = std::min(least[j],
                                (processor_time() - start) / static_cast<double>(clouds[j].positions.size()));
        }

    fmt::print("{:>8} {:>9} {:>12} {:>12}\n", "discs", "pairs", "list [µs]", "ns/disc");
    Eigen::Array<double, sizes.size(), 1> x, y;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
        const double n = static_cast<double>(sizes[j]);
        fmt::print("{:>8} {:>9} {:>12.1f} {:>12.1f}\n", sizes[j], clouds[j].neighbours.pairs().size(),
                   1e6 * least[j], 1e9 * least[j] / n);
        x(static_cast<Index>(j)) = std::log(n);
        y(static_cast<Index>(j)) = std::log(least[j]);
    }
    x -= x.mean();
    const double exponent = (x * y).sum() / x.square().sum();
    Verdict verdict;
    fmt::print("\nexponent {:.3f} {}\nwanted: at most {}\n", exponent,
               verdict.judge(exponent <= largest_exponent), largest_exponent);
    return verdict.holds() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace rebond::bench

int main(int argc, char** argv)
{
    if (argc != 3) return rebond::bench::table();
    rebond::bench::Clouds clouds(std::atol(argv[1]));
    for (long k = 0; k < std::atol(argv[2]); ++k) clouds.renew();
    return EXIT_SUCCESS;
}
