"""A run leaves the same bits whatever order blocks and threads go in, and whenever the device begins.

    block_orders.py ROOT PROGRAM
"""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve())
spec = importlib.util.spec_from_file_location("compare_runs", ROOT / "tools/compare_runs.py")
compare_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare_runs)

# A ball between plates: contact and friction from the start.
SCENE = [str(ROOT / "scenes/squeezed_ball.toml"), "--set", "grid.cell_size=0.05", "--set", "output.fps=50", "--until", "0.02",
         "-q", "--backend", "gpu"]


def run(folder, seed, mode):
    environment = dict(os.environ, ES_TEST_DEVICE=mode, ES_TEST_DEVICE_PLAIN="1", ES_TEST_DEVICE_SEED=str(seed),
                       OMP_NUM_THREADS="1")
    subprocess.run([PROGRAM, "run", *SCENE, "-o", str(folder)], env=environment, check=True)
    return folder


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    first = run(place / "first", 0, "on")
    for seed in range(1, 6):
        other = run(place / str(seed), seed, "eager" if seed % 2 == 0 else "on")
        found = list(compare_runs.compare(first, other))
        if found:
            sys.exit(f"seed {seed}:\n" + "\n".join(found))
    with open(first / "steps.csv") as file:
        print(f"{sum(1 for _ in file) - 1} steps alike in six orders")
