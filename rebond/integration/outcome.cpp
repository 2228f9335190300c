#include "rebond/integration/outcome.hpp"

#include "rebond/core/error.hpp"

#include <utility>

namespace rebond {

std::string_view name_of(Status status)
{
    switch (status) {
        case Status::ok:
            return "ok";
        case Status::interrupted:
            return "interrupted";
        case Status::diverged:
            return "diverged";
        case Status::unbalanced:
            return "unbalanced";
        case Status::solve_failed:
            return "solve_failed";
        case Status::event_failed:
            return "event_failed";
    }
    require(false, "a status outside its enumeration");
    return {};
}

void Outcome::fail(Status because, std::string why)
{
    status = because;
    reason = std::move(why);
}

bool Outcome::heeds(const std::atomic<bool>* interrupt)
{
    if (interrupt == nullptr || !interrupt->load(std::memory_order_relaxed)) return false;
    fail(Status::interrupted, "interrupted");
    return true;
}

}  // namespace rebond
