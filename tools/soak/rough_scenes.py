"""Random linear systems with friction, with stops that move and with belts.

Ordinary scenes hold to the rules of linear_scenes.py, and to these:

- μ within [0.05, 1], or none; tangents that are independent of normals, and no slip for which a − μsc < 0.1 a: far from
  Painlevé's threshold;
- one rough contact of any body, or blocks each on its own floor; a second contact by Newton's or Poisson's law, and
  normals and tangents that are independent all together;
- loads differ from what friction can hold by at least a thousandth;
- stops move by no more than some of the travel, no faster than four times the fastest mode, with accelerations that differ from
  those that press by at least a thousandth.

Nasty families each break one of these rules on purpose; their functions say which.
"""

import numpy as np

from body_rules import choose
from linear_scenes import RESTITUTIONS, assembled, damping, frequencies, loads, log_uniform, matrices, row_stiffness

SINGLE_LAWS = ["newton", "newton", "poisson", "stronge"]


def delassus(scene, contact):
    W = np.stack([contact["normal"], contact["tangent"]], axis=1)
    return W.T @ np.linalg.solve(scene["model"]["mass"], W)


def roughness(rng, scene, contact, most=1.0):
    """A μ below what would bring the contact near Painlevé's threshold."""
    G = delassus(scene, contact)
    return float(min(log_uniform(rng, 0.05, most), 0.9 * G[0, 0] / max(abs(G[0, 1]), 1e-12)))


def independent_rows(rng, n):
    w, t = np.linalg.qr(rng.normal(size=(n, 2)))[0].T
    t = t + float(rng.choice([0.0, 1.0])) * rng.uniform(-0.5, 0.5) * w
    return w, t


def rough(rng, least=2):
    """Ordinary: any body of two to six coordinates, damped or not, loaded or not, one rough contact, all laws, open at the start."""
    n = int(rng.integers(least, 7))
    M, K = matrices(rng, n)
    omega = frequencies(M, K)
    v = rng.normal(size=n) * log_uniform(rng, 0.1, 10.0)
    duration = rng.uniform(5.0, 40.0) / omega[-1]
    travel = max(np.abs(v).max() / omega[-1], 1e-6)
    w, t = independent_rows(rng, n)
    contact = {"normal": w, "tangent": t, "offset": float(travel * log_uniform(rng, 1e-2, 1.0))}
    scene = assembled(M, K, damping(rng, M, K, omega), [contact], v, duration, rng.choice(RESTITUTIONS))
    force = np.abs(v).max() * omega[-1] * np.diag(M).min()
    scene["model"]["force"] = -force * rng.uniform(0.1, 3.0) * w + 0.3 * force * rng.normal(size=n)
    if harmonic := loads(rng, M, omega, force):
        scene["model"]["harmonic"] = harmonic
    scene["impact"]["law"] = choose(rng, SINGLE_LAWS)
    scene["contact"][0]["friction"] = roughness(rng, scene, contact)
    return scene


def rough_pair(rng):
    """Ordinary: the same with a second contact, rough or smooth, and coordinates enough for both; Newton's or Poisson's law."""
    return with_second(rng, rough(rng, least=3))


def with_second(rng, scene):
    """A second contact that is met a little before or after the first."""
    n = len(scene["model"]["mass"])
    first = scene["contact"][0]
    w, t = independent_rows(rng, n)
    second = {"normal": w, "offset": float(first["offset"] * rng.uniform(0.3, 3.0))}
    if n > 3 and rng.random() < 0.7:
        second["tangent"] = t
        second["friction"] = min(roughness(rng, scene, second), 0.5)
    first["friction"] = min(first["friction"], 0.5)
    scene["contact"].append(second)
    scene["model"]["force"] = scene["model"]["force"] - np.linalg.norm(scene["model"]["force"]) * rng.uniform(0.1, 1.0) * w
    scene["impact"]["law"] = choose(rng, ["newton", "poisson"])
    return scene


