"""What must not change the motion of a linear system: other coordinates, units, times of start; and what may a little.

Each function gives a scene and the way back, from a state (t, q, v) of its run to one of the original.
"""

import numpy as np

from scene import changed


def in_coordinates(scene, T):
    """q = T y: matrices by congruence, gradients and forces by Tᵀ."""
    inverse = np.linalg.inv(T)
    model = dict(scene["model"])
    for key in ("mass", "stiffness", "damping"):
        if key in model:
            congruent = T.T @ model[key] @ T
            model[key] = 0.5 * (congruent + congruent.T)
    if "force" in model:
        model["force"] = T.T @ model["force"]
    if "harmonic" in model:
        model["harmonic"] = [{**load, "amplitude": T.T @ load["amplitude"]} for load in model["harmonic"]]
    initial = {key: inverse @ value for key, value in scene["initial"].items()}
    contact = [{**c, **{key: T.T @ c[key] for key in ("normal", "tangent") if key in c}} for c in scene["contact"]]
    other = {**changed(scene), "model": model, "initial": initial, "contact": contact}
    return other, lambda t, q, v: (t, q @ T.T, v @ T.T)


def mirrored(scene):
    return in_coordinates(scene, -np.eye(len(scene["model"]["mass"])))


def permuted(scene, rng):
    """Coordinates and contacts in another order."""
    n = len(scene["model"]["mass"])
    other, back = in_coordinates(scene, np.eye(n)[rng.permutation(n)].T)
    other["contact"] = [other["contact"][k] for k in rng.permutation(len(other["contact"]))]
    return other, back


def in_units(scene, mass, length, time):
    """Numbers of the same motion in other units: 1 kg is `mass` new ones, and so on."""
    force = mass * length / time**2
    factors = {"mass": mass, "stiffness": mass / time**2, "damping": mass / time, "force": force}
    model = {key: value * factors[key] if key in factors else value for key, value in scene["model"].items()}
    if "harmonic" in model:
        model["harmonic"] = [{**load, "amplitude": load["amplitude"] * force,
                              "frequency_hz": load["frequency_hz"] / time} for load in model["harmonic"]]
    initial = {"position": scene["initial"]["position"] * length, "velocity": scene["initial"]["velocity"] * length / time}
    contact = [contact_in_units(c, length, time) for c in scene["contact"]]
    run = {key: value * time for key, value in scene["run"].items()}
    scheme = {key: value * time if key == "step" else value for key, value in scene["scheme"].items()}
    analysis = {key: value * time for key, value in scene["analysis"].items()}
    other = {**changed(scene), "model": model, "initial": initial, "contact": contact, "run": run, "scheme": scheme,
             "analysis": analysis}
    return other, lambda t, q, v: (t / time, q / length, v * (time / length))


def with_tangents(scene, rng):
    """Directions of sliding, and no friction: nothing changes."""
    contact = [{**c, "tangent": rng.normal(size=len(c["normal"])), "friction": 0.0} for c in scene["contact"]]
    return {**changed(scene), "contact": contact}


def contact_in_units(contact, length, time):
    other = {**contact, "offset": contact["offset"] * length}
    if "slide_velocity" in contact:
        other["slide_velocity"] = contact["slide_velocity"] * length / time
    if "motion" in contact:
        motion = contact["motion"]
        other["motion"] = {**motion, "amplitude": motion["amplitude"] * length, "frequency_hz": motion["frequency_hz"] / time}
    return other


def angle_of(wave, t):
    """Of a load or of a stop that moves [rad]."""
    return 2 * np.pi * wave["frequency_hz"] * t + np.radians(wave.get("phase_deg", 0.0))


def gap(contact, q, t=0.0):
    moved = contact["motion"]["amplitude"] * np.cos(angle_of(contact["motion"], t)) if "motion" in contact else 0.0
    return contact["normal"] @ q + contact["offset"] - moved


def later(wave, t):
    """A load or a motion whose time is counted from t on."""
    return {**wave, "phase_deg": wave.get("phase_deg", 0.0) + 360.0 * wave["frequency_hz"] * t}


def started_later(scene, base, k, fall):
    """From sample k of its own motion, the loads' phases moved along; None where a contact is closed then.

    Closed for all that the whole motion can tell, and rounding of how far loads could move it, `fall` [m]: of a body that rests at
    zero every coordinate is rounding.
    """
    t, q, v = base.t[k], base.q[k], base.v[k]
    size = max(np.abs(base.q).max(), max((abs(c["offset"]) for c in scene["contact"]), default=0.0))
    closed = 1e-7 * size + 1e-12 * fall
    if any(gap(c, q, t) <= closed * np.abs(c["normal"]).sum() for c in scene["contact"]):
        return None
    model = dict(scene["model"])
    if "harmonic" in model:
        model["harmonic"] = [later(load, t) for load in model["harmonic"]]
    contact = [{**c, "motion": later(c["motion"], t)} if "motion" in c else c for c in scene["contact"]]
    left = scene["run"]["duration"] - t
    run = {"duration": left, "sample_every": min(scene["run"]["sample_every"], left)}
    other = {**changed(scene, run=run, initial={"position": q, "velocity": v}), "model": model, "contact": contact}
    return other, lambda time, x, y: (time + t, x, y)


def perturbed(scene, rng, size, length, speed):
    """Every number a little different: by `size` of itself, of a length or of a speed.

    What touches at the start stays as it is: a gap opened by rounding would bounce without end where e = 1.
    """
    n = len(scene["model"]["mass"])
    D = np.diag(1.0 + size * rng.uniform(-1, 1, n))
    model = dict(scene["model"])
    for key in ("mass", "stiffness", "damping"):
        if key in model:
            model[key] = D @ model[key] @ D
    if "force" in model:
        model["force"] = model["force"] * (1.0 + size * rng.uniform(-1, 1, n))
    q, v = (np.asarray(scene["initial"][key], float) for key in ("position", "velocity"))
    touching = [c["normal"] != 0.0 for c in scene["contact"] if gap(c, q) == 0.0]
    free = ~np.any(touching, axis=0) if touching else np.ones(n, bool)
    v = v + free * size * speed * rng.uniform(-1, 1, n)
    moved = q + free * size * length * rng.uniform(-1, 1, n)
    if all(gap(c, moved) >= 0.0 for c in scene["contact"]):
        q = moved
    contact = [{**c, **{key: c[key] * (1.0 + size * rng.uniform(-1, 1)) for key in ("friction", "slide_velocity") if key in c}}
               for c in scene["contact"]]
    other = {**changed(scene, initial={"position": q, "velocity": v}), "model": model, "contact": contact}
    return other, lambda t, x, y: (t, x, y)
