"""A run that is killed again and again, and resumed, leaves what an unbroken one does; so does one
whose disk is full again and again, and one whose folder is elsewhere when it is written to.

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

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
KILLS = int(sys.argv[3])
spec = importlib.util.spec_from_file_location("compare_runs", ROOT / "tools/compare_runs.py")
compare_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare_runs)

# Contact, friction and their warm starts; bodies of their own, and meshes with their lists in the frames.
SCENE = [str(ROOT / "scenes/squeezed_ball.toml"), "--set", "grid.cell_size=0.05", "--until", "0.28",
         "--set", "output.per_body=true", "--set", 'output.surface=["usd", "vtp"]',
         "--set", "output.rest_mesh=true", "-q"]
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


def expect_same(whole, broken, what):
    found = list(compare_runs.compare(whole, broken))
    left = [str(path) for path in broken.rglob("*.tmp")]
    if found or left:
        sys.exit(f"{what}:\n" + "\n".join(found + left))


def lose_and_resume(folder, times, draw):
    """The folder has another name for a while, at random moments; returns how often."""
    lost = 0
    away = folder.with_name("away")
    words = [*SCENE, "-o", str(folder), "--checkpoint-every", str(EVERY)]
    while lost < times:
        again = "--resume" if newest(folder) else "--force"
        run = subprocess.Popen([PROGRAM, "run", *words, *([again] if folder.exists() else [])],
                               stderr=subprocess.PIPE, text=True)
        wait_for_checkpoint(folder, run)
        time.sleep(draw.uniform(0, 2 * EVERY))
        if run.poll() is not None:
            break
        folder.rename(away)
        said = run.communicate()[1]
        errors = [line for line in said.splitlines() if line.startswith("error: ")]
        if run.returncode != 4 or len(errors) != 1:
            sys.exit(f"a lost folder: exit code {run.returncode}, {said}")
        if folder.exists():
            sys.exit(f"it was made again, with {list(folder.rglob('*'))}")
        away.rename(folder)
        lost += 1
    run.wait()
    finish(*words, "--resume")
    return lost


# Within a disk that grows by some frames whenever it is full, until the run is done.
FULL_DISK = """
mkdir disk && mount -t tmpfs -o size=$1k none disk || exit 77
size=$1; again=; shift
for times in $(seq 100); do
    "$@" -o disk/run $again 2>said
    code=$?
    [ $code = 0 ] && cp -r disk/run filled && echo $times && exit 0
    [ $code = 4 ] && [ $(grep -c ^error: said) = 1 ] || { cat said; echo "exit code $code"; exit 1; }
    find disk -name "*.tmp" -path "*vdb*" | grep . && exit 1
    size=$((size + 1600)); mount -o remount,size=${size}k disk
    again=--force; ls disk/run/checkpoints/*.h5 >/dev/null 2>&1 && again=--resume
done
echo "it did not end"; exit 1
"""


def fill_and_resume(scratch):
    """How often the disk was full; None where no user may mount one."""
    done = subprocess.run(["unshare", "-rm", "sh", "-c", FULL_DISK, "sh", "2000", PROGRAM, "run",
                           *SCENE, "--checkpoint-every", str(EVERY)], cwd=scratch,
                          capture_output=True, text=True)
    if done.returncode == 77 or "unshare:" in done.stderr:
        return None
    if done.returncode != 0:
        sys.exit(f"a full disk: {done.stdout}{done.stderr}")
    return int(done.stdout.split()[-1]) - 1


with tempfile.TemporaryDirectory() as scratch:
    whole = pathlib.Path(scratch) / "whole"
    finish(*SCENE, "-o", str(whole))
    draw = random.Random(1)
    done = runs = 0
    while done < KILLS:
        broken = pathlib.Path(scratch) / f"broken{runs}"
        killed = kill_and_resume(broken, KILLS - done, draw)
        done, runs = done + killed, runs + 1
        expect_same(whole, broken, f"killed {killed} times")
        if killed == 0:
            sys.exit("no run was slow enough to be killed")
    print(f"killed {done} times in {runs} runs: the same")
    lost = pathlib.Path(scratch) / "lost"
    times = lose_and_resume(lost, 5, draw)
    expect_same(whole, lost, f"lost {times} times")
    print(f"its folder was lost {times} times: the same")
    filled = fill_and_resume(scratch)
    if filled is not None:
        expect_same(whole, pathlib.Path(scratch) / "filled", f"full {filled} times")
        print(f"its disk was full {filled} times: the same")
