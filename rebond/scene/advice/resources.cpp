#include "rebond/scene/advice/resources.hpp"

#include "rebond/scene/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double number = 8.0;  // [bytes]

// Measured, of one mass of a chain and one segment of a bar [bytes].
constexpr double per_mass = 200.0;
constexpr double per_segment = 550.0;

// Of an entry while a matrix is put together: itself beside its mirror image, and in one triangle [bytes].
constexpr double per_entry = 44.0;

// What decides the structure of a symmetric matrix, and of its factors.
struct Pattern {
    Index n = 0;
    Index half_bandwidth = 0;
    Index nonzeros = 0;  // of one triangle, about
};

Pattern pattern_of(const MatrixSpec& spec)
{
    Pattern pattern{.n = spec.rows};
    Index diagonal = 0;
    for (const auto& [row, column, value] : spec.entries) {
        pattern.half_bandwidth = std::max(pattern.half_bandwidth, std::abs(row - column));
        diagonal += row == column ? 1 : 0;
    }
    pattern.nonzeros = diagonal + (std::ssize(spec.entries) - diagonal + 1) / 2;
    return pattern;
}

// Of a matrix, or of its factors without the fill of sparse ones [bytes].
double bytes_of(const Pattern& pattern)
{
    const auto n = static_cast<double>(pattern.n);
    switch (structure_of(pattern.n, pattern.half_bandwidth, pattern.nonzeros)) {
        case Structure::diagonal:
        case Structure::tridiagonal:
        case Structure::banded:
            return number * n * static_cast<double>(pattern.half_bandwidth + 1);
        case Structure::sparse:
            return 2.0 * (number + 4.0) * static_cast<double>(pattern.nonzeros);
        case Structure::dense:
            break;
    }
    return number * n * n;
}

double memory_of(const BarScene& subject)
{
    return per_segment * static_cast<double>(subject.model.segments);
}

double memory_of(const ChainScene& subject)
{
    return per_mass * static_cast<double>(subject.model.springs + 1);
}

double memory_of(const LinearScene& subject)
{
    constexpr double factors_at_once = 2.0;  // the run's and those of who looks on
    double matrices = 0.0, most_entries = 0.0;
    Pattern all;
    const auto add = [&](const MatrixSpec& spec) {
        const Pattern pattern = pattern_of(spec);
        matrices += bytes_of(pattern);
        most_entries = std::max(most_entries, static_cast<double>(spec.entries.size()));
        all.n = std::max(all.n, pattern.n);
        all.half_bandwidth = std::max(all.half_bandwidth, pattern.half_bandwidth);
        all.nonzeros = std::max(all.nonzeros, pattern.nonzeros);
    };
    add(subject.model.mass);
    if (subject.model.damping) add(*subject.model.damping);
    add(subject.model.stiffness);
    return matrices + factors_at_once * bytes_of(all) + per_entry * most_entries;
}

double memory_of(const FrameScene& subject)
{
    constexpr double per_element = 4000.0;  // measured [bytes]
    constexpr double dense_at_once = 4.0;   // matrices of the bending modes, measured
    const auto elements = static_cast<double>(subject.model.elements);
    const double dense = 4.0 * (elements + 1.0) * (elements + 1.0);
    return per_element * elements + (subject.model.modes ? dense_at_once * number * dense : 0.0);
}

double memory_of(const BallsScene& subject)
{
    constexpr double per_pair = 500.0;  // [bytes]
    const auto balls = static_cast<double>(subject.model.ball.size());
    return 0.5 * per_pair * balls * (balls + 1.0);
}

double memory_of(const BallOnBeamScene& subject)
{
    constexpr double per_mode = 50e3;  // tables of steps of forty lengths [bytes]
    return per_mode * static_cast<double>(subject.model.beam.modes);
}

// The key that decides the size of a model.
std::string size_key(const BarScene&)
{
    return "model.segments";
}
std::string size_key(const ChainScene&)
{
    return "model.springs";
}
std::string size_key(const LinearScene&)
{
    return "model.stiffness";
}
std::string size_key(const FrameScene&)
{
    return "model.elements";
}
std::string size_key(const BallsScene&)
{
    return "model.ball";
}
std::string size_key(const BallOnBeamScene&)
{
    return "model.beam.modes";
}

// The step of schemes that sample at their own steps only [s]; 0 for those that go to the samples.
double coarsest_sampling(const Scheme& scheme)
{
    return stepping_of(scheme).samples_at_steps ? step_of(scheme) : 0.0;
}

}  // namespace

double memory_needed(const Scene& scene)
{
    return std::visit([](const auto& subject) { return memory_of(subject); }, scene.subject);
}

void require_memory(const Scene& scene, double free)
{
    const double needed = memory_needed(scene);
    if (needed <= free) return;
    throw Unbuildable(
        std::visit([](const auto& subject) { return size_key(subject); }, scene.subject),
        fmt::format("expected a model that fits into memory: this one takes about {}, and {} are free",
                    bytes_text(needed), bytes_text(free)));
}

double samples_needed(const Scene& scene, const Problem& problem)
{
    return 2.0 + problem.duration / std::max(problem.sample_every, coarsest_sampling(scene.scheme));
}

double disk_needed(const Problem& problem, double samples)
{
    constexpr double columns = 5.0;  // time and energies
    const auto dofs = static_cast<double>(problem.model->dofs());
    const auto contacts = static_cast<double>(problem.contacts.size());
    return number * samples * (columns + 2.0 * dofs + 4.0 * contacts);
}

std::string bytes_text(double bytes)
{
    return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

}  // namespace rebond
