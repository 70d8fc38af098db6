"""Runs scenes that draw.py draws, and judges each by judge.py.

    run.py PROGRAM SCENES [--seed N] [--least CELLS] [--keep DIR] [--jobs N] [--stops PART] [--wrong PART]

A line for each seed: `right`; `stopped`, where the program ended with exit code 3 and said why; or
`wrong`, where it ended as if all were well and the judge disagrees, where it crashed, refused the
scene or took longer than ten minutes. Exit code 1 where a larger part than allowed stopped or is
wrong. With --keep the folders stay; else those that are right go.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import draw
import judge

LONGEST = 600  # s


def run(program, seed, least, keep):
    """@return verdict, its reason, seconds"""
    scene, folder = keep / f"random_{seed}.toml", keep / f"random_{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    scene.write_text(draw.draw(seed, least))
    began = time.monotonic()
    environment = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive", **os.environ}
    try:
        done = subprocess.run([program, "run", scene, "-o", folder, "-q"], env=environment,
                              capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "wrong", f"takes longer than {LONGEST} s", LONGEST
    seconds = time.monotonic() - began
    last = (done.stderr.strip().splitlines() or [""])[-1]
    if done.returncode == 3 and last.startswith("error: "):
        return "stopped", last.removeprefix("error: "), seconds
    if done.returncode != 0:
        return "wrong", f"exit code {done.returncode}: {last}", seconds
    faults, overlap = judge.judge(folder)
    if faults:
        return "wrong", "; ".join(faults[:3]) + (" ..." if len(faults) > 3 else ""), seconds
    return "right", f"deepest overlap {overlap:.2f} cells", seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scenes", type=int)
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--least", type=float, default=3, help="cells across the thinnest body")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for scenes and runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--stops", type=float, default=0.02, help="part that may stop")
    parser.add_argument("--wrong", type=float, default=0, help="part that may be wrong")
    options = parser.parse_args()
    keep = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="random_scenes_"))
    keep.mkdir(parents=True, exist_ok=True)
    seeds = range(options.seed, options.seed + options.scenes)
    count = {"right": 0, "stopped": 0, "wrong": 0}
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(run, *zip(*[(options.program, s, options.least, keep) for s in seeds]))
        for seed, (verdict, why, seconds) in zip(seeds, results):
            count[verdict] += 1
            print(f"{seed:6d} {seconds:6.1f} s {verdict:8s} {why}", flush=True)
            if verdict == "right" and not options.keep:
                shutil.rmtree(keep / f"random_{seed}")
    print(", ".join(f"{n} {verdict}" for verdict, n in count.items()), f"of {options.scenes}")
    if count["wrong"] > options.wrong * options.scenes or count["stopped"] > options.stops * options.scenes:
        print(f"scenes and runs: {keep}")
        sys.exit(1)
    if not options.keep:
        shutil.rmtree(keep)


if __name__ == "__main__":
    main()
