"""What `eulersolid check` says of scenes before they run, beside what their runs come to.

    check_estimates.py PROGRAM SCENE...

A row of Markdown for each scene: steps, memory, disk and time, each as said, as it came, and the
ratio. Memory is the largest part of the process that was in memory, disk all files of the folder,
time that of the processor, which others on the machine do not change: with OMP_NUM_THREADS=1 it is
what the clock shows where there are none. Exit code 1 where anything that was said is off by more
than a fifth.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
ALLOWED = 0.2


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"check does not say {pattern!r}:\n{text}")
    value = float(found[1])
    return value * UNITS[found[2]] if len(found.groups()) > 1 else value


def said(program, scene):
    text = subprocess.run([program, "check", scene], capture_output=True, text=True,
                          check=True).stdout
    return {"steps": number(r"after the first, (?:about )?(\d+) steps", text),
            "memory [MB]": number(r"memory +about ([\d.]+) (\w+)", text) / 1e6,
            "disk [MB]": number(r"disk +about ([\d.]+) (\w+)", text) / 1e6,
            "time [s]": seconds_of(re.search(r"; ([^;]*) in all", text))}


def seconds_of(found):
    """Of `2 h 3 min`, `1 min 45 s` or `9.1 s`."""
    if not found:
        sys.exit("check does not say how long it takes in all")
    length = {"h": 3600, "min": 60, "s": 1}
    words = found[1].split()
    return sum(float(count) * length[unit] for count, unit in zip(words[::2], words[1::2]))


def came(program, scene):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "run"
        process = subprocess.Popen([program, "run", scene, "-o", folder, "-q"],
                                   stderr=subprocess.DEVNULL)
        usage = resource_usage(process)
        totals = json.loads((folder / "run.json").read_text())["totals"]
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        return {"steps": totals["steps"], "memory [MB]": usage.ru_maxrss * 1024 / 1e6,
                "disk [MB]": size / 1e6, "time [s]": usage.ru_utime + usage.ru_stime}


def resource_usage(process):
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return usage


def main():
    program, scenes = sys.argv[1], sys.argv[2:]
    off = 0
    for scene in scenes:
        before, after = said(program, scene), came(program, scene)
        cells = [pathlib.Path(scene).stem]
        for name in before:
            ratio = before[name] / after[name]
            off += abs(ratio - 1) > ALLOWED
            cells += [f"{before[name]:.3g}", f"{after[name]:.3g}", f"{ratio:.2f}"]
        print("| " + " | ".join(cells) + " |", flush=True)
    sys.exit(bool(off))


main()
