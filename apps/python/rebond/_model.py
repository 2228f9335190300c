"""A user's own body, gaps and laws, and the schemes that run them."""

import dis
import inspect

import numpy

from . import _engine
from ._compiled import address_of
from ._errors import InputError
from ._scene import _description, key_doc


def _ignores(function, position):
    """Whether a Python function certainly does not read that argument."""
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None or position >= code.co_argcount:
        return False
    name = code.co_varnames[position]
    if name in code.co_cellvars or {"locals", "eval", "exec", "vars"} & set(code.co_names):
        return False
    return all(one.argval != name for one in dis.get_instructions(code) if one.opcode in dis.haslocal)


def _callback(role, function):
    """What the engine takes: a callable, or the address of a compiled function."""
    if function is None:
        return None
    compiled = address_of(role, function)
    if compiled is not None:
        return compiled
    if not callable(function):
        raise InputError(f"{role}: expected a function, not {type(function).__name__}")
    return function


def _numbers(what, values):
    try:
        numbers = numpy.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what}: expected numbers, not {type(values).__name__}") from None
    if numbers.ndim > 1:
        raise InputError(f"{what}: an array of shape {numbers.shape}: expected one number for each coordinate")
    return numpy.atleast_1d(numbers).tolist()


class Model:
    """A body of your own, M(q) v̇ = f(t, q, v). Derive from it and define

    dofs                  the number of coordinates
    mass(q)               M, dofs × dofs; or an array, if it is constant
    force(t, q, v)        f, all forces but those of contacts
    energy(q, v)          (kinetic, potential) [J], or (kinetic, elastic, gravity); elastic energy is never negative

    and, where you like,

    stiffness(t, q, v)    ∂f/∂q, and damping(t, q, v), ∂f/∂v; otherwise by differences
    factor(t, q, beta, gamma)  a function x → S⁻¹x, where S = M − gamma ∂f/∂v − beta ∂f/∂q; otherwise dense algebra
    power(t, q, v)        what forces do that the energy does not hold [W]; otherwise from the rate of the energy
    outline(q)            points [[x, y], …] along the body, for drawing
    load_frequency        of the fastest load that depends on time [rad/s]

    Each function may be compiled: see rebond.compiled. Arrays that come as arguments cannot be written to.
    """

    dofs = None
    load_frequency = 0.0
    _optional = ("stiffness", "damping", "factor", "power", "outline")

    def _spec(self):
        dofs = self.dofs
        if isinstance(dofs, bool) or not hasattr(dofs, "__index__") or int(dofs) < 1:
            raise InputError(f"dofs = {dofs!r}: expected the number of coordinates, a whole number ≥ 1")
        spec = {"dofs": int(dofs), "name": type(self).__name__, "load_frequency": float(self.load_frequency)}
        for role in ("mass", "force", "energy"):
            function = getattr(self, role, None)
            if function is None:
                raise InputError(f"{type(self).__name__} has no {role}: expected mass(q), force(t, q, v) and "
                                 "energy(q, v)")
            if role == "mass" and not callable(function) and address_of(role, function) is None:
                spec["constant_mass"] = self._constant_mass(function, int(dofs))
            else:
                spec[role] = _callback(role, function)
        for role in self._optional:
            function = getattr(self, role, None)
            if function is not None:
                spec[role] = function if role in ("factor", "outline") else _callback(role, function)
        return spec

    @staticmethod
    def _constant_mass(values, dofs):
        try:
            mass = numpy.atleast_2d(numpy.array(values, dtype=float))
        except (TypeError, ValueError):
            raise InputError("mass: expected a function or an array of numbers") from None
        if mass.shape != (dofs, dofs):
            raise InputError(f"mass: an array of shape {mass.shape}: expected ({dofs}, {dofs})")
        if not numpy.isfinite(mass).all():
            row, column = numpy.argwhere(~numpy.isfinite(mass))[0]
            raise InputError(f"mass: row {row}, column {column} is {mass[row, column]}: expected finite numbers")
        return mass


