// The Lagrangian of the dropped bar as the paper prints it, equations (1)–(4): sums over all segments,
// nothing structured. The independent side of the bar's tests.
#pragma once

#include "rebond/mechanics/bar/bar.hpp"

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
        std::vector<Point> u(n + 1);
        for (Index i = 1; i <= n; ++i) u[i] = Point(cos(q(1 + i)), sin(q(1 + i)));
        const auto sigma = [&](Index i) { return q(1 + n + i); };
        const bool spiral = bar.spec().springs == Springs::spiral;
        const Point p0(q(0), q(1));

        std::vector<Point> all{p0 - Scalar(bar.parameters().tip_offset) * u[1]};
        for (Index i = 1; i <= n; ++i) {
            Point c = p0;
            for (Index j = 1; j < i; ++j)
                c += (spiral ? Scalar(2.0 * sigma(j)) : Scalar(2.0 * L + sigma(j) + sigma(j + 1))) * u[j];
            c += (spiral ? Scalar(sigma(i)) : Scalar(L + sigma(i))) * u[i];
            all.push_back(c);
        }
        return all;
    }

    // Velocities of the centres one after the other, from a complex step: exact to rounding.
    Vector velocities(const Vector& q, const Vector& v) const
    {
        constexpr double step = 1e-30;
        using Complex = std::complex<double>;
        Eigen::VectorXcd moved(q.size());
        for (Index i = 0; i < q.size(); ++i) moved(i) = Complex(q(i), step * v(i));
        const auto at = centres<Complex>(moved);
        Vector all(2 * at.size());
        for (std::size_t i = 0; i < at.size(); ++i) all.segment<2>(2 * i) = at[i].imag() / step;
        return all;
    }

    // The masses that go with them, and the inertia of each coordinate's own turning.
    Vector masses() const
    {
        Vector all = Vector::Constant(2 * bar.spec().segments + 2, bar.parameters().segment_mass);
        all.head<2>().setConstant(bar.parameters().tip_mass);
        return all;
    }
    Vector inertias() const
    {
        Vector all = Vector::Zero(bar.dofs());
        all.segment(2, bar.spec().segments).setConstant(bar.parameters().segment_inertia);
        all(2) += bar.parameters().tip_inertia;
        return all;
    }

    double kinetic(const Vector& q, const Vector& v) const
    {
        return 0.5 * masses().dot(velocities(q, v).cwiseAbs2()) + 0.5 * inertias().dot(v.cwiseAbs2());
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

    // M(q): velocities are linear in v.
    Matrix mass(const Vector& q) const
    {
        const Index n = q.size();
        Matrix J(2 * bar.spec().segments + 2, n);
        for (Index i = 0; i < n; ++i) J.col(i) = velocities(q, Vector::Unit(n, i));
        Matrix M = J.transpose() * masses().asDiagonal() * J;
        M.diagonal() += inertias();
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
