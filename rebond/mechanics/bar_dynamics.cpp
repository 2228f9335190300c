#include "rebond/mechanics/bar_dynamics.hpp"

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
      segments_(segments),
      bearings_(segments),
      stages_(segments + 1),
      transfers_(segments <= longest_with_transfers ? segments : 0),
      inverses_(segments)
{
}

template <Springs springs>
void BarDynamics<springs>::place(double /*t*/, const Vector& q)
{
    y0_ = q(1);
    const double* theta = q.data() + 2;
    const double* sigma = theta + n_;
    for (Index i = 0; i < n_; ++i) {
        Segment& segment = segments_[i];
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

// ---- springs ----

template <Springs springs>
double BarDynamics<springs>::elastic_energy(Index i) const
{
    const double stretch = segments_[i].stretch;
    const double bend = i > 0 ? segments_[i].angle - segments_[i - 1].angle : 0.0;
    const double k = p_.stiffness;
    if constexpr (springs == Springs::spiral) {
        const double extension = stretch - p_.half_pitch;
        return (i + 1 < n_ ? k : 0.5 * k) * extension * extension + 0.5 * p_.bending * bend * bend;
    } else {
        if (i == 0) return 0.5 * k * stretch * stretch;
        const double half_sine = std::sin(0.5 * bend);
        const double sine2 = half_sine * half_sine;
        const double quarter_a2 = 0.25 * p_.spring_offset * p_.spring_offset;
        return 4.0 * k * (stretch * stretch * (1.0 - sine2) + quarter_a2 * sine2);
    }
}

template <Springs springs>
inline auto BarDynamics<springs>::elastic_gradient(Index i) const -> Gradient
{
    const auto& [c, s, angle, stretch] = segments_[i];
    const double k = p_.stiffness;
    if constexpr (springs == Springs::spiral) {
        return {(i + 1 < n_ ? 2.0 * k : k) * (stretch - p_.half_pitch),
                i > 0 ? p_.bending * (angle - segments_[i - 1].angle) : 0.0};
    } else {
        if (i == 0) return {k * stretch, 0.0};
        const Segment& before = segments_[i - 1];
        const double cosine = c * before.c + s * before.s;  // of the bend
        const double sine = s * before.c - c * before.s;
        const double quarter_a2 = 0.25 * p_.spring_offset * p_.spring_offset;
        return {4.0 * k * stretch * (1.0 + cosine), 2.0 * k * sine * (quarter_a2 - stretch * stretch)};
    }
}

template <Springs springs>
inline auto BarDynamics<springs>::elastic_hessian(Index i) const -> Hessian
{
    const auto& [c, s, angle, stretch] = segments_[i];
    const double k = p_.stiffness;
    if constexpr (springs == Springs::spiral) {
        return {i + 1 < n_ ? 2.0 * k : k, 0.0, i > 0 ? p_.bending : 0.0};
    } else {
        if (i == 0) return {k, 0.0, 0.0};
        const Segment& before = segments_[i - 1];
        const double cosine = c * before.c + s * before.s;
        const double sine = s * before.c - c * before.s;
        const double quarter_a2 = 0.25 * p_.spring_offset * p_.spring_offset;
        return {4.0 * k * (1.0 + cosine), -4.0 * k * stretch * sine,
                2.0 * k * cosine * (quarter_a2 - stretch * stretch)};
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
                const Segment& before = segments_[i - 1];
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
        const auto [force, moment] = elastic_gradient(i);
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
                const Segment& before = segments_[i - 1];
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

// ---- structured solve ----

template <Springs springs>
inline auto BarDynamics<springs>::reach(Index i) const -> Reach
{
    const Stage& stage = stages_[i + 1];
    if constexpr (springs == Springs::spiral) {
        const double lever = 2.0 * stage.stretch;
        return {2.0 * stage.c, 2.0 * stage.s, -lever * stage.s, lever * stage.c, 0.0, 0.0};
    } else {
        const Stage& before = stages_[i];
        const double lever = 2.0 * p_.half_pitch + stage.stretch;
        return {before.c + stage.c, before.s + stage.s,        -lever * stage.s,
                lever * stage.c,    -stage.stretch * before.s, stage.stretch * before.c};
    }
}

template <Springs springs>
bool BarDynamics<springs>::factor(double beta, double /*gamma*/)
{
    const double L = p_.half_pitch;
    const double m = p_.segment_mass;

    frame_c_ = segments_[0].c;
    frame_s_ = segments_[0].s;
    const auto in_frame = [this](const Segment& segment) {
        return Vector2(segment.c * frame_c_ + segment.s * frame_s_,
                       segment.s * frame_c_ - segment.c * frame_s_);
    };
    for (Index i = 0; i < n_; ++i) {
        const Vector2 u = in_frame(segments_[i]);
        stages_[i + 1].c = u.x();
        stages_[i + 1].s = u.y();
        stages_[i + 1].stretch = segments_[i].stretch;
    }

    // P over (dp_i, dθ_i): nothing beyond the last segment.
    double Pxx = 0.0, Pxy = 0.0, Pyy = 0.0, Pxt = 0.0, Pyt = 0.0, Ptt = 0.0;
    for (Index i = n_ - 1; i >= 0; --i) {
        Stage& stage = stages_[i + 1];
        const double c = stage.c, s = stage.s;

        // Equations (1) and (2); in both models B_c is parallel to B_p.
        const auto [Ax, Ay, Bx, By, Dx, Dy] = reach(i);
        const bool is_spiral = springs == Springs::spiral;
        const double Acx = is_spiral ? c : Ax, Acy = is_spiral ? s : Ay;
        const double Bc = is_spiral ? stage.stretch : L + stage.stretch;
        const double Bcx = -Bc * s, Bcy = Bc * c;

        // Quadratic form of this stage in (dp_{i−1}, dσ_i, dθ_i, dθ_{i−1}).
        const double Hxx = m + Pxx, Hxy = Pxy, Hyy = m + Pyy;
        const double QAx = Pxx * Ax + Pxy * Ay;
        const double QAy = Pxy * Ax + Pyy * Ay;
        const double QBx = Pxx * Bx + Pxy * By + Pxt;
        const double QBy = Pxy * Bx + Pyy * By + Pyt;
        const double Hxs = m * Acx + QAx;
        const double Hys = m * Acy + QAy;
        double Hxt = m * Bcx + QBx;
        double Hyt = m * Bcy + QBy;
        const Hessian spring = elastic_hessian(i);
        const double Hss = m * (Acx * Acx + Acy * Acy) + Ax * QAx + Ay * QAy + beta * spring.ss;
        const double Hst = m * (Acx * Bcx + Acy * Bcy) + Ax * QBx + Ay * QBy + beta * spring.sa;
        double Htt =
            m * Bc * Bc + Bx * (QBx + Pxt) + By * (QBy + Pyt) + Ptt + p_.segment_inertia + beta * spring.aa;
        const double Hse = Dx * Hxs + Dy * Hys - beta * spring.sa;
        const double Hte = Dx * Hxt + Dy * Hyt - beta * spring.aa;
        const double Hxe = Hxx * Dx + Hxy * Dy;
        const double Hye = Hxy * Dx + Hyy * Dy;
        const double Hee = Dx * Hxe + Dy * Hye + beta * spring.aa;
        if (i == 0) {
            Hxt += p_.tip_mass * p_.tip_offset * s;
            Hyt -= p_.tip_mass * p_.tip_offset * c;
            Htt += p_.tip_mass * p_.tip_offset * p_.tip_offset + p_.tip_inertia;
        }

        // Eliminate (dσ_i, dθ_i).
        const double det = Hss * Htt - Hst * Hst;
        if (!(Hss > 0.0) || !(det > 0.0) || !std::isfinite(det)) return false;
        const double inverse = 1.0 / det;
        const Symmetric E{Htt * inverse, -Hst * inverse, Hss * inverse};
        inverses_[i] = E;
        stage.G_sx = E.xx * Hxs + E.xy * Hxt;
        stage.G_sy = E.xx * Hys + E.xy * Hyt;
        stage.G_se = E.xx * Hse + E.xy * Hte;
        stage.G_tx = E.xy * Hxs + E.yy * Hxt;
        stage.G_ty = E.xy * Hys + E.yy * Hyt;
        stage.G_te = E.xy * Hse + E.yy * Hte;
        const double to_x = 1.0 - (Ax * stage.G_sx + Bx * stage.G_tx);
        const double to_y = -(Ay * stage.G_sx + By * stage.G_tx);
        if (!transfers_.empty())
            transfers_[i] = {Ax,
                             Ay,
                             Bx,
                             By,
                             to_x,
                             to_y,
                             -(Ax * stage.G_sy + Bx * stage.G_ty),
                             1.0 - (Ay * stage.G_sy + By * stage.G_ty),
                             Dx - (Ax * stage.G_se + Bx * stage.G_te),
                             Dy - (Ay * stage.G_se + By * stage.G_te)};
        if (i > 0) {
            // The small one, along the bar, as a sum of squares at dp = (1, 0): the difference would cancel.
            const double cx = 1.0 - (Acx * stage.G_sx + Bcx * stage.G_tx);
            const double cy = -(Acy * stage.G_sx + Bcy * stage.G_tx);
            const double px = to_x, py = to_y;
            const double ds = -stage.G_sx, dt = -stage.G_tx;
            Pxx = m * (cx * cx + cy * cy) + p_.segment_inertia * dt * dt +
                  beta * (spring.ss * ds * ds + 2.0 * spring.sa * ds * dt + spring.aa * dt * dt) +
                  px * (Pxx * px + 2.0 * (Pxy * py + Pxt * dt)) + py * (Pyy * py + 2.0 * Pyt * dt) +
                  Ptt * dt * dt;
        } else {
            Pxx = Hxx - (Hxs * stage.G_sx + Hxt * stage.G_tx);
        }
        Pxy = Hxy - (Hxs * stage.G_sy + Hxt * stage.G_ty);
        Pyy = Hyy - (Hys * stage.G_sy + Hyt * stage.G_ty);
        Pxt = Hxe - (Hxs * stage.G_se + Hxt * stage.G_te);
        Pyt = Hye - (Hys * stage.G_se + Hyt * stage.G_te);
        Ptt = Hee - (Hse * stage.G_se + Hte * stage.G_te);
    }

    // What is left acts on p₀, with the mass of the hemisphere.
    Pxx += p_.tip_mass;
    Pyy += p_.tip_mass;
    const double det = Pxx * Pyy - Pxy * Pxy;
    if (!(Pxx > 0.0) || !(det > 0.0) || !std::isfinite(det)) return false;
    root_inverse_ = {Pyy / det, -Pxy / det, Pxx / det};
    return true;
}

template <Springs springs>
void BarDynamics<springs>::solve(Vector& x)
{
    const Vector2 g = transfers_.empty() ? towards_tip(x) : towards_tip_by_transfers(x);
    const double bx = x(0) * frame_c_ + x(1) * frame_s_ + g.x();
    const double by = x(1) * frame_c_ - x(0) * frame_s_ + g.y();
    const Vector2 p(root_inverse_.xx * bx + root_inverse_.xy * by,
                    root_inverse_.xy * bx + root_inverse_.yy * by);
    x(0) = p.x() * frame_c_ - p.y() * frame_s_;
    x(1) = p.x() * frame_s_ + p.y() * frame_c_;
    transfers_.empty() ? towards_far_end(p, x) : towards_far_end_by_transfers(p, x);
}

// The linear part g over (dp_i, dθ_i), leaving pivot⁻¹ (r_σ, r_θ) in x; that of dp₀ in the end. Sums are
// grouped so that a stage waits for as little as possible of the one before.
template <Springs springs>
Vector2 BarDynamics<springs>::towards_tip(Vector& x) const
{
    double* theta = x.data() + 2;
    double* sigma = theta + n_;
    double gx = 0.0, gy = 0.0, gt = 0.0;
    for (Index i = n_ - 1; i >= 0; --i) {
        const Stage& stage = stages_[i + 1];
        const Symmetric& E = inverses_[i];
        const auto [Ax, Ay, Bx, By, Dx, Dy] = reach(i);
        const double r_s = sigma[i] + (Ax * gx + Ay * gy);
        const double r_t = (theta[i] + gt) + (Bx * gx + By * gy);
        sigma[i] = E.xx * r_s + E.xy * r_t;
        theta[i] = E.xy * r_s + E.yy * r_t;
        gt = -(stage.G_se * r_s + stage.G_te * r_t);
        if constexpr (springs == Springs::paired) gt += Dx * gx + Dy * gy;
        gx -= stage.G_sx * r_s + stage.G_tx * r_t;
        gy -= stage.G_sy * r_s + stage.G_ty * r_t;
    }
    return {gx, gy};
}

// The same: g ← T g − Gᵀ y, and r beside it.
template <Springs springs>
Vector2 BarDynamics<springs>::towards_tip_by_transfers(Vector& x) const
{
    double* theta = x.data() + 2;
    double* sigma = theta + n_;
    double gx = 0.0, gy = 0.0, gt = 0.0;
    for (Index i = n_ - 1; i >= 0; --i) {
        const Stage& stage = stages_[i + 1];
        const Transfer& T = transfers_[i];
        const Symmetric& E = inverses_[i];
        const double s = sigma[i];
        const double t = theta[i];
        const double r_s = s + (T.Ax * gx + T.Ay * gy);
        const double r_t = (t + gt) + (T.Bx * gx + T.By * gy);
        sigma[i] = E.xx * r_s + E.xy * r_t;
        theta[i] = E.xy * r_s + E.yy * r_t;
        const double x_next = (T.xx * gx + T.xy * gy) - (stage.G_tx * gt + (stage.G_sx * s + stage.G_tx * t));
        const double y_next = (T.yx * gx + T.yy * gy) - (stage.G_ty * gt + (stage.G_sy * s + stage.G_ty * t));
        gt = (T.ex * gx + T.ey * gy) - (stage.G_te * gt + (stage.G_se * s + stage.G_te * t));
        gx = x_next;
        gy = y_next;
    }
    return {gx, gy};
}

// From dp₀: the solution.
template <Springs springs>
void BarDynamics<springs>::towards_far_end(Vector2 p, Vector& x) const
{
    double* theta = x.data() + 2;
    double* sigma = theta + n_;
    double px = p.x(), py = p.y();
    double before = 0.0;  // dθ_{i−1}
    for (Index i = 0; i < n_; ++i) {
        const Stage& stage = stages_[i + 1];
        const auto [Ax, Ay, Bx, By, Dx, Dy] = reach(i);
        const double ds = (sigma[i] - stage.G_se * before) - (stage.G_sx * px + stage.G_sy * py);
        const double dt = (theta[i] - stage.G_te * before) - (stage.G_tx * px + stage.G_ty * py);
        if constexpr (springs == Springs::paired) {
            px += Dx * before;
            py += Dy * before;
        }
        px += Ax * ds + Bx * dt;
        py += Ay * ds + By * dt;
        sigma[i] = ds;
        theta[i] = dt;
        before = dt;
    }
}

// The same: dp_i by Tᵀ.
template <Springs springs>
void BarDynamics<springs>::towards_far_end_by_transfers(Vector2 p, Vector& x) const
{
    double* theta = x.data() + 2;
    double* sigma = theta + n_;
    double px = p.x(), py = p.y();
    double before = 0.0;  // dθ_{i−1}
    for (Index i = 0; i < n_; ++i) {
        const Stage& stage = stages_[i + 1];
        const Transfer& T = transfers_[i];
        const double s = sigma[i];
        const double t = theta[i];
        sigma[i] = (s - stage.G_se * before) - (stage.G_sx * px + stage.G_sy * py);
        theta[i] = (t - stage.G_te * before) - (stage.G_tx * px + stage.G_ty * py);
        const double x_next = (T.xx * px + T.yx * py) + (T.ex * before + (T.Ax * s + T.Bx * t));
        py = (T.xy * px + T.yy * py) + (T.ey * before + (T.Ay * s + T.By * t));
        px = x_next;
        before = theta[i];
    }
}

template <Springs springs>
void BarDynamics<springs>::stiffness(const Vector& x, Vector& y)
{
    const double* theta = x.data() + 2;
    const double* sigma = theta + n_;
    y.setZero();
    for (Index i = 0; i < n_; ++i) {
        const Hessian spring = elastic_hessian(i);
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

    const Segment& first = segments_[0];
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
                const Segment& before = segments_[i - 1];
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
        elastic += elastic_energy(i);
    }
    const double gravity =
        gravity_ * (p_.tip_mass * (y0_ - p_.tip_offset * first.s) + p_.segment_mass * heights);
    return {0.5 * kinetic, elastic, gravity};
}

template class BarDynamics<Springs::spiral>;
template class BarDynamics<Springs::paired>;

}  // namespace rebond
