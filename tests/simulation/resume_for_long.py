"""A run that is ended and resumed for a long time stays whole, and takes no more than at its start.

    resume_for_long.py ROOT PROGRAM MINUTES

`squeezed_ball` in one folder, ended by kill -9 and SIGTERM in turns every few seconds. After each
SIGTERM: no temporary file, at most two checkpoints. At the end: every step and frame once and in order,
whole rows, and neither the process nor what lies beside tables and frames larger than in the first
tenth of the resumes.
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT, PROGRAM, MINUTES = pathlib.Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
SLACK = 1.2  # of memory and files, which hold a body that deforms


def run(folder, seconds, end_by):
    """Goes on with a run for some seconds; how much memory it took at most [MB]."""
    again = ["--resume"] if list(folder.glob("checkpoints/step_*.h5")) else ["--force"]
    process = subprocess.Popen(
        [PROGRAM, "run", str(ROOT / "scenes/squeezed_ball.toml"), "--until", "30000", "-q", "-o",
         str(folder), "--checkpoint-every", "0.5", *(again if folder.exists() else [])])
    time.sleep(seconds)
    process.send_signal(end_by)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    expected = 130 if end_by == signal.SIGTERM else -end_by
    if process.returncode != expected:
        sys.exit(f"it ended with {process.returncode} instead of {expected}")
    return usage.ru_maxrss * 1024 / 1e6


def files_beside(folder, max_checkpoints):
    """Bytes of all files but frames and tables, after a look at their names."""
    left = [str(path) for path in folder.rglob("*.tmp")]
    checkpoints = list(folder.glob("checkpoints/*.h5"))
    if len(checkpoints) > max_checkpoints:
        sys.exit(f"too many checkpoints: {checkpoints}")
    growing = set(folder.glob("vdb/*")) | set(folder.glob("*.csv*"))
    size = sum(path.stat().st_size for path in set(folder.rglob("*")) - growing if path.is_file())
    return left, size / 1e6


def judge_tables(folder):
    rows = (folder / "steps.csv").read_text().splitlines()
    head = rows[0].split(",")
    steps = [row.split(",") for row in rows[1:]]
    if any(len(row) != len(head) for row in steps):
        sys.exit("a row of steps.csv is cut")
    numbers = [int(row[head.index("step")]) for row in steps]
    if numbers != list(range(1, len(numbers) + 1)):
        sys.exit("steps are missing, doubled or out of order")
    frames = sorted(path.name for path in folder.glob("vdb/*.vdb"))
    order = [int(name[:-4].rsplit("_", 1)[1]) for name in frames]
    if order != list(range(order[0], order[0] + len(frames))):
        sys.exit("frames are missing")
    return len(numbers), len(frames)


with tempfile.TemporaryDirectory() as scratch:
    folder, draw = pathlib.Path(scratch) / "run", random.Random(1)
    memory, files, seconds = [], [], []
    end = time.monotonic() + 60 * MINUTES
    while time.monotonic() < end or len(memory) % 2 == 1:  # the last end is one that cleans up
        end_by = signal.SIGTERM if len(memory) % 2 else signal.SIGKILL
        memory.append(run(folder, draw.uniform(2, 6), end_by))
        left, size = files_beside(folder, 2 if end_by == signal.SIGTERM else 3)
        files.append(size)
        if end_by == signal.SIGTERM and left:
            sys.exit(f"left behind: {left}")
    steps, frames = judge_tables(folder)
    first = max(4, len(memory) // 10)
    print(f"{len(memory)} resumes, {steps} steps and {frames} frames, each once; memory "
          f"{min(memory):.1f} to {max(memory):.1f} MB, beside frames and tables "
          f"{min(files[first:], default=0):.2f} to {max(files):.2f} MB")
    for name, sizes in ("memory", memory), ("files", files):
        if max(sizes[first:], default=0) > SLACK * max(sizes[:first]):
            sys.exit(f"the {name} grew: {sizes}")
