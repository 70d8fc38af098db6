"""Sweeps on Dask: the same table whatever is killed on the way, and what is said of wrong ones.

    sweep_test.py PROGRAM RUNS      (with the package on PYTHONPATH)
"""
import contextlib
import csv
import io
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import pyarrow.parquet
from dask.distributed import LocalCluster

from eulersolid import sweep

PROGRAM, RUNS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
MAX_KILLS = 6  # runs that are killed faster than they come on never end
SCENE = """
time = { duration = 0.1 }
output = { fps = 100 }
grid = { origin = [-0.2, -0.2, -0.1], size = [0.4, 0.4, 0.5], cell_size = 0.03 }
[[body]]
name = "ball"
shape = "sphere"
radius = 0.1
centre = [0, 0, 0.105]
velocity = [0.5, 0, -0.4]
material = { density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.3 }
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
"""


class Sweeps(unittest.TestCase):
    def setUp(self):
        os.environ["EULERSOLID"] = str(PROGRAM)
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "scene.toml").write_text(SCENE)

    def call(self, *words):
        """Exit code and messages of the command."""
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            code = sweep.main([str(self.folder / "scene.toml"), *map(str, words)])
        return code, told.getvalue()

    def table(self, name):
        return (self.folder / name / "table.csv").read_text()

    def test_kills_change_nothing(self):
        words = ["--grid", f"contact.friction=0:1:{RUNS // 2}", "--grid", "body.ball.material.youngs_modulus=8e3,1e4"]
        code, told = self.call(*words, "-o", self.folder / "quiet", "--workers", 2)
        self.assertEqual(code, 0, told)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="ERROR") as cluster:
            over, killed = threading.Event(), []

            def kill_now_and_then():
                while len(killed) < MAX_KILLS and not over.wait(0.5):
                    kind = ("run", "worker")[len(killed) % 2]
                    pids = [nanny.pid for nanny in cluster.workers.values()] if kind == "worker" else subprocess.run(
                        ["pgrep", "-f", f"run {self.folder}"], capture_output=True, text=True).stdout.split()
                    with contextlib.suppress(OSError, IndexError, TypeError):  # there is none at the moment
                        os.kill(int(random.choice(pids)), signal.SIGKILL)
                        killed.append(kind)

            killer = threading.Thread(target=kill_now_and_then)
            killer.start()
            for _ in range(20):  # runs that are killed again and again are left to the next call
                code, told = self.call(*words, "-o", self.folder / "killed", "--scheduler", cluster.scheduler_address)
                if code == 0:
                    break
            over.set(), killer.join()
        print(f"killed: {killed.count('worker')} workers, {killed.count('run')} runs", file=sys.stderr)
        self.assertEqual(code, 0, told)
        self.assertLessEqual({"worker", "run"}, set(killed))
        self.assertEqual(self.table("killed"), self.table("quiet"))
        rows = list(csv.DictReader(io.StringIO(self.table("quiet"))))
        self.assertEqual(len(rows), RUNS // 2 * 2)
        self.assertEqual({row["exit_state"] for row in rows}, {"finished"})
        self.assertGreater(float(rows[0]["ball.momentum_x"]), float(rows[-1]["ball.momentum_x"]))  # friction brakes
        schema = pyarrow.parquet.read_schema(self.folder / "quiet/table.parquet")
        self.assertEqual(schema.field("ball.momentum_x").metadata[b"unit"], b"kg m/s")
        begin = time.monotonic()
        self.assertEqual(self.call(*words, "-o", self.folder / "quiet")[0], 0)
        self.assertLess(time.monotonic() - begin, 60)  # there is nothing left to do

    def test_runs_that_fail_are_results(self):
        code, told = self.call("--grid", "alarms.stop_overlap=0.5,0.001", "--set", "body.ball.velocity=[0,0,-1.5]",
                               "-o", self.folder / "s", "--workers", 1)
        self.assertEqual(code, 0, told)
        rows = list(csv.DictReader(io.StringIO(self.table("s"))))
        self.assertEqual([row["exit_state"] for row in rows], ["finished", "failed"])
        self.assertIn("ball", rows[1]["message"])

    def test_latin_hypercubes_fill_each_axis(self):
        axes = [sweep.Axis.of(text, True) for text in ("a=0:1", "b=10:20")]
        points = sweep.latin_hypercube(axes, 10, seed=1)
        self.assertEqual(sorted(int(10 * point["a"]) for point in points), list(range(10)))
        self.assertEqual(sorted(int(point["b"] - 10) for point in points), list(range(10)))

    def test_axes_are_read_as_they_are_meant(self):
        self.assertEqual(sweep.Axis.of("k=0:1:3", False).values, (0.0, 0.5, 1.0))
        self.assertEqual([type(v) for v in sweep.Axis.of("k=10:30:3", False).values], [int] * 3)
        self.assertEqual(sweep.Axis.of('k=[1,0,0],"a,b",word,2', False).values, ([1, 0, 0], "a,b", "word", 2))
        (self.folder / "axes.toml").write_text('contact.friction = { start = 0, stop = 1, count = 2 }\n"x.y" = [1, 2]\n')
        axes = sweep.axes_of(self.folder / "axes.toml")
        self.assertEqual(sweep.grid(axes), [{"contact.friction": f, "x.y": n} for f in (0.0, 1.0) for n in (1, 2)])

    def test_scripts_for_schedulers_hold_every_run(self):
        code, told = self.call("--grid", "contact.friction=0,1", "-o", self.folder / "s", "--slurm", "--snakemake")
        self.assertEqual(code, 0, told)
        script = self.folder / "s/slurm.sh"
        for task in "1", "2":
            done = subprocess.run(["bash", str(script)], env={**os.environ, "SLURM_ARRAY_TASK_ID": task},
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("--array=1-2", script.read_text())
        compile((self.folder / "s/Snakefile").read_text().split("rule all")[0], "Snakefile", "exec")
        code, told = self.call("--grid", "contact.friction=0,1", "-o", self.folder / "s")  # the table of what they did
        self.assertEqual(code, 0, told)
        self.assertEqual(self.table("s").count("finished"), 2)

    def test_wrong_sweeps_say_what_is_wrong(self):
        (self.folder / "full").mkdir()
        (self.folder / "full/notes.txt").write_text("mine")
        axis = ["--grid", "contact.friction=0,1"]
        for words, code, part in (
                ([], 2, "no points"), (["--grid", "contact.frction=0:1:2"], 2, 'did you mean "friction"'),
                (["--grid", "contact.friction"], 2, "not of the form"), (["--grid", "contact.friction=0:1:0"], 2, "form"),
                (["--grid", "contact.friction=0,-1"], 2, "must lie between"), ([*axis, *axis], 2, "named twice"),
                (["--latin", "contact.friction=1:0"], 2, "LOW:HIGH"), ([*axis, "-o", self.folder / "full"], 2, "no sweep"),
                (["--axes", self.folder / "none.toml"], 2, "No such file"), ([*axis, "--workers", 0], 2, "--workers"),
                ([*axis, "--scheduler", "tcp://127.0.0.1:9"], 4, "no cluster")):
            found, told = self.call(*words, *([] if "-o" in words else ["-o", self.folder / "new"]))
            self.assertEqual(found, code, told)
            self.assertIn(part, told)
            self.assertEqual(len(told.strip().splitlines()), 1, told)
        self.assertEqual((self.folder / "full/notes.txt").read_text(), "mine")
        code, told = self.call("--grid", "contact.friction=0,0.5", "-o", self.folder / "new")
        self.assertIn("another sweep", told)
        (self.folder / "scene.toml").write_text(SCENE.replace("density = 1000", "density = 900"))
        code, told = self.call(*axis, "-o", self.folder / "new")
        self.assertIn("its scene has changed since", told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
