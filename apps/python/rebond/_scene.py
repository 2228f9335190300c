"""Scenes: the keys of a scene file as attributes, each checked at once by the engine's own tables."""

import os
from functools import lru_cache

from . import _engine
from ._errors import InputError, UnknownKey


def key_doc(key):
    """A key in words: its meaning, unit, range and default."""
    text = key["meaning"]
    if key["unit"] not in ("", "-"):
        text += f" [{key['unit']}]"
    if key["range"]:
        text += f", {key['range']}"
    if key["choices"]:
        text += ": " + "; ".join(f"{name!r}, {meaning}" for name, meaning in key["choices"])
    if key["required"]:
        text += ". Required"
    elif key["default"]:
        text += f". Default {key['default']}"
    elif key["absent_means"]:
        text += f". Absent: {key['absent_means']}"
    return text + "."


@lru_cache(maxsize=None)
def _description():
    return _engine.describe_scene()


def _alternative(key, kind):
    return next(one for one in key["alternatives"] if one["type"] == kind)


def _type_key(key):
    choices = [(one["type"], one["meaning"]) for one in key["alternatives"]]
    return {"name": "type", "kind": "choice", "unit": "", "range": "", "meaning": key["meaning"], "required": True,
            "absent_means": "", "default": "", "choices": choices, "keys": [], "alternatives": []}


@lru_cache(maxsize=None)
def top_keys(model, scheme):
    """The top level of a scene of that model and scheme: descriptions by name."""
    keys = {}
    for key in _description():
        if key["kind"] == "subject":
            for table in _alternative(key, model)["keys"]:
                inner = [_type_key(key)] if table["name"] == key["name"] else []
                keys[table["name"]] = {**table, "keys": inner + table["keys"]}
        elif key["kind"] == "scheme":
            keys[key["name"]] = {**key, "kind": "table",
                                 "keys": [_type_key(key)] + _alternative(key, scheme)["keys"]}
        else:
            keys[key["name"]] = key
    return keys


def frozen(value):
    """A value whose parts cannot be changed: a change there would not reach the scene."""
    if isinstance(value, list):
        return tuple(frozen(one) for one in value)
    if hasattr(value, "flags"):
        value.flags.writeable = False
    return value


def given(values):
    """The keys of a dict that have a value: None leaves a key out, in tables too."""
    if isinstance(values, dict):
        return {key: given(value) for key, value in values.items() if value is not None}
    if isinstance(values, (list, tuple)) and any(isinstance(one, dict) for one in values):
        return [given(one) for one in values]
    return values


