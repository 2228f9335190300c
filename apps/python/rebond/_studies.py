"""Many runs: sweeps, comparisons of schemes, papers, fits, and what is to be known before a run."""

import html
import os

from . import _engine, _plots
from ._errors import FileError, InputError
from ._progress import Watcher
from ._result import optional
from ._run import as_scene, changed


def study_database(path):
    """The database of a study, named by itself or by its folder; None for other names."""
    if os.path.isdir(path):
        database = os.path.join(path, "study.db")
        return database if os.path.exists(database) else None
    return path if path.endswith(".db") else None


class Study:
    """A study: one row for each case, with the values of its axes, the status and the numbers of the summary."""

    __slots__ = ("_study",)

    def __init__(self, study):
        self._study = study

    title = property(lambda self: self._study.title)
    axes = property(lambda self: self._study.axes, doc="The keys that vary.")
    is_finished = property(lambda self: self._study.is_finished)
    files = property(lambda self: self._study.files, doc="What was written into the folder.")

    @property
    def statuses(self):
        """How many cases ended with each status."""
        return self._study.statuses()

    def __len__(self):
        return self._study.done

    def columns(self):
        """Every column by its name, as a list; None where there is no value."""
        return self._study.columns()

    def to_dataframe(self):
        """The rows as a pandas DataFrame over the number of the case."""
        return optional("pandas", "to_dataframe").DataFrame(self.columns()).set_index("case_index")

    def points(self):
        """Every column of the observed points by its name, as a list; empty where nothing is observed."""
        return self._study.points()

    def plot(self, x=None, y=None, by=None):
        """Draws column y over column x, a curve for each value of `by`, by matplotlib; as the study says without."""
        if (x is None) != (y is None):
            raise InputError("plot: expected both x and y, or neither")
        return _plots.draw(self._study.figure(x or "", y or "", by or ""))

    def report(self, path=None):
        """The interactive page: written to a file, or its text without one."""
        page = self._study.report()
        if path is None:
            return page
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        except OSError as error:
            raise FileError(f"{os.fspath(path)}: cannot write: {error.strerror}") from error
        return path

    def _repr_html_(self):
        page = html.escape(self._study.report(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:0" title="rebond study"></iframe>'

    def __repr__(self):
        return f"<rebond.Study {self.title!r}: {len(self)} of {self._study.cases} cases over {', '.join(self.axes)}>"


class _Cases:
    """Progress of a sweep in cases, for the watcher of a run."""

    def __init__(self, progress):
        import time
        self.watcher, self.clock = Watcher(progress), time.monotonic
        self.start = self.clock()

    @property
    def callback(self):
        return self if self.watcher.callback else None

    def __call__(self, done, cases, failed):
        self.watcher(done, max(cases, 1), done, failed, self.clock() - self.start)

    def close(self):
        self.watcher.close()


def _watched(function, *arguments, progress):
    """What the engine found; raises what was raised meanwhile, with it as `result`."""
    cases = _Cases(progress)
    try:
        found, raised = function(*arguments, cases.callback)
    finally:
        cases.close()
    if raised is not None:
        raised.result = found if not isinstance(found, _engine.KeptStudy) else Study(found)
        raise raised
    return found


def _axes(table, axes):
    lines = [f'"{key}" = {_engine.toml_text(values if isinstance(values, dict) else list(values))}\n'
             for key, values in axes.items()]
    return f"\n[{table}]\n" + "".join(lines) if lines else ""


def sweep(what, vary=None, sample=None, *, plot=None, overrides=None, workers=0, out=None, resume=False, force=False,
          progress=None):
    """Runs a scene for every combination of values of some keys, or a study file; returns the Study.

    `vary` gives the values of each key: lists, ranges, arrays, or {"from": 5, "to": 90, "step": 1}; `sample` random
    ones, {"uniform": [0, 180], "count": 20, "seed": 1}. `workers`: threads, 0 for as many as the machine has. With
    `out` rows go to study.db in that folder as they are finished, and `resume` continues them.
    """
    out = os.fspath(out) if out is not None else ""
    if isinstance(what, (str, os.PathLike)) and vary is None and sample is None:
        changes = _engine.changes_in(dict(overrides or {}))
        return Study(_watched(_engine.sweep_file, os.fspath(what), changes, out, workers, resume, force,
                              progress=progress))
    if not vary and not sample:
        raise InputError("vary: expected a dict of keys and their values")
    scene = changed(as_scene(what), overrides)
    title = scene.get("title")
    text = f"title = {_engine.toml_text([title])[1:-1]}\n" if title else ""
    text += scene.to_toml("scene") + _axes("vary", vary or {}) + _axes("sample", sample or {})
    if plot:
        text += "\n[plot]\n" + "".join(f"{key} = {_engine.toml_text([value])[1:-1]}\n" for key, value in plot.items())
    return Study(_watched(_engine.sweep_text, text, scene.directory(), out, workers, resume, force,
                          progress=progress))


def _named(scheme):
    return scheme if isinstance(scheme, str) else scheme.type


def compare(scene, schemes, steps=(), reference="event_accurate", overrides=None, progress=None):
    """One scene by several schemes, judged by a reference: the JSON of `rebond compare`."""
    found, raised = _engine.compare(changed(as_scene(scene), overrides), [_named(one) for one in schemes],
                                    [float(step) for step in steps], _named(reference), Watcher(progress).callback)
    if raised is not None:
        raised.result = found
        raise raised
    return found


def check(scene, overrides=None):
    """What is to be known before a run: frequencies, the limit of explicit steps, warnings, what schemes cost."""
    return _engine.check(changed(as_scene(scene), overrides))[0]


def schema():
    """The JSON Schema of scene files."""
    return _engine.scene_schema()


def reproduce(name=None, workers=0, progress=None):
    """A paper's tables against its numbers: the JSON of `rebond reproduce`. Without a name, the papers there are."""
    if name is None:
        return [os.path.basename(folder) for folder in _engine.known_papers()]
    return _watched(_engine.reproduce, str(name), workers, progress=progress)


def fit(study, workers=0, progress=None):
    """The rebound law fitted to a study, its file or the folder it was swept into: the JSON of `rebond fit`."""
    return _watched(_engine.fit, os.fspath(study), workers, progress=progress)
