"""Periodic motions of scenes: orbits, their branches, and the special points on them."""

import copy

import numpy

from . import _engine
from ._errors import InputError
from ._run import as_scene

_EVENT = numpy.dtype([("time", float), ("contact", int), ("kind", "U8"), ("impulse", float),
                      ("velocity_before", float), ("velocity_after", float)])
_SWITCHES = {"flip": "flip", "new_contact": "graze", "grazing": "graze"}
_ASKED = ("periods", "impacts", "sequence", "period", "energy")
_EXCLUDES = {"impacts": "sequence", "sequence": "impacts", "period": "energy", "energy": "period"}


class _Values:
    """A table of the JSON as attributes."""

    def __init__(self, values):
        self._values = values

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}; there is {', '.join(self._values)}") from None

    def __dir__(self):
        return [*object.__dir__(self), *self._values]

    def __repr__(self):
        return repr(self._values)

    def as_dict(self):
        """The table of the JSON as a dict."""
        return copy.deepcopy(self._values)


class Special(_Values):
    """A special point of a branch: type, parameter, period, energy, velocity, impulses, time, contact, reason."""

    def __init__(self, values, branch):
        super().__init__(values)
        self.branch = branch

    def __repr__(self):
        return f"<{self.type} at {self.parameter:.9g}>"


class Branch:
    """A family of orbits: arrays over its points, and its special points."""

    def __init__(self, values, orbit):
        self._values, self._orbit = values, orbit
        self.key = orbit._values["continue"]["key"]
        self.id, self.parent, self.sequence = values["id"], values["parent"], values["sequence"]
        self.special = [Special(point, self) for point in values["special"]]

    def _column(self, name):
        return numpy.array([numpy.nan if point[name] is None else point[name] for point in self._values["points"]],
                           float)

    @property
    def parameter(self):
        return self._column("parameter")

    @property
    def period(self):
        return self._column("period")

    @property
    def energy(self):
        return self._column("energy")

    @property
    def impulses(self):
        """Of the impacts of each point, a row each; NaN where a point has fewer."""
        rows = [point["impulses"] for point in self._values["points"]]
        table = numpy.full((len(rows), max(map(len, rows), default=0)), numpy.nan)
        for row, values in zip(table, rows):
            row[:len(values)] = values
        return table

    @property
    def stable(self):
        """Whether each point is stable; False too where an orbit has no multipliers."""
        return numpy.array([bool(point["stable"]) for point in self._values["points"]], bool)

    @property
    def admissible(self):
        """Whether each point is a motion of the body."""
        return numpy.array([point["admissible"] for point in self._values["points"]], bool)

    def as_dict(self):
        """The branch of the JSON as a dict."""
        return copy.deepcopy(self._values)

    def __len__(self):
        return len(self._values["points"])

    def __repr__(self):
        return f"<Branch {','.join(self.sequence)}: {len(self)} points over {self.key}>"


class Orbit:
    """A periodic motion with what is known of it. Names are those of the JSON that `rebond orbit --json` prints."""

    def __init__(self, values, scene):
        self._values, self._scene = values, scene

    def __getattr__(self, name):
        if name.startswith("__") or name not in self._values:
            raise AttributeError(f"an orbit has no {name!r}; it has {', '.join(self.__dict__.get('_values', ()))}")
        return self._values[name]

    def __dir__(self):
        return [*object.__dir__(self), *self._values]

    @property
    def events(self):
        """What happens in a period, a structured array."""
        rows = [tuple(numpy.nan if event[name] is None else event[name] for name in _EVENT.names)
                for event in self._values["events"]]
        return numpy.array(rows, _EVENT)

    @property
    def state(self):
        """Just after the first event: time, position, velocity."""
        state = self._values["state"]
        return _Values({"time": state["time"], "position": numpy.array(state["position"]),
                        "velocity": numpy.array(state["velocity"])})

    @property
    def multipliers(self):
        """Complex numbers, the largest first; None where the orbit has none."""
        values = self._values["multipliers"]
        return None if values is None else numpy.array([complex(*value) for value in values])

    @property
    def certificate(self):
        return _Values(self._values["certificate"])

    @property
    def branches(self):
        return [Branch(branch, self) for branch in self._values["branches"]]

    def follow(self, key, start, end, *, progress=None):
        """The orbit's Branch, followed in a number of the scene, in "period" or "energy", from one value to another."""
        followed = _find(_asked(self._scene, {"continue": f"{key}={float(start)!r}:{float(end)!r}", "switch": None}),
                         progress)
        return followed.branches[0]

    def switch(self, special, *, progress=None):
        """The Branch that leaves a special point of a branch of this orbit; None where there is none."""
        if special.type not in _SWITCHES:
            raise InputError(f"switch: expected a flip, a grazing or a new_contact, not a {special.type}")
        followed = special.branch._orbit
        scene = _asked(followed._scene, {"switch": _SWITCHES[special.type]})
        found = _find(scene, progress)
        for branch in found.branches:
            first = branch.parameter[:1]
            if branch.parent == special.branch.id and len(first) and abs(first[0] - special.parameter) <= 1e-6 * max(
                    abs(special.parameter), 1e-300):
                return branch
        return None

    def as_dict(self):
        """The JSON as a dict."""
        return copy.deepcopy(self._values)

    def __repr__(self):
        if self.status == "not_found":
            return f"<Orbit: {self.reason}>"
        return f"<Orbit {','.join(self.sequence)}, period {self.period:.9g} s, {self.status}>"


def _asked(handle, changes):
    """The engine's scene with keys of [orbit]; None leaves a key out."""
    scene = handle.copy()
    for name, value in changes.items():
        if value is None:
            scene.erase(f"orbit.{name}")
        else:
            scene.set(f"orbit.{name}", value)
    return scene


def _find(handle, progress):
    values, raised = _engine.find_orbit(handle, progress)
    found = Orbit(values, handle)
    if raised is not None:
        raised.result = found
        raise raised
    return found


def orbit(scene, *, periods=None, impacts=None, sequence=None, period=None, energy=None, overrides=None, progress=None):
    """A periodic motion of a scene, certified, as an Orbit.

    Without `impacts` or a `sequence` ("1,1s,2") the scene is run until it settles. `periods` counts those of the load; a
    scene without load needs a `period` or an `energy`. An orbit that was not found, or whose certificate does not hold,
    has a `status` that is not "ok" and a `reason`. `progress` is called with (branch, points, parameter).
    """
    handle = as_scene(scene)._engine_scene
    if overrides:
        handle = handle.changed(dict(overrides))
    given = dict(zip(_ASKED, (periods, impacts, sequence, period, energy)))
    changes = {}
    for name, value in given.items():
        if value is None:
            continue
        if name in _EXCLUDES and given[_EXCLUDES[name]] is None:
            changes[_EXCLUDES[name]] = None
        changes[name] = float(value) if name in ("period", "energy") else value
    return _find(_asked(handle, changes), progress)
