"""A scene with its numbers in other units: the same motion."""

from scene import changed

# Powers of mass, length and time of every key that has a unit.
DIMENSIONS = {
    "length": (0, 1, 0), "radius": (0, 1, 0), "diameter": (0, 1, 0), "width": (0, 1, 0), "height": (0, 1, 0),
    "location": (0, 1, 0), "floor": (0, 1, 0), "position": (0, 1, 0), "gap": (0, 1, 0), "tip_height": (0, 1, 0),
    "area": (0, 2, 0), "mass": (1, 0, 0), "density": (1, -3, 0), "young": (1, -1, -2), "velocity": (0, 1, -1),
    "field": (0, 1, -2), "gravity": (0, 1, -2), "duration": (0, 0, 1), "sample_every": (0, 0, 1), "step": (0, 0, 1),
    "spin": (0, 0, -1), "inertia": (1, 2, 0), "tip": (0, 1, 0), "tip_radius": (0, 1, 0), "point": (0, 1, 0), "centre": (0, 1, 0),
    "amplitude": (0, 1, 0), "frequency_hz": (0, 0, -1), "restitution_window": (0, 0, 1), "mass_damping": (0, 0, -1), "stiffness_damping": (0, 0, 1),
}


def scaled(value, factor):
    return [scaled(v, factor) for v in value] if isinstance(value, list) else value * factor


def in_units(scene, mass, length, time):
    """1 kg is `mass` new units, and so on."""
    def convert(table):
        converted = {}
        for key, value in table.items():
            if isinstance(value, dict):
                converted[key] = convert(value)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                converted[key] = [convert(entry) for entry in value]
            elif key in DIMENSIONS:
                m, l, t = DIMENSIONS[key]
                converted[key] = scaled(value, mass**m * length**l * time**t)
            else:
                converted[key] = value
        return converted

    return convert(changed(scene))


def way_back(mass, length, time, powers):
    """From states in those units; `powers` are the (mass, length) of each coordinate."""
    size = [mass**m * length**l for m, l in powers]
    return lambda t, q, v: (t / time, q / size, v / size * time)


def some_units(rng, binary):
    """Three factors, powers of two or not."""
    return [64.0 ** int(k) for k in rng.integers(-1, 2, 3)] if binary else [float(10.0 ** x) for x in rng.uniform(-2, 2, 3)]
