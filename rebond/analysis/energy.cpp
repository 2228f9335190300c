#include "rebond/analysis/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// A body at rest has nothing at stake but the rounding of its weight [-].
constexpr double invisible = 1e-12;

}  // namespace

void EnergyBalance::step(const Instant& now)
{
    if (!initial_) {
        const Energy& energy = now.energy();
        initial_ = energy.total();
        start_gravity_ = energy.gravity;
        at_stake_ = energy.kinetic + energy.elastic;
    }
    if (!has_impact_ && !(first_begin_ && now.t() > *first_begin_)) return;

    const double E = now.energy().total();
    at_stake_ = std::max(at_stake_, std::abs(now.energy().gravity - start_gravity_));
    auto& [count, max, min, mean, squares] = statistics_;
    max = count == 0 ? E : std::max(max, E);
    min = count == 0 ? E : std::min(min, E);
    ++count;
    const double deviation = E - mean;
    mean += deviation / static_cast<double>(count);
    squares += deviation * (E - mean);
}

void EnergyBalance::work(const Work& done)
{
    work_ += done;
    turnover_ += std::abs(done.loads) + std::abs(done.damping) + std::abs(done.friction);
}

void EnergyBalance::contact_begins(Index contact, double t)
{
    open_.begins(contact);
    if (!first_begin_) first_begin_ = t;
}

// An impact that lasts was announced; before one that does not, what lasted was a sustained contact.
void EnergyBalance::impact(const Impact& impact)
{
    if (!open_.has(impact.contact)) forget_sustained();
    open_.ends(impact.contact);
    has_impact_ = true;
    lost_ += impact.energy_loss;
}

void EnergyBalance::sustained(const SustainedContact& phase)
{
    open_.ends(phase.contact);
    lost_ += phase.energy_loss;
    forget_sustained();
}

void EnergyBalance::forget_sustained()
{
    if (has_impact_) return;
    first_begin_.reset();
    statistics_ = {};
}

EnergyFindings EnergyBalance::findings(double final_energy) const
{
    EnergyFindings found;
    found.initial = initial_.value_or(final_energy);
    found.final = final_energy;
    found.lost_in_impacts = lost_ + work_.impacts;
    found.work_of_loads = work_.loads;
    found.lost_in_damping = work_.damping;
    found.lost_in_friction = work_.friction;
    found.unseen = unseen_;
    const double at_stake = std::max(at_stake_, turnover_);
    if (at_stake > std::max(invisible * std::max(std::abs(found.initial), std::abs(start_gravity_)), unseen_))
        found.at_stake = at_stake;
    found.balance_error = found.final - found.initial + lost_ - work_.total();
    const auto& [count, max, min, mean, squares] = statistics_;
    found.held =
        std::max({std::abs(found.initial), std::abs(found.final - found.initial), at_stake_, max - min});
    if (!has_impact_ || count == 0) return found;

    found.max = max;
    found.min = min;
    found.mean = mean;
    if (found.initial != 0.0) {
        found.relative_deviation = (mean - found.initial) / found.initial;
        found.relative_std = std::sqrt(squares / static_cast<double>(count)) / std::abs(found.initial);
    }
    return found;
}

namespace {

// A part of the initial energy [-] in words.
std::string share_of_the_start(double share)
{
    return share < 1.0 ? fmt::format("{:.2g} % of the initial energy", 100.0 * share)
                       : fmt::format("{:.3g} times the initial energy", share);
}

// The initial energy may be zero by the choice of a datum.
double scale_of(const EnergyFindings& energy)
{
    return std::max(std::abs(energy.initial), energy.at_stake.value_or(0.0));
}

std::string with_share(const EnergyFindings& energy, double joules)
{
    const std::string amount = fmt::format("{:.3g} J", joules);
    const double initial = std::abs(energy.initial);
    return initial > 0.0 ? fmt::format("{} ({})", amount, share_of_the_start(joules / initial)) : amount;
}

// What became of energy in the scheme.
const char* fate_of(double balance_error)
{
    return balance_error < 0.0 ? "disappeared" : "was created";
}

}  // namespace

std::optional<std::string> broken_balance(const EnergyFindings& energy, const EnergyTerms& terms)
{
    constexpr double most_of_exact = 1e-3;    // of what is at stake [-]
    constexpr double most_by_sliding = 1e-6;  // the same
    constexpr double most_of_flows = 0.1;     // of what loads and damping did [-]
    if (!energy.at_stake) return std::nullopt;
    const double error = std::abs(energy.balance_error), scale = scale_of(energy);
    // Rounding of energies that do not take part.
    const double rounding = std::max(invisible * scale, energy.unseen);
    const auto exceeds = [&](double amount, double part) {
        return amount > std::max(part * *energy.at_stake, rounding);
    };
    if (terms.is_exact && exceeds(-energy.lost_in_friction, most_by_sliding))
        return fmt::format("sliding friction gave {}, where it can only take energy",
                           with_share(energy, -energy.lost_in_friction));
    const bool is_lost = !(error < scale) || (error > energy.held && exceeds(error, most_of_flows));
    if (!is_lost && !terms.impacts_may_gain && -energy.lost_in_impacts >= std::max(scale, rounding))
        return fmt::format("the energy balance is broken: the impacts gained {}, more than the motion had",
                           with_share(energy, -energy.lost_in_impacts));
    if (!is_lost && !(terms.is_exact && exceeds(error, most_of_exact))) return std::nullopt;
    return fmt::format("the energy balance is broken: {} {} in the scheme{}", with_share(energy, error),
                       fate_of(energy.balance_error), is_lost ? ", more than the motion had" : "");
}

std::vector<std::string> energy_warnings(const EnergyFindings& energy)
{
    constexpr double noticed = 1e-3;  // of the energy at hand [-]
    // What impacts lost is known no better than the balance closes, however much energy does not take part.
    constexpr double of_the_loss = 0.05;  // [-]
    constexpr double negligible = 1e-6;   // of the energy at hand [-]
    const double scale = scale_of(energy);
    std::vector<std::string> warnings;
    if (scale == 0.0) return warnings;
    const double error = std::abs(energy.balance_error);
    const bool blurs_the_loss = energy.lost_in_impacts > 0.0 &&
                                error > of_the_loss * energy.lost_in_impacts && error > negligible * scale;
    if ((error > noticed * scale || blurs_the_loss) && error > energy.unseen)
        warnings.push_back(
            fmt::format("the energy balance does not close: {} {} in the scheme, not by impacts or loads",
                        error > noticed * scale ? with_share(energy, error)
                                                : fmt::format("{:.3g} J ({:.2g} % of what impacts lost)",
                                                              error, 100.0 * error / energy.lost_in_impacts),
                        fate_of(energy.balance_error)));
    if (energy.lost_in_impacts < -std::max(noticed * scale, energy.unseen))
        warnings.push_back(fmt::format("the impacts gained {}, where they should lose energy or keep it",
                                       with_share(energy, -energy.lost_in_impacts)));
    return warnings;
}

}  // namespace rebond