class ImpactLaw:
    """What happens at an impact: one of Newton, Poisson, Stronge and Outward."""

    law = None

    def __init__(self, restitution=1.0):
        self.restitution = restitution
        _engine.check_law(self._keys())

    def _keys(self):
        return {"law": self.law, "restitution": self.restitution}

    def __repr__(self):
        return f"{type(self).__name__}({self.restitution!r})"


class Newton(ImpactLaw):
    """The contact leaves at e times its approach velocity. With friction and `bounded`, e is lowered where it
    would gain energy."""

    law = "newton"

    def __init__(self, restitution=1.0, bounded=True):
        self.bounded = bounded
        super().__init__(restitution)

    def _keys(self):
        return {**super()._keys(), "bounded": self.bounded}


class Poisson(ImpactLaw):
    """The impulse that stops the approach acts again, multiplied by e."""

    law = "poisson"


class Stronge(ImpactLaw):
    """Restitution gives back e² times the work that compression takes."""

    law = "stronge"


class Outward(ImpactLaw):
    """Least kinetic energy with which all contacts together separate e times as fast."""

    law = "outward"


class Gap:
    """A gap φ(t, q) ≥ 0 from a function, with its gradient ∂φ/∂q and its drift ∂φ/∂t.

    What is not given is found by complex step, exactly, if the function takes complex arguments: numpy.sin rather
    than math.sin, and no abs. Otherwise, and with gradient="differences", it is found by differences. A warning of
    the result says which.

    `moves`: whether φ depends on t; by default it does unless the function does not read t. `length` and `time` are
    those over which φ bends and moves, for the steps of differences; `frequency` [rad/s] is the highest at which it
    repeats itself. Gap.linear(normal, offset) is φ = normal·q + offset, which costs no calls.
    """

    def __init__(self, value, gradient=None, drift=None, *, moves=None, length=1.0, time=1.0, frequency=0.0):
        if not callable(value) and address_of("gap", value) is None:
            raise InputError(f"gap: expected a function φ(t, q), not {type(value).__name__}")
        self.value, self.gradient, self.drift = value, gradient, drift
        self.moves = not _ignores(value, 0) if moves is None else bool(moves)
        self.length, self.time, self.frequency = float(length), float(time), float(frequency)
        self.normal, self.offset = None, 0.0

    @classmethod
    def linear(cls, normal, offset=0.0):
        """The gap normal·q + offset."""
        gap = cls.__new__(cls)
        gap.value = gap.gradient = gap.drift = None
        gap.moves, gap.length, gap.time, gap.frequency = False, 1.0, 1.0, 0.0
        gap.normal, gap.offset = _numbers("normal", normal), float(offset)
        return gap

    def _spec(self):
        if self.normal is not None:
            return {"normal": self.normal, "offset": self.offset, "moves": False, "length": 1.0, "time": 1.0}
        by_differences = isinstance(self.gradient, str)
        if by_differences and self.gradient != "differences":
            raise InputError(f"gradient: expected a function of (t, q) or \"differences\", not {self.gradient!r}")
        gradient = None if by_differences else _callback("gradient", self.gradient)
        return {"gap": _callback("gap", self.value), "gradient": gradient, "by_differences": by_differences,
                "drift": _callback("drift", self.drift), "moves": self.moves, "length": self.length,
                "time": self.time, "frequency": self.frequency}


