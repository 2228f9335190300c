// A point mass m falling onto the floor q = 0: one coordinate, its height. Tests of recorders tell
// its story by hand, so nothing here can integrate.
#pragma once

#include "rebond/core/error.hpp"
#include "rebond/integration/recorder.hpp"

#include <memory>

namespace rebond {

class PointMass final : public Model {
public:
    explicit PointMass(double mass = 1.0, double gravity = 0.0) : mass_(mass), gravity_(gravity) {}

    Index dofs() const override { return 1; }

    std::unique_ptr<Dynamics> dynamics() const override { return std::make_unique<AtWork>(*this); }

    std::optional<double> mass_centre_velocity(const Vector& /*q*/, const Vector& v) const override
    {
        ++velocity_calls;
        return v(0);
    }

    mutable long velocity_calls = 0;
    mutable long energy_calls = 0;

private:
    class AtWork final : public Dynamics {
    public:
        explicit AtWork(const PointMass& model) : model_(model) {}

        void place(double /*t*/, const Vector& q) override { height_ = q(0); }
        void residual(const Vector&, const Vector&, Vector&) override { refuse(); }
        bool factor(double, double) override { return false; }
        void solve(Vector&) override { refuse(); }
        void stiffness(const Vector&, Vector&) override { refuse(); }

        Energy energy(const Vector& v) override
        {
            ++model_.energy_calls;
            return {.kinetic = 0.5 * model_.mass_ * v(0) * v(0),
                    .gravity = model_.mass_ * model_.gravity_ * height_};
        }

    private:
        static void refuse() { require(false, "nobody integrates the hand-told point mass"); }

        const PointMass& model_;
        double height_ = 0.0;
    };

    double mass_;
    double gravity_;
};

// The point mass over its floor, at height and velocity 0 until told otherwise. `floors` > 1 adds
// floors, each one metre below the one before.
inline Problem point_mass_problem(std::shared_ptr<const PointMass> model = std::make_shared<PointMass>(),
                                  Index floors = 1)
{
    Problem problem;
    problem.model = std::move(model);
    for (Index k = 0; k < floors; ++k)
        problem.contacts.push_back(
            {.gap = {.terms = {{.coordinate = 0, .weight = 1.0}}, .offset = static_cast<double>(k)}});
    problem.initial = {.t = 0.0, .q = Vector::Zero(1), .v = Vector::Zero(1)};
    problem.duration = 1.0;
    return problem;
}

// Tells recorders a story step by step.
class Story {
public:
    Story(const Problem& problem, Recorder& recorder)
        : recorder_(recorder), dynamics_(problem.model->dynamics()), state_(problem.initial)
    {
    }

    void step(double t, double height, double velocity)
    {
        state_.t = t;
        state_.q(0) = height;
        state_.v(0) = velocity;
        recorder_.step(StateInstant(state_, *dynamics_));
    }

private:
    Recorder& recorder_;
    std::unique_ptr<Dynamics> dynamics_;
    State state_;
};

}  // namespace rebond
