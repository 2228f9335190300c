#include "rebond/mechanics/bar_dynamics.hpp"

#include <cmath>

namespace rebond {

template <Springs springs>
BarDynamics<springs>::BarDynamics(Index segments, const BarParameters& parameters, double gravity)
    : n_(segments), p_(parameters), gravity_(gravity), segments_(segments), stages_(segments)
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
        segment.c = std::cos(angle);
        segment.s = std::sin(angle);
    }
    place_springs();
}

// ---- springs ----

// First derivatives of the elastic energy; with what is constant at hand, and out of the way of the stores.
template <Springs springs>
void BarDynamics<springs>::place_springs()
{
    const double k = p_.stiffness;
    const double L = p_.half_pitch;
    const double bending = p_.bending;
    const double quarter_a2 = 0.25 * p_.spring_offset * p_.spring_offset;
    Segment* segment = segments_.data();
    if constexpr (springs == Springs::spiral) {
        segment[0].force = 2.0 * k * (segment[0].stretch - L);
        for (Index i = 1; i < n_; ++i) {
            segment[i].force = 2.0 * k * (segment[i].stretch - L);
            segment[i].moment = bending * (segment[i].angle - segment[i - 1].angle);
        }
        segment[n_ - 1].force = k * (segment[n_ - 1].stretch - L);
    } else {
        segment[0].force = k * segment[0].stretch;
        for (Index i = 1; i < n_; ++i) {
            const auto& [c, s, angle, stretch, force, moment] = segment[i];
            const Segment& before = segment[i - 1];
            const double cosine = c * before.c + s * before.s;  // of the bend
            const double sine = s * before.c - c * before.s;
            segment[i].force = 4.0 * k * stretch * (1.0 + cosine);
            segment[i].moment = 2.0 * k * sine * (quarter_a2 - stretch * stretch);
        }
    }
}

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
inline auto BarDynamics<springs>::elastic_hessian(Index i) const -> Hessian
{
    const auto& [c, s, angle, stretch, force, moment] = segments_[i];
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
        const auto& [c, s, angle, stretch, force, moment] = segments_[i];
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
        const auto& [c, s, angle, stretch, force, moment] = segments_[i];
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
    const auto& [c, s, angle, stretch, force, moment] = segments_[0];
    const double w2 = omega[0] * omega[0];
    const double hx = p_.tip_mass * (acceleration(0) + p_.tip_offset * (w2 * c + alpha[0] * s));
    const double hy = p_.tip_mass * (acceleration(1) + gravity_ + p_.tip_offset * (w2 * s - alpha[0] * c));
    r(0) = fx + hx;
    r(1) = fy + hy;
    r_theta[0] += p_.tip_inertia * alpha[0] - p_.tip_offset * (c * hy - s * hx);
}