def blocks(rng):
    """Ordinary: one to three blocks (x, y each) on rough floors, x coupled by springs and pulled by loads: they stick and slide."""
    count = int(rng.integers(1, 4))
    m = log_uniform(rng, 0.1, 10.0, count)
    springs = row_stiffness(log_uniform(rng, 1.0, 1e3, count - 1), log_uniform(rng, 1.0, 1e3, count))
    n = 2 * count
    K = np.zeros((n, n))
    K[0::2, 0::2] = springs
    v = np.zeros(n)
    v[0::2] = rng.normal(size=count)
    floors = []
    for i in range(count):
        floor = {"normal": np.eye(n)[2 * i + 1], "tangent": np.eye(n)[2 * i], "offset": 0.0, "friction": float(log_uniform(rng, 0.05, 1.0))}
        floors.append(floor)
    top = frequencies(np.diag(m), springs)[-1]
    scene = assembled(np.diag(np.repeat(m, 2)), K, None, floors, v, rng.uniform(5.0, 40.0) / top, rng.choice(RESTITUTIONS))
    force = np.zeros(n)
    force[1::2] = -m * rng.uniform(1.0, 10.0)
    scene["model"]["force"] = force
    if rng.random() < 0.6:
        pulled = int(rng.integers(count))
        hold = -floors[pulled]["friction"] * force[2 * pulled + 1]
        amplitude = np.zeros(n)
        amplitude[2 * pulled] = hold * choose(rng, [0.5, 1.5, 3.0]) * rng.uniform(0.8, 1.2)
        if rng.random() < 0.4:
            amplitude[2 * pulled + 1] = 0.3 * force[2 * pulled + 1]
        scene["model"]["harmonic"] = [{"amplitude": amplitude, "frequency_hz": float(top * rng.uniform(0.05, 2.0) / (2 * np.pi)),
                                       "phase_deg": float(rng.uniform(0, 360))}]
    scene["impact"]["law"] = choose(rng, SINGLE_LAWS)
    return scene


def on_belts(rng):
    """Ordinary: such blocks on belts that move, and thrown onto them."""
    scene = blocks(rng)
    for contact in scene["contact"]:
        contact["slide_velocity"] = float(rng.normal())
        if rng.random() < 0.5:
            contact["offset"] = float(rng.uniform(0.01, 0.3))
    if rng.random() < 0.3:
        scene["model"]["stiffness"] = np.zeros_like(scene["model"]["stiffness"])
        scene["run"] = {"duration": 2.0, "sample_every": 0.25}
    return scene


def moving(rng):
    """Ordinary: masses on springs or any matrices, smooth or rough, between one or two stops of which some move."""
    n = int(rng.integers(1, 5))
    M, K = matrices(rng, n)
    omega = frequencies(M, K)
    v = rng.normal(size=n) * log_uniform(rng, 0.1, 10.0)
    travel = np.abs(v).max() / omega[-1]
    duration = rng.uniform(5.0, 40.0) / omega[-1]
    stops = []
    for _ in range(int(rng.integers(1, 3)) if n > 1 else 1):
        w = rng.normal(size=n)
        w /= np.linalg.norm(w)
        if stops and np.linalg.matrix_rank(np.array([stops[0]["normal"], w]), tol=1e-2) < 2:
            continue
        amplitude = float(travel * log_uniform(rng, 0.01, 0.5))
        motion = {"amplitude": amplitude, "frequency_hz": float(omega[-1] * rng.uniform(0.05, 2.0) / (2 * np.pi)),
                  "phase_deg": float(rng.uniform(0, 360))}
        stops.append({"normal": w, "offset": float(amplitude + travel * log_uniform(rng, 1e-2, 1.0)), "motion": motion})
    scene = assembled(M, K, damping(rng, M, K, omega), stops, v, duration, rng.choice(RESTITUTIONS))
    scene["model"]["force"] = -np.abs(v).max() * omega[-1] * np.diag(M).min() * rng.uniform(0.0, 2.0) * stops[0]["normal"]
    if n > 2 and rng.random() < 0.4:
        stops[0]["tangent"] = independent_rows(rng, n)[1]
        stops[0]["tangent"] -= 0.9 * (stops[0]["tangent"] @ stops[0]["normal"]) * stops[0]["normal"]
        stops[0]["friction"] = min(roughness(rng, scene, stops[0]), 0.5)
        if rng.random() < 0.5:
            stops[0]["slide_velocity"] = float(rng.normal() * np.abs(v).max())
    return scene


def table(rng):
    """Ordinary: a ball that bounces on a table, A ω² within [0.1, 5] g."""
    g, f = 9.81, float(log_uniform(rng, 1.0, 20.0))
    m = float(log_uniform(rng, 0.1, 10.0))
    ratio = float(log_uniform(rng, 0.1, 5.0))
    if abs(ratio - 1.0) < 1e-3:
        ratio = 1.1
    A = ratio * g / (2 * np.pi * f)**2
    stop = {"normal": np.ones(1), "offset": 0.0, "motion": {"amplitude": A, "frequency_hz": f, "phase_deg": float(rng.uniform(0, 360))}}
    scene = assembled(np.array([[m]]), np.zeros((1, 1)), None, [stop], np.array([float(rng.normal()) * 0.3]), rng.uniform(5, 20) / f,
                      rng.choice([0.0, 0.3, 0.5, 0.7]))
    scene["initial"]["position"] = np.array([A + float(rng.uniform(0.01, 0.2))])
    scene["model"]["force"] = np.array([-m * g])
    return scene


# ---------------------------------------------------------------- nasty families


