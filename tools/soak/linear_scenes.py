"""Random linear systems between stops.

Ordinary scenes hold to this, and a flight of them that is refused counts against the engine:

- masses within [0.1, 10] kg, springs within [1, 1e4] N/m, damping ratios below 0.3, loads and weights that move a mass by
  no more than some of its travel: numbers within six orders of magnitude;
- every gap is open at the start by at least a thousandth of the travel, or closed and at rest;
- no load within 5 % of an undamped frequency, none faster than four times the fastest mode;
- at most six contacts, none of them a combination of others;
- at most six coordinates, and 60 radians of the fastest mode, so that a run takes milliseconds.

Nasty families each break one of these rules on purpose; their functions say which.
"""

import numpy as np

RESTITUTIONS = [0.0, 0.0, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999, 1.0, 1.0]


def log_uniform(rng, low, high, size=None):
    return np.exp(rng.uniform(np.log(low), np.log(high), size))


def frequencies(M, K):
    """ω of the modes [rad/s], ascending; 0 for rigid ones."""
    L = np.linalg.inv(np.linalg.cholesky(M))
    return np.sqrt(np.maximum(np.linalg.eigvalsh(L @ K @ L.T), 0.0))


def row_stiffness(springs, ground):
    """K of masses in a row: springs between neighbours, and from each to the ground."""
    n = len(ground)
    K = np.diag(np.asarray(ground, float))
    for i, k in enumerate(springs):
        K[i:i + 2, i:i + 2] += k * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return K


def matrices(rng, n):
    kind = rng.integers(3)
    m = log_uniform(rng, 0.1, 10.0, n)
    if kind < 2:  # a row, fixed at its first mass, at all, or nowhere
        springs = log_uniform(rng, 1.0, 1e4, n - 1)
        ground = np.zeros(n)
        if kind == 0:
            ground[0] = log_uniform(rng, 1.0, 1e4)
        else:
            ground = log_uniform(rng, 1.0, 1e3, n)
        return np.diag(m), row_stiffness(springs, ground)
    A = rng.normal(size=(n, n))
    M = np.diag(m) + 0.1 * m.min() * A @ A.T / n
    B = rng.normal(size=(n, n))
    return M, log_uniform(rng, 1.0, 1e3) * (B @ B.T / n + 0.05 * np.eye(n))


def damping(rng, M, K, omega):
    kind = rng.integers(5)
    if kind < 2:
        return None
    ratio = log_uniform(rng, 1e-3, 0.3)
    top = omega[-1]
    if kind == 2:
        return ratio * top * 0.1 * M
    if kind == 3:
        return ratio / top * K
    n = len(M)
    C = np.zeros((n, n))
    i = rng.integers(n)
    C[i, i] = ratio * top * M[i, i]
    return C


def gap_gradient(rng, n):
    w = np.zeros(n)
    kind = rng.integers(4)
    i = rng.integers(n)
    if kind == 3 and n > 1:
        w[:] = rng.normal(size=n)
    elif kind == 2 and n > 1:
        j = (i + 1) % n
        w[i], w[j] = -1.0, 1.0
    else:
        w[i] = rng.choice([-1.0, 1.0])
    return w


def contacts(rng, n, travel, count):
    """Open gaps whose gradients are independent."""
    chosen = []
    for _ in range(count):
        w = gap_gradient(rng, n)
        W = np.array([c["normal"] for c in chosen] + [w])
        if np.linalg.matrix_rank(W, tol=1e-6) < len(W):
            continue
        gap = travel * log_uniform(rng, 1e-3, 1.0) * np.linalg.norm(w)
        contact = {"normal": w, "offset": gap}
        if rng.random() < 0.3:
            contact["restitution"] = float(rng.choice(RESTITUTIONS))
        chosen.append(contact)
    return chosen


def shifted(scene, q):
    """The same gaps at a start q instead of 0."""
    for contact in scene["contact"]:
        contact["offset"] = float(contact["offset"] - contact["normal"] @ q)
    scene["initial"]["position"] = q


