"""Scenes from files, from TOML and from dicts."""
from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

import tomli_w

from . import _core
from .errors import InputError

Changes = Union[Mapping[str, Any], Iterable[str]]


def _plain(value: Any, place: str) -> Any:
    """What TOML knows: numbers of numpy become Python's, arrays and tuples lists, paths texts."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item, f"{place}.{key}" if place else str(key)) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{place}[{number}]") for number, item in enumerate(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(f"{place} is of type {type(value).__name__}, but must be a number, a text, a list or a dict")


def _inline(value: Any) -> str:
    """A value of TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_inline(str(key))} = {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").strip()


def _assignments(changes: Changes) -> list[str]:
    """`KEY=VALUE` for each change, as the program's --set takes them."""
    if isinstance(changes, str):
        raise InputError('changes are a dict, {"contact.friction": 0.4}, or a list of "KEY=VALUE", not a text')
    if isinstance(changes, Mapping):
        return [f"{key}={_inline(_plain(value, key))}" for key, value in changes.items()]
    listed = list(changes) if isinstance(changes, Iterable) else [None]
    if not all(isinstance(change, str) for change in listed):
        raise InputError('changes are a dict, {"contact.friction": 0.4}, or a list of "KEY=VALUE"')
    return listed


class Scene:
    """A scene, checked, with every default filled in (docs/scenes.md). It does not change; `changed()` makes another.

    Args:
        source: a dict with the keys of a scene, or TOML as text
        changes: values to set after that, `{"contact.friction": 0.4}` or `["contact.friction=0.4"]`
        name: stands for a file: in messages, and its folder is where files that the scene names are looked for

    Raises:
        InputError: with file, line and column
    """

    def __init__(self, source: Union[Mapping[str, Any], str], changes: Changes = (), name: str = "scene.toml"):
        if not isinstance(source, (str, Mapping)):
            raise InputError(f"the scene is a {type(source).__name__}, but must be a dict or TOML as text; "
                             "Scene.load() reads a file")
        text = source if isinstance(source, str) else tomli_w.dumps(_plain(source, ""))
        self._scene = _core.Scene._parse(text, os.fspath(name), _assignments(changes))

    @classmethod
    def load(cls, file: Union[str, os.PathLike], changes: Changes = ()) -> Scene:
        """The scene in a TOML file."""
        return cls._of(_core.Scene._load(os.fspath(file), _assignments(changes)))

    @classmethod
    def _of(cls, scene: _core.Scene) -> Scene:
        made = cls.__new__(cls)
        made._scene = scene
        return made

    def changed(self, changes: Changes) -> Scene:
        """The same scene with more values changed; one from a file is read again."""
        return Scene._of(self._scene._with(_assignments(changes)))

    def toml(self) -> str:
        """The whole scene as TOML."""
        return self._scene.toml()

    def regions(self, body: str) -> list[str]:
        """Names of the regions of a body."""
        return self._scene.regions(body)

    @property
    def warnings(self) -> list[str]:
        """What is allowed but probably not meant, one line each."""
        return self._scene.warnings

    @property
    def duration(self) -> float:
        """[s]"""
        return self._scene.duration

    @property
    def has_fixed_step(self) -> bool:
        """Is there a time.dt?"""
        return self._scene.has_fixed_step

    @property
    def cell_size(self) -> float:
        """[m]"""
        return self._scene.cell_size

    @property
    def fps(self) -> float:
        """Frames for each second [1/s]."""
        return self._scene.fps

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies."""
        return self._scene.bodies

    @property
    def obstacles(self) -> list[str]:
        """Names of the obstacles."""
        return self._scene.obstacles

    def __repr__(self) -> str:
        return f"<Scene: {len(self.bodies)} bodies, {len(self.obstacles)} obstacles, {self.duration:g} s>"
