"""The five kernels that take most of the time, of a table of ncu: one line of JSON.

    gpu_counters.py TABLE.csv

The table is what `ncu --csv --page raw --print-units base` writes. Per kernel: launches, total time [s],
its part of all, and the other metrics as means weighted by time.
"""
import csv
import json
import sys

TIME = "gpu__time_duration.sum"  # [ns]


def launches(path):
    """One dictionary per launch; lines before the header, and the units after it, are left out."""
    with open(path, newline="") as file:
        lines = [line for line in file if line.startswith('"')]
    for row in csv.DictReader(lines):
        if row.get("ID", "").isdigit():
            yield row


def number(text):
    return float(text.replace(",", "")) if text else 0.0


def largest(path, count=5):
    kernels, total = {}, 0.0
    for row in launches(path):
        seconds = number(row[TIME]) * 1e-9
        total += seconds
        of = kernels.setdefault(row["Kernel Name"], {"launches": 0, "seconds": 0.0, "sums": {}})
        of["launches"] += 1
        of["seconds"] += seconds
        for name, value in row.items():
            if "__" in name and name != TIME:
                of["sums"][name] = of["sums"].get(name, 0.0) + seconds * number(value)
    chosen = sorted(kernels.items(), key=lambda item: -item[1]["seconds"])[:count]
    return [{"kernel": name, "launches": of["launches"], "seconds": of["seconds"],
             "part": of["seconds"] / total,
             **{metric: s / of["seconds"] for metric, s in of["sums"].items()}}
            for name, of in chosen if of["seconds"] > 0]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: gpu_counters.py TABLE.csv")
    print(json.dumps(largest(sys.argv[1])))
