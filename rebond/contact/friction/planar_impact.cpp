#include "rebond/contact/friction/planar_impact.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double singular = 4.0 * std::numeric_limits<double>::epsilon();  // (ab − c²)/(ab) of none [-]
constexpr double rounding = 1e-12;  // of what the impulses turn over: a gain that is none [-]

double sign(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

// One straight piece of the path.
struct Segment {
    Vector2 rate;  // du/dN [1/kg]
    double slope;  // dT/dN [-]

    double energy_rate() const { return rate(0) + slope * rate(1); }  // d²E/dN² > 0
};

Segment slide(const Eigen::Matrix2d& G, double s, double friction)
{
    const double slope = -s * friction;
    return {{G(0, 0) + slope * G(0, 1), G(1, 0) + slope * G(1, 1)}, slope};
}

Segment stick(const Eigen::Matrix2d& G, double friction)
{
    if (!(G(1, 1) > 0.0)) return {{G(0, 0), 0.0}, 0.0};
    const double slope = std::clamp(-G(1, 0) / G(1, 1), -friction, friction);
    const double rate = G(0, 0) + slope * G(0, 1);
    return {{rate > singular * G(0, 0) ? rate : 0.0, 0.0}, slope};
}

// The path from `start`: `first` up to N = N1, where the sliding stops, and `second` from there on.
struct Path {
    Vector2 start;
    Segment first, second;
    double N1;  // infinite if the sliding never stops, 0 if there is none [N s]
    bool sticks, reverses;
    double corner;        // u_n(N1)
    double N_c;           // end of compression [N s]
    double opened = 0.0;  // u_n(N_c) [m/s]
    double left;          // of the first segment after N_c [N s]

    Path(const Eigen::Matrix2d& G, const Vector2& u, double friction) : start(u)
    {
        const double s = sign(u(1)), c = G(1, 0);
        sticks = std::abs(c) <= friction * G(1, 1);
        second = sticks ? stick(G, friction) : slide(G, sign(c), friction);
        first = s != 0.0 ? slide(G, s, friction) : second;
        const bool stops = s * first.rate(1) < 0.0;
        N1 = s == 0.0 ? 0.0 : stops ? -u(1) / first.rate(1) : infinity;
        reverses = stops && !sticks;

        const double k1 = first.rate(0), k2 = second.rate(0);
        N_c = k1 > 0.0 ? -u(0) / k1 : infinity;
        corner = N1 < infinity ? u(0) + k1 * N1 : infinity;
        if (N_c > N1) N_c = N1 + (k2 > 0.0 ? -corner / k2 : 0.0);
        if (u(0) == 0.0 && k1 > 0.0) {  // a jam all the same: B_s counts as zero
            N_c = N1;
            opened = corner;
        }
        left = std::max(0.0, N1 - N_c);
    }

    // Restitution: u_n after the impulse n = N − N_c.
    double rebound(double n) const
    {
        if (n <= left) return opened + first.rate(0) * n;
        return opened + first_rebound() + second.rate(0) * (n - left);
    }

    // (3): n with u_n = `wanted`; infinite if there is none.
    double impulse_to(double wanted) const
    {
        if (wanted <= 0.0) return 0.0;
        if (left > 0.0 && wanted <= first.rate(0) * left) return wanted / first.rate(0);
        return left + (wanted - first_rebound()) / second.rate(0);
    }

    // (5): n with ∫u_n dn = `work` [J]; infinite if there is none.
    double impulse_of(double work) const
    {
        if (work <= 0.0) return 0.0;
        const double u1 = first_rebound(), by_first = left > 0.0 ? 0.5 * u1 * left : 0.0;
        if (work <= by_first) return std::sqrt(2.0 * work / first.rate(0));
        const double rest = work - by_first;
        return left + 2.0 * rest / (u1 + std::sqrt(u1 * u1 + 2.0 * second.rate(0) * rest));
    }

    // −∫u_n dN of compression [J].
    double compression_work() const
    {
        if (N_c <= N1) return -0.5 * start(0) * N_c;
        return -0.5 * ((start(0) + corner) * N1 + corner * (N_c - N1));
    }

    // The impulse N > 0 at which the energy is back at what it was.
    double elastic_impulse() const
    {
        const double start_rate = start(0) + first.slope * start(1);  // dE/dN at N = 0
        const double by_first = -2.0 * start_rate / first.energy_rate();
        if (by_first <= N1) return by_first;
        const double loss = -0.5 * N1 * (start_rate + corner);  // up to N1, where dE/dN = u_n
        const double root = std::sqrt(corner * corner + 2.0 * second.energy_rate() * loss);
        return N1 + (corner > 0.0 ? 2.0 * loss / (corner + root) : (root - corner) / second.energy_rate());
    }

    double first_rebound() const { return left > 0.0 ? first.rate(0) * left : 0.0; }
};

// Friction and velocity along the surface after the impulse N; `normal` is the velocity u_n⁺ there.
void end_at(const Path& path, double N, double normal, double friction, PlanarImpact& impact)
{
    const double s = sign(path.start(1));
    double T, u_t;
    if (N < path.N1) {
        T = path.first.slope * N;
        u_t = path.start(1) + path.first.rate(1) * N;
        if (s * u_t < 0.0) u_t = 0.0;  // by rounding
    } else {
        const double from_corner = N - path.N1;
        T = (path.N1 > 0.0 ? path.first.slope * path.N1 : 0.0) + path.second.slope * from_corner;
        T = std::clamp(T, -friction * N, friction * N);
        u_t = path.sticks ? 0.0 : path.second.rate(1) * from_corner;
    }
    impact.impulse = {N, T};
    impact.after = {normal, u_t};
    impact.sticks = N >= path.N1 && path.sticks;
    impact.reverses = N > path.N1 && path.reverses;
    impact.energy_loss = -0.5 * impact.impulse.dot(Vector2(path.start + impact.after));
}

bool gains(const PlanarImpact& impact, const Vector2& before)
{
    const Vector2 speeds = before.cwiseAbs() + impact.after.cwiseAbs();
    return -impact.energy_loss > rounding * impact.impulse.cwiseAbs().dot(speeds);
}

// Compression and restitution along the path from `before`, u_n⁻ ≤ 0.
PlanarImpact follow(const Eigen::Matrix2d& G, const Vector2& before, const ImpactLaw& law)
{
    const Path path(G, before, law.friction);
    const double e = law.restitution, N_c = path.N_c;
    PlanarImpact impact{.compression = N_c, .restitution = e};
    double n = law.law == Law::newton    ? path.impulse_to(-e * before(0))
               : law.law == Law::poisson ? e * N_c
                                         : path.impulse_of(e * e * path.compression_work());
    const bool can_open = path.left > 0.0 || path.second.rate(0) > 0.0;
    if (!can_open || !std::isfinite(n)) {
        end_at(path, N_c, path.opened, law.friction, impact);
        return impact;
    }
    const bool is_given = law.law == Law::newton && before(0) < 0.0;
    const double normal = is_given ? -e * before(0) : path.rebound(n);
    end_at(path, N_c + n, normal, law.friction, impact);
    if (law.law != Law::newton || !law.bounded || e == 0.0 || !gains(impact, before)) return impact;

    n = std::max(0.0, path.elastic_impulse() - N_c);
    end_at(path, N_c + n, path.rebound(n), law.friction, impact);
    impact.is_bounded = true;
    impact.restitution = -impact.after(0) / before(0);
    return impact;
}

// As `FrictionlessImpact` computes it for one contact, to the last bit.
PlanarImpact without_friction(const Eigen::Matrix2d& G, const Vector2& before, const ImpactLaw& law)
{
    const double a = G(0, 0), e = law.restitution, u = before(0);
    PlanarImpact impact{.compression = -u / a, .restitution = e};
    double N, after;
    if (law.law == Law::poisson) {
        N = impact.compression + e * impact.compression;
        after = a * (e * impact.compression);
    } else {
        N = -((1.0 + e) * u) / a;
        after = -e * u;
    }
    impact.impulse = {N, 0.0};
    impact.after = {after, before(1) + G(1, 0) * N};
    impact.energy_loss = -0.5 * N * (u + after);
    return impact;
}

void require_law(const ImpactLaw& law)
{
    require(law.law == Law::newton || law.law == Law::poisson || law.law == Law::stronge,
            "planar_impact: the law must be Newton's, Poisson's or Stronge's");
}

}  // namespace

PlanarImpact planar_impact(const Eigen::Matrix2d& G, const Vector2& before, const ImpactLaw& law)
{
    require_law(law);
    if (!(before(0) < 0.0)) return {.after = before, .restitution = law.restitution};
    if (law.friction == 0.0) return without_friction(G, before, law);
    return follow(G, before, law);
}

bool can_jam(const Eigen::Matrix2d& G, double u_t, double friction)
{
    return u_t != 0.0 && G(0, 0) - friction * sign(u_t) * G(0, 1) <= paradoxical * G(0, 0);
}

PlanarImpact jam(const Eigen::Matrix2d& G, double u_t, const ImpactLaw& law)
{
    require_law(law);
    const Vector2 before(0.0, u_t);
    if (!can_jam(G, u_t, law.friction)) return {.after = before, .restitution = law.restitution};
    PlanarImpact impact = follow(G, before, law);
    impact.is_jam = true;
    return impact;
}

}  // namespace rebond
