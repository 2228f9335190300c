// rebond._engine: the engine as the package `rebond` uses it. Everything a user sees is in the package.
#include "apps/python/bindings/bindings.hpp"
#include "rebond/core/version.hpp"

#include <string>

PYBIND11_MODULE(_engine, module)
{
    using namespace rebond::python;
    module.doc() = "The engine of rebond. Import rebond, not this.";
    module.attr("version") = std::string(rebond::version);
    module.attr("revision") = std::string(rebond::revision);
    bind_errors(module);
    bind_scenes(module);
    bind_runs(module);
    bind_problems(module);
    bind_studies(module);
    bind_orbits(module);
}
