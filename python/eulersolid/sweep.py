"""Many runs of one scene: axes, run folders, Dask, and one table.

    python -m eulersolid.sweep SCENE --grid contact.friction=0:1:20 [--grid ...] -o DIR
    eulersolid sweep SCENE ...                                      (the same)

Each run is `eulersolid run` in a folder of its own, DIR/runs/0001, so that a run that was lost with its worker
goes on from its checkpoint. Dask decides where and when: on this machine, or on a cluster that is there. DIR/sweep.json
says what the sweep is, DIR/table.csv and DIR/table.parquet what came of it.
"""
from __future__ import annotations

import argparse
import csv
import ctypes
import dataclasses
import hashlib
import io
import itertools
import json
import logging
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from . import _core
from .errors import InputError, MachineError, exit_code_of
from .scene import Scene, _inline, _plain

Point = dict[str, Any]


# Axes and points.

@dataclasses.dataclass(frozen=True)
class Axis:
    """A key of the scene, and what it takes: values, or with `low` and `high` whatever is between."""

    key: str
    values: tuple = ()
    low: float = 0
    high: float = 0

    @staticmethod
    def of(text: str, ranges: bool) -> Axis:
        """`KEY=START:STOP:COUNT` or `KEY=A,B,...`; with `ranges` only `KEY=LOW:HIGH`."""
        key, equals, what = text.partition("=")
        parts = what.split(":")
        try:
            if not equals or not key or not what:
                raise ValueError
            if ranges:
                low, high = map(float, parts)
                if not (np.isfinite([low, high]).all() and low < high):
                    raise ValueError
                return Axis(key.strip(), low=low, high=high)
            if len(parts) == 3:
                start, stop, count = float(parts[0]), float(parts[1]), int(parts[2])
                if count < 1 or not np.isfinite([start, stop]).all():
                    raise ValueError
                values = np.linspace(start, stop, count)
                if all(part.strip().lstrip("+-").isdigit() for part in parts[:2]) and (values == values.round()).all():
                    values = values.astype(int)
                return Axis(key.strip(), tuple(values.tolist()))
            return Axis(key.strip(), tuple(_value(part) for part in _items(what)))
        except ValueError:
            form = "KEY=LOW:HIGH" if ranges else "KEY=START:STOP:COUNT or KEY=A,B,..."
            raise InputError(f"the axis {text} is not of the form {form}") from None


def _items(text: str) -> list[str]:
    """Parted at commas that are in no brackets and no quotes."""
    items, depth, quote = [""], 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0 and not quote:
            items.append("")
        else:
            items[-1] += letter
    return items