def loads(rng, M, omega, force_scale):
    """Up to two harmonic loads away from resonance, none faster than four times the fastest mode."""
    found = []
    for _ in range(rng.integers(0, 3) if rng.random() < 0.4 else 0):
        Omega = omega[-1] * rng.uniform(0.05, 4.0)
        if np.any(np.abs(Omega / np.maximum(omega, 1e-9) - 1.0) < 0.05):
            continue
        amplitude = np.zeros(len(M))
        amplitude[rng.integers(len(M))] = force_scale * rng.uniform(0.1, 1.0)
        found.append({"amplitude": amplitude, "frequency_hz": Omega / (2 * np.pi),
                      "phase_deg": float(rng.uniform(0, 360))})
    return found


def assembled(M, K, C, contacts_, v, duration, restitution, samples=8):
    n = len(M)
    model = {"type": "linear", "mass": M, "stiffness": K}
    if C is not None:
        model["damping"] = C
    return {"model": model, "initial": {"position": np.zeros(n), "velocity": v}, "contact": contacts_,
            "impact": {"restitution": float(restitution)}, "scheme": {"type": "event_accurate"},
            "run": {"duration": float(duration), "sample_every": float(duration) / samples},
            "analysis": {"restitution_window": float(duration)}}


def shortened(scene, factor):
    for table, key in (("run", "duration"), ("run", "sample_every"), ("analysis", "restitution_window")):
        scene[table][key] *= factor


def ordinary(rng, most=6):
    """Ordinary: masses on springs or any matrices, damped or not, loaded or not, between up to six stops."""
    n = int(rng.integers(1, most + 1))
    M, K = matrices(rng, n)
    omega = frequencies(M, K)
    v = rng.normal(size=n) * log_uniform(rng, 0.1, 10.0)
    duration = rng.uniform(5.0, 60.0) / omega[-1]
    travel = max(np.abs(v).max() / omega[0] if omega[0] > 0.05 * omega[-1] else np.abs(v).max() * duration, 1e-6)
    scene = assembled(M, K, damping(rng, M, K, omega), contacts(rng, n, travel, int(rng.integers(0, min(n, 5) + 2))),
                      v, duration, rng.choice(RESTITUTIONS))
    force = np.abs(v).max() * omega[-1] * np.diag(M).min()
    if rng.random() < 0.4:
        scene["model"]["force"] = rng.normal(size=n) * force * 0.3
    if harmonic := loads(rng, M, omega, force):
        scene["model"]["harmonic"] = harmonic
    if rng.random() < 0.5:
        shifted(scene, rng.normal(size=n) * travel * 0.3)
    if rng.random() < 0.2:
        scene["impact"]["law"] = ("poisson", "outward")[int(rng.integers(2))]
    return scene


def stepped(rng):
    """Ordinary scenes by schemes of fixed steps, a tenth of a radian of the fastest mode each."""
    scene = ordinary(rng)
    scene["impact"].pop("law", None)
    schemes = [{"type": "moreau_jean"}, {"type": "moreau_jean", "activation": "predicted"}, {"type": "moreau_jean", "theta": 0.6},
               {"type": "paoli_schatzman"}, {"type": "paoli_schatzman_implicit"}, {"type": "event_newmark"},
               {"type": "event_newmark", "substep": "resolved"}]
    step = 0.1 / frequencies(scene["model"]["mass"], scene["model"]["stiffness"])[-1]
    return with_step(scene, schemes[int(rng.integers(len(schemes)))], step)


def conserving(rng):
    """Ordinary masses in a row without damping and loads, by the energy-restoring scheme, one mass against a stop, e = 0."""
    n = int(rng.integers(2, 5))
    K = row_stiffness(log_uniform(rng, 1.0, 1e2, n - 1), log_uniform(rng, 1.0, 1e2, n))
    stop = {"normal": -np.eye(n)[-1], "offset": float(rng.uniform(0.01, 0.3))}
    scene = assembled(np.diag(log_uniform(rng, 0.1, 10.0, n)), K, None, [stop], rng.normal(size=n), 1.0, 0.0)
    top = frequencies(scene["model"]["mass"], K)[-1]
    scene["run"] = {"duration": 40.0 / top, "sample_every": 5.0 / top}
    return with_step(scene, {"type": "moreau_jean_conserving"}, 0.05 / top)


