#include "rebond/scene/linear/linear_scene.hpp"

#include "rebond/contact/contact_name.hpp"
#include "rebond/contact/gaps/motion.hpp"
#include "rebond/scene/linear/tangent_advice.hpp"
#include "rebond/scene/problem_checks.hpp"
#include "rebond/scene/radians.hpp"
#include "rebond/solvers/factors/symmetric_factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

// Of the largest entry: what two triangles may differ by and still be one matrix written twice [-].
constexpr double symmetry = 1e-12;

std::string entry_key(const std::string& matrix, Index row, Index column)
{
    return fmt::format("{}[{}][{}]", matrix, row, column);
}

// Entries of a square matrix by row and column, without duplicates: what the upper triangle needs of both.
SymmetricMatrix symmetric(const MatrixSpec& spec, Index dofs, const std::string& key)
{
    if (spec.rows != spec.columns)
        throw Unbuildable(key, fmt::format("expected a square matrix, not {} × {}", spec.rows, spec.columns));
    if (spec.rows != dofs)
        throw Unbuildable(key,
                          fmt::format("expected {0} × {0} like model.mass, not {1} × {1}", dofs, spec.rows));

    // Each entry beside its mirror image.
    struct Half {
        Index row, column;
        double value;
        bool is_upper;
    };
    std::vector<Half> halves;
    halves.reserve(spec.entries.size());
    double largest = 0.0;
    for (const auto& [row, column, value] : spec.entries) {
        halves.push_back({std::min(row, column), std::max(row, column), value, row <= column});
        largest = std::max(largest, std::abs(value));
    }
    std::sort(halves.begin(), halves.end(), [](const Half& a, const Half& b) {
        return std::tie(a.row, a.column, b.is_upper) < std::tie(b.row, b.column, a.is_upper);
    });
    std::vector<Entry> upper;
    for (std::size_t i = 0; i < halves.size(); ++i) {
        const auto [row, column, value, is_upper] = halves[i];
        double mean = value;
        if (row != column) {
            const bool is_paired =
                i + 1 < halves.size() && halves[i + 1].row == row && halves[i + 1].column == column;
            const double mirror = is_paired ? halves[i + 1].value : 0.0;
            if (!(std::abs(value - mirror) <= symmetry * largest)) {
                const double above = is_upper ? value : mirror, below = is_upper ? mirror : value;
                throw Unbuildable(
                    entry_key(key, column, row),
                    fmt::format("expected a symmetric matrix, but row {0}, column {1} is {2} and row {1}, "
                                "column {0} is {3}; they differ by {4:.3g}, and {5:g} of the largest entry, "
                                "{6:.3g}, is taken for rounding",
                                row + 1, column + 1, above, below, std::abs(above - below), symmetry,
                                symmetry * largest));
            }
            mean = 0.5 * (value + mirror);
            if (is_paired) ++i;
        }
        upper.push_back({row, column, mean});
    }
    return SymmetricMatrix(dofs, upper);
}

void require_positive(const SymmetricMatrix& mass)
{
    const Vector diagonal = mass.diagonal();
    for (Index i = 0; i < mass.size(); ++i)
        if (const double entry = diagonal(i); !(entry > 0.0))
            throw Unbuildable(entry_key("model.mass", i, i),
                              fmt::format("expected a positive definite matrix, but row {0}, column {0} "
                                          "is {1:g}",
                                          i + 1, entry));
    const SymmetricMatrix zero = SymmetricMatrix::zero(mass.size());
    SymmetricFactors factors(mass, zero, zero);
    if (!factors.factor(0.0, 0.0))
        throw Unbuildable("model.mass",
                          "expected a positive definite matrix, but it is singular or indefinite to "
                          "rounding; remove coordinates without inertia");
}

// One number for each coordinate.
Vector coordinates(const std::vector<double>& numbers, Index dofs, const std::string& key)
{
    const auto count = static_cast<Index>(numbers.size());
    if (count != dofs)
        throw Unbuildable(
            key,
            fmt::format("expected {} numbers, one for each coordinate of model.mass, not {}", dofs, count));
    return Eigen::Map<const Vector>(numbers.data(), count);
}

