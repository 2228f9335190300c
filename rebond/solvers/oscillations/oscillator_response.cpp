#include "rebond/solvers/oscillations/oscillator_response.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace rebond {
namespace {

constexpr int s = OscillatorResponse::nodes;
constexpr int orders = s + 1;  // ψ_0 … ψ_s

// Up to here the series of (3) loses no digits, and beyond `upwards` neither does its recurrence.
constexpr double series_reach = 2.0;  // |z| [-]
constexpr double upwards = 2.0 * s;   // |z| [-]
// The recurrence downwards starts so far above the last order that its arbitrary start has faded to rounding
// by then, for |z| up to `upwards`.
constexpr int head_start = 16;
// Powers of z in the series: 2³⁰/30! is 4e-24.
constexpr int powers = 30;
constexpr double negligible = 1e-18;

// (−1)ᵏ m!/((m−k)! (m+k+1)!), by order and power.
constexpr auto series = [] {
    std::array<std::array<double, powers>, orders> c{};
    double factorial = 1.0;  // (m + 1)!
    for (int m = 0; m < powers; ++m) {
        factorial *= m + 1;
        c[0][m] = 1.0 / factorial;
        for (int k = 1; k < orders && k <= m; ++k) c[k][m] = -c[k - 1][m] * (m - k + 1) / (m + k + 1);
    }
    return c;
}();

// z = λh of one oscillator.
struct Turn {
    double re = 0.0;
    double im = 0.0;
    double size() const { return std::sqrt(re * re + im * im); }
};

// Free motion over a step: q ← (c − re·s) q + h s v and v ← −|z|²/h s q + (c + re·s) v.
struct Rotation {
    explicit Rotation(Turn z)
    {
        const double decay = std::exp(z.re);
        cosine = decay * std::cos(z.im);
        sine = z.im == 0.0 ? decay : decay * std::sin(z.im) / z.im;
    }
    double cosine = 1.0;  // Re e^z
    double sine = 1.0;    // Im e^z / Im z
};

// Im zᵐ / Im z for m = 0, 1, …, until zᵐ/m! no longer matters beside 1.
struct Powers {
    explicit Powers(Turn z)
    {
        const double twice = 2.0 * z.re;
        const double square = z.re * z.re + z.im * z.im;
        const double r = std::sqrt(square);
        double term = 1.0;
        value[0] = 0.0;
        value[1] = 1.0;
        for (count = 1; count < powers - 1; ++count) {
            value[count + 1] = twice * value[count] - square * value[count - 1];
            term *= r / count;
            if (term < negligible) break;
        }
    }
    std::array<double, powers + 1> value;
    int count = 0;  // of those that matter; one more is there
};

// What the force adds by each of its Legendre coefficients, −p_i being left out.
struct Pushes {
    std::array<double, orders> position;  // Im ψ_k / Im z, times h²
    std::array<double, orders> velocity;  // of the same times h: Re ψ_k + Re z (Im ψ_k / Im z)
};

void push_by_series(Turn z, Pushes& push)
{
    const Powers power(z);
    for (int k = 0; k < orders; ++k) {
        double position = 0.0;
        double velocity = 0.0;
        for (int m = power.count; m >= k; --m) {
            position += series[k][m] * power.value[m];
            velocity += series[k][m] * power.value[m + 1];
        }
        push.position[k] = position;
        push.velocity[k] = velocity;
    }
}

void push_by_recurrence(Turn turn, const Rotation& rotation, Pushes& push)
{
    using Complex = std::complex<double>;
    const Complex z(turn.re, turn.im);
    const Complex e(rotation.cosine, rotation.sine * turn.im);
    const Complex inverse = 1.0 / z;
    const Complex zeroth = (e - 1.0) * inverse;
    const Complex first = (2.0 * zeroth - (e + 1.0)) * inverse;
    std::array<Complex, orders> psi;
    if (turn.size() > upwards) {
        psi[0] = zeroth;
        psi[1] = first;
        for (int k = 1; k + 1 < orders; ++k) psi[k + 1] = psi[k - 1] + (2.0 * (2 * k + 1)) * inverse * psi[k];
    } else {
        Complex above = 0.0;
        Complex here = 1.0;
        for (int k = orders + head_start; k > 0; --k) {
            const Complex below = above - (2.0 * (2 * k + 1)) * inverse * here;
            above = here;
            here = below;
            if (k <= orders) psi[k - 1] = here;
        }
        // The larger of the first two sets the scale: the other may be near a zero.
        const Complex scale = std::norm(psi[0]) > std::norm(psi[1]) ? zeroth / psi[0] : first / psi[1];
        for (Complex& value : psi) value *= scale;
    }
    for (int k = 0; k < orders; ++k) {
        push.position[k] = psi[k].imag() / turn.im;
        push.velocity[k] = psi[k].real() + turn.re * push.position[k];
    }
}

void push_of(Turn z, const Rotation& rotation, Pushes& push)
{
    z.size() <= series_reach ? push_by_series(z, push) : push_by_recurrence(z, rotation, push);
}

}  // namespace

OscillatorResponse::OscillatorResponse(Oscillators oscillators) : oscillators_(std::move(oscillators))
{
    const auto& [omega, zeta, phi, p] = oscillators_;
    require(zeta >= 0.0 && zeta < 1.0 && phi.size() == omega.size() && p.size() == omega.size() &&
                (omega.size() == 0 || omega.minCoeff() >= 0.0),
            "OscillatorResponse: damping outside [0, 1), negative frequencies, or sizes that differ");
}

