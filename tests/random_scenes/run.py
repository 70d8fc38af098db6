"""Runs scenes that draw.py or families.py draw, and judges each by judge.py.

    run.py PROGRAM SCENES [--family NAME ...] [--seed N] [--least CELLS] [--cells FACTOR] [--keep DIR]
           [--jobs N] [--stops PART] [--wrong PART] [--set KEY=VALUE ...]

With --family, which may be given again and again, SCENES is the number of scenes of each family; `all` is
each of them. A line for each scene: `right`; `stopped`, where the program ended with exit code 3 and said
why; `wrong`, where it ended as if all were well and the judge disagrees, where it crashed, refused the
scene or took longer than ten minutes; or, of families, `invalid`, where it refused the scene since bodies
overlap at the start, which is neither right nor wrong. Exit code 1 where of all others a larger part than
allowed stopped or is wrong, or where there are no others. With --keep the folders stay; else those that
are right go.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import draw
import families
import judge

LONGEST = 600  # s
VERDICTS = ("right", "stopped", "wrong", "invalid")


def name_of(family, seed):
    return f"{family or 'random'}_{seed}"


def write_scene(family, seed, options):
    """@return path of the scene"""
    if family:
        return families.draw(family, seed, options.keep, options.cells)
    scene = options.keep / f"{name_of(family, seed)}.toml"
    scene.write_text(draw.draw(seed, options.least))
    return scene


def run(family, seed, options):
    """@return verdict, its reason, seconds"""
    folder = options.keep / name_of(family, seed)
    shutil.rmtree(folder, ignore_errors=True)
    scene = write_scene(family, seed, options)
    began = time.monotonic()
    environment = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", **os.environ}
    try:
        done = subprocess.run([options.program, "run", scene, "-o", folder, "-q", *options.changes],
                              env=environment, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "wrong", f"takes longer than {LONGEST} s", LONGEST
    seconds = time.monotonic() - began
    last = (done.stderr.strip().splitlines() or [""])[-1]
    if done.returncode == 3 and last.startswith("error: "):
        return "stopped", last.removeprefix("error: "), seconds
    if family and done.returncode == 2 and " at the start" in last:
        return "invalid", last.removeprefix("error: "), seconds
    if done.returncode != 0:
        return "wrong", f"exit code {done.returncode}: {last}", seconds
    faults, overlap = judge.judge(folder)
    if faults:
        return "wrong", "; ".join(faults[:3]) + (" ..." if len(faults) > 3 else ""), seconds
    return "right", f"deepest overlap {overlap:.2f} cells", seconds


def run_all(scenes, options):
    """@return how often there is each verdict, by family"""
    counts = collections.defaultdict(collections.Counter)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(run, *zip(*[(family, seed, options) for family, seed in scenes]))
        for (family, seed), (verdict, why, seconds) in zip(scenes, results):
            counts[family][verdict] += 1
            label = f"{family:>9s} {seed:6d}" if family else f"{seed:6d}"
            print(f"{label} {seconds:6.1f} s {verdict:8s} {why}", flush=True)
            if verdict == "right" and options.remove:
                shutil.rmtree(options.keep / name_of(family, seed))
    return counts


def summary(count, verdicts):
    return ", ".join(f"{count[verdict]} {verdict}" for verdict in verdicts) + f" of {count.total()}"


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scenes", type=int)
    parser.add_argument("--family", action="append", default=[], choices=["all", *families.FAMILIES])
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--least", type=float, default=3, help="cells across the thinnest body")
    parser.add_argument("--cells", type=float, default=1, help="factor of the width of families' cells")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for scenes and runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--stops", type=float, default=0.02, help="part that may stop")
    parser.add_argument("--wrong", type=float, default=0, help="part that may be wrong")
    parser.add_argument("--set", action="append", default=[],
                        help="KEY=VALUE for every run, as numerics.kink_stiffness=0")
    options = parser.parse_args()
    options.changes = [word for change in options.set for word in ("--set", change)]
    if "all" in options.family:
        options.family = list(families.FAMILIES)
    if options.cells != 1 and not options.family:
        parser.error("--cells is for families; draw.py's bodies are measured in cells")
    options.remove = options.keep is None
    options.keep = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="random_scenes_"))
    options.keep.mkdir(parents=True, exist_ok=True)
    return options


def main():
    options = parsed()
    scenes = [(family, seed) for family in dict.fromkeys(options.family or [None])
              for seed in range(options.seed, options.seed + options.scenes)]
    counts = run_all(scenes, options)
    verdicts = VERDICTS if options.family else VERDICTS[:3]
    if options.family:
        for family, count in counts.items():
            print(f"{family}: {summary(count, verdicts)}")
    count = sum(counts.values(), collections.Counter())
    print(summary(count, verdicts))
    judged = count.total() - count["invalid"]
    if not judged or count["wrong"] > options.wrong * judged or count["stopped"] > options.stops * judged:
        print(f"scenes and runs: {options.keep}")
        sys.exit(1)
    if options.remove:
        shutil.rmtree(options.keep)


if __name__ == "__main__":
    main()