class Table:
    """A table of a scene: its keys as attributes."""

    __slots__ = ("_scene", "_path")
    _keys = {}

    def __init__(self, scene, path):
        object.__setattr__(self, "_scene", scene)
        object.__setattr__(self, "_path", path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._scene[f"{self._path}.{name}"]

    def __setattr__(self, name, value):
        self._scene[f"{self._path}.{name}"] = value

    def __delattr__(self, name):
        del self._scene[f"{self._path}.{name}"]

    def __getitem__(self, key):
        return self._scene[f"{self._path}.{key}"]

    def __setitem__(self, key, value):
        self._scene[f"{self._path}.{key}"] = value

    def __dir__(self):
        return [*object.__dir__(self), *self._keys]

    def __iter__(self):
        return iter(self._keys)

    def keys(self):
        return self._keys.keys()

    def __repr__(self):
        return f"[{self._path}]\n" + "\n".join(f"{name} = {getattr(self, name)!r}" for name in self._keys)


class TableList:
    """Tables of one kind, [[contact]] in a scene file: a list of them."""

    __slots__ = ("_scene", "_path", "_description")

    def __init__(self, scene, path, description):
        self._scene, self._path, self._description = scene, path, description

    def _values(self):
        return self._scene._engine_scene.get(self._path) or []

    def __len__(self):
        return len(self._values())

    def __getitem__(self, index):
        count = len(self)
        if not -count <= index < count:
            raise IndexError(f"{self._path} has {count} tables")
        return table_view(self._scene, f"{self._path}.{index % count}", self._description)

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    def append(self, table):
        """Adds a table, given as a dict."""
        present = [{name: value for name, value in one.items() if value is not None} for one in self._values()]
        self._scene[self._path] = [*present, dict(table)]

    def __repr__(self):
        return f"[[{self._path}]], {len(self)} tables"


@lru_cache(maxsize=None)
def _table_class(model, scheme, path):
    """The class of a table, with a documented property for each key."""
    keys = top_keys(model, scheme)
    description = None
    for part in path.split("."):
        if part.isdigit():
            continue
        description = keys[part]
        keys = {key["name"]: key for key in description["keys"]}

    def key_property(key):
        name = key["name"]
        return property(lambda table: table._scene[f"{table._path}.{name}"],
                        lambda table, value: table._scene.__setitem__(f"{table._path}.{name}", value),
                        doc=key_doc(key))

    members = {name: key_property(key) for name, key in keys.items()}
    doc = description["meaning"] + ".\n\n" + "\n".join(f"{name}: {key_doc(key)}" for name, key in keys.items())
    return type("Table", (Table,), {"__slots__": (), "__doc__": doc, "_keys": keys, **members})


def table_view(scene, path, description):
    if description["kind"] == "tables" and not path.rsplit(".", 1)[-1].isdigit():
        return TableList(scene, path, description)
    return _table_class(*scene._engine_scene.types(), path)(scene, path)


class Scene:
    """A run written down: what a scene file says, key by key.

    Scene({"model": {"type": "bar"}, "run": {"duration": 0.02}}) takes the keys of a scene file as a dict, tables
    within tables or dotted; files it names are looked for in `directory`. Keys are attributes,
    scene.initial.angle_deg = 60, and have dotted names, scene["initial.angle_deg"]. A wrong value raises
    InputError at once and changes nothing. A value of None leaves a key out.
    """

    __slots__ = ("_engine_scene", "__weakref__")

    def __init__(self, values, directory="."):
        if isinstance(values, Scene):
            handle = values._engine_scene.copy()
        elif isinstance(values, str):
            handle = _engine.parse_scene(values, os.fspath(directory))
        elif isinstance(values, dict):
            handle = _engine.scene_of(given(values), os.fspath(directory))
        else:
            raise InputError(f"expected a dict of keys, or the text of a scene, not {type(values).__name__}")
        object.__setattr__(self, "_engine_scene", handle)

    @classmethod
    def _of(cls, handle):
        scene = cls.__new__(cls)
        object.__setattr__(scene, "_engine_scene", handle)
        return scene

    @classmethod
    def new(cls, model):
        """A scene of a model with its defaults: what `rebond new MODEL` prints."""
        return cls(_engine.commented_scene(model))

    def _described(self, key):
        keys = top_keys(*self._engine_scene.types())
        description = None
        for part in key.split("."):
            if part.isdigit() and description is not None and description["kind"] == "tables":
                description = {**description, "kind": "table"}
                continue
            description = keys.get(part)
            if description is None:
                return None
            keys = {one["name"]: one for one in description["keys"]}
        return description

    def __getitem__(self, key):
        description = self._described(key)
        if description is not None and description["kind"] in ("table", "tables"):
            return table_view(self, key, description)
        try:
            return frozen(self._engine_scene.get(key))
        except KeyError as error:
            raise UnknownKey(error.args[0]) from None

    def __setitem__(self, key, value):
        if value is None:
            self._engine_scene.erase(key)
        elif isinstance(value, dict) and (self._described(key) or {}).get("kind") == "table":
            for name, inner in value.items():
                self[f"{key}.{name}"] = inner
        else:
            self._engine_scene.set(key, value)

    def __delitem__(self, key):
        self._engine_scene.erase(key)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def __delattr__(self, name):
        del self[name]

    def __dir__(self):
        return [*object.__dir__(self), *self.keys()]

    def keys(self):
        """The names at the top level."""
        return top_keys(*self._engine_scene.types()).keys()

    def describe(self, key):
        """What a key means, its unit, range and default."""
        description = self._described(key)
        if description is None:
            self[key]  # raises, and says what would be valid
        return key_doc(description)

    def copy(self):
        return Scene(self)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return Scene(self)

    def __reduce__(self):
        return Scene, (self.to_toml(), self._engine_scene.directory())

    def as_dict(self):
        """Every value that a run uses, defaults included."""
        return self._engine_scene.as_dict()

    def to_toml(self):
        """The same as the text of a scene file, which reads back to the same values."""
        return self._engine_scene.to_toml()

    def __eq__(self, other):
        return isinstance(other, Scene) and self.to_toml() == other.to_toml()

    __hash__ = None

    def __repr__(self):
        return self.to_toml()


def load(path):
    """The scene in a file, or the one that a result was computed from."""
    return Scene._of(_engine.load_scene(os.fspath(path)))
