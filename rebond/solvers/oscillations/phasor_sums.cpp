#include "rebond/solvers/oscillations/phasor_sums.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace rebond {
namespace {

// ---------------------------------------------------------------- turning

struct Turn {
    double cosine = 1.0;
    double sine = 0.0;
};

// cos θ and sin θ for |θ| ≤ largest_quick_angle without a branch, so that loops over it become vector code.
// θ = kπ/2 + r, |r| ≤ π/4; the polynomials are the kernels of Sun's fdlibm; the parity of k exchanges them
// and its second bit sets the signs.
inline Turn quick_turn(double theta)
{
    constexpr double two_over_pi = 6.36619772367581382433e-01;
    constexpr double high = 1.57079632673412561417e+00;  // π/2 in two parts, the first of 33 bits
    constexpr double low = 6.07710050650619224932e-11;
    constexpr double integer_in_low_bits = 0x1.8p52;

    const double shifted = theta * two_over_pi + integer_in_low_bits;
    const auto bits = std::bit_cast<std::uint64_t>(shifted);
    const double k = shifted - integer_in_low_bits;
    const double r = (theta - k * high) - k * low;
    const double z = r * r;
    const double z2 = z * z;
    const double z4 = z2 * z2;
    const double sine = r + (r * z) * ((-1.66666666666666324348e-01 + z * 8.33333333332248946124e-03) +
                                       z2 * (-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
                                       z4 * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10));
    const double cosine =
        (1.0 - 0.5 * z) + z2 * ((4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
                                z2 * (2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) +
                                z4 * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));

    const std::uint64_t exchange = 0 - (bits & 1);
    const auto s = std::bit_cast<std::uint64_t>(sine);
    const auto c = std::bit_cast<std::uint64_t>(cosine);
    const std::uint64_t c_out = ((c & ~exchange) | (s & exchange)) ^ (((bits + 1) & 2) << 62);
    const std::uint64_t s_out = ((s & ~exchange) | (c & exchange)) ^ ((bits & 2) << 62);
    return {std::bit_cast<double>(c_out), std::bit_cast<double>(s_out)};
}

// ---------------------------------------------------------------- sums

// Phasors are summed in blocks: a derivative costs one product and one sum per part, all in registers.
constexpr Index lanes = 8;
using Lanes = Eigen::Array<double, lanes, 1>;
using HalfLanes = Eigen::Array<double, lanes / 2, 1>;

template <int P>
struct Accumulator {
    Accumulator()
    {
        for (HalfLanes& x : m) x.setZero();
    }
    std::array<HalfLanes, P> m;
    Lanes even = Lanes::Zero();  // sizes of the first power left out
    Lanes odd = Lanes::Zero();
};

// One block of phasors with their weights and exponents.
struct Block {
    Lanes x, y;         // real and imaginary parts of w u
    Lanes alpha, beta;  // and of λc
};

// λc = iβ: even powers act on the real parts alone and odd powers on the imaginary parts alone,
// Re[(x + iy)(iβ)^{2i}] = x(−β²)ⁱ and Re[(x + iy)(iβ)^{2i+1}] = −βy(−β²)ⁱ.
template <int P>
inline void add_undamped(const Block& block, Accumulator<P>& sum)
{
    const Lanes factor = -(block.beta * block.beta);
    Lanes x = block.x;
    Lanes z = -(block.beta * block.y);
    for (int k = 0; k < P; k += 2) {
        sum.m[k] += x.template head<lanes / 2>() + x.template tail<lanes / 2>();
        sum.m[k + 1] += z.template head<lanes / 2>() + z.template tail<lanes / 2>();
        x *= factor;
        z *= factor;
    }
    sum.even += x.abs();
    sum.odd += z.abs();
}

template <int P>
inline void add_damped(const Block& block, Accumulator<P>& sum)
{
    Lanes x = block.x;
    Lanes y = block.y;
    for (int k = 0; k < P; ++k) {
        sum.m[k] += x.template head<lanes / 2>() + x.template tail<lanes / 2>();
        const Lanes real = x * block.alpha - y * block.beta;
        y = x * block.beta + y * block.alpha;
        x = real;
    }
    sum.even += x.abs();
    sum.odd += y.abs();
}

template <int P, bool undamped>
Accumulator<P> accumulate(const Exponents& lambda, const double* w, Phasors u, Index count, double c)
{
    Accumulator<P> sum;
    for (Index j = 0; j < count; j += lanes) {
        Block block;
        if (j + lanes <= count) {
            const auto part = [j](const double* x) { return Eigen::Map<const Lanes>(x + j); };
            block.x = part(w) * part(u.re.data());
            block.y = part(w) * part(u.im.data());
            if (!undamped) block.alpha = c * part(lambda.decay.data());
            block.beta = c * part(lambda.frequency.data());
        } else {
            block = {Lanes::Zero(), Lanes::Zero(), Lanes::Zero(), Lanes::Zero()};
            for (Index i = 0; j + i < count; ++i) {
                block.x(i) = w[j + i] * u.re[j + i];
                block.y(i) = w[j + i] * u.im[j + i];
                block.alpha(i) = c * lambda.decay(j + i);
                block.beta(i) = c * lambda.frequency(j + i);
            }
        }
        if constexpr (undamped)
            add_undamped<P>(block, sum);
        else
            add_damped<P>(block, sum);
    }
    return sum;
}

}  // namespace

