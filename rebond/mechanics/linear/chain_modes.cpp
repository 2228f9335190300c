#include "rebond/mechanics/linear/chain_modes.hpp"

#include "rebond/solvers/oscillations/cosine_transform.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

TransformBasis basis_of(EndMasses ends, bool is_fixed)
{
    if (ends == EndMasses::full)
        return is_fixed ? TransformBasis::fixed_halfway : TransformBasis::free_halfway;
    return is_fixed ? TransformBasis::fixed_on_entry : TransformBasis::free_on_entry;
}

class ChainModes final : public Modes {
public:
    ChainModes(const Chain& chain, bool is_fixed)
        : first_(is_fixed ? 1 : 0),
          transform_(basis_of(chain.spec().end_masses, is_fixed), chain.dofs() - first_),
          root_mass_(std::sqrt(chain.inner_mass()))
    {
        const Index n = transform_.size();
        const bool is_full = chain.spec().end_masses == EndMasses::full;
        const double N = static_cast<double>(chain.spec().springs);
        frequencies_.resize(n);
        for (Index j = 0; j < n; ++j) {
            const double half = is_fixed
                                    ? static_cast<double>(2 * j + 1) / (is_full ? 2.0 * N + 1.0 : 2.0 * N)
                                    : static_cast<double>(j) / (is_full ? N + 1.0 : N);
            frequencies_(j) = 2.0 * chain.pace() * std::sin(0.5 * std::numbers::pi * half);
        }
    }

    void to_modal(const Vector& x, Vector& y) override
    {
        transform_.forward(x.tail(size()), y);
        y *= root_mass_;
    }
    void to_physical(const Vector& y, Vector& x) override
    {
        x.head(first_).setZero();
        transform_.inverse(y, x.tail(size()));
        x /= root_mass_;
    }

private:
    Index first_;  // free mass
    CosineTransform transform_;
    double root_mass_;
};

}  // namespace

std::unique_ptr<Modes> chain_modes(const Chain& chain, bool is_fixed)
{
    return std::make_unique<ChainModes>(chain, is_fixed);
}

}  // namespace rebond
