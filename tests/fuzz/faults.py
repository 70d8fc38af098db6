"""What goes wrong around a program must not go wrong in it: each case starts the program as a user
does, breaks something, and looks at what is left.

    faults.py ROOT PROGRAM [CASE]...

Exit codes and messages are those of the contract: one line, no raw word of a library.
"""
import contextlib
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
SCENE = """
time = { duration = 0.1, cfl = 0.5 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.05 }
gravity = [0, 0, -9.81]
output = { fps = 50 }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.45]
radius = 0.2
material = { density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.3 }
[[obstacle]]
shape = "plane"
point = [0, 0, 0.24]
normal = [0, 0, 1]
"""
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def call(*words, before=None, **options):
    """Run the program in the current folder; stdout and stderr as text where nothing else is said."""
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    environment.update(options.pop("environment", {}))
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, words)], env=environment, preexec_fn=before,
                          timeout=60, text=True, errors="replace", **options)


def run(*words, **options):
    return call("run", "scene.toml", "-o", "out", *words, **options)


def limit(what, value):
    return lambda: resource.setrlimit(what, (value, value))


def expect(claim, *what):
    if not claim:
        raise AssertionError(" ".join(map(str, what)))


def expect_code(done, *codes):
    expect(done.returncode in codes, "exit code", done.returncode, "instead of", codes, done.stderr)


def expect_refused(done, *codes):
    """One line, and nothing that only a library or a debugger would say."""
    expect_code(done, *codes)
    lines = done.stderr.splitlines()
    expect(len(lines) == 1 and lines[0].startswith("error: "), "not one line:", done.stderr[:2000])
    expect(len(lines[0]) <= 1100, "a message of", len(lines[0]), "characters")
    for raw in ("filesystem error", "terminate", "what():", "std::", "openvdb", "ArithmeticError"):
        expect(raw not in lines[0], raw, "in", lines[0])


def report():
    return json.loads(pathlib.Path("out/run.json").read_text())


def expect_state(state):
    expect(report()["exit_state"] == state, "run.json says", report()["exit_state"])
    left = [str(path) for path in pathlib.Path("out").rglob("*.tmp")]
    expect(not left, "left behind:", left)


# Streams.

@case
def full_stderr_and_stdout_do_not_end_a_run():
    with open("/dev/full", "w") as full:
        expect_code(run(stdout=full, stderr=full), 0)
    expect_state("finished")


@case
def closed_streams_do_not_land_in_files():
    def close():
        for descriptor in 0, 1, 2:
            os.close(descriptor)
    expect_code(run("-v", before=close, stdout=None, stderr=None), 0)
    expect_state("finished")
    for table in "steps.csv", "bodies.csv", "contacts.csv":
        rows = pathlib.Path("out", table).read_text().splitlines()
        expect(all(row.count(",") == rows[0].count(",") for row in rows), "foreign lines in", table)


@case
def a_pipe_that_nobody_reads_does_not_end_a_run():
    reader, writer = os.pipe()
    os.close(reader)
    expect_code(run("-v", stdout=writer, stderr=writer), 0)
    os.close(writer)
    expect_state("finished")


@case
def a_result_that_cannot_be_written_is_a_failure():
    for words in (["check", "scene.toml"], ["schema"], ["schema", "--markdown"], ["info"],
                  ["--help"], ["--version"], ["bench", "list"]):
        with open("/dev/full", "w") as full:
            expect_refused(call(*words, stdout=full), 4)
        expect_refused(call(*words, stdout=None, before=lambda: os.close(1)), 4)


# Scenes that are none.

@case
def scenes_nested_beyond_any_parser():
    deep = 30000
    for text in (".".join("a" * deep) + " = 1", "[" + ".".join("a" * deep) + "]",
                 "a = " + "[" * deep + "]" * deep, "a = " + "{b=" * deep + "1" + "}" * deep,
                 '"a"' * 1 + '."b"' * deep + " = 1", "a = [" + "\n".join(["["] * deep)):
        pathlib.Path("deep.toml").write_text(text)
        expect_refused(call("check", "deep.toml"), 2)
    expect_refused(call("check", "scene.toml", "--set", ".".join("a" * deep) + "=1"), 2)
    expect_refused(call("check", "scene.toml", "--set", "a=" + "[" * deep), 2)


@case
def text_of_files_stays_on_its_line():
    for name in ("a\\nerror: b", "\\u001b[2J", "x" * 5000):
        for change in ("body.0.radius=-1", "body.0.centre=[9, 9, 9]", "contact.solver=direct_sp"):
            expect_refused(call("check", "scene.toml", "--set", f'body.0.name="{name}"',
                                "--set", change), 2)


def main():
    wanted = sys.argv[3:] or list(CASES)
    failed = []
    for name in wanted:
        with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
            pathlib.Path("scene.toml").write_text(SCENE)
            try:
                CASES[name]()
            except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as error:
                failed.append(f"{name}: {error}")
    print("\n".join(failed) or f"{len(wanted)} faults: none gets through")
    sys.exit(bool(failed))


main()
