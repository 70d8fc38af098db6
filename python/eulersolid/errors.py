"""What goes wrong, as exceptions with the places that messages name."""
from __future__ import annotations

import re
import sys
from collections.abc import Callable

_PLACE = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? ")
_STEP = re.compile(r"step (?P<step>\d+) \(t = (?P<time>[^ ]+) s\)")
_BODY = re.compile(r'body "(?P<body>[^"]*)"')


class Error(Exception):
    """Whatever eulersolid cannot do; the text is one line."""


class InputError(Error, ValueError):
    """The caller's input is wrong. `file`, `line` and `column` say where, for scenes; else they are None."""

    def __init__(self, message: str):
        super().__init__(message)
        place = _PLACE.match(message)
        self.file: str | None = place["file"] if place else None
        self.line: int | None = int(place["line"]) if place else None
        self.column: int | None = int(place["column"]) if place and place["column"] else None


class SimulationError(Error, RuntimeError):
    """The simulation cannot go on. `step`, `time` and `body` are what the message names, or None."""

    def __init__(self, message: str):
        super().__init__(message)
        step, body = _STEP.search(message), _BODY.search(message)
        self.step: int | None = int(step["step"]) if step else None
        self.time: float | None = float(step["time"]) if step else None
        self.body: str | None = body["body"] if body else None


class MachineError(Error, OSError):
    """The machine failed: a device, memory, or a file that cannot be written."""


CODES = ((InputError, 2), (SimulationError, 3), ((Error, OSError), 4), (ValueError, 2))  # the last of other libraries


def exit_code_of(command: Callable[[], int], interrupted: str = "") -> int:
    """That of a command, or of what it raises, which is told in one line as the program tells it."""
    try:
        return command()
    except KeyboardInterrupt:
        if interrupted:
            print(interrupted, file=sys.stderr)
        return 130
    except Exception as error:
        for kinds, code in CODES:
            if isinstance(error, kinds):
                print(f"error: {error}", file=sys.stderr)
                return code
        raise
