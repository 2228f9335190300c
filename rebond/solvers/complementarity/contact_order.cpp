#include "rebond/solvers/complementarity/contact_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace rebond {
namespace {

constexpr double alike = 1e-9;  // of velocities and mobilities: what rounding may tell apart [-]

// The places of values among all, those that are alike at the same place.
std::vector<int> ranks(const std::vector<double>& values, double apart)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return values[i] < values[j]; });
    std::vector<int> found(values.size(), 0);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const bool is_next = values[order[i]] - values[order[i - 1]] > apart;
        found[order[i]] = found[order[i - 1]] + (is_next ? 1 : 0);
    }
    return found;
}

}  // namespace

void ContactOrder::find(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                        const Eigen::Ref<const Matrix>& own, const Eigen::Ref<const Vector>& slides,
                        double scale)
{
    const Index n = own.rows();
    find_senses(G, b, slides, scale);
    signatures_.assign(static_cast<std::size_t>(n), {});
    const auto sign_by = [&](auto value_of, double apart) {
        std::vector<double> values;
        for (Index k = 0; k < n; ++k) values.push_back(value_of(k));
        const std::vector<int> found = ranks(values, apart);
        for (std::size_t k = 0; k < found.size(); ++k) signatures_[k].push_back(found[k]);
    };
    const double g = G.size() > 0 ? G.diagonal().maxCoeff() : 0.0;
    const auto turned = [&](Index k, double along) {
        return senses_(k) == 0.0 ? std::abs(along) : senses_(k) * along;
    };
    sign_by([&](Index k) { return b(2 * k); }, alike * scale);
    sign_by([&](Index k) { return turned(k, b(2 * k + 1)); }, alike * scale);
    for (Index column = 0; column < own.cols(); ++column)
        sign_by([&](Index k) { return own(k, column); }, alike * own.col(column).cwiseAbs().maxCoeff());
    sign_by([&](Index k) { return std::abs(slides(k)); }, 0.5);
    sign_by([&](Index k) { return G(2 * k, 2 * k); }, alike * g);
    sign_by([&](Index k) { return G(2 * k + 1, 2 * k + 1); }, alike * g);
    sign_by([&](Index k) { return turned(k, G(2 * k, 2 * k + 1)); }, alike * g);
    colours_.assign(static_cast<std::size_t>(n), 0);
    (void)number_signatures();
    find_couplings(G);
    do {
        refine();
    } while (take_one_apart());
    order_.resize(static_cast<std::size_t>(n));
    std::iota(order_.begin(), order_.end(), Index{0});
    std::sort(order_.begin(), order_.end(), [&](Index i, Index j) { return colours_[i] < colours_[j]; });
}

void ContactOrder::reverse()
{
    std::reverse(order_.begin(), order_.end());
}

// Tangents are turned to where the contact slides, or would slide if all were pushed.
void ContactOrder::find_senses(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                               const Eigen::Ref<const Vector>& slides, double scale)
{
    const Index n = slides.size();
    senses_.setZero(n);
    for (Index k = 0; k < n; ++k) {
        double forth = slides(k), size = 0.0;
        if (forth == 0.0 && std::abs(b(2 * k + 1)) > alike * scale) forth = b(2 * k + 1);
        if (forth == 0.0) {
            for (Index j = 0; j < n; ++j) {
                forth += G(2 * k + 1, 2 * j);
                size += std::abs(G(2 * k + 1, 2 * j));
            }
            if (std::abs(forth) <= alike * size) forth = 0.0;
        }
        senses_(k) = forth > 0.0 ? 1.0 : forth < 0.0 ? -1.0 : 0.0;
    }
    // Those that have none have the one in which the others move them along.
    for (bool has_found = true; has_found;) {
        has_found = false;
        const Vector known = senses_;
        for (Index k = 0; k < n; ++k) {
            if (known(k) != 0.0) continue;
            double forth = 0.0, size = 0.0;
            for (Index j = 0; j < n; ++j) {
                forth += G(2 * k + 1, 2 * j + 1) * known(j);
                size += std::abs(G(2 * k + 1, 2 * j + 1));
            }
            if (std::abs(forth) <= alike * size) continue;
            senses_(k) = forth > 0.0 ? 1.0 : -1.0;
            has_found = true;
        }
    }
}

void ContactOrder::find_couplings(const Eigen::Ref<const Matrix>& G)
{
    const Index n = senses_.size();
    const double g = n > 0 ? G.diagonal().maxCoeff() : 0.0;
    couplings_.assign(static_cast<std::size_t>(4 * n * n), 0);
    for (Index part = 0; part < 4; ++part) {
        std::vector<double> values;
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j) {
                double sense = 1.0;
                if (part / 2 == 1) sense *= senses_(i);
                if (part % 2 == 1) sense *= senses_(j);
                const double value = G(2 * i + part / 2, 2 * j + part % 2);
                values.push_back(sense == 0.0 ? std::abs(value) : sense * value);
            }
        const std::vector<int> found = ranks(values, alike * g);
        for (std::size_t pair = 0; pair < found.size(); ++pair)
            couplings_[4 * pair + static_cast<std::size_t>(part)] = found[pair];
    }
}

// Colours by signatures; whether there are more than before.
bool ContactOrder::number_signatures()
{
    std::vector<std::size_t> order(signatures_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto precedes = [&](std::size_t i, std::size_t j) { return signatures_[i] < signatures_[j]; };
    std::sort(order.begin(), order.end(), precedes);
    const int before = colours_.empty() ? 0 : *std::max_element(colours_.begin(), colours_.end());
    int colour = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && precedes(order[i - 1], order[i])) ++colour;
        colours_[order[i]] = colour;
    }
    return colour > before;
}

// Tells contacts apart by the colours of all others and the couplings with them.
void ContactOrder::refine()
{
    const std::size_t n = colours_.size();
    std::vector<std::array<int, 5>> others(n);
    do {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const int* const pair = &couplings_[4 * (i * n + j)];
                others[j] = {colours_[j], pair[0], pair[1], pair[2], pair[3]};
            }
            std::sort(others.begin(), others.end());
            signatures_[i].assign(1, colours_[i]);
            for (const auto& one : others)
                signatures_[i].insert(signatures_[i].end(), one.begin(), one.end());
        }
    } while (number_signatures());
}

// Of the first contacts that are alike one precedes the others. False if none are alike.
bool ContactOrder::take_one_apart()
{
    std::vector<int> count(colours_.size(), 0);
    for (const int colour : colours_) ++count[static_cast<std::size_t>(colour)];
    const auto several = std::find_if(count.begin(), count.end(), [](int many) { return many > 1; });
    if (several == count.end()) return false;
    const int alike_colour = static_cast<int>(several - count.begin());
    const auto first = std::find(colours_.begin(), colours_.end(), alike_colour);
    for (int& colour : colours_)
        if (colour >= alike_colour) ++colour;
    *first = alike_colour;
    return true;
}

void ContactOrder::take(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                        Eigen::Ref<Matrix> G_ordered, Eigen::Ref<Vector> b_ordered) const
{
    const auto turned = [&](Index k) { return Eigen::DiagonalMatrix<double, 2>(1.0, sense(k)); };
    for (Index i = 0; i < size(); ++i) {
        b_ordered.segment<2>(2 * i) = turned(at(i)) * b.segment<2>(2 * at(i));
        for (Index j = 0; j < size(); ++j)
            G_ordered.block<2, 2>(2 * i, 2 * j) =
                turned(at(i)) * G.block<2, 2>(2 * at(i), 2 * at(j)) * turned(at(j));
    }
}

}  // namespace rebond