def with_step(scene, scheme, step):
    """Steps of about this length that samples are multiples of."""
    every = scene["run"]["sample_every"]
    return {**scene, "scheme": {**scheme, "step": every / np.ceil(every / step)}}


def medium(rng):
    """Ordinary, with up to forty coordinates."""
    scene = ordinary(rng, most=40)
    shortened(scene, 0.5)
    return scene


def free_row(rng):
    """Ordinary: masses in a row without springs to ground that touch only each other, so momentum is kept."""
    n = int(rng.integers(2, 6))
    m = log_uniform(rng, 0.1, 10.0, n)
    springs = log_uniform(rng, 1.0, 1e3, n - 1) * (rng.random(n - 1) < 0.5)
    K = row_stiffness(springs, np.zeros(n))
    v = rng.normal(size=n)
    meetings = []
    for i in range(n - 1):
        w = np.zeros(n)
        w[i], w[i + 1] = -1.0, 1.0
        meetings.append({"normal": w, "offset": float(rng.uniform(0.05, 1.0))})
    return assembled(np.diag(m), K, None, meetings, v, rng.uniform(0.5, 5.0), rng.choice(RESTITUTIONS))


def bouncing(rng):
    """Ordinary: one to three masses under weight, each above its own floor, some on springs."""
    n = int(rng.integers(1, 4))
    m = log_uniform(rng, 0.1, 10.0, n)
    K = row_stiffness(log_uniform(rng, 1.0, 1e2, n - 1), np.zeros(n))
    floors = [{"normal": np.eye(n)[i], "offset": float(rng.uniform(0.01, 1.0))} for i in range(n)]
    scene = assembled(np.diag(m), K, None, floors, rng.normal(size=n), rng.uniform(0.5, 4.0), rng.choice(RESTITUTIONS))
    scene["model"]["force"] = -9.81 * m
    return scene


def resting(rng):
    """Ordinary: one to three masses at rest on their floors under weight, some lifted by a load that shakes them."""
    n = int(rng.integers(1, 4))
    m = log_uniform(rng, 0.1, 10.0, n)
    K = row_stiffness(log_uniform(rng, 1.0, 1e2, n - 1), np.zeros(n))
    floors = [{"normal": np.eye(n)[i], "offset": 0.0} for i in range(n)]
    scene = assembled(np.diag(m), K, None, floors, np.zeros(n), rng.uniform(0.5, 3.0), rng.choice(RESTITUTIONS))
    scene["model"]["force"] = -9.81 * m
    shaken = int(rng.integers(n))
    amplitude = np.zeros(n)
    amplitude[shaken] = 9.81 * m[shaken] * rng.uniform(0.2, 4.0)
    scene["model"]["harmonic"] = [{"amplitude": amplitude, "frequency_hz": float(log_uniform(rng, 0.5, 10.0)),
                                   "phase_deg": float(rng.choice([90.0, 180.0, 270.0]))}]
    return scene


# ---------------------------------------------------------------- nasty families


def simultaneous(rng):
    """Nasty: equal masses that reach their stops at the same instant, with redundant copies of contacts."""
    n = int(rng.integers(2, 5))
    m = float(log_uniform(rng, 0.1, 10.0))
    coupling = float(log_uniform(rng, 1.0, 1e2)) * int(rng.integers(2))
    K = row_stiffness([coupling] * (n - 1), [float(rng.integers(0, 3))] * n)
    gap = float(rng.uniform(0.1, 1.0))
    stops = [{"normal": -np.eye(n)[i], "offset": gap} for i in range(n)]
    stops += [dict(stops[rng.integers(n)]) for _ in range(rng.integers(0, 3))]
    return assembled(m * np.eye(n), K, None, stops, np.full(n, float(rng.integers(1, 4))), rng.uniform(1.0, 4.0),
                     rng.choice(RESTITUTIONS))