def _value(text: str) -> Any:
    """As TOML has it, or a word."""
    try:
        return tomllib.loads(f"x = {text}")["x"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _flat(table: dict[str, Any], above: str = "") -> Iterable[tuple[str, Any]]:
    """Keys of tables in tables, as one: contact.friction."""
    for key, what in table.items():
        if isinstance(what, dict) and set(what) != {"start", "stop", "count"}:
            yield from _flat(what, f"{above}{key}.")
        else:
            yield above + key, what


def axes_of(file: pathlib.Path) -> list[Axis]:
    """The axes in a TOML file: `KEY = [values]`, or `KEY = { start, stop, count }`."""
    try:
        table = tomllib.loads(file.read_text())
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    except ValueError as error:  # no TOML, or no text
        raise InputError(f"{file}: not valid TOML: {error}") from None
    axes = []
    for key, what in _flat(table):
        if isinstance(what, dict) and set(what) == {"start", "stop", "count"}:
            axes.append(Axis.of(f"{key}={what['start']}:{what['stop']}:{what['count']}", False))
        elif isinstance(what, list) and what:
            axes.append(Axis(key, tuple(what)))
        else:
            raise InputError(f"{file}: {key} must be a list of values, or {{ start = A, stop = B, count = N }}")
    return axes


def grid(axes: Iterable[Axis]) -> list[Point]:
    """Every combination, the last axis fastest."""
    axes = list(axes)
    return [dict(zip([axis.key for axis in axes], values))
            for values in itertools.product(*(axis.values for axis in axes))]


def latin_hypercube(axes: Iterable[Axis], count: int, seed: int = 0) -> list[Point]:
    """So many points, of which each axis has one in each of as many equal parts (scipy's sampler)."""
    from scipy.stats import qmc

    axes = list(axes)
    places = qmc.LatinHypercube(len(axes), seed=seed).random(count)
    return [{axis.key: axis.low + place * (axis.high - axis.low) for axis, place in zip(axes, row)} for row in
            places.tolist()]


# One run.

def program() -> list[str]:
    """How the program is started on this machine: that of EULERSOLID, on the PATH, or of this package."""
    found = os.environ.get("EULERSOLID") or shutil.which("eulersolid")
    return [found] if found else [sys.executable, "-m", "eulersolid"]


def _assignment(key: str, value: Any) -> str:
    return f"{key}={_inline(_plain(value, key))}"


def command(scene: str, folder: str, point: Point, options: list[str]) -> list[str]:
    """How a point is run, or goes on."""
    words = [*program(), "run", scene, "-o", folder, "--resume", "-q", *options]
    for key, value in point.items():
        words += ["--set", _assignment(key, value)]
    return words


def _die_with_parent() -> None:
    """A run whose worker is killed must not go on beside the one that takes its place."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def run_point(scene: str, folder: str, mark: str, point: Point, options: list[str], threads: int) -> None:
    """Run a point to its end, from where it is. Exit codes 0 and 3 are results, and marked; others are raised."""
    pathlib.Path(folder).parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command(scene, folder, point, options), preexec_fn=_die_with_parent,
                          env={**os.environ, "OMP_NUM_THREADS": str(threads)}, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        errors = [line.removeprefix("error: ") for line in done.stderr.splitlines() if line.startswith("error: ")]
        ended = f"ended by signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        raise (InputError if done.returncode == 2 else MachineError)(errors[-1] if errors else ended)
    pathlib.Path(mark).parent.mkdir(exist_ok=True)
    pathlib.Path(mark).touch()


# The whole of it.

@dataclasses.dataclass
class Sweep:
    """Points of a scene in a folder."""

    scene: pathlib.Path
    folder: pathlib.Path
    points: list[Point]
    options: list[str] = dataclasses.field(default_factory=list)

    def run_folder(self, number: int) -> pathlib.Path:
        return self.folder.resolve() / "runs" / f"{number + 1:04}"

    def mark(self, number: int) -> pathlib.Path:
        """A file that is there when a run has come to its end, by finishing or by its physics."""
        return self.folder.resolve() / "done" / f"{number + 1:04}"

    def command(self, number: int) -> list[str]:
        return command(str(self.scene.resolve()), str(self.run_folder(number)), self.points[number], self.options)

    def check(self) -> None:
        """Every axis exists, and every point is a scene. Raises InputError."""
        if not self.points:
            raise InputError("there are no points: name an axis by --grid or --latin")
        for point in self.points:
            Scene.load(self.scene, self.options[1::2] + [_assignment(key, value) for key, value in point.items()])

    def describe(self) -> dict[str, Any]:
        text = Scene.load(self.scene).toml()  # with its files' checksums: another scene is another sweep
        return {"scene": str(self.scene.resolve()), "is": hashlib.sha256(text.encode()).hexdigest(),
                "points": self.points, "options": self.options}

    def open(self) -> None:
        """Make the folder, or find the same sweep there. Raises InputError for another one."""
        file = self.folder / "sweep.json"
        text = json.dumps(self.describe(), indent=1) + "\n"
        if file.exists() and file.read_text() != text:
            raise InputError(f"{self.folder} holds another sweep, or its scene has changed since; take another folder "
                             "by -o")
        if not file.exists() and self.folder.exists() and any(self.folder.iterdir()):
            raise InputError(f"{self.folder} holds something that is no sweep; take another folder by -o")
        self.folder.mkdir(parents=True, exist_ok=True)
        _write(file, text)

    def left(self) -> list[int]:
        return [number for number in range(len(self.points)) if not self.mark(number).exists()]

    def rows(self) -> tuple[list[dict[str, Any]], dict[str, str]]:
        """A row for each point, what it is and what came of it; and units of the columns."""
        rows, units = [], dict(TOTALS)
        for number, point in enumerate(self.points):
            row: dict[str, Any] = {"run": number + 1, **point}
            report = _report(self.run_folder(number))
            row["exit_state"] = report["exit_state"]
            row["message"] = report.get("message", "")
            for name, total in report.get("totals", {}).items():
                if name in TOTALS:  # results: the same whatever else the machines did
                    row[name] = total
            row.update(self._bodies(number, units))
            rows.append(row)
        return rows, units

    def _bodies(self, number: int, units: dict[str, str]) -> dict[str, Any]:
        """The last frame's rows of bodies.csv, as BODY.COLUMN."""
        try:
            with open(self.run_folder(number) / "bodies.csv", newline="") as file:
                table = list(csv.DictReader(file))
        except OSError:
            return {}
        last = [row for row in table if table and row["frame"] == table[-1]["frame"]]
        values: dict[str, Any] = {}
        for row in last:
            for column, unit in BODY_UNITS.items():
                values[f"{row['body']}.{column}"] = float(row[column])
                units[f"{row['body']}.{column}"] = unit
        return values

    def write_table(self) -> None:
        """table.csv and, where pyarrow is there, table.parquet, with units as metadata of its columns."""
        rows, units = self.rows()
        names = list(dict.fromkeys(name for row in rows for name in row))
        shown = {True: "true", False: "false"}
        lines = [names] + [[shown[value] if isinstance(value := row.get(name, ""), bool) else value for name in names]
                           for row in rows]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(lines)
        _write(self.folder / "table.csv", text.getvalue())
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            print("no table.parquet: there is no pyarrow", file=sys.stderr)
            return
        columns = {name: [row.get(name) for row in rows] for name in names}
        for name, values in columns.items():  # a column has one type
            kinds = {type(value) for value in values if value is not None}
            if kinds != {bool} and kinds - {int, float}:
                columns[name] = [None if value is None else value if isinstance(value, str) else json.dumps(value)
                                 for value in values]
        table = pyarrow.table(columns)
        fields = [field.with_metadata({"unit": units[field.name]}) if field.name in units else field
                  for field in table.schema]
        parquet.write_table(table.cast(pyarrow.schema(fields)), str(self.folder / "table.parquet.tmp"))
        os.replace(self.folder / "table.parquet.tmp", self.folder / "table.parquet")


TOTALS = dict(_core.total_units())
BODY_COLUMNS = ("mass", "volume", "centroid_x", "centroid_y", "centroid_z", "momentum_x", "momentum_y", "momentum_z",
                "kinetic", "elastic", "gravity")
BODY_UNITS = {name: unit for name, unit in _core.body_units() if name in BODY_COLUMNS}


def _write(file: pathlib.Path, text: str) -> None:
    """Whole, or not at all."""
    temporary = file.with_name(file.name + ".tmp")
    try:
        temporary.write_text(text)
        os.replace(temporary, file)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise MachineError(f"cannot write {file}: {error.strerror}") from None


def run_on_dask(sweep: Sweep, workers: int, threads: int, scheduler: str | None,
                tell: Callable[[str], None]) -> int:
    """Runs what is left on a cluster of Dask; one that is lost with its worker is run again elsewhere.

    Returns how many runs could not be run. Raises MachineError where the cluster vanishes: what is done stays.
    """
    import dask
    from dask.distributed import Client, LocalCluster, as_completed

    for logger in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(logger).setLevel(logging.CRITICAL)  # what is lost is told below

    left = sweep.left()
    if not left:
        return 0
    # A run goes on wherever its worker died: there is no number of deaths that says that it is its own fault.
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    cluster = None
    try:
        if scheduler is None:
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                                   dashboard_address="127.0.0.1:0",
                                   silence_logs="CRITICAL")
        client = Client(cluster or scheduler, timeout=20)
    except (OSError, TimeoutError, ValueError) as error:
        raise MachineError(f"there is no cluster at {scheduler}: {error}") from None
    tell(f"{len(left)} of {len(sweep.points)} runs to do; dashboard at {client.dashboard_link}")
    failed, lost = 0, ""
    try:
        futures = {client.submit(run_point, str(sweep.scene.resolve()), str(sweep.run_folder(number)),
                                 str(sweep.mark(number)), sweep.points[number], sweep.options, threads,
                                 key=f"run-{number + 1:04}", pure=False, retries=3): number for number in left}
        for count, future in enumerate(as_completed(futures), 1):
            number = futures[future]
            if future.status not in ("finished", "error"):
                break  # a future without a scheduler
            error = future.exception()
            failed += error is not None
            state = f"not run: {error}" if error is not None else _state(sweep.run_folder(number))
            tell(f"{count}/{len(left)}  run {number + 1:04}  {state}")
    except Exception as error:  # noqa: BLE001: whatever Dask throws where its scheduler is gone
        lost = f": {type(error).__name__}"
    finally:
        client.close()
        if cluster is not None:
            cluster.close()
    if len(sweep.left()) > failed:
        raise MachineError(f"the cluster is lost{lost}; {len(sweep.points) - len(sweep.left())} of {len(sweep.points)} "
                           "runs are done and stay, and the same command goes on")
    return failed


