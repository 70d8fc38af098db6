"""A run that is killed again and again, and resumed, leaves what an unbroken one does.

    kill_and_resume.py ROOT PROGRAM KILLS

The kills come at random moments, most of them between two checkpoints, some while one is written.
"""
import importlib.util
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT, PROGRAM, KILLS = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
spec = importlib.util.spec_from_file_location("compare_runs", ROOT / "tools/compare_runs.py")
compare_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare_runs)

# Contact, friction and their warm starts, and bodies of their own in the frames.
SCENE = [str(ROOT / "scenes/squeezed_ball.toml"), "--set", "grid.cell_size=0.05", "--until", "0.28",
         "--set", "output.per_body=true", "-q"]
EVERY = 0.05  # s between checkpoints: a few steps


def start(*words):
    return subprocess.Popen([PROGRAM, "run", *words])


def finish(*words):
    code = start(*words).wait()
    if code != 0:
        sys.exit(f"eulersolid run {' '.join(words)}: exit code {code}")


def newest(folder):
    return max(folder.glob("checkpoints/step_*.h5"), default=None)


def wait_for_checkpoint(folder, run):
    before = newest(folder)
    while newest(folder) == before and run.poll() is None:
        time.sleep(0.002)


def kill_and_resume(folder, kills, draw):
    """One run in a folder, from its start to its end; returns how often it was killed."""
    words = [*SCENE, "-o", str(folder), "--checkpoint-every", str(EVERY)]
    killed = 0
    while True:
        again = "--resume" if newest(folder) else "--force"
        run = start(*words, *([again] if folder.exists() else []))
        if killed == kills:
            break
        # Most runs live to write a checkpoint, however slow the machine is: or none would end.
        if draw.random() < 0.8:
            wait_for_checkpoint(folder, run)
        time.sleep(draw.uniform(0, 2 * EVERY))
        ended = run.poll()
        if ended is None:
            run.kill()
            killed += 1
        elif ended == 0:
            break
        run.wait()
        if ended not in (None, 0):
            sys.exit(f"a run that was started with {again} ended with {ended}")
    if run.wait() != 0:
        sys.exit("the last run did not finish")
    return killed


with tempfile.TemporaryDirectory() as scratch:
    whole = pathlib.Path(scratch) / "whole"
    finish(*SCENE, "-o", str(whole))
    draw = random.Random(1)
    done = runs = 0
    while done < KILLS:
        broken = pathlib.Path(scratch) / f"broken{runs}"
        killed = kill_and_resume(broken, KILLS - done, draw)
        done, runs = done + killed, runs + 1
        found = list(compare_runs.compare(whole, broken))
        left = [str(p) for p in broken.rglob("*.tmp")]
        if found or left:
            sys.exit(f"killed {killed} times:\n" + "\n".join(found + left))
        if killed == 0:
            sys.exit("no run was slow enough to be killed")
    print(f"killed {done} times in {runs} runs: the same")