def symmetric(rng):
    """Nasty: masses that are alike, each coupled to every other alike, thrown alike at stops that are alike."""
    n = int(rng.integers(2, 4))
    alike = lambda own, other: (own - other) * np.eye(n) + other * np.ones((n, n))
    m, k = float(log_uniform(rng, 0.1, 10.0)), float(log_uniform(rng, 1.0, 1e2))
    coupling = float(rng.uniform(0.0, 1.0)) * k
    M = alike(m, m * float(rng.uniform(-0.3, 0.6)))
    K = alike(k + (n - 1) * coupling, -coupling)
    stops = [{"normal": -np.eye(n)[i], "offset": 0.5} for i in range(n)]
    return assembled(M, K, None, stops, np.full(n, float(rng.uniform(3.0, 12.0))), rng.uniform(1.0, 4.0),
                     rng.choice(RESTITUTIONS))


def grazing(rng):
    """Nasty: a mass on a spring whose turning point is at its stop, up to ±10⁻⁴ … ±10⁻¹⁵ of the amplitude, or exactly."""
    k, v = float(log_uniform(rng, 1.0, 1e3)), float(rng.uniform(0.5, 2.0))
    miss = float(rng.choice([0.0, -1.0, 1.0])) * 10.0 ** -rng.uniform(4, 15)
    stop = {"normal": np.array([-1.0]), "offset": v / np.sqrt(k) * (1.0 + miss)}
    return assembled(np.eye(1), np.array([[k]]), None, [stop], np.array([v]), 4 * np.pi / np.sqrt(k) * rng.uniform(0.5, 2),
                     rng.choice(RESTITUTIONS))


def resonance(rng):
    """Nasty: a load at, or 10⁻² … 10⁻¹² beside, a frequency of the body."""
    scene = ordinary(rng, most=3)
    M, K = scene["model"]["mass"], scene["model"]["stiffness"]
    omega = frequencies(M, K)
    beside = float(rng.choice([0.0, 1.0, -1.0])) * 10.0 ** -rng.uniform(2, 12)
    amplitude = rng.normal(size=len(M)) * np.abs(scene["initial"]["velocity"]).max() * omega[-1]
    scene["model"]["harmonic"] = [{"amplitude": amplitude, "frequency_hz": rng.choice(omega) * (1 + beside) / (2 * np.pi)}]
    return scene


def stiff_beside_soft(rng):
    """Nasty: springs 10⁶ … 10¹⁴ times stiffer than others."""
    n = int(rng.integers(2, 4))
    ratio = 10.0 ** rng.uniform(6, 14)
    ground = np.ones(n)
    ground[rng.integers(n)] = ratio
    K = row_stiffness(np.zeros(n - 1) if rng.random() < 0.5 else np.ones(n - 1), ground)
    v = rng.normal(size=n)
    return assembled(np.eye(n), K, None, contacts(rng, n, 1.0, 1), v, rng.uniform(1, 3) * min(1.0, 1e4 / np.sqrt(ratio)),
                     rng.choice(RESTITUTIONS))


def light_beside_heavy(rng):
    """Nasty: masses 10⁴ … 10¹² times lighter than others, in a row above a floor."""
    n = int(rng.integers(2, 4))
    m = np.ones(n)
    m[rng.integers(n)] = 10.0 ** -rng.uniform(4, 12)
    w = np.zeros((n, n))
    w[0, 0] = 1.0
    for i in range(1, n):
        w[i, i - 1:i + 1] = -1.0, 1.0
    stack = [{"normal": w[i], "offset": float(rng.uniform(0.01, 0.2))} for i in range(n)]
    scene = assembled(np.diag(m), np.zeros((n, n)), None, stack, -rng.uniform(0, 1, n), rng.uniform(0.2, 1.0),
                      rng.choice(RESTITUTIONS))
    scene["model"]["force"] = -9.81 * m
    return scene


