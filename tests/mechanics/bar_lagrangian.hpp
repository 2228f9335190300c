// The Lagrangian of the dropped bar as the paper prints it, equations (1)–(4): sums over all segments,
// nothing structured. The independent side of the bar's tests.
#pragma once

#include "rebond/mechanics/bar.hpp"

#include <cmath>
#include <random>

namespace rebond::test {

struct BarLagrangian {
    const Bar& bar;

    // Centres of mass: the hemisphere's first, then the segments'. Templated to serve any scalar.
    template <typename Scalar>
    std::vector<Eigen::Matrix<Scalar, 2, 1>> centres(const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>& q) const
    {
        using std::cos, std::sin;
        using Point = Eigen::Matrix<Scalar, 2, 1>;
        const Index n = bar.spec().segments;
        const double L = bar.parameters().half_pitch;
        const auto u = [&](Index i) { return Point(cos(q(1 + i)), sin(q(1 + i))); };
        const auto sigma = [&](Index i) { return q(1 + n + i); };
        const bool spiral = bar.spec().springs == Springs::spiral;
        const Point p0(q(0), q(1));

        std::vector<Point> all{p0 - Scalar(bar.parameters().tip_offset) * u(1)};
        for (Index i = 1; i <= n; ++i) {
            Point c = p0;
            for (Index j = 1; j < i; ++j)
                c += (spiral ? Scalar(2.0 * sigma(j)) : Scalar(2.0 * L + sigma(j) + sigma(j + 1))) * u(j);
            c += (spiral ? Scalar(sigma(i)) : Scalar(L + sigma(i))) * u(i);
            all.push_back(c);
        }
        return all;
    }

    // T(q, v), with the centres' velocities from a complex step: exact to rounding.
    double kinetic(const Vector& q, const Vector& v) const
    {
        constexpr double step = 1e-30;
        using Complex = std::complex<double>;
        Eigen::VectorXcd moved(q.size());
        for (Index i = 0; i < q.size(); ++i) moved(i) = Complex(q(i), step * v(i));
        const auto at = centres<Complex>(moved);
        const BarParameters& p = bar.parameters();
        double T = 0.5 * p.tip_inertia * v(2) * v(2);
        for (std::size_t i = 0; i < at.size(); ++i) {
            const Vector2 velocity = at[i].imag() / step;
            T += 0.5 * (i == 0 ? p.tip_mass : p.segment_mass) * velocity.squaredNorm();
            if (i > 0) T += 0.5 * p.segment_inertia * v(1 + i) * v(1 + i);
        }
        return T;
    }

    double elastic(const Vector& q) const
    {
        const Index n = bar.spec().segments;
        const BarParameters& p = bar.parameters();
        const auto theta = [&](Index i) { return q(1 + i); };
        const auto sigma = [&](Index i) { return q(1 + n + i); };
        double U = 0.0;
        if (bar.spec().springs == Springs::spiral) {
            for (Index i = 1; i < n; ++i) {
                U += p.stiffness * std::pow(sigma(i) - p.half_pitch, 2);
                U += 0.5 * p.bending * std::pow(theta(i) - theta(i + 1), 2);
            }
            return U + 0.5 * p.stiffness * std::pow(sigma(n) - p.half_pitch, 2);
        }
        const double quarter = p.spring_offset * p.spring_offset / 4.0;
        U = 0.5 * p.stiffness * sigma(1) * sigma(1);
        for (Index i = 2; i <= n; ++i)
            U += 2.0 * p.stiffness *
                 (quarter + sigma(i) * sigma(i) +
                  std::cos(theta(i) - theta(i - 1)) * (sigma(i) * sigma(i) - quarter));
        return U;
    }

    double gravity(const Vector& q) const
    {
        const auto at = centres<double>(q);
        double U = 0.0;
        for (std::size_t i = 0; i < at.size(); ++i)
            U += (i == 0 ? bar.parameters().tip_mass : bar.parameters().segment_mass) * bar.gravity() *
                 at[i].y();
        return U;
    }

    // M(q) by polarisation of T.
    Matrix mass(const Vector& q) const
    {
        const Index n = q.size();
        Matrix M(n, n);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j <= i; ++j) {
                const Vector a = Vector::Unit(n, i);
                const Vector b = Vector::Unit(n, j);
                M(i, j) = 0.5 * (kinetic(q, a + b) - kinetic(q, a - b));
                M(j, i) = M(i, j);
            }
        }
        return M;
    }
};

// A bent, stretched bar and velocities of every coordinate.
struct RandomBarState {
    Vector q;
    Vector v;
};

inline RandomBarState random_state(const Bar& bar, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const Index n = bar.spec().segments;
    const double pitch = bar.parameters().half_pitch;
    RandomBarState state{bar.straight(0.9 + 0.6 * unit(random), 0.01), Vector(bar.dofs())};
    for (Index i = 0; i < n; ++i) {
        state.q(2 + i) += 0.2 * unit(random);
        state.q(2 + n + i) += 0.1 * pitch * unit(random);
    }
    for (Index i = 0; i < bar.dofs(); ++i) state.v(i) = unit(random) * (i >= 2 && i < 2 + n ? 30.0 : 1.0);
    return state;
}

}  // namespace rebond::test
