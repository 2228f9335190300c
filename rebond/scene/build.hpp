// From a scene to the problem it describes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/scene/scene.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// A value of a scene that is valid by itself turned out wrong when it was put to use.
struct Unbuildable : std::runtime_error {
    Unbuildable(std::string at, const std::string& expectation)
        : std::runtime_error(at + ": " + expectation), key(std::move(at)), expected(expectation)
    {
    }
    std::string key;       // dotted; an element of a list by its index, as in contact[1].normal
    std::string expected;  // what would do, and what was found
};

// Throws Unbuildable.
[[nodiscard]] Problem build_problem(const Scene& scene);

// The same for any scheme: it does not ask whether that of the scene serves the problem.
[[nodiscard]] Problem build_problem_for_any_scheme(const Scene& scene);

// The schemes that serve a problem, by name.
[[nodiscard]] std::vector<std::string_view> schemes_that_serve(const Problem& problem);

// Throws Unbuildable, with the schemes that would do, if the scheme refuses the problem.
void require_scheme(const Scheme& scheme, const Problem& problem);

// Its model alone, as drawings of a result need it.
[[nodiscard]] std::shared_ptr<const Model> build_model(const Scene& scene);

}  // namespace rebond
