#include "physics/random_rough_scenes.hpp"

#include "rebond/core/types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace rebond::test {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}

    double between(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
    int from(int a, int b) { return std::uniform_int_distribution<int>(a, b)(random_); }
    bool once_in(int n) { return from(1, n) == 1; }
    double number() { return std::normal_distribution<double>()(random_); }

private:
    std::mt19937 random_;
};

std::string list(const Vector& x)
{
    return fmt::format("[{}]", fmt::join(x.begin(), x.end(), ", "));
}

std::string rows(const Matrix& A)
{
    std::vector<std::string> texts;
    for (Index i = 0; i < A.rows(); ++i) texts.push_back(list(A.row(i).transpose()));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

Matrix positive(Dice& dice, Index n)
{
    const Matrix A = Matrix::NullaryExpr(n, n, [&] { return dice.number(); });
    return A * A.transpose() / static_cast<double>(n) + 0.3 * Matrix::Identity(n, n);
}

// Stronge's law is one of single contacts.
std::string impact(Dice& dice, double friction, bool is_single)
{
    const char* laws[] = {"newton", "poisson", "stronge"};
    const double e = dice.once_in(3) ? 0.0 : dice.between(0.0, 0.9);
    return fmt::format("[impact]\nlaw = \"{}\"\nrestitution = {}\nfriction = {}\n",
                       laws[dice.from(0, is_single ? 2 : 1)], e, friction);
}

}  // namespace

std::string random_linear_scene(unsigned seed)
{
    Dice dice(seed);
    const Index n = dice.from(2, 4);
    const int contacts = n >= 4 ? dice.from(1, 2) : 1;
    const Vector q = Vector::Zero(n), v = Vector::NullaryExpr(n, [&] { return dice.number(); });
    Vector force = Vector::NullaryExpr(n, [&] { return dice.number(); });
    std::string text;
    for (int k = 0; k < contacts; ++k) {
        Vector normal = Vector::NullaryExpr(n, [&] { return 0.2 * dice.number(); });
        Vector tangent = Vector::NullaryExpr(n, [&] { return 0.2 * dice.number(); });
        normal(2 * k) += 1.0;
        tangent(2 * k + 1) += 1.0;
        force -= dice.between(2.0, 10.0) * normal;
        text += fmt::format("[[contact]]\nnormal = {}\ntangent = {}\noffset = {}\n", list(normal),
                            list(tangent), dice.once_in(2) ? 0.0 : dice.between(0.0, 0.3));
        if (dice.once_in(4)) text += fmt::format("slide_velocity = {}\n", dice.between(-1.0, 1.0));
    }
    return fmt::format(
        "[model]\ntype = \"linear\"\nmass = {}\nstiffness = {}\nforce = {}\n{}[initial]\n"
        "position = {}\nvelocity = {}\n{}[run]\nduration = 3.0\nsample_every = 0.1\n",
        rows(positive(dice, n)), rows(10.0 * positive(dice, n)), list(force), text, list(q), list(v),
        impact(dice, dice.between(0.05, 1.0), contacts == 1));
}

std::string random_rod_scene(unsigned seed)
{
    Dice dice(seed);
    const double tip = dice.once_in(3) ? 0.0 : dice.between(0.0, 0.2);
    return fmt::format(
        "[model]\ntype = \"rod\"\nmass = {}\nlength = {}\n[initial]\nangle_deg = {}\ntip = [0.0, {}]\n"
        "velocity = [{}, {}]\nspin = {}\n{}[run]\nduration = 0.5\nsample_every = 0.02\n",
        dice.between(0.5, 2.0), dice.between(0.5, 1.5), dice.between(15.0, 165.0), tip, dice.number(),
        -dice.between(0.0, 2.0), dice.number(), impact(dice, dice.between(0.05, 1.6), false));
}

std::string random_discs_scene(unsigned seed)
{
    Dice dice(seed);
    const int discs = dice.from(1, 3), walls = dice.from(0, 3);
    std::string text = "[model]\ntype = \"balls\"\n";
    if (walls < 2) text += "floor = 0.0\n";
    for (int i = 0; i < discs; ++i)
        text += fmt::format(
            "[[model.ball]]\nmass = {}\nradius = {}\nposition = [{}, {}]\nvelocity = [{}, {}]\nspin = {}\n",
            dice.between(0.5, 2.0), dice.between(0.05, 0.15), 0.35 * (i - 1) + dice.between(-0.02, 0.02),
            dice.between(0.16, 0.4), dice.number(), dice.number(), 5.0 * dice.number());
    if (walls == 1)
        text +=
            "[[model.plane]]\npoint = [-0.6, 0.0]\nnormal = [1.0, 0.0]\n[[model.plane]]\n"
            "point = [0.6, 0.0]\nnormal = [-1.0, 0.0]\n";
    if (walls == 2) {
        const double angle = dice.between(-0.3, 0.3);
        text += fmt::format("[[model.plane]]\npoint = [0.0, -0.2]\nnormal = [{}, {}]\n", std::sin(angle),
                            std::cos(angle));
    }
    if (walls == 3) text += "[[model.circle]]\ncentre = [0.0, 0.5]\nradius = 1.0\nside = \"inside\"\n";
    return fmt::format("{}{}[run]\nduration = 1.5\ngravity = {}\nsample_every = 0.05\n", text,
                       impact(dice, dice.between(0.05, 0.8), discs == 1 && walls != 1),
                       dice.once_in(5) ? 0.0 : 9.81);
}

std::string random_bar_scene(unsigned seed)
{
    Dice dice(seed);
    return fmt::format(
        "[model]\ntype = \"bar\"\nsprings = \"{}\"\nsegments = {}\n[initial]\nangle_deg = {}\n"
        "velocity = [{}, {}]\n{}[run]\nduration = 0.0045\n",
        dice.once_in(4) ? "spiral" : "paired", dice.from(2, 4), dice.between(20.0, 160.0),
        dice.between(-1.0, 1.0), -dice.between(0.9, 1.2), impact(dice, dice.between(0.05, 1.0), true));
}

}  // namespace rebond::test