def _report(folder: pathlib.Path) -> dict[str, Any]:
    """What run.json says."""
    try:
        return json.loads((folder / "run.json").read_text())
    except (OSError, ValueError):
        return {"exit_state": "not run"}


def _state(folder: pathlib.Path) -> str:
    report = _report(folder)
    return report["exit_state"] + (f": {report['message']}" if report.get("message") else "")


def slurm_script(sweep: Sweep, threads: int) -> str:
    """A job array of SLURM, a job for each point; it may be submitted again until all is done."""
    cases = "\n".join(f"  {number + 1}) {shlex.join(sweep.command(number))} ;;" for number in range(len(sweep.points)))
    folder = shlex.quote(str(sweep.folder.resolve()))
    return f"""#!/bin/bash
#SBATCH --job-name=eulersolid
#SBATCH --array=1-{len(sweep.points)}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --output={folder}/slurm-%a.log
# Submit by sbatch; a job that was ended goes on from its checkpoint. Afterwards `eulersolid sweep` with the same
# words makes the table.
export OMP_NUM_THREADS={threads}
mkdir -p {folder}/runs {folder}/done
case $SLURM_ARRAY_TASK_ID in
{cases}
esac
code=$?
[ $code -ne 0 ] && [ $code -ne 3 ] || touch {folder}/done/$(printf %04d "$SLURM_ARRAY_TASK_ID")
exit $code
"""


