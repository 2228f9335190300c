// A body with constant dense M and K under gravity-like loads: a model as a user would bring it, and the
// named situations with exact solutions that the schemes are tested on.
#pragma once

#include "rebond/integration/integrate.hpp"

#include <Eigen/Cholesky>

namespace rebond::test {

class LinearBody final : public Model {
public:
    LinearBody(Matrix M, Matrix K, Vector load) : M_(std::move(M)), K_(std::move(K)), load_(std::move(load))
    {
    }

    Index dofs() const override { return M_.rows(); }
    std::unique_ptr<Dynamics> dynamics() const override { return std::make_unique<AtWork>(*this); }

private:
    class AtWork final : public Dynamics {
    public:
        explicit AtWork(const LinearBody& body) : body_(body), q_(Vector::Zero(body.dofs())) {}
        void place(double, const Vector& q) override { q_ = q; }
        void residual(const Vector&, const Vector& a, Vector& r) override
        {
            r = body_.M_ * a + body_.K_ * q_ - body_.load_;
        }
        bool factor(double beta, double) override
        {
            factors_.compute(body_.M_ + beta * body_.K_);
            return factors_.info() == Eigen::Success;
        }
        void solve(Vector& x) override { x = factors_.solve(x).eval(); }
        void stiffness(const Vector& x, Vector& y) override { y = body_.K_ * x; }
        Energy energy(const Vector& v) override
        {
            return {0.5 * v.dot(body_.M_ * v), 0.5 * q_.dot(body_.K_ * q_), -body_.load_.dot(q_)};
        }

    private:
        const LinearBody& body_;
        Vector q_;
        Eigen::LLT<Matrix> factors_;
    };

    Matrix M_, K_;
    Vector load_;
};

// Unit mass falling from height 1 at rest under g = 2: first impact at t = 1 with speed 2.
inline Problem bouncing_ball(double e, double duration)
{
    const Matrix one = Matrix::Identity(1, 1);
    return {.model = std::make_shared<LinearBody>(one, 0.0 * one, Vector::Constant(1, -2.0)),
            .contacts = {{.gap = {.terms = {{0, 1.0}}}, .law = {.restitution = e}}},
            .initial = {.t = 0.0, .q = Vector::Ones(1), .v = Vector::Zero(1)},
            .duration = duration,
            .sample_every = duration};
}

// Unit mass on a unit spring, leaving at speed 1 a stop at its rest position: sine arches, one impact
// every π seconds, speed multiplied by e at each.
inline Problem bouncing_oscillator(double e, double duration)
{
    const Matrix one = Matrix::Identity(1, 1);
    return {.model = std::make_shared<LinearBody>(one, one, Vector::Zero(1)),
            .contacts = {{.gap = {.terms = {{0, 1.0}}}, .law = {.restitution = e}}},
            .initial = {.t = 0.0, .q = Vector::Zero(1), .v = Vector::Ones(1)},
            .duration = duration,
            .sample_every = duration};
}

// Two unit masses on two unit springs, thrown at a stop at distance 1 from the second one
// [YoongAcaryLegrand2017]; with e = 0 the second mass sticks and is released.
inline Problem two_masses(double e, double duration)
{
    Matrix K(2, 2);
    K << 2.0, -1.0, -1.0, 1.0;
    return {.model = std::make_shared<LinearBody>(Matrix::Identity(2, 2), K, Vector::Zero(2)),
            .contacts = {{.gap = {.terms = {{1, -1.0}}, .offset = 1.0}, .law = {.restitution = e}}},
            .initial = {.t = 0.0, .q = Vector::Zero(2), .v = Vector::Constant(2, 10.0)},
            .duration = duration,
            .sample_every = duration};
}

// Everything a run tells, kept.
struct Story final : Recorder {
    State last;
    std::vector<double> times;
    std::vector<Impact> impacts;
    std::vector<SustainedContact> phases;
    double energy = 0.0;

    void step(const Instant& now) override
    {
        last = {now.t(), now.q(), now.v()};
        times.push_back(now.t());
        energy = now.energy().total();
    }
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void sustained(const SustainedContact& phase) override { phases.push_back(phase); }
};

}  // namespace rebond::test
