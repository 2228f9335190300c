"""Runs of scenes and of problems."""

import os

from . import _engine
from ._errors import InputError, RunFailed
from ._model import Problem, Scheme
from ._progress import Watcher
from ._result import Result
from ._scene import Scene, load


def as_scene(what):
    """A scene from a scene, a dict of keys, or the name of a file."""
    if isinstance(what, Scene):
        return what
    if isinstance(what, dict):
        return Scene(what)
    if isinstance(what, (str, os.PathLike)):
        return load(what)
    raise InputError(f"expected a Scene, a Problem, a dict or the name of a scene file, not {type(what).__name__}")


def changed(scene, overrides, scheme=None):
    """The engine's scene with the overrides; the user's stays as it is."""
    changes = dict(overrides or {})
    if scheme is not None:
        changes.update({f"scheme.{name}": value for name, value in Scheme.given(scheme).items()})
    handle = as_scene(scene)._engine_scene
    return handle.changed(changes) if changes else handle


def run(what, overrides=None, *, scheme=None, progress=None, strict=False):
    """Runs a scene or a problem and returns its Result.

    `overrides` changes keys of the scene for this run: {"scheme.type": "event_accurate"}. `scheme` is one of the
    scheme classes, as EventAccurate(tolerance=1e-10); a problem runs by EventAccurate() unless it is given.
    `progress`: True or False shows it or not, by default in a terminal or a notebook; a function is called with a
    Progress about ten times a second. A run that the numbers refuse returns what it has, with the status and the
    reason, or raises RunFailed if `strict`. Ctrl-C raises KeyboardInterrupt, whose `result` is what was computed.
    """
    watcher = Watcher(progress)
    try:
        if isinstance(what, Problem):
            if overrides:
                raise InputError("overrides change keys of a scene; a Problem has none")
            run_, raised = _engine.run_problem(what._engine_problem, Scheme.read(scheme), watcher.callback)
        else:
            run_, raised = _engine.run_scene(changed(what, overrides, scheme), watcher.callback)
    finally:
        watcher.close()
    result = Result(run_)
    if raised is not None:
        try:
            raised.result = result
        except AttributeError:
            pass  # an exception that takes no attributes arrives as it is
        raise raised
    if strict and result.status != "ok":
        raise RunFailed(f"{result.status}: {result.reason}", result)
    return result
