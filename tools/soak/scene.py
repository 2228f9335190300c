"""Scenes as nested dictionaries, and their text.

A scene is what its TOML says: dictionaries for tables, lists of dictionaries for lists of tables, numbers, words, NumPy
arrays. Numbers are written so that they read back to the same bits.
"""

import copy
import tomllib

import numpy as np

AS_FUNCTIONS = "gaps as functions"  # a remark: the driver hands the engine each gap as a user's function
ARRAYS = {"mass", "stiffness", "damping", "force", "amplitude", "normal", "tangent"}


def value_text(value):
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(v) for v in value) + "]"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def is_tables(value):
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def table_lines(name, table):
    if name:
        yield f"[{name}]"
    nested = []
    for key, value in table.items():
        if isinstance(value, dict) and set(value) == {"file"}:
            yield f'{key} = {{ file = "{value["file"]}" }}'
        elif isinstance(value, dict) or is_tables(value):
            nested.append((f"{name}.{key}" if name else key, value))
        else:
            yield f"{key} = {value_text(value)}"
    for path, value in nested:
        if isinstance(value, dict):
            yield from table_lines(path, value)
        else:
            for entry in value:
                lines = list(table_lines(path, entry))
                yield f"[[{path}]]"
                yield from lines[1:]


def text_of(scene):
    remark = f"# {scene['remark']}\n" if "remark" in scene else ""
    return remark + "\n".join(table_lines("", {key: value for key, value in scene.items() if key != "remark"})) + "\n"


def changed(scene, **tables):
    """A copy in which whole tables or single keys differ: changed(scene, run={"duration": 1}) keeps the rest of run."""
    other = copy.deepcopy(scene)
    for name, table in tables.items():
        if isinstance(table, dict):
            other.setdefault(name, {}).update(table)
        else:
            other[name] = table
    return other


def with_gaps_as_functions(scene):
    """A copy whose gaps the engine knows no more of than of those a program brings."""
    return {**copy.deepcopy(scene), "remark": AS_FUNCTIONS}


def with_scheme(scene, scheme):
    """A copy with another scheme, and none of the keys of the one it had."""
    return {**copy.deepcopy(scene), "scheme": dict(scheme)}


def with_arrays(value, is_linear, key=""):
    """What TOML gives, with NumPy arrays where the families of linear systems have them."""
    if isinstance(value, dict):
        return {k: with_arrays(v, is_linear, k) for k, v in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [with_arrays(v, is_linear, key) for v in value]
    if is_linear and isinstance(value, list) and (key in ARRAYS or key in ("position", "velocity")):
        return np.array(value, float)
    return value


def read(text):
    scene = tomllib.loads(text)
    if scene["model"]["type"] == "linear":
        scene.setdefault("contact", [])
    if f"# {AS_FUNCTIONS}\n" in text:
        scene["remark"] = AS_FUNCTIONS
    return with_arrays(scene, scene["model"]["type"] == "linear")
