#include "rebond/mechanics/bar/bar_factors.hpp"

#include <cmath>

namespace rebond {

template <Springs springs>
BarFactors<springs>::BarFactors(Index segments, const BarParameters& parameters)
    : n_(segments),
      p_(parameters),
      springs_(segments, parameters),
      stages_(segments + 1),
      transfers_(segments <= longest_with_transfers ? segments : 0),
      inverses_(segments)
{
}

template <Springs springs>
inline auto BarFactors<springs>::reach(Index i) const -> Reach
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
bool BarFactors<springs>::factor(const std::vector<BarSegment>& segments, double beta)
{
    const double L = p_.half_pitch;
    const double m = p_.segment_mass;

    frame_c_ = segments[0].c;
    frame_s_ = segments[0].s;
    const auto in_frame = [this](const BarSegment& segment) {
        return Vector2(segment.c * frame_c_ + segment.s * frame_s_,
                       segment.s * frame_c_ - segment.c * frame_s_);
    };
    for (Index i = 0; i < n_; ++i) {
        const Vector2 u = in_frame(segments[i]);
        stages_[i + 1].c = u.x();
        stages_[i + 1].s = u.y();
        stages_[i + 1].stretch = segments[i].stretch;
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
        const auto spring = springs_.hessian(segments.data(), i);
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
void BarFactors<springs>::solve(Vector& x)
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
Vector2 BarFactors<springs>::towards_tip(Vector& x) const
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
Vector2 BarFactors<springs>::towards_tip_by_transfers(Vector& x) const
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
void BarFactors<springs>::towards_far_end(Vector2 p, Vector& x) const
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
void BarFactors<springs>::towards_far_end_by_transfers(Vector2 p, Vector& x) const
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

template class BarFactors<Springs::spiral>;
template class BarFactors<Springs::paired>;

}  // namespace rebond
