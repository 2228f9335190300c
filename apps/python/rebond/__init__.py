"""rebond: a laboratory for impacts of elastic and rigid bodies.

    import rebond
    scene = rebond.Scene.new("bar")
    scene.initial.angle_deg = 60
    result = rebond.run(scene)
    result.summary.restitution.apparent
    result.plot()
"""

from ._errors import FileError, InputError, RunFailed, UnknownKey  # first: the engine raises them
from . import _compiled as compiled
from . import _engine
from ._model import (Contact, Gap, ImpactLaw, Model, Newton, Outward, Poisson, Problem, Scheme, Stronge,
                     schemes as _schemes)
from ._orbits import Branch, Orbit, orbit
from ._progress import Progress
from ._result import Energy, Result, Summary, open_result as open
from ._run import run
from ._scene import Scene, load
from ._studies import Study, check, compare, fit, reproduce, schema, sweep

globals().update(_schemes)

__version__ = _engine.version
__revision__ = _engine.revision
__all__ = ["Branch", "Contact", "Energy", "FileError", "Gap", "ImpactLaw", "InputError", "Model", "Newton", "Orbit",
           "Outward", "Poisson", "Problem", "Progress", "Result", "RunFailed", "Scene", "Scheme", "Stronge", "Study",
           "Summary", "UnknownKey", "check", "compare", "compiled", "fit", "load", "open", "orbit", "reproduce", "run",
           "schema", "sweep", *_schemes]
