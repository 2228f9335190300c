#include "rebond/orbits/continuation/numbered_systems.hpp"

#include "rebond/core/error.hpp"

namespace rebond {
namespace {

constexpr std::size_t kept_systems = 8;

}  // namespace

const OrbitSystem* NumberedSystems::at(double number)
{
    for (const auto& [known, system] : systems_)
        if (known == number) return system.get();
    const OrbitSystem* like = systems_.empty() ? nullptr : systems_.back().second.get();
    std::unique_ptr<OrbitSystem> system;
    try {
        system = std::make_unique<OrbitSystem>(problem_at_(number), like);
    } catch (const InputError&) {
        return nullptr;
    }
    if (!system->refusal().empty()) return nullptr;
    if (systems_.size() == kept_systems) systems_.pop_front();
    systems_.emplace_back(number, std::move(system));
    return systems_.back().second.get();
}

}  // namespace rebond
