#include "rebond/orbits/impacts/green_function.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr double pole = 1e-10;      // |1 − e^{λT}| that leaves no digits [-]
constexpr double unmoved = 1e-14;   // of the largest residue: a mode that a contact does not move [-]
constexpr double undamped = 1e-13;  // of |λ|: a real part that is rounding [-]

bool is_undamped(Complex lambda)
{
    return lambda.imag() > 0.0 && std::abs(lambda.real()) <= undamped * lambda.imag();
}

// Modes that some contact moves.
std::vector<Index> undamped_modes(const LinearFlow& flow, const std::vector<Index>& contacts)
{
    std::vector<Index> modes;
    const ComplexVector& lambda = flow.modes().exponents;
    for (Index j = 0; j < lambda.size(); ++j) {
        if (!is_undamped(lambda(j))) continue;
        const bool is_moved = std::any_of(contacts.begin(), contacts.end(), [&](Index c) {
            const ComplexVector& response = flow.response(c);
            return std::abs(response(j)) > unmoved * response.cwiseAbs().maxCoeff();
        });
        if (is_moved) modes.push_back(j);
    }
    return modes;
}

}  // namespace

Complex exponential_minus_one(Complex z)
{
    const double half = std::sin(0.5 * z.imag());
    const double grown = std::exp(z.real());
    return {std::expm1(z.real()) * std::cos(z.imag()) - 2.0 * half * half, grown * std::sin(z.imag())};
}

GreenFunction::GreenFunction(const LinearFlow& flow, double period)
    : flow_(flow), period_(period), turns_(flow.size()), sums_(flow.size())
{
    for (Index j = 0; j < flow.size(); ++j) {
        const Complex lambda = flow.modes().exponents(j);
        const Complex minus_one = exponential_minus_one(lambda * period);
        turns_(j) = minus_one + 1.0;
        sums_(j) = lambda == 0.0 ? 0.0 : -1.0 / minus_one;
    }
}

GreenValue GreenFunction::at(Index observed, Index struck, double s) const
{
    GreenValue green;
    const ComplexVector& lambda = flow_.modes().exponents;
    const ComplexVector& seen = flow_.gap(observed).on_exponents;
    const ComplexVector& moved = flow_.response(struck);
    const double T = period_;
    for (Index j = 0; j < lambda.size(); ++j) {
        const Complex r = seen(j) * moved(j);
        if (lambda(j) == 0.0) {
            green.value += r.real() * (0.5 - s / T);
            green.rate -= r.real() / T;
            green.by_period += r.real() * s / (T * T);
            green.rate_by_period += r.real() / (T * T);
            continue;
        }
        Complex term = r * sums_(j);
        if (s != 0.0) term *= std::exp(lambda(j) * s);
        const Complex rate = term * lambda(j);
        const Complex by_period = rate * turns_(j) * sums_(j);
        green.value += term.real();
        green.rate += rate.real();
        green.acceleration += (rate * lambda(j)).real();
        green.by_period += by_period.real();
        green.rate_by_period += (by_period * lambda(j)).real();
    }
    if (flow_.rigid() > 0) {
        const double r = flow_.gap(observed).on_rigid.dot(flow_.rigid_response(struck));
        green.value += r * s * (T - s) / (2.0 * T);
        green.rate += r * (T - 2.0 * s) / (2.0 * T);
        green.acceleration -= r / T;
        green.by_period += r * s * s / (2.0 * T * T);
        green.rate_by_period += r * s / (T * T);
    }
    return green;
}

double GreenFunction::rate_jump(Index observed, Index struck) const
{
    double jump = flow_.gap(observed).on_rigid.dot(flow_.rigid_response(struck));
    const ComplexVector& lambda = flow_.modes().exponents;
    for (Index j = 0; j < lambda.size(); ++j)
        jump += (flow_.gap(observed).on_exponents(j) * flow_.response(struck)(j) * lambda(j)).real();
    return jump;
}

double GreenFunction::acceleration_jump(Index observed, Index struck) const
{
    double jump = 0.0;
    const ComplexVector& lambda = flow_.modes().exponents;
    for (Index j = 0; j < lambda.size(); ++j)
        jump +=
            (flow_.gap(observed).on_exponents(j) * flow_.response(struck)(j) * lambda(j) * lambda(j)).real();
    return jump;
}

bool GreenFunction::is_at_pole(Index contact) const
{
    const ComplexVector& moved = flow_.response(contact);
    const double largest = moved.size() > 0 ? moved.cwiseAbs().maxCoeff() : 0.0;
    for (Index j = 0; j < moved.size(); ++j)
        if (std::abs(moved(j)) > unmoved * largest && flow_.modes().exponents(j) != 0.0 &&
            std::abs(turns_(j) - 1.0) <= pole)
            return true;
    return false;
}

std::vector<long> pole_window(const LinearFlow& flow, const std::vector<Index>& contacts, double period)
{
    std::vector<long> turns;
    for (const Index j : undamped_modes(flow, contacts))
        turns.push_back(
            std::lround(std::floor(flow.modes().exponents(j).imag() * period / (2.0 * std::numbers::pi))));
    return turns;
}

PoleBounds poles_around(const LinearFlow& flow, const std::vector<Index>& contacts, double period)
{
    PoleBounds bounds;
    for (const Index j : undamped_modes(flow, contacts)) {
        const double own = 2.0 * std::numbers::pi / flow.modes().exponents(j).imag();
        const double turns = std::floor(period / own);
        bounds.below = std::max(bounds.below, turns * own);
        bounds.above = std::min(bounds.above, (turns + 1.0) * own);
    }
    return bounds;
}

}  // namespace rebond
