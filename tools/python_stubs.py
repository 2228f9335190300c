"""Writes the type stubs of the package, rebond/__init__.pyi, from the engine's tables.

    PYTHONPATH=build/release/python python3 tools/python_stubs.py FILE
"""

import inspect
import keyword
import sys

import rebond
from rebond import _engine, _model
from rebond._scene import _description, key_doc

KINDS = {"boolean": "bool", "integer": "int", "number": "float", "pair": "Sequence[float]", "list": "Sequence[float]",
         "indices": "Sequence[int]", "matrix": "ArrayLike", "row": "Sequence[float] | dict[int, float]",
         "position": "Sequence[float] | str", "text": "str"}

HEAD = '''"""Type stubs of rebond, written by tools/python_stubs.py from the engine's tables."""

import os
from typing import Any, ClassVar, Generic, Iterable, Iterator, Literal, Mapping, Sequence, TypeVar

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _compiled as compiled

_T = TypeVar("_T")

Array = NDArray[numpy.float64]
Path = str | os.PathLike[str]
__version__: str
__revision__: str
'''


def kind_of(key, table):
    if key["kind"] == "choice":
        return f"Literal[{', '.join(repr(name) for name, _ in key['choices'])}]"
    if key["kind"] == "table":
        return table
    if key["kind"] == "tables":
        return f"Tables[{table}]"
    kind = KINDS[key["kind"]]
    return kind if key["required"] or key["default"] else f"{kind} | None"


def camel(text):
    return "".join(part.capitalize() for part in text.replace(".", "_").split("_"))


class Tables:
    """Every table that a scene of any model may have, with the keys of all of them."""

    def __init__(self):
        self.classes = {}

    def add(self, path, keys):
        members = self.classes.setdefault(path, {})
        for key in keys:
            inner = f"{path}.{key['name']}"
            if key["keys"]:
                self.add(inner, key["keys"])
            if keyword.iskeyword(key["name"]):
                continue  # scene["orbit.continue"] has it
            members.setdefault(key["name"], (kind_of(key, camel(inner) + "Table"), key_doc(key)))

    def text(self):
        parts = []
        for path, members in sorted(self.classes.items(), key=lambda one: -one[0].count(".")):
            parts.append(f"class {camel(path)}Table(Table):\n" + "".join(
                f'    {name}: {kind}\n    """{doc}"""\n' for name, (kind, doc) in members.items()))
        return "\n".join(parts)


def scene_text():
    tables, top = Tables(), {}
    for key in _description():
        if key["kind"] in ("subject", "scheme"):
            types = ", ".join(repr(one["type"]) for one in key["alternatives"])
            tables.classes.setdefault(key["name"], {})["type"] = (f"Literal[{types}]", key["meaning"] + ".")
            top[key["name"]] = camel(key["name"]) + "Table"
            for one in key["alternatives"]:
                if key["kind"] == "scheme":
                    tables.add(key["name"], one["keys"])
                    continue
                for table in one["keys"]:
                    tables.add(table["name"], table["keys"])
                    top[table["name"]] = kind_of(table, camel(table["name"]) + "Table")
        elif key["keys"]:
            tables.add(key["name"], key["keys"])
            top[key["name"]] = camel(key["name"]) + "Table"
        else:
            top[key["name"]] = kind_of(key, "")
    head = '''class Table:
    def __getitem__(self, key: str) -> Any: ...
    def __setitem__(self, key: str, value: Any) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> Iterable[str]: ...

class Tables(Generic[_T]):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> _T: ...
    def __iter__(self) -> Iterator[_T]: ...
    def append(self, table: Mapping[str, Any]) -> None: ...

'''
    scene = "class Scene:\n" + "".join(f"    {name}: {kind}\n" for name, kind in top.items())
    return head + tables.text() + "\n" + scene + '''    def __init__(self, values: Mapping[str, Any] | str | Scene, directory: Path = ".") -> None: ...
    @classmethod
    def new(cls, model: str) -> Scene: ...
    def __getitem__(self, key: str) -> Any: ...
    def __setitem__(self, key: str, value: Any) -> None: ...
    def __delitem__(self, key: str) -> None: ...
    def keys(self) -> Iterable[str]: ...
    def describe(self, key: str) -> str: ...
    def copy(self) -> Scene: ...
    def as_dict(self) -> dict[str, Any]: ...
    def to_toml(self) -> str: ...

def load(path: Path) -> Scene: ...
'''