// None at all are zeros.
Vector coordinates(const std::optional<std::vector<double>>& numbers, Index dofs, const std::string& key)
{
    return numbers ? coordinates(*numbers, dofs, key) : Vector::Zero(dofs);
}

LinearSystem build_system(const LinearSpec& spec)
{
    const Index dofs = spec.mass.rows;
    if (dofs == 0) throw Unbuildable("model.mass", "expected at least one coordinate");
    LinearSystem system{.mass = symmetric(spec.mass, dofs, "model.mass"),
                        .damping = spec.damping ? symmetric(*spec.damping, dofs, "model.damping")
                                                : SymmetricMatrix::zero(dofs),
                        .stiffness = symmetric(spec.stiffness, dofs, "model.stiffness"),
                        .force = coordinates(spec.force, dofs, "model.force"),
                        .harmonics = {}};
    require_positive(system.mass);
    for (std::size_t i = 0; i < spec.harmonic.size(); ++i) {
        const HarmonicSpec& load = spec.harmonic[i];
        const Vector amplitude =
            coordinates(load.amplitude, dofs, fmt::format("model.harmonic[{}].amplitude", i));
        const double phase = radians(load.phase_deg);
        if (load.frequency_hz == 0.0)
            system.force += std::cos(phase) * amplitude;
        else
            system.harmonics.push_back({.amplitude = amplitude,
                                        .frequency = 2.0 * std::numbers::pi * load.frequency_hz,
                                        .phase = phase});
    }
    return system;
}

// The non-zero weights of a direction; `what` it is called.
Row build_row(const RowSpec& spec, Index dofs, const std::string& key, std::string_view what)
{
    Row row;
    if (spec.is_sparse) {
        for (const Term& term : spec.terms) {
            if (term.coordinate >= dofs)
                throw Unbuildable(
                    fmt::format("{}.{}", key, term.coordinate),
                    fmt::format("expected a coordinate below {}: model.mass has as many, and they "
                                "count from 0",
                                dofs));
            if (term.weight != 0.0) row.push_back(term);
        }
    } else {
        const Vector numbers = coordinates(spec.numbers, dofs, key);
        for (Index i = 0; i < dofs; ++i)
            if (numbers(i) != 0.0) row.push_back({.coordinate = i, .weight = numbers(i)});
    }
    if (row.empty()) throw Unbuildable(key, fmt::format("expected a {} that is not zero", what));
    return row;
}

ImpactLaw build_law(const ContactSpec& spec, const ImpactLaw& otherwise, const std::string& key,
                    const std::string& contact)
{
    ImpactLaw law = otherwise;
    law.law = spec.law.value_or(law.law);
    law.restitution = spec.restitution.value_or(law.restitution);
    law.friction = spec.friction.value_or(law.friction);
    if (spec.hertz_stiffness) law.hertz_stiffness = spec.hertz_stiffness;
    if (law.law == Law::hertz && !law.hertz_stiffness)
        throw Unbuildable(key + ".hertz_stiffness",
                          fmt::format("expected a number, since the law of {} is \"hertz\"", contact));
    return law;
}

std::vector<Contact> build_contacts(const std::vector<ContactSpec>& specs, Index dofs, const ImpactLaw& law)
{
    std::vector<Contact> contacts;
    for (Index k = 0; k < std::ssize(specs); ++k) {
        const ContactSpec& spec = specs[k];
        const std::string name = contact_name(spec.name.value_or(""), k);
        const auto key = [k](std::string_view field) { return fmt::format("contact[{}].{}", k, field); };
        Contact& contact = contacts.emplace_back();
        contact.gap.terms = build_row(spec.normal, dofs, key("normal"), "normal");
        contact.gap.offset = spec.offset;
        if (spec.motion) move_stop(contact.gap, *spec.motion);
        contact.law = build_law(spec, law, fmt::format("contact[{}]", k), name);
        contact.name = spec.name.value_or("");
        LawKeys keys;
        if (spec.restitution) keys.restitution = key("restitution");
        if (spec.friction) keys.friction = key("friction");
        if (spec.law) keys.contact = name + ", a Hertz contact,";
        require_lossless_hertz(contact, keys);
        if (spec.tangent) {
            contact.slide.terms = build_row(*spec.tangent, dofs, key("tangent"), "tangent");
            require_own_direction(contact, Vector::Zero(dofs), key("tangent"), name);
        }
        const double belt = spec.slide_velocity.value_or(0.0);
        if (!spec.tangent && (contact.law.friction > 0.0 || belt != 0.0))
            throw Unbuildable(
                key("tangent"),
                fmt::format("expected the direction along which {} slides, since {}: add tangent = "
                            "[…] to it, one number for each coordinate{}",
                            name,
                            contact.law.friction > 0.0
                                ? fmt::format("its friction is {:g}", contact.law.friction)
                                : "its slide_velocity is not zero",
                            contact.law.friction > 0.0 ? ", or friction = 0" : ""));
        if (belt != 0.0) contact.slide.function = std::make_shared<Belt>(belt);
    }
    return contacts;
}