def snakefile(sweep: Sweep, threads: int) -> str:
    """A workflow of Snakemake, a job for each point."""
    commands = {f"{number + 1:04}": shlex.join(sweep.command(number)) for number in range(len(sweep.points))}
    return f"""# snakemake --cores all -s Snakefile; a run that was ended goes on from its checkpoint.
commands = {json.dumps(commands, indent=1)}

rule all:
    input: expand("done/{{run}}", run=commands)

rule run:
    output: touch("done/{{run}}")
    threads: {threads}
    params: command=lambda wildcards: commands[wildcards.run]
    shell: "OMP_NUM_THREADS={{threads}} {{params.command}} || [ $? -eq 3 ]"
"""


def parser() -> argparse.ArgumentParser:
    form = argparse.ArgumentParser(prog="eulersolid sweep", description="Run a scene for many values of its keys.")
    form.add_argument("scene", metavar="SCENE", type=pathlib.Path)
    form.add_argument("--grid", metavar="KEY=START:STOP:COUNT", action="append", default=[],
                      help="an axis, or KEY=A,B,...; every combination is run")
    form.add_argument("--axes", metavar="FILE", type=pathlib.Path, help="the same from a TOML file")
    form.add_argument("--latin", metavar="KEY=LOW:HIGH", action="append", default=[],
                      help="an axis of a Latin hypercube of --points points")
    form.add_argument("--points", metavar="N", type=int, default=20)
    form.add_argument("--seed", metavar="N", type=int, default=0, help="of the Latin hypercube")
    form.add_argument("-o", dest="folder", metavar="DIR", type=pathlib.Path, help="sweeps/<scene stem> when left out")
    form.add_argument("--set", dest="settings", metavar="KEY=VALUE", action="append", default=[],
                      help="change a value of the scene in all runs")
    form.add_argument("--workers", metavar="N", type=int, default=os.cpu_count() or 1, help="runs at a time")
    form.add_argument("--threads", metavar="N", type=int, default=1, help="of each run")
    form.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster that is there, tcp://HOST:PORT")
    form.add_argument("--slurm", action="store_true", help="write DIR/slurm.sh, a job array, and run nothing")
    form.add_argument("--snakemake", action="store_true", help="write DIR/Snakefile, and run nothing")
    form.add_argument("-q", dest="quiet", action="store_true", help="print errors only")
    return form


def points_of(arguments: argparse.Namespace) -> list[Point]:
    axes = [Axis.of(text, False) for text in arguments.grid]
    if arguments.axes:
        axes += axes_of(arguments.axes)
    ranges = [Axis.of(text, True) for text in arguments.latin]
    names = [axis.key for axis in axes + ranges]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the axis {name} is named twice")
    if ranges and arguments.points < 1:
        raise InputError(f"--points is {arguments.points}, but must be 1 or more")
    points = grid(axes) if axes else [{}]
    if not ranges:
        return points if axes else []
    latin = latin_hypercube(ranges, arguments.points, arguments.seed)
    return [{**point, **other} for point in points for other in latin]


def _work(arguments: argparse.Namespace, tell: Callable[[str], None]) -> int:
    folder = arguments.folder or pathlib.Path("sweeps") / arguments.scene.stem
    options = [word for setting in arguments.settings for word in ("--set", setting)]
    sweep = Sweep(arguments.scene, folder, points_of(arguments), options)
    if arguments.workers < 1 or arguments.threads < 1:
        raise InputError("--workers and --threads must be 1 or more")
    sweep.check()
    sweep.open()
    failed = 0
    if arguments.slurm or arguments.snakemake:
        if arguments.slurm:
            _write(folder / "slurm.sh", slurm_script(sweep, arguments.threads))
        if arguments.snakemake:
            _write(folder / "Snakefile", snakefile(sweep, arguments.threads))
    else:
        failed = run_on_dask(sweep, arguments.workers, arguments.threads, arguments.scheduler, tell)
    sweep.write_table()
    tell(f"table in {folder / 'table.csv'}")
    return 4 if failed else 0


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    tell: Callable[[str], None] = (lambda text: None) if arguments.quiet else lambda text: print(text, flush=True)
    return exit_code_of(lambda: _work(arguments, tell), "interrupted; the same command goes on")


if __name__ == "__main__":
    sys.exit(main())