def schemes_text():
    text = '''class Scheme:
    type: ClassVar[str]
    settings: dict[str, Any]

'''
    for key in _description():
        for one in key["alternatives"] if key["kind"] == "scheme" else []:
            arguments = "".join(
                f", {field['name']}: {kind_of(field, '')}{'' if field['required'] else ' = ...'}"
                for field in sorted(one["keys"], key=lambda field: not field["required"]))
            text += (f'class {camel(one["type"])}(Scheme):\n    """{one["meaning"]}."""\n'
                     f"    def __init__(self, *{arguments}) -> None: ...\n\n")
    return text


def summary_text(name="Summary", fields=None):
    """The tables of a summary as classes, inner ones first."""
    kinds = {"title": "str", "model": "str", "scheme": "str", "status": "str", "reason": "str | None",
             "warnings": "list[str]", "absent": "dict[str, str]", "position": "list[float]", "velocity": "list[float]",
             "impulse": "list[float]", "count": "int", "dofs": "int", "steps": "int", "impacts": "int",
             "residual_evaluations": "int"}
    before, members = "", ""
    for field, unit, meaning, inner in fields if fields is not None else _engine.describe_summary():
        kind = kinds.get(field, "float | None")
        if inner:
            before += summary_text(name + field.capitalize(), inner)
            kind = name + field.capitalize()
            kind = f"list[{kind}]" if field == "episodes" else kind
        members += f'    {field}: {kind}\n    """{meaning}{f" [{unit}]" if unit not in ("", "-") else ""}."""\n'
    extra = ('    def as_dict(self) -> dict[str, Any]: ...\n    def __getitem__(self, name: str) -> Any: ...\n')
    return before + f"class {name}:\n{members}{extra}\n"


def plain_text():
    """Classes and functions that no table describes, by their signatures."""
    text = ""
    for name in rebond.__all__:
        thing = getattr(rebond, name)
        if name in ("Scene", "Scheme", "Summary", "load", "compiled") or name in _model.schemes:
            continue
        if inspect.isclass(thing):
            text += class_text(name, thing)
        elif callable(thing):
            text += f"def {name}{signature_of(thing)} -> {ANSWERS.get(name, 'Any')}: ...\n"
    return text


ANSWERS = {"run": "Result", "open": "Result | Study", "sweep": "Study", "compare": "dict[str, Any]",
           "check": "dict[str, Any]", "schema": "dict[str, Any]", "fit": "dict[str, Any]",
           "time": "Array", "position": "Array", "velocity": "Array", "energy": "Energy", "impacts": "NDArray[Any]",
           "sustained": "NDArray[Any]", "contacts": "NDArray[Any]", "summary": "Summary", "status": "str",
           "reason": "str | None", "warnings": "list[str]", "scene": "Scene | None", "kinetic": "Array",
           "elastic": "Array", "gravity": "Array", "total": "Array", "__init__": "None", "__len__": "int"}


def signature_of(function):
    parts = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts and not any(
                part.startswith("*") for part in parts):
            parts.append("*")
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        own = parameter.name in ("self", "cls") and not parts
        default = "" if parameter.default is parameter.empty else " = ..."
        parts.append(f"{star}{parameter.name}" + ("" if own else f": Any{default}"))
    return f"({', '.join(parts)})"


def class_text(name, thing):
    bases = [base.__name__ for base in thing.__bases__ if base is not object]
    lines = []
    for member, value in vars(thing).items():
        if member.startswith("_") and member not in ("__init__", "__len__"):
            continue
        if isinstance(value, property):
            lines.append(f"    @property\n    def {member}(self) -> {ANSWERS.get(member, 'Any')}: ...\n")
        elif isinstance(value, classmethod):
            lines.append(f"    @classmethod\n    def {member}{signature_of(value.__func__)} -> {name}: ...\n")
        elif inspect.isfunction(value):
            lines.append(f"    def {member}{signature_of(value)} -> {ANSWERS.get(member, 'Any')}: ...\n")
        elif not callable(value) and not inspect.ismemberdescriptor(value) and not isinstance(value, staticmethod):
            lines.append(f"    {member}: Any\n")
    if name == "RunFailed":
        lines.append("    result: Result\n")
    return f"class {name}({', '.join(bases)}):\n".replace("()", "") + ("".join(lines) or "    ...\n") + "\n"


def stubs():
    return HEAD + "\n" + scene_text() + "\n" + schemes_text() + summary_text() + plain_text()


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(stubs())