void OscillatorResponse::allocate(Table& table) const
{
    const Index n = size();
    for (AtNodes* matrix : {&table.weigh_q, &table.weigh_v}) matrix->resize(nodes, n);
    for (OfNodes* matrix : {&table.push_q, &table.push_v}) matrix->resize(n, nodes);
    for (Vector* vector : {&table.qq, &table.qv, &table.vq, &table.vv}) vector->resize(n);
}

void OscillatorResponse::tabulate(double h, Table& table) const
{
    const auto& [omega, zeta, phi, p] = oscillators_;
    const double ring = std::sqrt(1.0 - zeta * zeta);
    std::array<double, powers + 1> sums{};  // Σ φ_i p_i Im zᵐ/Im z of those with a short series
    Square by_mode = Square::Zero();        // Σ φ_i p_i Im ψ_k(c_j z)/Im(c_j z) of the others, by j and k
    double unseen = 0.0;
    Pushes push;
    for (Index i = 0; i < size(); ++i) {
        const double angle = omega(i) * h;
        const Turn z{-zeta * angle, ring * angle};
        const double share = phi(i) * p(i);
        const bool is_slow = angle <= series_reach;
        if (is_slow) {
            const Powers power(z);
            for (int m = 0; m <= power.count; ++m) sums[m] += share * power.value[m];
        }
        for (int j = 0; j < nodes; ++j) {
            const double c = gauss_.node(j);
            const Turn part{c * z.re, c * z.im};
            const Rotation rotation(part);
            table.weigh_q(j, i) = phi(i) * (rotation.cosine - part.re * rotation.sine);
            table.weigh_v(j, i) = phi(i) * c * h * rotation.sine;
            if (is_slow) continue;
            push_of(part, rotation, push);
            for (int k = 0; k < nodes; ++k) by_mode(j, k) += share * push.position[k];
        }
        const Rotation rotation(z);
        table.qq(i) = rotation.cosine - z.re * rotation.sine;
        table.qv(i) = h * rotation.sine;
        table.vq(i) = -omega(i) * angle * rotation.sine;
        table.vv(i) = rotation.cosine + z.re * rotation.sine;
        push_of(z, rotation, push);
        for (int j = 0; j < nodes; ++j) {
            double position = 0.0;
            double velocity = 0.0;
            for (int k = 0; k < nodes; ++k) {
                position += push.position[k] * gauss_.legendre(k, j);
                velocity += push.velocity[k] * gauss_.legendre(k, j);
            }
            table.push_q(i, j) = -p(i) * h * h * position;
            table.push_v(i, j) = -p(i) * h * velocity;
        }
        const double stretch = angle * push.position[s];
        unseen += share * (push.velocity[s] * push.velocity[s] + stretch * stretch);
    }
    // The force on [0, c_j h] has Legendre coefficients of its own there, from its values at c_j c_l h.
    for (int j = 0; j < nodes; ++j) {
        const double c = gauss_.node(j);
        Values modes = by_mode.row(j).transpose();
        double power = 1.0;  // c^(m−1)
        for (int m = 1; m < powers; ++m, power *= c)
            for (int k = 0; k < nodes && k <= m; ++k) modes(k) += series[k][m] * power * sums[m];
        const Square coefficients = gauss_.legendre * gauss_.restricted(c);
        table.compliance.row(j) = -h * h * c * c * (modes.transpose() * coefficients);
    }
    table.unseen = std::sqrt(unseen);
    table.length = h;
}

void OscillatorResponse::advance(const Table& table, const Values& force, const Vector& q, const Vector& v,
                                 Vector& q_next, Vector& v_next)
{
    q_next.noalias() = table.push_q * force;
    v_next.noalias() = table.push_v * force;
    q_next.array() += table.qq.array() * q.array() + table.qv.array() * v.array();
    v_next.array() += table.vq.array() * q.array() + table.vv.array() * v.array();
}

void OscillatorResponse::move(double time, const Values& coefficients, Vector& q, Vector& v) const
{
    const auto& [omega, zeta, phi, p] = oscillators_;
    const double ring = std::sqrt(1.0 - zeta * zeta);
    const bool is_pushed = !coefficients.isZero(0.0);
    Pushes push;
    for (Index i = 0; i < size(); ++i) {
        const double angle = omega(i) * time;
        const Turn z{-zeta * angle, ring * angle};
        const Rotation rotation(z);
        const double was = q(i);
        q(i) = (rotation.cosine - z.re * rotation.sine) * was + time * rotation.sine * v(i);
        v(i) = (rotation.cosine + z.re * rotation.sine) * v(i) - omega(i) * angle * rotation.sine * was;
        if (!is_pushed) continue;
        push_of(z, rotation, push);
        for (int k = 0; k < nodes; ++k) {
            q(i) -= p(i) * time * time * push.position[k] * coefficients(k);
            v(i) -= p(i) * time * push.velocity[k] * coefficients(k);
        }
    }
}

void OscillatorResponse::fly(double time, Vector& q, Vector& v) const
{
    move(time, Values::Zero(), q, v);
}

}  // namespace rebond
