#include "rebond/orbits/orbit.hpp"

namespace rebond {

std::string_view name_of(OrbitStatus status)
{
    switch (status) {
        case OrbitStatus::ok:
            return "ok";
        case OrbitStatus::not_converged:
            return "not_converged";
        case OrbitStatus::at_a_pole:
            return "at_a_pole";
        case OrbitStatus::not_served:
            return "not_served";
    }
    return "";
}

}  // namespace rebond
