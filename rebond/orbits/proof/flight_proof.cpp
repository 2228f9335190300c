#include "rebond/orbits/proof/flight_proof.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond {
namespace {

constexpr double rounding = 1e-12;  // of the size of a gap or reaction: what is not told from zero [-]

}  // namespace

void FlightProof::breach(std::string what)
{
    if (breach_.empty()) breach_ = std::move(what);
}

void FlightProof::fly(const std::vector<Index>& closed, const FlowMotion& motion, double length,
                      const std::vector<FlightStart>& starts, std::optional<Index> last)
{
    const LinearFlow& flow = system_.held(closed);
    SignalSearch& search = system_.search(closed);
    for (Index c = 0; c < system_.contacts(); ++c) {
        if (std::find(closed.begin(), closed.end(), c) != closed.end()) continue;
        const auto start =
            std::find_if(starts.begin(), starts.end(), [c](const FlightStart& s) { return s.contact == c; });
        const int order = start == starts.end() ? 0 : start->order;
        const Signal gap = flow.signal(flow.gap(c), motion);
        const double nothing = rounding * gap.size();
        const double first = gap.constant + gap.amplitudes.real().sum();
        if (order == 0 && first < -nothing)
            breach(
                fmt::format("contact {} is violated by {:.3g} m at t = {:.9g} s", c + 1, -first, motion.t));
        if (last != c && search.value(gap, length) < -nothing)
            breach(fmt::format("contact {} is violated at t = {:.9g} s", c + 1, motion.t + length));
        for (const Extreme& minimum : search.minima(gap, order, length)) {
            if (!minimum_gap_ || minimum.value < *minimum_gap_) {
                minimum_gap_ = minimum.value;
                minimum_gap_time_ = motion.t + minimum.at;
                minimum_gap_contact_ = c;
            }
            if (minimum.value < -nothing)
                breach(fmt::format("contact {} is violated by {:.3g} m at t = {:.9g} s", c + 1,
                                   -minimum.value, motion.t + minimum.at));
        }
    }
    for (std::size_t h = 0; h < closed.size(); ++h) {
        const Signal reaction = flow.signal(flow.reaction(static_cast<Index>(h)), motion);
        const double nothing = rounding * reaction.size();
        const auto look_at = [&](double value, double t) {
            if (!minimum_reaction_ || value < *minimum_reaction_) minimum_reaction_ = value;
            if (value < -nothing)
                breach(fmt::format("contact {} would have to pull with {:.3g} N at t = {:.9g} s",
                                   closed[h] + 1, -value, t));
        };
        const double first = reaction.constant + reaction.amplitudes.real().sum();
        look_at(std::abs(first) <= nothing ? 0.0 : first, motion.t);
        for (const Extreme& minimum : search.minima(reaction, 0, length))
            look_at(minimum.value, motion.t + minimum.at);
    }
}

void FlightProof::report(Certificate& certificate) const
{
    certificate.minimum_gap = minimum_gap_;
    certificate.minimum_gap_time = minimum_gap_time_;
    certificate.minimum_gap_contact = minimum_gap_contact_;
    certificate.minimum_reaction = minimum_reaction_;
    if (certificate.refusal.empty()) certificate.refusal = breach_;
}

}  // namespace rebond
