#include "rebond/mechanics/bar/bar_dynamics.hpp"

#include <cmath>

namespace rebond {
namespace {

constexpr double small_turn = 0x1p-9;  // δ⁶/720 and δ⁷/5040 are below rounding

}

template <Springs springs>
BarDynamics<springs>::BarDynamics(Index segments, const BarParameters& parameters, double gravity)
    : n_(segments),
      p_(parameters),
      gravity_(gravity),
      springs_(segments, parameters),
      factors_(segments, parameters),
      segments_(segments),
      bearings_(segments)
{
}

template <Springs springs>
void BarDynamics<springs>::place(double /*t*/, const Vector& q)
{
    y0_ = q(1);
    const double* theta = q.data() + 2;
    const double* sigma = theta + n_;
    for (Index i = 0; i < n_; ++i) {
        BarSegment& segment = segments_[i];
        segment.stretch = sigma[i];
        const double angle = theta[i];
        if (angle == segment.angle) continue;  // schemes come back to where they are
        segment.angle = angle;
        // u(θ) from u at a bearing near by, to rounding.
        Bearing& bearing = bearings_[i];
        double turn = angle - bearing.angle;
        if (!(std::abs(turn) < small_turn)) {
            bearing = {angle, std::cos(angle), std::sin(angle)};
            turn = 0.0;
        }
        const double turn2 = turn * turn;
        const double sine = turn - turn * turn2 * (1.0 / 6.0 - turn2 * (1.0 / 120.0));
        const double versine = turn2 * (0.5 - turn2 * (1.0 / 24.0));
        segment.c = bearing.c - (bearing.c * versine + bearing.s * sine);
        segment.s = bearing.s - (bearing.s * versine - bearing.c * sine);
    }
}

// ---- inverse dynamics ----

template <Springs springs>
void BarDynamics<springs>::residual(const Vector& velocity, const Vector& acceleration, Vector& r)
{
    const double L = p_.half_pitch;
    const double m = p_.segment_mass;
    const double I = p_.segment_inertia;
    const double* omega = velocity.data() + 2;
    const double* rate = omega + n_;
    const double* alpha = acceleration.data() + 2;
    const double* stretching = alpha + n_;
    double* r_theta = r.data() + 2;
    double* r_sigma = r_theta + n_;

    // Towards the far end: acceleration of p_i, with g added once for all, and m (c̈_i + g ŷ) of the centres,
    // which waits in r for the way back. A vector r u(θ) accelerates by (r̈ − r θ̇²) u + (r θ̈ + 2 ṙ θ̇) n.
    double px = acceleration(0);
    double py = acceleration(1) + gravity_;
    for (Index i = 0; i < n_; ++i) {
        const auto& [c, s, angle, stretch] = segments_[i];
        const double w = omega[i];
        const double ds = rate[i];
        const double dds = stretching[i];
        if constexpr (springs == Springs::spiral) {
            const double along = dds - stretch * w * w;
            const double across = stretch * alpha[i] + 2.0 * ds * w;
            const double ex = along * c - across * s;
            const double ey = along * s + across * c;
            r_sigma[i] = m * (px + ex);
            r_theta[i] = m * (py + ey);
            px += 2.0 * ex;
            py += 2.0 * ey;
        } else {
            if (i > 0) {
                const BarSegment& before = segments_[i - 1];
                const double w0 = omega[i - 1];
                const double along = dds - stretch * w0 * w0;
                const double across = stretch * alpha[i - 1] + 2.0 * ds * w0;
                px += along * before.c - across * before.s;
                py += along * before.s + across * before.c;
            }
            // Half a segment on to the centre, the other half to the end; the stretch is before the centre.
            const double along = dds - (L + stretch) * w * w;
            const double across = (L + stretch) * alpha[i] + 2.0 * ds * w;
            px += along * c - across * s;
            py += along * s + across * c;
            r_sigma[i] = m * px;
            r_theta[i] = m * py;
            px += L * (-w * w * c - alpha[i] * s);
            py += L * (-w * w * s + alpha[i] * c);
        }
    }

    // Back towards the tip: (fx, fy) is what everything beyond segment i asks of p_i.
    double fx = 0.0;
    double fy = 0.0;
    double moment_beyond = 0.0;  // of joint i + 1 on θ_i
    for (Index i = n_ - 1; i >= 0; --i) {
        const auto& [c, s, angle, stretch] = segments_[i];
        const auto [force, moment] = springs_.gradient(segments_.data(), i);
        const double bx = r_sigma[i];
        const double by = r_theta[i];
        const double spin = I * alpha[i] + moment + moment_beyond;
        if constexpr (springs == Springs::spiral) {
            const double tx = bx + 2.0 * fx;
            const double ty = by + 2.0 * fy;
            r_sigma[i] = c * tx + s * ty + force;
            r_theta[i] = stretch * (c * ty - s * tx) + spin;
            moment_beyond = -moment;
        } else {
            const double sum_x = bx + fx;
            const double sum_y = by + fy;
            r_sigma[i] = c * sum_x + s * sum_y + force;
            r_theta[i] = (L + stretch) * (c * sum_y - s * sum_x) + L * (c * fy - s * fx) + spin;
            moment_beyond = -moment;
            if (i > 0) {
                const BarSegment& before = segments_[i - 1];
                r_sigma[i] += before.c * sum_x + before.s * sum_y;
                moment_beyond += stretch * (before.c * sum_y - before.s * sum_x);
            }
        }
        fx += bx;
        fy += by;
    }

    // The hemisphere, whose centre of mass is at p₀ − (3R/8) u₁.
    const auto& [c, s, angle, stretch] = segments_[0];
    const double w2 = omega[0] * omega[0];
    const double hx = p_.tip_mass * (acceleration(0) + p_.tip_offset * (w2 * c + alpha[0] * s));
    const double hy = p_.tip_mass * (acceleration(1) + gravity_ + p_.tip_offset * (w2 * s - alpha[0] * c));
    r(0) = fx + hx;
    r(1) = fy + hy;
    r_theta[0] += p_.tip_inertia * alpha[0] - p_.tip_offset * (c * hy - s * hx);
}

template <Springs springs>
void BarDynamics<springs>::stiffness(const Vector& x, Vector& y)
{
    const double* theta = x.data() + 2;
    const double* sigma = theta + n_;
    y.setZero();
    for (Index i = 0; i < n_; ++i) {
        const auto spring = springs_.hessian(segments_.data(), i);
        const double bend = i > 0 ? theta[i] - theta[i - 1] : 0.0;
        const double moment = spring.sa * sigma[i] + spring.aa * bend;
        y(2 + n_ + i) = spring.ss * sigma[i] + spring.sa * bend;
        y(2 + i) += moment;
        if (i > 0) y(1 + i) -= moment;
    }
}

// ---- energy ----

template <Springs springs>
Energy BarDynamics<springs>::energy(const Vector& velocity)
{
    const double L = p_.half_pitch;
    const double* omega = velocity.data() + 2;
    const double* rate = omega + n_;

    const BarSegment& first = segments_[0];
    const double tip_vx = velocity(0) + p_.tip_offset * omega[0] * first.s;
    const double tip_vy = velocity(1) - p_.tip_offset * omega[0] * first.c;
    double kinetic = p_.tip_mass * (tip_vx * tip_vx + tip_vy * tip_vy) + p_.tip_inertia * omega[0] * omega[0];
    double heights = 0.0;  // Σ y_i
    double elastic = 0.0;

    double y = y0_;
    double vx = velocity(0);
    double vy = velocity(1);
    for (Index i = 0; i < n_; ++i) {
        const auto& [c, s, angle, stretch] = segments_[i];
        const double w = omega[i];
        const double ds = rate[i];
        double cy = 0.0, cvx = 0.0, cvy = 0.0;
        if constexpr (springs == Springs::spiral) {
            const double ex = ds * c - stretch * w * s;
            const double ey = ds * s + stretch * w * c;
            cy = y + stretch * s;
            cvx = vx + ex;
            cvy = vy + ey;
            y += 2.0 * stretch * s;
            vx += 2.0 * ex;
            vy += 2.0 * ey;
        } else {
            if (i > 0) {
                const BarSegment& before = segments_[i - 1];
                y += stretch * before.s;
                vx += ds * before.c - stretch * omega[i - 1] * before.s;
                vy += ds * before.s + stretch * omega[i - 1] * before.c;
            }
            cy = y + (L + stretch) * s;
            cvx = vx + ds * c - (L + stretch) * w * s;
            cvy = vy + ds * s + (L + stretch) * w * c;
            y = cy + L * s;
            vx = cvx - L * w * s;
            vy = cvy + L * w * c;
        }
        heights += cy;
        kinetic += p_.segment_mass * (cvx * cvx + cvy * cvy) + p_.segment_inertia * w * w;
        elastic += springs_.energy(segments_.data(), i);
    }
    const double gravity =
        gravity_ * (p_.tip_mass * (y0_ - p_.tip_offset * first.s) + p_.segment_mass * heights);
    return {0.5 * kinetic, elastic, gravity};
}

template class BarDynamics<Springs::spiral>;
template class BarDynamics<Springs::paired>;

}  // namespace rebond
