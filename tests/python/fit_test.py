"""Fits: hidden parameters come back from noisy data, with errors that are true, and wrong data are told.

    fit_test.py      (with the package on PYTHONPATH)
"""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import numpy as np

import eulersolid as es
from eulersolid import fit

SCENE = """
time = { duration = 0.16 }
gravity = [0, 0, -9.81]
grid = { origin = [-0.2, -0.2, -0.1], size = [0.5, 0.4, 0.5], cell_size = 0.04 }
[[body]]
name = "ball"
shape = "sphere"
radius = 0.1
centre = [0, 0, 0.102]
velocity = [0.5, 0, -0.3]
material = { density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.3 }
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
"""
HIDDEN = {"body.ball.material.youngs_modulus": 1.73e4, "contact.friction": 0.27}


class Fits(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "scene.toml").write_text(SCENE)

    def measure(self):
        """What a camera would see of the hidden scene, with a twentieth of a millimetre of noise."""
        times = np.linspace(0.004, 0.16, 40)
        names = ["ball.centroid_x", "ball.centroid_z"]
        values = fit.simulated(es.Scene(SCENE, HIDDEN), times, names)
        values += 5e-5 * np.random.default_rng(3).standard_normal(values.shape)
        lines = [f"{time},{x},{z}" for time, (x, z) in zip(times.tolist(), values.tolist())]
        lines[5] = lines[5].rpartition(",")[0] + ","  # one that was not seen
        (self.folder / "data.csv").write_text("\n".join(["time," + ",".join(names), *lines]) + "\n")

    def call(self, *words):
        told = io.StringIO()
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            code = fit.main([str(self.folder / "scene.toml"), str(self.folder / "data.csv"), *map(str, words)])
        return code, told.getvalue()

    def test_hidden_parameters_come_back_from_noise(self):
        self.measure()
        code, told = self.call("--parameter", "body.ball.material.youngs_modulus=1e4:4e4:log", "--parameter",
                               "contact.friction=0:1", "--sigma", 5e-5, "-o", self.folder / "fit")
        self.assertEqual(code, 0, told)
        found = json.loads((self.folder / "fit/fit.json").read_text())
        for key, hidden in HIDDEN.items():
            self.assertLess(abs(found["values"][key] / hidden - 1), 0.01, told)
            self.assertLess(abs(found["values"][key] - hidden), 4 * found["errors"][key], told)
            self.assertLess(found["errors"][key], 0.01 * hidden)
        self.assertLess(abs(found["rms"] - 1), 0.25)  # what is left is the noise: 79 values, within 3 of its deviations
        self.assertEqual(found["at_bounds"], [])
        best = es.Scene.load(self.folder / "fit/scene.toml")
        self.assertIn("youngs_modulus", best.toml())

    def test_a_parameter_at_its_bound_is_told(self):
        self.measure()
        code, told = self.call("--parameter", "contact.friction=0:0.1", "--set",
                               "body.ball.material.youngs_modulus=1.73e4", "--sigma", 5e-5, "-o", self.folder / "fit")
        self.assertEqual(code, 0, told)
        self.assertIn("at a bound", told)

    def test_what_the_data_do_not_determine_is_told(self):
        """Before the hit friction does nothing."""
        (self.folder / "data.csv").write_text("\ufefftime,ball.centroid_x\n0.002,0.001\n0.004,0.002\n0.005,0.0025\n\n")
        code, told = self.call("--parameter", "contact.friction=0.1:0.5", "--set", "body.ball.centre=[0,0,0.15]",
                               "-o", self.folder / "fit")
        self.assertEqual(code, 0, told)
        self.assertIn("which the data do not determine", told)
        self.assertIsNone(json.loads((self.folder / "fit/fit.json").read_text())["errors"]["contact.friction"])

    def test_errors_are_those_of_a_linear_problem(self):
        """A line through points whose noise is known; and a third parameter that does the same as the second."""
        x = np.linspace(0, 1, 50)
        left = np.tile([0.1, -0.1], 25)
        J = np.stack([np.ones_like(x), x], axis=1)
        covariance, known = fit.covariance_of(J, left)
        np.testing.assert_allclose(covariance, np.linalg.inv(J.T @ J) * (left @ left) / 48)
        self.assertTrue(known.all())
        known = fit.covariance_of(np.stack([np.ones_like(x), x, 2 * x], axis=1), left)[1]
        self.assertEqual(known.tolist(), [True, False, False])

    def test_wrong_calls_say_what_is_wrong(self):
        parameter = ["--parameter", "contact.friction=0:1"]
        right = "time,ball.centroid_x\n0.01,0\n0.02,0\n"
        for data, words, part in (
                (right, [], "no parameters"), (right, ["--parameter", "contact.friction=1:0"], "LOW < HIGH"),
                (right, ["--parameter", "contact.friction=0:1:lin"], "not of the form"),
                (right, ["--parameter", "contact.friction=0:1:log"], "above 0"),
                (right, ["--parameter", "contact.frction=0:1"], 'did you mean "friction"'),
                (right, [*parameter, "--start", "contact.friction=2"], "must be in 0 ... 1"),
                (right, [*parameter, "--start", "x=2"], "no parameter"), (right, [*parameter, "--step", 0], "--step"),
                ("ball.centroid_x\n0\n", parameter, "data.csv:1: "), ("time,ball.centroid_x\n0,1\n0,1\n", parameter, "data.csv:3: times"),
                ("time,ball.centroid_x\n0,one\n", parameter, "data.csv:2: "), ("time,ball.centroid_x\n0\n", parameter, "has 1 cells"),
                ("time,duck.centroid_x\n0.01,0\n0.02,0\n", parameter, 'no such body'),
                ("time,ball.colour\n0.01,0\n0.02,0\n", parameter, 'no such numbers'),
                ("time,ball/top.mass\n0.01,0\n0.02,0\n", parameter, 'no such region'),
                ("time,ball>wall.force_x\n0.01,0\n0.02,0\n", parameter, 'none of this name'),
                ("time,ball.centroid_x,ball.centroid_x\n0,1,1\n", parameter, "named twice"),
                ("time,ball.centroid_x\n0,\n1,\n", parameter, "nothing is measured"),
                (right, [*parameter, *parameter], "named twice"), (right, [*parameter, "--step", 5], "at most 0.5"),
                (right, [*parameter, "--sigma", "inf"], "--sigma"),
                ("time,ball.centroid_x\n0.01,0\n", parameter, "1 measured values")):
            (self.folder / "data.csv").write_text(data)
            code, told = self.call(*words, "-o", self.folder / "fit")
            self.assertEqual(code, 2, told)
            self.assertIn(part, told)
            self.assertFalse((self.folder / "fit/fit.json").exists())


if __name__ == "__main__":
    unittest.main()
