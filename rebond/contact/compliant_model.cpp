#include "rebond/contact/compliant_model.hpp"

#include "rebond/contact/contact_rows.hpp"
#include "rebond/mechanics/hertz.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

class CompliantDynamics final : public Dynamics {
public:
    // `model` and `contacts` must outlive it.
    CompliantDynamics(const Model& model, const std::vector<Contact>& contacts)
        : body_(model.dynamics()),
          dofs_(model.dofs()),
          contacts_(contacts),
          rows_(contacts),
          is_on_(contacts.size(), 1),
          depth_(contacts.size(), 0.0),
          W_(contacts.size()),
          response_(contacts.size())
    {
        pressing_.reserve(contacts.size());
    }

    void place(double t, const Vector& q) override
    {
        body_->place(t, q);
        rows_.place(t, q);
        for (std::size_t i = 0; i < contacts_.size(); ++i)
            depth_[i] = is_on_[i] ? std::max(0.0, -gap_at(contacts_[i].gap, t, q)) : 0.0;
    }

    void residual(const Vector& v, const Vector& a, Vector& r) override
    {
        body_->residual(v, a, r);
        for (Index i = 0; i < count(); ++i)
            if (depth_[i] > 0.0) add_reaction(rows_.normal(i), -force(i), r);
    }

    bool factor(double beta, double gamma) override
    {
        pressing_.clear();
        if (!body_->factor(beta, gamma)) return false;
        if (!(beta > 0.0)) return true;
        for (Index i = 0; i < count(); ++i)
            if (depth_[i] > 0.0) pressing_.push_back(i);
        if (pressing_.empty()) return true;
        // (3). The factors outlive the configuration, so the rows are kept too.
        const Index size = std::ssize(pressing_);
        small_.resize(size, size);
        for (Index j = 0; j < size; ++j) {
            W_[j] = rows_.normal(pressing_[j]);
            response_[j].setZero(dofs_);
            add_reaction(W_[j], 1.0, response_[j]);
            body_->solve(response_[j]);
        }
        for (Index i = 0; i < size; ++i)
            for (Index j = 0; j < size; ++j) small_(i, j) = along(W_[i], response_[j]);
        for (Index i = 0; i < size; ++i)
            small_(i, i) += 1.0 / (beta * hertz(pressing_[i]).slope(depth_[pressing_[i]]));
        factors_.compute(small_);
        side_.resize(size);
        return factors_.info() == Eigen::Success;
    }

    void solve(Vector& x) override
    {
        body_->solve(x);
        if (pressing_.empty()) return;
        for (Index i = 0; i < side_.size(); ++i) side_(i) = along(W_[i], x);
        factors_.solveInPlace(side_);
        for (Index i = 0; i < side_.size(); ++i) x -= side_(i) * response_[i];
    }

    void switch_force(Index i, bool is_on) override { is_on_[i] = is_on ? 1 : 0; }
    double switched_force(Index i) override { return force(i); }

    void stiffness(const Vector& x, Vector& y) override
    {
        body_->stiffness(x, y);
        for (Index i = 0; i < count(); ++i)
            if (depth_[i] > 0.0)
                add_reaction(rows_.normal(i), hertz(i).slope(depth_[i]) * along(rows_.normal(i), x), y);
    }

    Energy energy(const Vector& v) override
    {
        Energy energy = body_->energy(v);
        for (Index i = 0; i < count(); ++i) energy.elastic += hertz(i).energy(depth_[i]);
        return energy;
    }

    // Forces and gaps are those at (t, q), wherever the body is placed.
    Work power(double t, const Vector& q, const Vector& v) override
    {
        Work power = body_->power(t, q, v);
        for (Index i = 0; i < count(); ++i) {
            const Gap& gap = contacts_[i].gap;
            if (!is_constant(gap)) power.loads -= hertz(i).force(-gap_at(gap, t, q)) * drift_at(gap, t, q);
        }
        return power;
    }

private:
    Index count() const { return std::ssize(contacts_); }
    HertzContact hertz(Index i) const { return {*contacts_[i].law.hertz_stiffness}; }
    double force(Index i) const { return hertz(i).force(depth_[i]); }

    std::unique_ptr<Dynamics> body_;
    Index dofs_;
    const std::vector<Contact>& contacts_;
    ContactRows rows_;
    std::vector<char> is_on_;
    std::vector<double> depth_;  // δ where the force is on [m]

    // Of the last factors: the contacts that pressed, W, S₀⁻¹W and the matrix in (3).
    std::vector<Index> pressing_;
    std::vector<Row> W_;
    std::vector<Vector> response_;
    Matrix small_;
    Eigen::LLT<Matrix> factors_;
    Vector side_;
};

}  // namespace

CompliantModel::CompliantModel(std::shared_ptr<const Model> body, std::vector<Contact> contacts)
    : body_(std::move(body)), contacts_(std::move(contacts))
{
    require(std::all_of(contacts_.begin(), contacts_.end(), is_compliant), "expected compliant contacts");
}

std::unique_ptr<Dynamics> CompliantModel::dynamics() const
{
    return std::make_unique<CompliantDynamics>(*body_, contacts_);
}

bool CompliantModel::is_conservative() const
{
    return body_->is_conservative() &&
           std::all_of(contacts_.begin(), contacts_.end(),
                       [](const Contact& contact) { return is_constant(contact.gap); });
}

double CompliantModel::load_frequency() const
{
    double highest = body_->load_frequency();
    for (const Contact& contact : contacts_)
        if (contact.gap.function) highest = std::max(highest, contact.gap.function->frequency());
    return highest;
}

}  // namespace rebond
