// Exceptions of the engine as those of the package.
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/callback.hpp"
#include "rebond/core/error.hpp"
#include "rebond/scene/build.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace rebond::python {

namespace py = pybind11;

namespace {

// Options of the program as arguments of this package.
std::string in_python_words(std::string said)
{
    constexpr std::pair<std::string_view, std::string_view> words[] = {{"--resume", "resume=True"},
                                                                       {"--force", "force=True"}};
    for (const auto& [option, argument] : words)
        for (std::size_t at = said.find(option); at != std::string::npos; at = said.find(option, at + 1))
            said.replace(at, option.size(), argument);
    return said;
}

}  // namespace

void bind_errors(py::module_& /*module*/)
{
    py::register_exception_translator([](std::exception_ptr thrown) {
        const auto raise = [](const char* type, const char* text) {
            const py::object error = py::module_::import("rebond._errors").attr(type);
            PyErr_SetString(error.ptr(), in_python_words(text).c_str());
        };
        try {
            std::rethrow_exception(thrown);
        } catch (CallbackRaised& raised) {
            raised.error.restore();
        } catch (const BadAnswer& answer) {
            raise("InputError", answer.what());
        } catch (const InputError& error) {
            raise("InputError", error.what());
        } catch (const Unbuildable& error) {
            raise("InputError", error.what());
        } catch (const FileError& error) {
            raise("FileError", error.what());
        }
    });
}

}  // namespace rebond::python
