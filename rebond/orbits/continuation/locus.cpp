#include "rebond/orbits/continuation/locus.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <array>

namespace rebond {
namespace {

constexpr std::size_t kept_families = 16;
constexpr double difference = 1e-5;         // of an unknown, in its scale [-]
constexpr double second_difference = 1e-3;  // of the second number, in its scale [-]

}  // namespace

LocusFamily::LocusFamily(std::function<std::unique_ptr<Family>(double)> family_at, const SpecialPoint& point,
                         double second_scale)
    : family_at_(std::move(family_at)),
      kind_(point.kind),
      item_(point.kind == SpecialKind::grazing || point.kind == SpecialKind::release ? point.item : 0),
      second_scale_(second_scale)
{
    require(kind_ != SpecialKind::fold && kind_ != SpecialKind::end, "a locus of folds or ends");
}

std::shared_ptr<Family> LocusFamily::family(double second) const
{
    const auto known = families_.find(second);
    if (known != families_.end()) return known->second;
    if (families_.size() >= kept_families) families_.clear();
    return families_[second] = family_at_(second);
}

Vector LocusFamily::unknowns(const SpecialPoint& point, double second) const
{
    Vector z(point.unknowns.size() + 1);
    z << point.unknowns, second;
    return z;
}

double LocusFamily::first_parameter(const Vector& z) const
{
    return family(parameter(z))->parameter(z.head(z.size() - 1));
}

std::optional<double> LocusFamily::vanishing(const Vector& y, double second) const
{
    const std::shared_ptr<Family> there = family(second);
    if (there == nullptr || !there->equations(y)) return std::nullopt;
    const Orbit at = there->orbit(y, 0.0, {.replay = false, .most_dense = 50});
    for (const SpecialTest& test : there->tests(y, at))
        if (test.kind == kind_ && test.item == item_) return test.value;
    return std::nullopt;
}

std::optional<FamilyEquations> LocusFamily::equations(const Vector& z)
{
    const Index m = z.size() - 1;
    const Vector y = z.head(m);
    const double b = z(m);
    const std::shared_ptr<Family> here = family(b);
    if (here == nullptr) return std::nullopt;
    const auto inner = here->equations(y);
    const auto value = vanishing(y, b);
    if (!inner || !value) return std::nullopt;
    const Index rows = inner->residual.size();
    FamilyEquations eq{.residual = Vector(rows + 1), .jacobian = Matrix::Zero(rows + 1, m + 1)};
    eq.residual.head(rows) = inner->residual;
    eq.jacobian.topLeftCorner(rows, m) = inner->jacobian;
    const double h = second_difference * second_scale_;
    std::array<Vector, 4> residuals;
    std::array<double, 4> values{};
    const double by[] = {-2.0, -1.0, 1.0, 2.0};
    for (int i = 0; i < 4; ++i) {
        const std::shared_ptr<Family> there = family(b + by[i] * h);
        if (there == nullptr) return std::nullopt;
        const auto moved = there->equations(y);
        const auto moved_value = vanishing(y, b + by[i] * h);
        if (!moved || !moved_value) return std::nullopt;
        residuals[i] = moved->residual;
        values[i] = *moved_value;
    }
    eq.jacobian.col(m).head(rows) =
        (8.0 * (residuals[2] - residuals[1]) - (residuals[3] - residuals[0])) / (12.0 * h);
    eq.jacobian(rows, m) = (8.0 * (values[2] - values[1]) - (values[3] - values[0])) / (12.0 * h);
    const Vector sizes = here->scales(y);
    for (Index j = 0; j < m; ++j) {
        const double step = difference * sizes(j);
        Vector left = y, right = y;
        left(j) -= step;
        right(j) += step;
        const auto before = vanishing(left, b), after = vanishing(right, b);
        if (!before || !after) return std::nullopt;
        eq.jacobian(rows, j) = (*after - *before) / (2.0 * step);
    }
    eq.residual(rows) = *value;
    // What vanishes has a unit of its own: its row is measured by its own changes.
    const double size = eq.jacobian.row(rows).head(m).cwiseProduct(sizes.transpose()).cwiseAbs().maxCoeff();
    if (!(size > 0.0)) return std::nullopt;
    eq.residual(rows) /= size;
    eq.jacobian.row(rows) /= size;
    return eq;
}

Vector LocusFamily::scales(const Vector& z) const
{
    const Index m = z.size() - 1;
    Vector scales(m + 1);
    scales << family(parameter(z))->scales(z.head(m)), second_scale_;
    return scales;
}

Orbit LocusFamily::orbit(const Vector& z, double residual, const OrbitOptions& options)
{
    return family(parameter(z))->orbit(z.head(z.size() - 1), residual, options);
}

std::vector<long> LocusFamily::window(const Vector& z)
{
    const std::shared_ptr<Family> here = family(parameter(z));
    return here == nullptr ? std::vector<long>{} : here->window(z.head(z.size() - 1));
}

bool LocusFamily::is_at_pole(const Vector& z)
{
    const std::shared_ptr<Family> here = family(parameter(z));
    return here != nullptr && here->is_at_pole(z.head(z.size() - 1));
}

}  // namespace rebond
