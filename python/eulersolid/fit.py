"""Values of a scene's keys for which it does what was measured, and how sure they are.

    python -m eulersolid.fit SCENE DATA --parameter body.ball.material.youngs_modulus=1e3:1e5:log -o DIR
    eulersolid fit SCENE DATA ...                                   (the same)

DATA is a CSV file with a column `time` [s] and columns that the simulation has, too: BODY.COLUMN of bodies.csv
(ball.centroid_z), BODY/REGION.COLUMN of regions.csv (bar/end.reaction_force_x), BODY>PARTNER.COLUMN of contacts.csv
(ball>floor.force_z); the latter two are means since the time before. Empty cells were not measured.

All simulations take the same steps, time.dt, which has to be stable at both ends of the bounds: so that what they give
changes evenly with the parameters. The sum of squares of (simulated - measured) / sigma is minimised by scipy's
least_squares, trust regions within bounds. The covariance is s^2 (J^T J)^-1 with the Jacobian J at the end and s^2 the
mean square that is left.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import csv
import dataclasses
import io
import itertools
import json
import math
import multiprocessing
import os
import pathlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from .errors import InputError, exit_code_of
from .scene import Scene
from .simulation import Simulation
from .sweep import _assignment, _write


MAX_MIXED = 6  # parameters of which all ends are combined
STEADY = 0.8  # of the step that is stable at the start: bodies that are pressed are stiffer


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A key of the scene between two bounds, on a linear or a logarithmic scale."""

    key: str
    low: float
    high: float
    is_log: bool

    @staticmethod
    def of(text: str) -> Parameter:
        key, equals, what = text.partition("=")
        parts = what.split(":")
        try:
            low, high = float(parts[0]), float(parts[1])
            is_log = len(parts) == 3
            if not equals or not key or len(parts) > 3 or (is_log and parts[2] != "log"):
                raise ValueError
        except (ValueError, IndexError):
            raise InputError(f"the parameter {text} is not of the form KEY=LOW:HIGH or KEY=LOW:HIGH:log") from None
        if not (math.isfinite(low) and math.isfinite(high) and low < high) or (is_log and low <= 0):
            raise InputError(f"the parameter {text} needs LOW < HIGH{', above 0' if is_log else ''}")
        return Parameter(key.strip(), low, high, is_log)

    def value(self, place: float) -> float:
        """At a place in 0 ... 1 between the bounds."""
        if self.is_log:
            return math.exp(math.log(self.low) + place * math.log(self.high / self.low))
        return self.low + place * (self.high - self.low)

    def slope(self, place: float) -> float:
        """Of the value by the place."""
        return self.value(place) * math.log(self.high / self.low) if self.is_log else self.high - self.low


# What was measured.

def table_of(name: str) -> tuple[str, tuple[str, ...], str]:
    """Which table a column is from, its row there, and its name: of `a>b.force_z` contacts, (a, b), force_z."""
    row, dot, column = name.rpartition(".")
    if not dot or not row or not column:
        raise InputError(f'the column "{name}" is not of the form BODY.COLUMN, BODY/REGION.COLUMN or '
                         "BODY>PARTNER.COLUMN")
    if ">" in row:
        return "contacts", tuple(row.split(">", 1)), column
    if "/" in row:
        return "regions", tuple(row.split("/", 1)), column
    return "bodies", (row,), column


