// Two masses joined by a spring, dropped on a plane: a body of one's own, by the installed library.
#include <cmath>
#include <cstdio>
#include <rebond/rebond.hpp>

using namespace rebond;

namespace {

constexpr double m = 1.0, k = 1e4, rest = 0.1, g = 9.81;  // [kg], [N/m], [m], [m/s²]

class Stack final : public UserBody {
public:
    void mass(const Vector& /*q*/, Matrix& M) override { M = m * Matrix::Identity(2, 2); }
    void force(double /*t*/, const Vector& q, const Vector& /*v*/, Vector& f) override
    {
        const double pull = k * (q(1) - q(0) - rest);
        f << pull - m * g, -pull - m * g;
    }
    Energy energy(const Vector& q, const Vector& v) override
    {
        const double stretch = q(1) - q(0) - rest;
        return {.kinetic = 0.5 * m * v.squaredNorm(),
                .elastic = 0.5 * k * stretch * stretch,
                .gravity = m * g * q.sum()};
    }
};

}  // namespace

int main()
{
    Problem problem;
    problem.model =
        std::make_shared<UserModel>(UserTraits{.dofs = 2}, [] { return std::make_unique<Stack>(); });
    Contact floor;
    floor.gap.terms = {{0, 1.0}};  // φ = y₁
    floor.law.restitution = 0.0;
    problem.contacts = {floor};
    problem.initial = {.t = 0.0, .q = (Vector(2) << 0.05, 0.15).finished(), .v = Vector::Zero(2)};
    problem.duration = 0.5;
    problem.sample_every = 0.01;

    Trajectory kept(problem);
    Sampler sampler(problem, problem.duration, kept);
    const RunResult done = run_problem(problem, EventAccurate{}, {}, {&sampler});
    sampler.finish();
    const double first = *done.findings.first_impact, fall = std::sqrt(2.0 * 0.05 / g);
    std::printf("%s: %ld impacts, first at %.12f s, %zu samples, energy balance off by %.1e J\n",
                name_of(done.outcome.status).data(), done.findings.impacts, first, kept.time.size(),
                done.findings.energy.balance_error);
    return done.outcome.status == Status::ok && std::abs(first - fall) < 1e-12 ? 0 : 1;
}