// ---- structured solve ----

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
    Vector2 u = in_frame(segments_[n_ - 1]);

    // P over (dp_i, dθ_i): nothing beyond the last segment.
    double Pxx = 0.0, Pxy = 0.0, Pyy = 0.0, Pxt = 0.0, Pyt = 0.0, Ptt = 0.0;
    for (Index i = n_ - 1; i >= 0; --i) {
        const double stretch = segments_[i].stretch;
        const double c = u.x(), s = u.y();
        const Vector2 before = i > 0 ? in_frame(segments_[i - 1]) : Vector2::Zero();  // u_{i−1}
        Stage& stage = stages_[i];

        // Equations (1) and (2); in both models B_c is parallel to B_p.
        double Acx = c, Acy = s, Bc = 0.0, Bp = 0.0;
        stage.Dx = 0.0;
        stage.Dy = 0.0;
        if constexpr (springs == Springs::spiral) {
            Bc = stretch;
            Bp = 2.0 * stretch;
            stage.Ax = 2.0 * c;
            stage.Ay = 2.0 * s;
        } else {
            Bc = L + stretch;
            Bp = 2.0 * L + stretch;
            if (i > 0) {
                Acx += before.x();
                Acy += before.y();
                stage.Dx = -stretch * before.y();
                stage.Dy = stretch * before.x();
            }
            stage.Ax = Acx;
            stage.Ay = Acy;
        }
        const double Bcx = -Bc * s, Bcy = Bc * c;
        stage.Bx = -Bp * s;
        stage.By = Bp * c;

        // Quadratic form of this stage in (dp_{i−1}, dσ_i, dθ_i, dθ_{i−1}).
        const double Hxx = m + Pxx, Hxy = Pxy, Hyy = m + Pyy;
        const double QAx = Pxx * stage.Ax + Pxy * stage.Ay;
        const double QAy = Pxy * stage.Ax + Pyy * stage.Ay;
        const double QBx = Pxx * stage.Bx + Pxy * stage.By + Pxt;
        const double QBy = Pxy * stage.Bx + Pyy * stage.By + Pyt;
        const double Hxs = m * Acx + QAx;
        const double Hys = m * Acy + QAy;
        double Hxt = m * Bcx + QBx;
        double Hyt = m * Bcy + QBy;
        const Hessian spring = elastic_hessian(i);
        const double Hss = m * (Acx * Acx + Acy * Acy) + stage.Ax * QAx + stage.Ay * QAy + beta * spring.ss;
        const double Hst = m * (Acx * Bcx + Acy * Bcy) + stage.Ax * QBx + stage.Ay * QBy + beta * spring.sa;
        double Htt = m * Bc * Bc + stage.Bx * (QBx + Pxt) + stage.By * (QBy + Pyt) + Ptt +
                     p_.segment_inertia + beta * spring.aa;
        const double Hse = stage.Dx * Hxs + stage.Dy * Hys - beta * spring.sa;
        const double Hte = stage.Dx * Hxt + stage.Dy * Hyt - beta * spring.aa;
        const double Hxe = Hxx * stage.Dx + Hxy * stage.Dy;
        const double Hye = Hxy * stage.Dx + Hyy * stage.Dy;
        const double Hee = stage.Dx * Hxe + stage.Dy * Hye + beta * spring.aa;
        if (i == 0) {
            Hxt += p_.tip_mass * p_.tip_offset * s;
            Hyt -= p_.tip_mass * p_.tip_offset * c;
            Htt += p_.tip_mass * p_.tip_offset * p_.tip_offset + p_.tip_inertia;
        }

        // Eliminate (dσ_i, dθ_i).
        const double det = Hss * Htt - Hst * Hst;
        if (!(Hss > 0.0) || !(det > 0.0) || !std::isfinite(det)) return false;
        const double inverse = 1.0 / det;
        stage.E_ss = Htt * inverse;
        stage.E_st = -Hst * inverse;
        stage.E_tt = Hss * inverse;
        stage.G_sx = stage.E_ss * Hxs + stage.E_st * Hxt;
        stage.G_sy = stage.E_ss * Hys + stage.E_st * Hyt;
        stage.G_se = stage.E_ss * Hse + stage.E_st * Hte;
        stage.G_tx = stage.E_st * Hxs + stage.E_tt * Hxt;
        stage.G_ty = stage.E_st * Hys + stage.E_tt * Hyt;
        stage.G_te = stage.E_st * Hse + stage.E_tt * Hte;
        Pxx = Hxx - (Hxs * stage.G_sx + Hxt * stage.G_tx);
        Pxy = Hxy - (Hxs * stage.G_sy + Hxt * stage.G_ty);
        Pyy = Hyy - (Hys * stage.G_sy + Hyt * stage.G_ty);
        Pxt = Hxe - (Hxs * stage.G_se + Hxt * stage.G_te);
        Pyt = Hye - (Hys * stage.G_se + Hyt * stage.G_te);
        Ptt = Hee - (Hse * stage.G_se + Hte * stage.G_te);
        u = before;
    }

    // What is left acts on p₀, with the mass of the hemisphere.
    Pxx += p_.tip_mass;
    Pyy += p_.tip_mass;
    const double det = Pxx * Pyy - Pxy * Pxy;
    if (!(Pxx > 0.0) || !(det > 0.0) || !std::isfinite(det)) return false;
    Q_xx_ = Pyy / det;
    Q_xy_ = -Pxy / det;
    Q_yy_ = Pxx / det;
    return true;
}

template <Springs springs>
void BarDynamics<springs>::solve(Vector& x)
{
    double* theta = x.data() + 2;
    double* sigma = theta + n_;

    // Sums are grouped so that a stage waits for as little as possible of the one before.

    // Back towards the tip: the linear part g over (dp_i, dθ_i), leaving pivot⁻¹ (r_σ, r_θ) in x.
    double gx = 0.0, gy = 0.0, gt = 0.0;
    for (Index i = n_ - 1; i >= 0; --i) {
        const Stage& stage = stages_[i];
        const double r_s = sigma[i] + (stage.Ax * gx + stage.Ay * gy);
        const double r_t = (theta[i] + gt) + (stage.Bx * gx + stage.By * gy);
        sigma[i] = stage.E_ss * r_s + stage.E_st * r_t;
        theta[i] = stage.E_st * r_s + stage.E_tt * r_t;
        gt = stage.Dx * gx + stage.Dy * gy - (stage.G_se * r_s + stage.G_te * r_t);
        gx -= stage.G_sx * r_s + stage.G_tx * r_t;
        gy -= stage.G_sy * r_s + stage.G_ty * r_t;
    }

    const double bx = x(0) * frame_c_ + x(1) * frame_s_ + gx;
    const double by = x(1) * frame_c_ - x(0) * frame_s_ + gy;
    double px = Q_xx_ * bx + Q_xy_ * by;
    double py = Q_xy_ * bx + Q_yy_ * by;
    x(0) = px * frame_c_ - py * frame_s_;
    x(1) = px * frame_s_ + py * frame_c_;

    // Towards the far end: the solution.
    double before = 0.0;  // dθ_{i−1}
    for (Index i = 0; i < n_; ++i) {
        const Stage& stage = stages_[i];
        const double ds = (sigma[i] - stage.G_se * before) - (stage.G_sx * px + stage.G_sy * py);
        const double dt = (theta[i] - stage.G_te * before) - (stage.G_tx * px + stage.G_ty * py);
        px = (px + stage.Dx * before) + (stage.Ax * ds + stage.Bx * dt);
        py = (py + stage.Dy * before) + (stage.Ay * ds + stage.By * dt);
        sigma[i] = ds;
        theta[i] = dt;
        before = dt;
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
        const auto& [c, s, angle, stretch, force, moment] = segments_[i];
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