@dataclasses.dataclass(frozen=True)
class Data:
    """Times [s], names of columns, and what was measured; not-a-number where nothing was."""

    times: np.ndarray
    names: list[str]
    values: np.ndarray

    @staticmethod
    def load(file: pathlib.Path) -> Data:
        """Raises InputError with file and line."""
        try:
            rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"))))
        except OSError as error:
            raise InputError(f"{file}: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise InputError(f"{file}: is no text in UTF-8: {error.reason}") from None
        while rows and not any(cell.strip() for cell in rows[-1]):
            rows.pop()
        if len(rows) < 2 or not rows[0] or rows[0][0].strip() != "time" or len(rows[0]) < 2:
            raise InputError(f"{file}:1: the first line must name the columns, time first, and rows must follow")
        names = [name.strip() for name in rows[0][1:]]
        numbers = []
        for line, row in enumerate(rows[1:], 2):
            if len(row) != len(rows[0]):
                raise InputError(f"{file}:{line}: has {len(row)} cells, but must have {len(rows[0])}")
            try:
                numbers.append([float(cell) if cell.strip() else math.nan for cell in row])
            except ValueError as error:
                raise InputError(f"{file}:{line}: {error}") from None
            time = numbers[-1][0]
            if not (math.isfinite(time) and time >= 0) or (len(numbers) > 1 and time <= numbers[-2][0]):
                raise InputError(f"{file}:{line}: times must ascend from 0 or more, but here is {time}")
        table = np.array(numbers)
        for number, name in enumerate(names, 1):
            if names.count(name) > 1:
                raise InputError(f'{file}:1: the column "{name}" is named twice')
            if not np.isfinite(table[:, number]).any():
                raise InputError(f'{file}: nothing is measured in the column "{name}"')
        if (np.abs(table[np.isfinite(table)]) > 1e100).any():
            raise InputError(f"{file}: holds numbers above 1e100")
        return Data(table[:, 0], names, table[:, 1:])

    def check(self, scene: Scene) -> None:
        """Every column is one that the scene has. Raises InputError."""
        tables = Simulation(scene)
        for name in self.names:
            kind, row, column = table_of(name)
            if row[0] not in scene.bodies:
                raise InputError(f'the column "{name}" is of "{row[0]}", but the scene has no such body')
            if kind == "regions" and row[1] not in scene.regions(row[0]):
                raise InputError(f'the column "{name}" is of "{row[1]}", but the body has no such region')
            if kind == "contacts" and row[1] not in scene.bodies + scene.obstacles:
                raise InputError(f'the column "{name}" is of "{row[1]}", but the scene has none of this name')
            known = getattr(tables, kind)()
            if column not in known or isinstance(known[column], list):
                raise InputError(f'the column "{name}" is of "{column}", but {kind}.csv has no such numbers')


def simulated(scene: Scene, times: np.ndarray, names: list[str]) -> np.ndarray:
    """What a scene does at these times: a row for each, a column for each name."""
    simulation = Simulation(scene, keep_steps=False)
    keys = [table_of(name) for name in names]
    columns = {"bodies": ["body"], "regions": ["body", "region"], "contacts": ["body", "partner"]}
    rows = []
    for time in times:
        simulation.advance_to(float(time))
        tables = {kind: getattr(simulation, kind)() for kind in {key[0] for key in keys}}
        row = []
        for kind, place, column in keys:
            table = tables[kind]
            found = [n for n, names_there in enumerate(zip(*(table[c] for c in columns[kind]))) if names_there == place]
            row.append(float(table[column][found[0]]) if found else 0.0)  # no contact: no force
        rows.append(row)
    return np.array(rows)


# The fit.

@dataclasses.dataclass
class Problem:
    """A scene, its parameters, and what it is compared with."""

    file: str
    settings: list[str]
    parameters: list[Parameter]
    data: Data
    sigma: np.ndarray

    def scene(self, places: np.ndarray) -> Scene:
        changes = [_assignment(p.key, p.value(place)) for p, place in zip(self.parameters, places)]
        return Scene.load(self.file, [*self.settings, f"time.duration={self.data.times[-1]}", *changes])

    def steady_step(self) -> float:
        """A step that is stable wherever the parameters are [s]: one that follows them makes what is simulated jump
        where one step more is taken."""
        ends = itertools.product((0.0, 1.0), repeat=min(len(self.parameters), MAX_MIXED))
        corners = [np.resize(np.array(end), len(self.parameters)) for end in ends]
        stable = STEADY * min(Simulation(self.scene(corner), keep_steps=False).stable_dt() for corner in corners)
        to_frame = 1 / self.scene(corners[0]).fps
        return to_frame / math.ceil(to_frame / stable)

    def residuals(self, places: np.ndarray) -> np.ndarray:
        difference = (simulated(self.scene(places), self.data.times, self.data.names) - self.data.values) / self.sigma
        return difference[np.isfinite(self.data.values)]


def _residuals(problem: Problem, places: np.ndarray) -> np.ndarray:
    return problem.residuals(places)


@dataclasses.dataclass(frozen=True)
class Fit:
    """What was found."""

    values: dict[str, float]
    errors: dict[str, float]  #: standard errors; infinite where the data do not determine a parameter
    correlation: list[list[float]]
    rms: float  #: of (simulated - measured) / sigma; about 1 where sigma is the noise
    evaluations: int
    message: str
    settings: list[str]  #: of all its simulations
    at_bounds: list[str]  #: parameters that ended at a bound: their errors mean nothing


def covariance_of(J: np.ndarray, left: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """s^2 (J^T J)^-1 in what the data determine, and which parameters that is."""
    values, vectors = np.linalg.svd(J, full_matrices=False)[1:]
    told = values > 1e-8 * max(values[0], 1e-300)
    known = np.abs(vectors[~told]).max(axis=0, initial=0) < 1e-4
    inverse = (vectors[told].T / values[told]**2) @ vectors[told]
    return inverse * (left @ left) / max(1, len(left) - J.shape[1]), known


def fit(file: str | os.PathLike, data: Data, parameters: list[Parameter], start: dict[str, float] | None = None,
        settings: list[str] | None = None, sigma: float | None = None, step: float = 0.01, workers: int = 1,
        tell: Callable[[str], None] = lambda text: None) -> Fit:
    """Fits parameters of a scene to data.

    Args:
        file: the scene
        data: what was measured
        parameters: keys and their bounds
        start: values to begin at; the middle between bounds when left out
        settings: further changes of the scene, KEY=VALUE
        sigma: noise of all columns, in their units; 0.01 of the spread of each when left out
        step: of difference quotients, a part of the way between the bounds. Runs differ by jumps where contacts come
            and go: it has to be larger than these
        workers: simulations at a time, for the Jacobian
        tell: gets a line for each evaluation
    """
    from scipy.optimize import least_squares

    spread = np.nanstd(data.values, axis=0)
    scale = np.full(len(data.names), sigma) if sigma is not None else np.where(spread > 0, 0.01 * spread, 1.0)
    problem = Problem(os.fspath(file), list(settings or []), parameters, data, scale)
    begin = np.full(len(parameters), 0.5)
    for number, parameter in enumerate(parameters):
        if start and parameter.key in start:
            low, high, value = parameter.low, parameter.high, start[parameter.key]
            if not low <= value <= high:
                raise InputError(f"{parameter.key} starts at {value:g}, but must be in {low:g} ... {high:g}")
            begin[number] = (math.log(value / low) / math.log(high / low) if parameter.is_log else
                             (value - low) / (high - low))
    data.check(problem.scene(begin))
    if not problem.scene(begin).has_fixed_step:
        problem.settings.append(f"time.dt={problem.steady_step()!r}")
    if np.isfinite(data.values).sum() <= len(parameters):
        raise InputError(f"there are {np.isfinite(data.values).sum()} measured values for {len(parameters)} parameters")
    count = 0
    context = multiprocessing.get_context("spawn")  # threads of OpenMP do not survive a fork
    pool = concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) if workers > 1 else None

    def each(points: list[np.ndarray]) -> list[np.ndarray]:
        nonlocal count
        count += len(points)
        if pool is None:
            return [problem.residuals(point) for point in points]
        return list(pool.map(_residuals, [problem] * len(points), points))

    def residuals(places: np.ndarray) -> np.ndarray:
        found = each([places])[0]
        text = ", ".join(f"{p.key} = {p.value(place):.6g}" for p, place in zip(parameters, places))
        tell(f"{count:4}  rms {np.sqrt((found**2).mean()):10.4g}  {text}")
        return found

    def jacobian(places: np.ndarray) -> np.ndarray:
        """Central differences, within the bounds."""
        points, widths = [], []
        for number in range(len(places)):
            ends = [places.copy(), places.copy()]
            ends[0][number] = max(0, places[number] - step)
            ends[1][number] = min(1, places[number] + step)
            points += ends
            widths.append(ends[1][number] - ends[0][number])
        found = each(points)
        return np.stack([(found[2 * n + 1] - found[2 * n]) / width for n, width in enumerate(widths)], axis=1)

    try:
        result = least_squares(residuals, begin, jac=jacobian, bounds=(0, 1), xtol=1e-5, ftol=1e-6, max_nfev=50)
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    covariance, known = covariance_of(result.jac, result.fun)
    left, deviation = result.fun, np.sqrt(np.diag(covariance))
    scale = np.where(deviation > 0, deviation, 1)
    correlation = covariance / np.outer(scale, scale)
    deviation = np.where(known, deviation, math.inf)
    return Fit({p.key: p.value(x) for p, x in zip(parameters, result.x)},
               {p.key: float(abs(p.slope(x)) * d) for p, x, d in zip(parameters, result.x, deviation)},
               correlation.tolist(), float(np.sqrt((left**2).mean())), count, result.message,
               problem.settings,
               [p.key for p, x in zip(parameters, result.x) if x < 1e-3 or x > 1 - 1e-3])


def parser() -> argparse.ArgumentParser:
    form = argparse.ArgumentParser(prog="eulersolid fit",
                                   description="Find values of keys for which a scene does what was measured.")
    form.add_argument("scene", metavar="SCENE", type=pathlib.Path)
    form.add_argument("data", metavar="DATA.csv", type=pathlib.Path, help="time, and columns such as ball.centroid_z")
    form.add_argument("--parameter", metavar="KEY=LOW:HIGH[:log]", action="append", default=[])
    form.add_argument("--start", metavar="KEY=VALUE", action="append", default=[])
    form.add_argument("--set", dest="settings", metavar="KEY=VALUE", action="append", default=[])
    form.add_argument("--sigma", type=float,
                      help="noise of the data, in their units; 1 %% of their spread when left out")
    form.add_argument("--step", type=float, default=0.01,
                      help="of difference quotients, a part of the way between bounds")
    form.add_argument("--workers", metavar="N", type=int, default=1, help="simulations at a time")
    form.add_argument("-o", dest="folder", metavar="DIR", type=pathlib.Path, help="fits/<scene stem> when left out")
    form.add_argument("-q", dest="quiet", action="store_true", help="print errors only")
    return form


def _start_of(texts: list[str], parameters: list[Parameter]) -> dict[str, float]:
    start = {}
    for text in texts:
        key, _, value = text.partition("=")
        try:
            start[key] = float(value)
        except ValueError:
            raise InputError(f"the start {text} is not of the form KEY=VALUE") from None
        if key not in [parameter.key for parameter in parameters]:
            raise InputError(f"the start {text} is of no parameter")
    return start


def curves(data: Data, found: np.ndarray) -> str:
    """Measured and simulated side by side."""
    text = io.StringIO()
    rows: list[list[Any]] = [["time", *(f"{name} {what}" for name in data.names for what in ("measured", "simulated"))]]
    for time, measured, there in zip(data.times, data.values, found):
        rows.append([time, *(number for pair in zip(measured, there) for number in pair)])
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _work(arguments: argparse.Namespace, tell: Callable[[str], None]) -> int:
    parameters = [Parameter.of(text) for text in arguments.parameter]
    if not parameters:
        raise InputError("there are no parameters: name one by --parameter")
    names = [parameter.key for parameter in parameters]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the parameter {name} is named twice")
    if not arguments.step <= 0.5:
        raise InputError(f"--step is {arguments.step}, but must be at most 0.5")
    for positive in ("sigma", "step", "workers"):
        value = getattr(arguments, positive)
        if value is not None and not 0 < value < math.inf:
            raise InputError(f"--{positive} is {value}, but must be a number above 0")
    data = Data.load(arguments.data)
    folder = arguments.folder or pathlib.Path("fits") / arguments.scene.stem
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"{folder} is no folder") from None
    found = fit(arguments.scene, data, parameters, _start_of(arguments.start, parameters), arguments.settings,
                arguments.sigma, arguments.step, arguments.workers, tell)
    told = dataclasses.asdict(found)
    told["errors"] = {key: error if math.isfinite(error) else None for key, error in found.errors.items()}
    _write(folder / "fit.json", json.dumps(told, indent=1) + "\n")
    changes = [_assignment(key, value) for key, value in found.values.items()]
    best = Scene.load(arguments.scene, [*found.settings, f"time.duration={data.times[-1]}", *changes])
    _write(folder / "scene.toml", best.toml())
    _write(folder / "curves.csv", curves(data, simulated(best, data.times, data.names)))
    for key, value in found.values.items():
        at_bound = "  (at a bound: widen it)" if key in found.at_bounds else ""
        error = found.errors[key]
        sure = f" +- {error:.2g}" if math.isfinite(error) else ", which the data do not determine"
        tell(f"{key} = {value:.6g}{sure}{at_bound}")
    tell(f"{found.evaluations} simulations; fit.json, curves.csv and scene.toml are in {folder}")
    return 0


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    tell: Callable[[str], None] = (lambda text: None) if arguments.quiet else lambda text: print(text, flush=True)
    return exit_code_of(lambda: _work(arguments, tell))


if __name__ == "__main__":
    sys.exit(main())