class Contact:
    """What can touch: a gap, the direction in which it slides, the impact law and Coulomb's coefficient.

    `gap` is a function φ(t, q) [m], with its `gradient` (t, q) → ∂φ/∂q or without it, or a Gap.
    `tangent` is the direction of sliding, u = tangent·v: numbers, or a function of (t, q).
    """

    def __init__(self, gap, gradient=None, tangent=None, law=None, friction=0.0, name=""):
        if isinstance(gap, Gap):
            if gradient is not None:
                raise InputError("gradient: the Gap has its own; give it there")
            self.gap = gap
        else:
            self.gap = Gap(gap, gradient)
        self.tangent, self.friction, self.name = tangent, friction, name
        self.law = Newton() if law is None else law
        if not isinstance(self.law, ImpactLaw):
            raise InputError(f"law: expected Newton, Poisson, Stronge or Outward, not {type(law).__name__}")
        _engine.check_law(self._law_keys())

    def _law_keys(self):
        return {**self.law._keys(), "friction": self.friction}

    def _spec(self):
        tangent = self.tangent
        if tangent is not None:
            compiled = address_of("tangent", tangent)
            tangent = compiled or (tangent if callable(tangent) else _numbers("tangent", tangent))
        return {**self.gap._spec(), "tangent": tangent, "law": self._law_keys(), "name": self.name}


class Problem:
    """What is integrated: a model, what it can touch, where it starts and for how long. Checked at once."""

    def __init__(self, model, position, velocity, duration, contacts=(), sample_every=None, title="",
                 stop_when_quiet=False, restitution_window=None, episode_gap=None):
        if not isinstance(model, Model):
            raise InputError(f"model: expected a rebond.Model, not {type(model).__name__}")
        contacts = (contacts,) if isinstance(contacts, Contact) else tuple(contacts)
        for contact in contacts:
            if not isinstance(contact, Contact):
                raise InputError(f"contacts: expected rebond.Contact, not {type(contact).__name__}")
        run = {"duration": duration, "sample_every": sample_every, "stop_when_quiet": stop_when_quiet}
        analysis = {"restitution_window": restitution_window, "episode_gap": episode_gap}
        self.model, self.contacts, self.duration = model, contacts, duration
        self._engine_problem = _engine.make_problem({
            **model._spec(), "position": _numbers("position", position), "velocity": _numbers("velocity", velocity),
            "title": title, "contacts": [one._spec() for one in contacts],
            "run": {key: value for key, value in run.items() if value is not None},
            "analysis": {key: value for key, value in analysis.items() if value is not None}})

    @property
    def gradients(self):
        """Where the gradient of each contact comes from: "given", "complex step" or "differences"."""
        return self._engine_problem.gradients

    @property
    def schemes(self):
        """The names of the schemes that can serve it."""
        return self._engine_problem.schemes()


class Scheme:
    """How time advances. One class for each scheme of the engine; values are checked at once."""

    type = None

    def __init__(self, **settings):
        self.settings = settings
        self.__dict__.update(settings)
        self._engine_scheme = _engine.read_scheme(Scheme.given(self))

    @staticmethod
    def given(scheme):
        """The keys of a scheme, or those of the default."""
        if scheme is None:
            return {"type": "event_accurate"}
        if isinstance(scheme, str):
            return {"type": scheme}
        if not isinstance(scheme, Scheme):
            raise InputError(f"scheme: expected one of the scheme classes, as EventAccurate(), not "
                             f"{type(scheme).__name__}")
        return {"type": scheme.type, **scheme.settings}

    @staticmethod
    def read(scheme):
        """The engine's scheme."""
        if isinstance(scheme, Scheme):
            return scheme._engine_scheme
        return _engine.read_scheme(Scheme.given(scheme))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.settings.items())})"


def _scheme_class(described):
    name = "".join(part.capitalize() for part in described["type"].split("_"))
    lines = [f"{key['name']}: {key_doc(key)}" for key in described["keys"]]
    parameters = [inspect.Parameter(key["name"], inspect.Parameter.KEYWORD_ONLY,
                                    default=inspect.Parameter.empty if key["required"] else None)
                  for key in described["keys"]]
    return type(name, (Scheme,), {"type": described["type"], "__module__": "rebond",
                                  "__doc__": described["meaning"] + ".\n\n" + "\n".join(lines),
                                  "__signature__": inspect.Signature(parameters)})


schemes = {one.__name__: one for one in
           (_scheme_class(described) for key in _description() if key["kind"] == "scheme"
            for described in key["alternatives"])}