Exponents::Exponents(std::span<const std::complex<double>> lambda)
    : decay(static_cast<Index>(lambda.size())), frequency(static_cast<Index>(lambda.size()))
{
    for (Index j = 0; j < size(); ++j) {
        require(lambda[j].real() <= 0.0 && std::isfinite(lambda[j].real()) && std::isfinite(lambda[j].imag()),
                "Exponents: a growing or infinite exponent");
        decay(j) = lambda[j].real();
        frequency(j) = lambda[j].imag();
        undamped = undamped && lambda[j].real() == 0.0;
    }
}

void turn(const Exponents& lambda, double s, Phasors a, Index begin, Index end, OwnedPhasors& u)
{
    const double* omega = lambda.frequency.data();
    const double* re = a.re.data();
    const double* im = a.im.data();
    double* u_re = u.re.data();
    double* u_im = u.im.data();
    const auto store = [&](Index j, Turn e) {
        const double x = re[j];
        const double y = im[j];
        u_re[j] = x * e.cosine - y * e.sine;
        u_im[j] = x * e.sine + y * e.cosine;
    };
    double fastest = 0.0;
    for (Index j = begin; j < end; ++j) fastest = std::max(fastest, std::abs(omega[j]));
    if (fastest * std::abs(s) <= largest_quick_angle) {
        for (Index j = begin; j < end; ++j) store(j, quick_turn(omega[j] * s));
    } else {
        for (Index j = begin; j < end; ++j) store(j, {std::cos(omega[j] * s), std::sin(omega[j] * s)});
    }
    if (lambda.undamped) return;
    for (Index j = begin; j < end; ++j) {
        const double fading = std::exp(lambda.decay(j) * s);
        u_re[j] *= fading;
        u_im[j] *= fading;
    }
}

void nudge(const Exponents& lambda, double s, OwnedPhasors& u)
{
    const double* omega = lambda.frequency.data();
    double* re = u.re.data();
    double* im = u.im.data();
    // e^{iθ} − 1 to the fifth power of θ.
    for (Index j = 0; j < lambda.size(); ++j) {
        const double theta = omega[j] * s;
        const double z = theta * theta;
        const double versine = z * (0.5 - z * (1.0 / 24.0));
        const double sine = theta * (1.0 - z * (1.0 / 6.0 - z * (1.0 / 120.0)));
        const double x = re[j];
        const double y = im[j];
        re[j] = x - (x * versine + y * sine);
        im[j] = y + (x * sine - y * versine);
    }
    if (lambda.undamped) return;
    for (Index j = 0; j < lambda.size(); ++j) {
        const double fading = std::exp(lambda.decay(j) * s);
        u.re(j) *= fading;
        u.im(j) *= fading;
    }
}

template <int P>
Moments<P> moments(const Exponents& lambda, std::span<const double> weights, Phasors u, Index count, double c,
                   double reach)
{
    static_assert(P % 2 == 0);
    const Accumulator<P> sum = lambda.undamped ? accumulate<P, true>(lambda, weights.data(), u, count, c)
                                               : accumulate<P, false>(lambda, weights.data(), u, count, c);
    Moments<P> result;
    for (int k = 0; k < P; ++k) result.m[k] = sum.m[k].sum();
    // Without damping the series are those of cosine and sine, and the sine's goes one power further.
    const double odd_weight = lambda.undamped ? reach / (P + 1) : 1.0;
    result.remainder = sum.even.sum() + odd_weight * sum.odd.sum();
    return result;
}

template Moments<6> moments<6>(const Exponents&, std::span<const double>, Phasors, Index, double, double);
template Moments<24> moments<24>(const Exponents&, std::span<const double>, Phasors, Index, double, double);

}  // namespace rebond
