"""How far the steps of two runs are apart: one line of JSON.

    gpu_differences.py A B

Per column of steps.csv the largest difference over all steps, as a part of the largest value of that
column; and the first step at which any column differs. Times of the clock, memory, and counts of what
a backend did are left out.
"""
import csv
import json
import pathlib
import sys

LEFT_OUT = ("seconds", "solver_bytes", "chosen", "bandwidth", "factorizations", "warm")


def rows(folder):
    with open(pathlib.Path(folder) / "steps.csv", newline="") as file:
        return list(csv.DictReader(file))


def differences(a, b):
    names = [n for n in a[0] if n in b[0] and not n.startswith(LEFT_OUT)]
    largest, first = {}, None
    for number, (x, y) in enumerate(zip(a, b), 1):
        for name in names:
            apart = abs(float(x[name]) - float(y[name]))
            largest[name] = max(largest.get(name, 0.0), apart)
            if apart > 0 and first is None:
                first = number
    for name in names:
        scale = max(abs(float(row[name])) for row in a)
        largest[name] = largest[name] / scale if scale > 0 else largest[name]
    return {"steps": len(a), "same_number_of_steps": len(a) == len(b), "first_step_that_differs": first,
            "largest_relative": {n: d for n, d in largest.items() if d > 0}}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: gpu_differences.py A B")
    print(json.dumps(differences(rows(sys.argv[1]), rows(sys.argv[2]))))
