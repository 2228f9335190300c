"""Results: arrays in the engine's memory, the summary, tables, plots, files."""

import copy
import html
import os

from . import _engine, _plots
from ._errors import FileError
from ._scene import Scene


class Summary:
    """A run in numbers. Names are those of the JSON that `rebond run --json` prints; no value is None."""

    __slots__ = ("_values",)

    def __init__(self, values):
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name):
        try:
            return self._wrapped(self._values[name])
        except KeyError:
            raise AttributeError(f"a summary has no {name!r}; it has {', '.join(self._values)}") from None

    def __setattr__(self, name, value):
        raise AttributeError("a summary cannot be changed")

    def __getitem__(self, name):
        """By dotted name, as "restitution.apparent"."""
        value = self._values
        for part in name.split("."):
            value = value[int(part) if isinstance(value, list) else part]
        return self._wrapped(value)

    @staticmethod
    def _wrapped(value):
        if isinstance(value, dict):
            return Summary(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [Summary(one) for one in value]
        return copy.copy(value)

    def as_dict(self):
        """The JSON as a dict."""
        return copy.deepcopy(self._values)

    def __dir__(self):
        return [*object.__dir__(self), *self._values]

    def __eq__(self, other):
        return isinstance(other, Summary) and self._values == other._values

    __hash__ = None

    def __repr__(self):
        return "\n".join(f"{name}: {value}" for name, value in self._values.items())


class Energy:
    """Energies at the samples [J]: kinetic, elastic, gravity, total.

    Of a Model whose energy is (kinetic, potential), `gravity` is the potential energy.
    """

    __slots__ = ("_run",)

    def __init__(self, run):
        self._run = run

    kinetic = property(lambda self: self._run.kinetic)
    elastic = property(lambda self: self._run.elastic)
    gravity = property(lambda self: self._run.gravity)
    total = property(lambda self: self._run.total)

    def __repr__(self):
        return f"<energies of {len(self.total)} samples: kinetic, elastic, gravity, total [J]>"


def optional(name, purpose):
    """A module that rebond can do without."""
    import importlib
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ImportError(f"{purpose} needs {name}: install it with apt-get install python3-{name} "
                          f"or pip install {name}") from None


class Result:
    """What came of a run. Arrays are views of the engine's memory, which lives as long as any of them."""

    __slots__ = ("_run", "_summary", "__weakref__")

    def __init__(self, run):
        self._run = run
        self._summary = None

    @property
    def time(self):
        """Times of the samples [s]."""
        return self._run.time

    @property
    def position(self):
        """Coordinates at the samples: samples × coordinates."""
        return self._run.position

    @property
    def velocity(self):
        """Their velocities: samples × coordinates."""
        return self._run.velocity

    @property
    def energy(self):
        """Energies at the samples [J]: energy.kinetic, .elastic, .gravity, .total."""
        return Energy(self._run)

    @property
    def impacts(self):
        """Every impact, as a structured array: time, contact, velocity_before, velocity_after, impulse, …"""
        return self._run.impacts

    @property
    def sustained(self):
        """Every contact that lasted, as a structured array: start, end, contact, impulse, peak_force, …"""
        return self._run.sustained

    @property
    def contacts(self):
        """Contacts at the samples, samples × contacts, as a structured array: gap, rate, impulse, friction, state.

        Impulses are those since the sample before [N s]; state is 0 open, 1 sticking or closed, ±2 sliding.
        """
        return self._run.contacts

    @property
    def summary(self):
        """The run in numbers, as attributes; as_dict() is the JSON."""
        if self._summary is None:
            self._summary = Summary(self._run.summary())
        return self._summary

    @property
    def status(self):
        """"ok", or the word for what went wrong; `reason` explains it."""
        return self._run.status

    @property
    def reason(self):
        """Why the run did not end with ok; None if it did."""
        return self._run.reason

    @property
    def warnings(self):
        """What a reader of the numbers should know."""
        return self._run.warnings

    @property
    def scene(self):
        """The scene with every value that was used; None of a Problem."""
        return Scene(self._run.scene) if self._run.scene else None

    def to_dataframe(self):
        """The samples as a pandas DataFrame over time: q0, …, v0, …, energies, gaps."""
        pandas = optional("pandas", "to_dataframe")
        columns = {f"q{i}": column for i, column in enumerate(self.position.T)}
        columns.update({f"v{i}": column for i, column in enumerate(self.velocity.T)})
        columns.update({f"energy.{part}": getattr(self.energy, part)
                        for part in ("kinetic", "elastic", "gravity", "total")})
        for k in range(self.contacts.shape[1]):
            columns.update({f"contact{k}.{name}": self.contacts[name][:, k] for name in self.contacts.dtype.names})
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))

    def impacts_dataframe(self):
        """The impacts as a pandas DataFrame, one row each."""
        return optional("pandas", "impacts_dataframe").DataFrame(self.impacts)

    def to_xarray(self):
        """Everything as an xarray Dataset with dimensions time, coordinate and contact."""
        xarray = optional("xarray", "to_xarray")
        data = {"position": (("time", "coordinate"), self.position, {"units": "m or rad"}),
                "velocity": (("time", "coordinate"), self.velocity, {"units": "m/s or rad/s"})}
        for part in ("kinetic", "elastic", "gravity", "total"):
            data[f"energy_{part}"] = (("time",), getattr(self.energy, part), {"units": "J"})
        units = {"gap": "m", "rate": "m/s", "impulse": "N s", "friction": "N s", "state": ""}
        for name, unit in units.items():
            data[f"contact_{name}"] = (("time", "contact"), self.contacts[name], {"units": unit})
        attributes = {"title": self.summary.title, "model": self.summary.model, "scheme": self.summary.scheme,
                      "status": self.status}
        return xarray.Dataset(data, {"time": ("time", self.time, {"units": "s"})}, attributes)

    def plot(self, *names):
        """Draws the standard figures by matplotlib, those that `save` writes as SVG; a dict by their names.

        With names, as plot("energy"), draws those alone.
        """
        return _plots.draw_all(self._run.figures(), names)

    def report(self, path=None):
        """The interactive page: written to a file, or its text without one."""
        page = self._run.report()
        if path is None:
            return page
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        except OSError as error:
            raise FileError(f"{os.fspath(path)}: cannot write: {error.strerror}") from error
        return path

    def save(self, directory, force=False):
        """Writes result.h5, summary.json, plots and the report into a folder; the names of the files.

        Files that rebond did not write are not replaced, unless `force`.
        """
        return self._run.save(os.fspath(directory), force)

    def _repr_html_(self):
        page = html.escape(self._run.report(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:0" title="rebond report"></iframe>'

    def __repr__(self):
        summary = self.summary
        return (f"<rebond.Result {summary.model} by {summary.scheme}: {self.status}, {len(self.time)} samples "
                f"of {summary.dofs} coordinates, {summary.impacts.count} impacts>")


def open_result(path):
    """A result that was saved, by its file or folder; a study by its study.db or folder."""
    from ._studies import Study, study_database
    database = study_database(os.fspath(path))
    if database is not None:
        return Study(_engine.open_study(database))
    return Result(_engine.open_result(os.fspath(path)))