def stack(rng):
    """Nasty: masses that stand on each other and on a floor at the start, under weight, and one that falls on them."""
    n = int(rng.integers(2, 6))
    m = log_uniform(rng, 0.1, 10.0, n)
    w = np.zeros((n, n))
    w[0, 0] = 1.0
    for i in range(1, n):
        w[i, i - 1:i + 1] = -1.0, 1.0
    gaps = np.where(rng.random(n) < 0.6, 0.0, rng.uniform(0.0, 0.1, n))
    piled = [{"normal": w[i], "offset": float(gaps[i])} for i in range(n)]
    v = np.zeros(n)
    if rng.random() < 0.7:
        v[-1] = -1.0
        piled[-1]["offset"] = 0.05
    scene = assembled(np.diag(m), np.zeros((n, n)), None, piled, v, rng.uniform(0.2, 1.0), rng.choice(RESTITUTIONS))
    scene["model"]["force"] = -9.81 * m
    return scene


def fast_load(rng):
    """Nasty: a load 10 … 10⁴ times faster than the fastest mode, strong or weak."""
    scene = ordinary(rng, most=3)
    M, K = scene["model"]["mass"], scene["model"]["stiffness"]
    top = frequencies(M, K)[-1]
    Omega = top * 10.0 ** rng.uniform(1, 4)
    amplitude = np.zeros(len(M))
    strength = 10.0 ** rng.uniform(-4, 0)
    amplitude[rng.integers(len(M))] = strength * np.abs(scene["initial"]["velocity"]).max() * Omega * np.diag(M).min()
    scene["model"]["harmonic"] = [{"amplitude": amplitude, "frequency_hz": Omega / (2 * np.pi),
                                   "phase_deg": float(rng.uniform(0, 360))}]
    shortened(scene, min(1.0, 3000 / (Omega * scene["run"]["duration"])))
    return scene


def millimetres_beside_kilometres(rng):
    """Nasty: travels of 10⁻³ m and gaps of 10³ m in one system, coordinates apart."""
    n = 2
    v = np.array([rng.uniform(0.5, 2.0) * 1e-3, rng.uniform(0.5, 2.0) * 1e3])
    near = {"normal": np.array([-1.0, 0.0]), "offset": float(rng.uniform(0.1, 0.9) * 1e-3)}
    far = {"normal": np.array([0.0, -1.0]), "offset": float(rng.uniform(0.1, 0.9) * 1e3)}
    K = np.diag([float(rng.uniform(0.5, 2.0)), float(rng.uniform(0.5, 2.0))])
    return assembled(np.eye(n), K, None, [near, far], v, rng.uniform(3, 20), rng.choice(RESTITUTIONS))


def narrow_play(rng):
    """Nasty: a mass between two stops whose play is 10⁻³ … 10⁻¹² of its travel, or none, and a second mass on a spring."""
    play = float(rng.choice([0.0, 1.0])) * 10.0 ** -rng.uniform(2, 12)
    K = row_stiffness([float(log_uniform(rng, 1, 100))], [float(rng.integers(0, 5)), 1.0])
    stops = [{"normal": np.array([1.0, 0.0]), "offset": 0.0}, {"normal": np.array([-1.0, 0.0]), "offset": play}]
    return assembled(np.eye(2), K, None, stops, np.array([float(rng.integers(0, 2)) if play else 0.0, 1.0]),
                     rng.uniform(0.5, 5) * (min(1.0, 300 * play) if play else 1.0), rng.choice(RESTITUTIONS))


def large(rng):
    """Nasty by its size: a row of fifty to four hundred masses between two stops, an elastic bar."""
    n = int(log_uniform(rng, 50, 400))
    K = row_stiffness(np.full(n - 1, 1.0 * n), np.zeros(n))
    stops = [{"normal": np.eye(n)[0], "offset": 0.01}, {"normal": -np.eye(n)[-1], "offset": float(rng.uniform(0.01, 1.0))}]
    return assembled(np.eye(n) / n, K, None, stops, np.full(n, -1.0), rng.uniform(0.3, 3.0), rng.choice(RESTITUTIONS))
