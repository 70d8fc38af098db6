"""Runs a scene with several values of one key, and prints a table.

    sweep.py SCENE KEY VALUE... [--body NAME] [-o FOLDER] [--options "..."]
    sweep.py scenes/block_on_incline.toml contact.friction 0.1 0.2 0.3 0.4 0.5

How far a body has come, how fast it is at the end, what was lost on the way, and whether the run has
something to note. `--options` are further words for `eulersolid run`, which must be on the path.
"""
import argparse
import json
import math
import pathlib
import shlex
import subprocess

from read_run import table, vector

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("scene", type=pathlib.Path)
parser.add_argument("key")
parser.add_argument("values", nargs="+")
parser.add_argument("--body", help="the first when left out")
parser.add_argument("-o", dest="folder", type=pathlib.Path, default="runs/sweep")
parser.add_argument("--options", default="", type=shlex.split)
options = parser.parse_args()

print(f"{options.key:>24}  way [m]    speed [m/s]  lost [J]   flawless")
for value in options.values:
    run = options.folder / f"{options.scene.stem}_{value}"
    subprocess.run(["eulersolid", "run", options.scene, "-o", run, "--force", "-q",
                    "--set", f"{options.key}={value}", *options.options], check=True)
    bodies = table(run / "bodies.csv")
    own = [row for row, name in enumerate(bodies["body"]) if name == (options.body or bodies["body"][0])]
    way = math.dist(vector(bodies, "centroid", own[0]), vector(bodies, "centroid", own[-1]))
    speed = math.hypot(*vector(bodies, "momentum", own[-1])) / bodies["mass"][own[-1]]
    lost = table(run / "steps.csv")["dissipated"][-1]
    flawless = json.loads((run / "run.json").read_text())["flawless"]
    print(f"{value:>24}  {way:<9.4g}  {speed:<11.4g}  {lost:<9.3g}  {'yes' if flawless else 'no'}")