def at_the_hold(rng):
    """Nasty: a block pulled by what friction just holds, more or less by 10⁻⁴ … 10⁻¹⁴ or exactly, by a force or a load."""
    m, k = float(log_uniform(rng, 0.1, 10.0)), float(log_uniform(rng, 1.0, 1e3))
    mu, press = float(log_uniform(rng, 0.05, 1.0)), float(m * rng.uniform(1.0, 10.0))
    floor = {"normal": np.array([0.0, 1.0]), "tangent": np.array([1.0, 0.0]), "offset": 0.0, "friction": mu}
    scene = assembled(m * np.eye(2), np.diag([k, 0.0]), None, [floor], np.zeros(2), rng.uniform(2.0, 10.0) / np.sqrt(k / m),
                      rng.choice(RESTITUTIONS))
    pull = mu * press * (1.0 + float(rng.choice([0.0, -1.0, 1.0])) * 10.0 ** -rng.uniform(4, 14))
    scene["model"]["force"] = np.array([0.0, -press])
    if rng.random() < 0.5:
        scene["model"]["force"][0] = pull
    else:
        scene["model"]["harmonic"] = [{"amplitude": np.array([pull, 0.0]), "frequency_hz": float(rng.uniform(0.2, 2.0) * np.sqrt(k / m) / 6.28)}]
    return scene


def near_painleve(rng):
    """Nasty: a contact whose μ is within 10⁻² … 10⁻¹⁰ of Painlevé's threshold a/|c|, or above it by up to a third."""
    scene = rough(rng)
    contact = scene["contact"][0]
    G = delassus(scene, contact)
    while abs(G[0, 1]) < 0.3 * np.sqrt(G[0, 0] * G[1, 1]):
        contact["tangent"] = contact["tangent"] + 0.3 * contact["normal"]
        G = delassus(scene, contact)
    beside = float(rng.choice([1.0, -1.0])) * 10.0 ** -rng.uniform(2, 10)
    contact["friction"] = float(G[0, 0] / abs(G[0, 1]) * (1.0 + (beside if rng.random() < 0.6 else rng.uniform(0.0, 0.3))))
    return scene


def nearly_redundant(rng):
    """Nasty: two rough contacts whose gradients differ by 10⁻² … 10⁻¹⁰, or not at all."""
    scene = rough(rng)
    contact = scene["contact"][0]
    scene["impact"]["law"] = choose(rng, ["newton", "poisson"])
    apart = float(rng.choice([0.0, 1.0, 1.0])) * 10.0 ** -rng.uniform(2, 10)
    n = len(contact["normal"])
    scene["contact"].append({**contact, "normal": contact["normal"] + apart * rng.normal(size=n),
                             "tangent": contact["tangent"] + apart * rng.normal(size=n)})
    return scene


def confined(rng):
    """Nasty: two coordinates and two contacts, of which one is rough: closed together they leave nothing to slide."""
    scene = rough(rng)
    while len(scene["model"]["mass"]) != 2:
        scene = rough(rng)
    return with_second(rng, scene)


def light_on_heavy(rng):
    """Nasty: a block 10³ … 10⁹ times lighter than the one on which it slides, which slides on a floor, all rough, under weight."""
    light = 10.0 ** -rng.uniform(3, 9)
    m = np.array([1.0, 1.0, light, light])  # x, y of the lower, x, y of the upper
    between = {"normal": np.array([0.0, -1.0, 0.0, 1.0]), "tangent": np.array([-1.0, 0.0, 1.0, 0.0]), "offset": float(rng.choice([0.0, 0.01])),
               "friction": float(log_uniform(rng, 0.05, 1.0))}
    floor = {"normal": np.array([0.0, 1.0, 0.0, 0.0]), "tangent": np.array([1.0, 0.0, 0.0, 0.0]), "offset": 0.0,
             "friction": float(log_uniform(rng, 0.05, 1.0))}
    v = np.array([rng.normal(), 0.0, rng.normal(), 0.0])
    scene = assembled(np.diag(m), np.diag([float(rng.choice([0.0, 10.0])), 0.0, 0.0, 0.0]), None, [floor, between], v, rng.uniform(0.3, 2.0),
                      rng.choice([0.0, 0.3, 0.7]))
    scene["model"]["force"] = np.array([0.0, -9.81, 0.0, -9.81 * light])
    return scene


def table_at_g(rng):
    """Nasty: a ball at rest on a table whose acceleration reaches g within 10⁻³ … 10⁻¹², or exactly."""
    scene = table(rng)
    motion = scene["contact"][0]["motion"]
    motion["amplitude"] = 9.81 / (2 * np.pi * motion["frequency_hz"])**2 * (1.0 + float(rng.choice([0.0, 1.0, -1.0])) * 10.0 ** -rng.uniform(3, 12))
    motion["phase_deg"] = 180.0
    scene["initial"] = {"position": np.array([-motion["amplitude"]]), "velocity": np.zeros(1)}
    return scene
