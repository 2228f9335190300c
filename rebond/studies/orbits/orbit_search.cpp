#include "rebond/studies/orbits/orbit_search.hpp"

#include "rebond/core/error.hpp"
#include "rebond/orbits/load_period.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/studies/orbits/asked_orbit.hpp"
#include "rebond/studies/orbits/followed_orbit.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond {
namespace {

std::optional<FollowedRange> followed_range(const OrbitSpec& spec)
{
    if (!spec.follow) return std::nullopt;
    const auto range = parse_followed_range(*spec.follow);
    if (!range) throw Unbuildable("orbit.continue", fmt::format("expected {}", follow_expected));
    return range;
}

// Whether the range says something about this problem.
void require_followed(const OrbitQuestion& question, const FollowedRange& range)
{
    const bool is_forced = !driving_frequencies(question.problem).empty();
    if (is_forced && !range.is_number())
        throw Unbuildable(
            "orbit.continue",
            fmt::format("expected the key of a number of the scene: the load gives the {}; follow its "
                        "frequency, as in model.harmonic.0.frequency_hz={:g}:{:g}",
                        range.key, 0.1, 1.0));
    if ((range.is_period() || range.is_energy()) && !(range.from > 0.0 && range.to > 0.0))
        throw Unbuildable("orbit.continue", fmt::format("expected a range of the {} above 0", range.key));
    if (!range.is_number()) return;
    require(question.problem_at != nullptr, "a number is followed by the problems for its values");
    const Problem other = question.problem_at(range.from);
    if (other.model->dofs() != question.problem.model->dofs() ||
        other.contacts.size() != question.problem.contacts.size())
        throw Unbuildable(
            "orbit.continue",
            fmt::format("expected a number that leaves the structure of the body as it is; {} changes "
                        "its coordinates or contacts, and a study (rebond sweep) can vary it",
                        range.key));
}

OrbitAnswer exponents_of(const OrbitQuestion& question, const std::atomic<bool>* interrupt)
{
    OrbitAnswer answer;
    const OrbitSystem system(question.problem);
    LyapunovExponents found = lyapunov_exponents(system, {.periods = *question.lyapunov_periods}, interrupt);
    if (!found.reason.empty()) {
        answer.status = found.is_interrupted ? OrbitAnswerStatus::interrupted : OrbitAnswerStatus::not_found;
        answer.reason = "no Lyapunov exponents: " + found.reason;
    } else {
        answer.lyapunov = std::move(found);
    }
    return answer;
}

}  // namespace

std::string_view name_of(OrbitAnswerStatus status)
{
    switch (status) {
        case OrbitAnswerStatus::ok:
            return "ok";
        case OrbitAnswerStatus::not_found:
            return "not_found";
        case OrbitAnswerStatus::not_certified:
            return "not_certified";
        case OrbitAnswerStatus::not_followed:
            return "not_followed";
        case OrbitAnswerStatus::interrupted:
            return "interrupted";
    }
    return "";
}

OrbitAnswer answer(const OrbitQuestion& question, OrbitListener& listener, const std::atomic<bool>* interrupt)
{
    if (question.lyapunov_periods) return exponents_of(question, interrupt);
    OrbitAnswer answer{.followed = followed_range(question.spec)};
    if (answer.followed) require_followed(question, *answer.followed);
    if (question.spec.switches && !answer.followed)
        throw Unbuildable(
            "orbit.switch",
            "expected none without orbit.continue: branches are switched at special points of a branch");
    const bool starts_elsewhere = answer.followed && answer.followed->is_number() && !question.number;
    const Problem problem = starts_elsewhere ? question.problem_at(answer.followed->from) : question.problem;
    std::vector<Orbit> orbits = asked_orbits(question, problem, answer.followed, interrupt);
    answer.orbit = std::move(orbits.front());
    orbits.erase(orbits.begin());
    answer.others = std::move(orbits);
    if (!answer.orbit.is_ok()) {
        answer.status = OrbitAnswerStatus::not_found;
        answer.reason = answer.orbit.reason;
        return answer;
    }
    if (!answer.orbit.certificate.holds) {
        answer.status = OrbitAnswerStatus::not_certified;
        answer.reason = answer.orbit.certificate.refusal;
    }
    listener.found(answer.orbit);
    if (answer.followed) {
        const FollowedRange range = *answer.followed;
        if (answer.orbit.load_periods == 0 && has_lasting_contact(answer.orbit.sequence))
            throw Unbuildable(
                "orbit.continue",
                "expected none: without load an orbit with a lasting contact is alone, and following "
                "it in a number is not served");
        const double start = range.is_period()   ? answer.orbit.period
                             : range.is_energy() ? answer.orbit.energy
                                                 : question.number.value_or(range.from);
        follow_orbit(question, range, start, answer, listener, interrupt);
    }
    if (interrupt != nullptr && *interrupt) {
        answer.status = OrbitAnswerStatus::interrupted;
        answer.reason = "interrupted; what was found by then is here";
    }
    return answer;
}

}  // namespace rebond