// The points of the line through the nodes.
std::vector<OutlinePoint> build_outline(const LinearSpec& spec, Index dofs)
{
    std::vector<OutlinePoint> points;
    for (std::size_t i = 0; i < spec.node.size(); ++i) {
        const NodeSpec& node = spec.node[i];
        const std::string key = fmt::format("model.node[{}].dofs", i);
        if (node.dofs.size() != 2)
            throw Unbuildable(key,
                              fmt::format("expected two coordinates, those that move the node along x and "
                                          "y, −1 for none, not {}",
                                          node.dofs.size()));
        for (std::size_t axis = 0; axis < 2; ++axis)
            if (node.dofs[axis] < -1 || node.dofs[axis] >= dofs)
                throw Unbuildable(
                    fmt::format("{}[{}]", key, axis),
                    fmt::format("expected coordinates below {}, or −1 for none: model.mass has as "
                                "many, and they count from 0",
                                dofs));
        points.push_back(
            {.place = {node.position[0], node.position[1]}, .coordinates = {node.dofs[0], node.dofs[1]}});
    }
    if (!spec.line) return points;
    std::vector<OutlinePoint> line;
    for (std::size_t k = 0; k < spec.line->nodes.size(); ++k) {
        const Index node = spec.line->nodes[k];
        if (node < 0 || node >= std::ssize(points))
            throw Unbuildable(
                fmt::format("model.line.nodes[{}]", k),
                fmt::format("expected nodes below {}: there are as many [[model.node]], and they "
                            "count from 0",
                            points.size()));
        line.push_back(points[static_cast<std::size_t>(node)]);
    }
    return line;
}

// K q = f₀.
Vector static_position(const LinearSystem& system)
{
    const SymmetricMatrix none = SymmetricMatrix::zero(system.stiffness.size());
    SymmetricFactors factors(system.stiffness, none, none);
    if (!factors.factor(0.0, 0.0))
        throw Unbuildable("initial.position",
                          "expected numbers: there is no start at rest under the constant loads, for "
                          "model.stiffness is not positive definite and K q = f₀ has no stable solution");
    Vector q = system.force;
    factors.solve(q);
    return q;
}

Vector start_position(const std::optional<PositionSpec>& spec, const LinearSystem& system)
{
    if (spec && spec->is_static) return static_position(system);
    return spec ? coordinates(spec->numbers, system.mass.size(), "initial.position")
                : Vector::Zero(system.mass.size());
}

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
    constexpr double number = 8.0;  // [bytes]
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

}  // namespace

std::shared_ptr<const Linear> build_model(const LinearScene& subject, const Scene& /*scene*/)
{
    LinearSystem system = build_system(subject.model);
    std::vector<OutlinePoint> outline = build_outline(subject.model, system.mass.size());
    return std::make_shared<const Linear>(std::move(system), std::move(outline));
}

Problem build_problem(const LinearScene& subject, const Scene& scene)
{
    const auto linear = build_model(subject, scene);
    const Index dofs = linear->dofs();
    Problem problem;
    problem.model = linear;
    problem.contacts = build_contacts(subject.contact, dofs, scene.impact);
    problem.initial = {.t = 0.0,
                       .q = start_position(subject.initial.position, linear->system()),
                       .v = coordinates(subject.initial.velocity, dofs, "initial.velocity")};
    return problem;
}

std::vector<std::string> warnings_of(const LinearScene& /*subject*/, const Problem& problem)
{
    return tangent_warnings(problem.contacts, problem.model->as_linear()->system().mass.diagonal());
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

}  // namespace rebond
