#include "rebond/orbits/orbit_system.hpp"

#include "rebond/orbits/load_period.hpp"

#include <algorithm>

namespace rebond {
namespace {

bool is_same(const SymmetricMatrix& A, const SymmetricMatrix& B)
{
    if (A.size() != B.size() || A.structure() != B.structure()) return false;
    const auto a = A.entries(), b = B.entries();
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Entry& x, const Entry& y) {
        return x.row == y.row && x.column == y.column && x.value == y.value;
    });
}

bool is_same(const LinearSystem& one, const LinearSystem& other)
{
    return is_same(one.mass, other.mass) && is_same(one.damping, other.damping) &&
           is_same(one.stiffness, other.stiffness);
}

bool has_same_gradients(const Problem& one, const Problem& other)
{
    if (one.contacts.size() != other.contacts.size()) return false;
    for (std::size_t k = 0; k < one.contacts.size(); ++k)
        if (gradient_of(one.contacts[k].gap, one.model->dofs()) !=
            gradient_of(other.contacts[k].gap, other.model->dofs()))
            return false;
    return true;
}

std::string refusal_of(const Problem& problem)
{
    if (problem.model->as_linear() == nullptr) return "the body is not linear; use the shooting method";
    if (problem.contacts.empty() || problem.crowd) return "there is no contact";
    if (has_friction(problem)) return "a contact has friction; periodic motions here are without friction";
    if (has_massless_contacts(problem)) return "a contact touches by a coordinate without mass";
    for (const Contact& contact : problem.contacts) {
        if (!is_constant(contact.gap)) return "a gap bends or moves; use the shooting method";
        if (contact.law.law == Law::hertz) return "a Hertz contact has no impacts; use the shooting method";
        if (contact.law.law == Law::outward) return "the outward law is not served; use newton";
    }
    return {};
}

}  // namespace

OrbitSystem::OrbitSystem(Problem problem, const OrbitSystem* like)
    : problem_(std::move(problem)), refusal_(refusal_of(problem_))
{
    if (!refusal_.empty()) return;
    const Linear& linear = *problem_.model->as_linear();
    conservative_ = rebond::is_conservative(problem_);
    find_load_period();
    if (!refusal_.empty()) return;

    if (like != nullptr && like->problem_.model->as_linear() != nullptr &&
        is_same(linear.system(), like->problem_.model->as_linear()->system()) &&
        has_same_gradients(problem_, like->problem_))
        for (const auto& [closed, flow] : like->flows_) given_modes_[closed] = flow->shared_modes();

    dynamics_ = linear.dynamics();
    if (!dynamics_->factor(0.0, 0.0)) {
        refusal_ = "the mass matrix is not positive";
        return;
    }
    mobility_.resize(contacts(), contacts());
    Vector x(dofs());
    for (Index c = 0; c < contacts(); ++c) {
        x = gradient_of(problem_.contacts[c].gap, dofs());
        dynamics_->solve(x);
        mass_responses_.push_back(x);
        for (Index a = 0; a < contacts(); ++a) mobility_(a, c) = along(problem_.contacts[a].gap.terms, x);
        if (!(mobility_(c, c) > 0.0)) {
            refusal_ = "a gap depends on no coordinate";
            return;
        }
    }
    refusal_ = held({}).refusal();
}

void OrbitSystem::find_load_period()
{
    const std::vector<double> frequencies = driving_frequencies(problem_);
    load_period_ = common_period(frequencies);
    if (!frequencies.empty() && !load_period_)
        refusal_ = "the loads have no common period, so that no motion is periodic";
}

const LinearFlow& OrbitSystem::held(const std::vector<Index>& closed) const
{
    auto& flow = flows_[closed];
    if (!flow) {
        const auto given = given_modes_.find(closed);
        std::shared_ptr<const FlowModes> modes;
        if (given != given_modes_.end()) {
            modes = given->second;
        } else {
            std::vector<Vector> fixed;
            for (const Index k : closed) fixed.push_back(gradient_of(problem_.contacts[k].gap, dofs()));
            modes = std::make_shared<const FlowModes>(flow_modes(*problem_.model->as_linear(), fixed));
        }
        flow = std::make_unique<LinearFlow>(problem_, closed, std::move(modes));
    }
    return *flow;
}

SignalSearch& OrbitSystem::search(const std::vector<Index>& closed) const
{
    auto& search = searches_[closed];
    if (!search) search = std::make_unique<SignalSearch>(held(closed).signal_exponents());
    return *search;
}

double OrbitSystem::energy(const State& state) const
{
    dynamics_->place(state.t, state.q);
    return dynamics_->energy(state.v).total();
}

}  // namespace rebond
