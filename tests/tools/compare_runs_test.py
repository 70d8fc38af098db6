"""tools/compare_runs.py sees what differs between two runs, and only that.

    compare_runs_test.py ROOT
"""
import contextlib
import importlib.util
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("compare_runs", ROOT / "tools/compare_runs.py")
compare_runs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compare_runs)

STEPS = "step,kinetic,seconds_grid\n1,0.5,0.25\n2,0.125,0.5\n"
FRAME = bytes(21) + b"3b241101-e2bb-4255-8caf-4136c566a962" + bytes(100)


class CompareRuns(unittest.TestCase):
    """Two copies of a run, one of which each test changes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.a, self.b = (pathlib.Path(folder.name) / name for name in "ab")
        (self.a / "vdb").mkdir(parents=True)
        (self.a / "steps.csv").write_text(STEPS)
        (self.a / "bodies.csv").write_text("frame,body,mass\n1,ball,2.5\n")
        (self.a / "contacts.csv").write_text("frame,body,partner,force_x\n")
        for frame in (1, 2):
            (self.a / f"vdb/ball_000{frame}.vdb").write_bytes(FRAME)
        shutil.copytree(self.a, self.b)

    def found(self):
        self.printed = io.StringIO()
        with contextlib.redirect_stdout(self.printed):
            return list(compare_runs.compare(self.a, self.b))

    def test_copies_are_the_same(self):
        self.assertEqual(self.found(), [])

    def test_times_and_new_columns_are_left_out(self):
        (self.b / "steps.csv").write_text("step,kinetic,seconds_grid,new\n1,0.5,7,8\n2,0.125,9,8\n")
        self.assertEqual(self.found(), [])
        self.assertIn("columns of one run only: new", self.printed.getvalue())

    def test_a_changed_cell_is_named(self):
        (self.b / "steps.csv").write_text(STEPS.replace("0.125", "0.12500000000000003"))
        self.assertEqual(self.found(), ["steps.csv: row 2: kinetic 0.125 and 0.12500000000000003"])

    def test_a_missing_row_is_seen(self):
        (self.b / "steps.csv").write_text(STEPS.rsplit("2,", 1)[0])
        self.assertEqual(self.found(), ["steps.csv: 2 rows and 1"])

    def test_a_table_without_rows_is_no_table_of_rows(self):
        (self.b / "contacts.csv").write_text("frame,body,partner,force_x\n1,ball,floor,3\n")
        self.assertEqual(self.found(), ["contacts.csv: 0 rows and 1"])

    def test_a_changed_frame_is_named(self):
        data = bytearray(FRAME)
        data[-1] = 1
        (self.b / "vdb/ball_0002.vdb").write_bytes(data)
        self.assertEqual(self.found(), ["vdb/ball_0002.vdb: the bytes differ"])

    def test_a_missing_frame_is_named(self):
        (self.b / "vdb/ball_0001.vdb").unlink()
        self.assertEqual(self.found(), ["vdb/ball_0001.vdb: in one run only"])

    def test_the_random_number_of_a_file_does_not_matter(self):
        (self.b / "vdb/ball_0001.vdb").write_bytes(FRAME.replace(b"3b24", b"4c35"))
        self.assertEqual(self.found(), [])


    def test_what_is_no_run_is_refused(self):
        done = subprocess.run([sys.executable, compare_runs.__file__, self.a, self.b / "none"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, f"error: {self.b}/none is not the folder of a run that has ended: "
                                      "it has no steps.csv\n")


unittest.main()
