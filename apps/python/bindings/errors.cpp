// Exceptions of the engine as those of the package.
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/callback.hpp"
#include "rebond/core/error.hpp"
#include "rebond/scene/build.hpp"

namespace rebond::python {

namespace py = pybind11;

void bind_errors(py::module_& /*module*/)
{
    py::register_exception_translator([](std::exception_ptr thrown) {
        const auto raise = [](const char* type, const char* text) {
            const py::object error = py::module_::import("rebond._errors").attr(type);
            PyErr_SetString(error.ptr(), text);
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
