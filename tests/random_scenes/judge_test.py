"""The judge finds nothing wrong with a run that is right, and what is wrong with one that was changed.

    judge_test.py PROGRAM
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import draw
import judge

SEED = 2  # runs in a second, on an obstacle


def change(path, column, row, value):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    rows[row][column] = value(rows[row][column])
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def scaled(factor):
    return lambda text: repr(factor * float(text))


# Where, what, and a word of the fault that follows.
CHANGES = [
    ("steps.csv", lambda p: change(p, "kinetic", 3, lambda _: "nan"), "not finite"),
    ("steps.csv", lambda p: change(p, "energy_map", -1, lambda _: "1e9"), "energy off"),
    ("steps.csv", lambda p: change(p, "dissipated_impact", -1, lambda _: "-1e9"), "dissipated_impact"),
    ("bodies.csv", lambda p: change(p, "measured_mass", 0, scaled(1.1)), "mass of"),
    ("bodies.csv", lambda p: change(p, "momentum_x", -1, lambda _: "1e9"), "momentum of"),
    ("bodies.csv", lambda p: change(p, "volume", -1, scaled(1.2)), "volume of"),
    ("scene.toml", lambda p: p.write_text(p.read_text() + """
[[obstacle]]
name = "late"
shape = "sphere"
centre = [0, 0, 0]
radius = 10
"""), "overlaps late"),
]


def main():
    with tempfile.TemporaryDirectory() as keep:
        scene, folder = pathlib.Path(keep) / "scene.toml", pathlib.Path(keep) / "run"
        scene.write_text(draw.draw(SEED))
        subprocess.run([sys.argv[1], "run", scene, "-o", folder, "-q"], check=True)
        faults, _ = judge.judge(folder)
        wrong = [f"a run that is right: {faults}"] if faults else []
        for name, make, word in CHANGES:
            whole = (folder / name).read_bytes()
            make(folder / name)
            faults, _ = judge.judge(folder)
            if not any(word in fault for fault in faults):
                wrong.append(f"{name}: \"{word}\" is not among the faults: {list(faults)}")
            (folder / name).write_bytes(whole)
        frame = min((folder / "bodies").rglob("*_0003.vdb"))
        frame.unlink()
        faults, _ = judge.judge(folder)
        if not any("no bodies" in fault for fault in faults):
            wrong.append("a frame that is not there is not missed")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
