#include "rebond/mechanics/beam/beam_element.hpp"

namespace rebond {
namespace {

using Bending = Eigen::Matrix<double, 4, 4>;

// Φ of (1).
double shear_flexibility(const BeamSection& section, double h)
{
    return 12.0 * section.bending / (section.shear * h * h);
}

// Axial entries at u, u and the bending block at w, θ, w, θ.
ElementMatrix assembled(double at_node, double between, const Bending& bending)
{
    constexpr Index place[] = {1, 2, 4, 5};
    ElementMatrix A = ElementMatrix::Zero();
    A(0, 0) = A(3, 3) = at_node;
    A(0, 3) = A(3, 0) = between;
    for (Index i = 0; i < 4; ++i)
        for (Index j = 0; j < 4; ++j) A(place[i], place[j]) = bending(i, j);
    return A;
}

}  // namespace

ElementMatrix beam_stiffness(const BeamSection& section, double h)
{
    const double phi = shear_flexibility(section, h);
    Bending B;
    B << 12.0, 6.0 * h, -12.0, 6.0 * h,                               //
        6.0 * h, (4.0 + phi) * h * h, -6.0 * h, (2.0 - phi) * h * h,  //
        -12.0, -6.0 * h, 12.0, -6.0 * h,                              //
        6.0 * h, (2.0 - phi) * h * h, -6.0 * h, (4.0 + phi) * h * h;
    const double k = section.axial / h;
    return assembled(k, -k, section.bending / ((1.0 + phi) * h * h * h) * B);
}

ElementMatrix beam_mass_consistent(const BeamSection& section, double h)
{
    const double phi = shear_flexibility(section, h), phi2 = phi * phi;
    const double scale = 1.0 / ((1.0 + phi) * (1.0 + phi));

    // Translation of the sections.
    const double a = 13.0 / 35.0 + 7.0 / 10.0 * phi + phi2 / 3.0;
    const double b = (11.0 / 210.0 + 11.0 / 120.0 * phi + phi2 / 24.0) * h;
    const double c = 9.0 / 70.0 + 3.0 / 10.0 * phi + phi2 / 6.0;
    const double d = -(13.0 / 420.0 + 3.0 / 40.0 * phi + phi2 / 24.0) * h;
    const double e = (1.0 / 105.0 + phi / 60.0 + phi2 / 120.0) * h * h;
    const double f = -(1.0 / 140.0 + phi / 60.0 + phi2 / 120.0) * h * h;
    Bending translation;
    translation << a, b, c, d,  //
        b, e, -d, f,            //
        c, -d, a, -b,           //
        d, f, -b, e;

    // Their rotation.
    const double p = 6.0 / 5.0;
    const double q = (1.0 / 10.0 - 0.5 * phi) * h;
    const double r = (2.0 / 15.0 + phi / 6.0 + phi2 / 3.0) * h * h;
    const double s = (-1.0 / 30.0 - phi / 6.0 + phi2 / 6.0) * h * h;
    Bending rotation;
    rotation << p, q, -p, q,  //
        q, r, -q, s,          //
        -p, -q, p, -q,        //
        q, s, -q, r;

    const double m = section.mass * h;
    return assembled(m / 3.0, m / 6.0, scale * (m * translation + section.rotary_mass / h * rotation));
}

ElementMatrix beam_mass_lumped(const BeamSection& section, double h)
{
    const double half = 0.5 * section.mass * h;
    const bool turns_with_node = shear_flexibility(section, h) == 0.0;
    const double rotary = 0.5 * section.rotary_mass * h + (turns_with_node ? half * h * h / 12.0 : 0.0);
    Eigen::Matrix<double, 6, 1> diagonal;
    diagonal << half, half, rotary, half, half, rotary;
    return diagonal.asDiagonal();
}

}  // namespace rebond
