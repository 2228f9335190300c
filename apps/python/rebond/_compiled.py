"""Compiled functions: their addresses, from SciPy's LowLevelCallable, numba's cfunc and ctypes.

A compiled function takes numbers as double and arrays as pointers to double, and runs without the interpreter:

    mass       void (double *q, double *M)                       M row by row
    force      void (double t, double *q, double *v, double *f)
    energy     void (double *q, double *v, double *e)            e[0] kinetic, e[1] potential
    stiffness  void (double t, double *q, double *v, double *D)  ∂f/∂q row by row; damping likewise, ∂f/∂v
    power      double (double t, double *q, double *v)
    gap        double (double t, double *q)                      drift likewise
    gradient   void (double t, double *q, double *w)             tangent likewise

A LowLevelCallable with user_data gets it as one more argument, a void *.
"""

import ctypes

from ._errors import InputError

_NUMBER, _POINTER = "double", "double*"
SIGNATURES = {
    "mass": ("void", (_POINTER, _POINTER)),
    "force": ("void", (_NUMBER, _POINTER, _POINTER, _POINTER)),
    "energy": ("void", (_POINTER, _POINTER, _POINTER)),
    "stiffness": ("void", (_NUMBER, _POINTER, _POINTER, _POINTER)),
    "damping": ("void", (_NUMBER, _POINTER, _POINTER, _POINTER)),
    "power": ("double", (_NUMBER, _POINTER, _POINTER)),
    "gap": ("double", (_NUMBER, _POINTER)),
    "drift": ("double", (_NUMBER, _POINTER)),
    "gradient": ("void", (_NUMBER, _POINTER, _POINTER)),
    "tangent": ("void", (_NUMBER, _POINTER, _POINTER)),
}


def _text(answer, arguments):
    return f"{answer} ({', '.join(arguments)})"


def _require(role, answer, arguments, with_data=False):
    """Compares a signature with the one wanted, as far as it is known."""
    wanted_answer, wanted = SIGNATURES[role]
    wanted = wanted + (("void*",) if with_data else ())
    if answer != wanted_answer or tuple(arguments) != wanted:
        raise InputError(f"{role}: a compiled function {_text(answer, arguments)}: "
                         f"expected {_text(wanted_answer, wanted)}")


def _plain(text):
    return text.replace("const ", "").replace(" ", "")


def _capsule(role, capsule, user_data):
    """The pointer, and the data, in a PyCapsule whose name is the signature."""
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype = ctypes.c_char_p
    api.PyCapsule_GetName.argtypes = [ctypes.py_object]
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    api.PyCapsule_GetContext.restype = ctypes.c_void_p
    api.PyCapsule_GetContext.argtypes = [ctypes.py_object]
    name = api.PyCapsule_GetName(capsule)
    if name:
        answer, _, rest = _plain(name.decode()).partition("(")
        _require(role, answer, rest.rstrip(")").split(","), user_data is not None)
    data = (api.PyCapsule_GetContext(capsule) or 0) if user_data is not None else None
    return api.PyCapsule_GetPointer(capsule, name), data


def _ctypes_kind(kind):
    if kind is None:
        return "void"
    if kind is ctypes.c_double:
        return _NUMBER
    return _POINTER if kind is ctypes.c_void_p or getattr(kind, "_type_", None) is ctypes.c_double else str(kind)


def address_of(role, function):
    """(address, data address or None) of a compiled function; None if it is none."""
    if type(function).__name__ == "LowLevelCallable" and isinstance(function, tuple):
        return _capsule(role, tuple.__getitem__(function, 0), function.user_data)
    if isinstance(function, ctypes._CFuncPtr):
        if function.argtypes is not None:
            _require(role, _ctypes_kind(function.restype), [_ctypes_kind(one) for one in function.argtypes])
        return ctypes.cast(function, ctypes.c_void_p).value, None
    if hasattr(function, "address") and hasattr(function, "native_name"):  # numba's cfunc
        signature = getattr(function, "_sig", None)
        if signature is not None:
            names = {"float64": _NUMBER, "none": "void"}
            kinds = [names.get(str(one), _POINTER if "float64" in str(one) else str(one)) for one in signature.args]
            _require(role, names.get(str(signature.return_type), str(signature.return_type)), kinds)
        return function.address, None
    return None
