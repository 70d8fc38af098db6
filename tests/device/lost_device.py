"""What a run says and leaves where the device is not there, has too little memory, or is lost.

    lost_device.py ROOT PROGRAM

The device of the tests plays all of them: one line, exit code 4, whole files, and a run that goes on
to what an unbroken one leaves.
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
spec = importlib.util.spec_from_file_location("compare_runs", ROOT / "tools/compare_runs.py")
compare_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare_runs)

SCENE = [str(ROOT / "scenes/squeezed_ball.toml"), "--set", "grid.cell_size=0.05", "--until", "0.08", "-q",
         "--backend", "gpu", "--checkpoint-every", "0.02"]


def run(folder, *words, **device):
    """Exit code and lines of errors."""
    environment = dict(os.environ, ES_TEST_DEVICE="on", ES_TEST_DEVICE_PLAIN="1", OMP_NUM_THREADS="1")
    environment.pop("ES_TEST_BACKEND", None)
    environment.update({f"ES_TEST_DEVICE{name}": str(value) for name, value in device.items()})
    done = subprocess.run([PROGRAM, "run", *SCENE, "-o", str(folder), *words], env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]


def expect(holds, what, *found):
    if not holds:
        sys.exit(f"{what}: {found}")


def expect_end(outcome):
    expect(outcome[0] == 0, "the run ends", outcome)


def expect_error(outcome, *parts):
    code, lines = outcome
    expect(code == 4 and len(lines) == 1 and all(part in lines[0] for part in parts), f"{parts} with code 4", outcome)


def commands(path):
    """That the device was asked for, as ES_TEST_DEVICE_LOST counts them."""
    with open(path) as file:
        return sum(int(line.split(",")[2]) for line in file if line.startswith("all,command,"))


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    whole = place / "whole"
    expect_end(run(whole, _COUNTS=place / "counts"))
    all_commands = commands(place / "counts")

    expect_error(run(place / "none", **{"": "none"}), "no GPU answers: there is a driver, but no device", "--backend cpu")
    expect_error(run(place / "small", _MEMORY=1_000_000), "while allocating ", " bytes: out of memory")
    expect_error(run(place / "gone", _LOST=100), "the device is lost")
    for folder in ("none", "small", "gone"):
        expect(not (place / folder).exists(), "no folder is made before the first step", folder)

    # In the midst of a run: what was written stays, and the run goes on from there.
    lost = place / "lost"
    for part in (0.3, 0.6):
        again = ["--resume"] if lost.exists() else []
        expect_error(run(lost, *again, _LOST=int(part * all_commands)), "the device is lost", f"--resume {lost} goes on")
        report = json.loads((lost / "run.json").read_text())
        expect(report["exit_state"] == "failed" and "the device is lost" in report["message"], "run.json says why", report)
        left = [str(path) for path in lost.rglob("*.tmp")]
        expect(not left, "no unfinished files", left)
        expect(list(lost.glob("checkpoints/step_*.h5")), "a checkpoint is kept")
    expect_end(run(lost, "--resume"))
    differences = list(compare_runs.compare(whole, lost))
    expect(not differences, "as an unbroken run", differences)

    # Memory for the start, but not for all that comes.
    size, short = 1 << 20, place / "short"
    while not short.exists():
        size += 1 << 18
        outcome = run(short, _MEMORY=size)
    expect_error(outcome, "out of memory")
    expect_end(run(short, "--resume"))
    differences = list(compare_runs.compare(whole, short))
    expect(not differences, "as an unbroken run", differences)
    print(f"{all_commands} commands; {size} bytes let the run begin, and not end")
