"""Runs all scenes of this folder at three refinements each and writes what they say to references.json.

    references.py [SCENE ...]       all unless named; takes about ten minutes on one core, and NumPy and SciPy
    references.py --check           runs the coarsest meshes alone, in ten seconds, and compares them with the file

A value from meshes of n/4, n/2 and n elements, c, m and f. Where f - m has the sign of m - c and at most 0.6 of its size, the
error falls with the first order or faster, and what is left lies between 0 (high orders) and f - m (the first): the value
is f + (f - m)/2, uncertain by |f - m|/2. Elsewhere it is f, uncertain by the larger of |f - m| and |m - c|.
"""
import importlib
import json
import pathlib
import re
import sys
import time

MESHES = {
    "two_balls": (24, 48, 96),
    "squeezed_ball": (16, 32, 64),
    "ball_on_plate": (8, 16, 32),
    "cylinder_collision": (4, 8, 16),
    "oblique_impact": (4, 8, 16),
    "spinning_bodies": (4, 8, 16),
}
FILE = pathlib.Path(__file__).with_name("references.json")


def judged(coarse, middle, fine):
    """Value and uncertainty, as the text above has it."""
    last, before = fine - middle, middle - coarse
    if last * before > 0 and abs(last) <= 0.6 * abs(before):
        return fine + last / 2, abs(last) / 2
    return fine, max(abs(last), abs(before))


def rounded(x):
    return float(f"{x:.6g}")


def scene(name, meshes):
    start = time.process_time()
    runs = [importlib.import_module(name).compute(n) for n in meshes]
    quantities = {}
    for key, (_, unit) in runs[0].items():
        values = [run[key][0] for run in runs]
        value, uncertainty = judged(*values)
        quantities[key] = {"unit": unit, "value": rounded(value), "uncertainty": rounded(uncertainty),
                           "meshes": [rounded(v) for v in values]}
    print(f"{name}: {time.process_time() - start:.0f} s of processor time", flush=True)
    return {"command": f"python3 tests/reference/{name}.py ELEMENTS", "elements": list(meshes), "quantities": quantities}


def check():
    """Whether the file is what these scripts say; to five digits, as sums of other libraries round differently."""
    stored = json.loads(FILE.read_text())
    for name, meshes in MESHES.items():
        for key, (value, _) in importlib.import_module(name).compute(meshes[0]).items():
            expected = stored[name]["quantities"][key]["meshes"][0]
            if abs(value - expected) > 1e-5 * abs(expected):
                sys.exit(f"{name}: {key} is {value:.6g}, but {expected:.6g} in {FILE.name}: run references.py {name}")


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    names = sys.argv[1:] or list(MESHES)
    result = json.loads(FILE.read_text()) if sys.argv[1:] and FILE.exists() else {}
    for name in names:
        result[name] = scene(name, MESHES[name])
        text = json.dumps({n: result[n] for n in MESHES if n in result}, indent=1)
        lists = re.sub(r"\[[^\[\]{}]*\]", lambda found: re.sub(r"\s+", " ", found[0]), text)  # each in a line
        lists = lists.replace("[ ", "[").replace(" ]", "]")
        FILE.write_text(lists + "\n")


if __name__ == "__main__":
    main()
