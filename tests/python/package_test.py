"""What the Python package promises: scenes from dicts, steps, arrays, what may be set, tables, errors, solvers.

    package_test.py            (with the package on PYTHONPATH)
"""
import gc
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
from scipy.sparse import csr_matrix, identity

import eulersolid as es

LOW = {"body.ball.velocity": [0, 0, -1.5], "body.ball.centre": [0.5, 0.5, 0.35]}  # so that it hits the floor
UUID = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # each VDB file has one of its own


def ball(**more):
    """A ball above a floor, with a region on top whose surface may be loaded."""
    return {"time": {"duration": 0.1}, "grid": {"origin": [0, 0, 0], "size": [1, 1, 1], "cell_size": 0.05},
            "gravity": [0, 0, 0],
            "body": [{"name": "ball", "shape": "sphere", "centre": (0.5, 0.5, 0.5), "radius": 0.2,
                      "material": {"density": 1000, "youngs_modulus": 1e4, "poissons_ratio": 0.3},
                      "region": [{"name": "cap", "shape": "box", "centre": [0, 0, 0.15], "size": [0.5, 0.5, 0.12],
                                  "pressure": 1, "load_keyframes": [{"time": 0, "factor": 0}]}]}],
            "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0.1], "normal": [0, 0, 1]}], **more}


def value(table, name):
    return table[name][0]


def momentum(simulation):
    """As the nodes hold it, not as the ledger has it."""
    nodes = simulation.nodes("ball")
    return (nodes.mass[..., None] * nodes.velocity).sum(axis=(0, 1, 2))


class Scenes(unittest.TestCase):
    def test_a_dict_and_its_toml_are_the_same_scene(self):
        scene = es.Scene(ball(gravity=np.array([0, 0, -9.81])))
        self.assertEqual(es.Scene(scene.toml()).toml(), scene.toml())
        self.assertEqual((scene.bodies, scene.obstacles, scene.regions("ball")), (["ball"], ["floor"], ["cap"]))

    def test_changes_are_those_of_set(self):
        scene = es.Scene(ball(), {"contact.friction": 0.25, "body.ball.velocity": [1, 0, 0]})
        self.assertIn("friction = 0.25", scene.toml())
        self.assertEqual(scene.toml(), es.Scene(ball()).changed(["contact.friction=0.25",
                                                                 "body.ball.velocity=[1,0,0]"]).toml())

    def test_wrong_keys_say_where(self):
        with self.assertRaises(es.InputError) as caught:
            es.Scene("[time]\nduratoin = 1\n")
        self.assertEqual((caught.exception.file, caught.exception.line, caught.exception.column),
                         ("scene.toml", 2, 1))
        self.assertIsInstance(caught.exception, ValueError)

    def test_what_is_no_value_is_named(self):
        for source, part in ((ball(gravity=object()), "gravity is of type object"),
                             (ball(body=[{"name": None}]), "body[0].name is of type NoneType"),
                             (ball(gravity=[0, 0]), "gravity")):
            with self.assertRaisesRegex(es.InputError, part.replace("[", r"\[")):
                es.Scene(source)


class Steps(unittest.TestCase):
    def test_arrays_outlive_the_simulation(self):
        simulation = es.Simulation(es.Scene(ball()))
        simulation.step()
        nodes, mesh = simulation.nodes("ball"), simulation.mesh("ball")
        mass = nodes.mass.sum()
        del simulation
        gc.collect()
        self.assertEqual(nodes.mass.sum(), mass)
        self.assertAlmostEqual(mass, 1000 * 4 / 3 * np.pi * 0.2**3, delta=1e-9 * mass)  # the ledger's
        radius = np.linalg.norm(mesh.positions - 0.5, axis=1)
        self.assertLess(abs(radius - 0.2).max(), 0.02 * 0.2)  # a fifth of a cell
        self.assertEqual(nodes.position.shape, nodes.velocity.shape)

    def test_callbacks_see_every_step_and_may_end_them(self):
        simulation = es.Simulation(es.Scene(ball()))
        seen = []
        simulation.advance_to(0.05, seen.append)
        self.assertEqual([step.number for step in seen], list(range(1, len(seen) + 1)))
        self.assertAlmostEqual(simulation.time, 0.05)
        self.assertEqual(len(simulation.steps()["time"]), len(seen))
        simulation.advance_to(0.1, lambda step: False)
        self.assertEqual(simulation.steps_taken, len(seen) + 1)
        with self.assertRaises(ZeroDivisionError):
            simulation.advance_to(0.1, lambda step: 1 / 0)

    def test_motion_is_taken_up_by_nodes_and_accounts(self):
        simulation = es.Simulation(es.Scene(ball()))
        mass = value(simulation.bodies(), "mass")
        simulation.set_motion("ball", [1, 0, 0], [0, 0, 3])
        before = simulation.bodies()
        np.testing.assert_allclose(momentum(simulation), [mass, 0, 0], atol=1e-9 * mass)
        inertia = 0.4 * mass * 0.2**2
        spin = value(before, "angular_momentum_z") + 0.5 * mass
        self.assertAlmostEqual(spin, 3 * inertia, delta=0.06 * 3 * inertia)  # lumped masses, 4 cells a radius
        simulation.advance_to(0.05)
        after = simulation.bodies()
        np.testing.assert_allclose(momentum(simulation), [mass, 0, 0], atol=1e-9 * mass)
        self.assertAlmostEqual(value(after, "centroid_x"), 0.5 + 0.05, delta=1e-4)
        # What was given is the work of a load: nothing is left to be explained.
        self.assertAlmostEqual(value(after, "load_work"), value(before, "kinetic"), delta=1e-9 * mass)
        self.assertLess(abs(value(after, "energy_residual")), 1e-6 * value(before, "kinetic"))
        # And the motion is that of a ball that began with it, but for where its centre is taken to be.
        begun = es.Simulation(es.Scene(ball(), {"body.ball.velocity": [1, 0, 0],
                                                "body.ball.angular_velocity": [0, 0, 3]}))
        begun.advance_to(0.05)
        for name in ("kinetic", "elastic", "centroid_x", "angular_momentum_z"):
            self.assertAlmostEqual(value(after, name), value(begun.bodies(), name), delta=1e-6 * mass)

    def test_velocities_of_nodes_are_what_was_set(self):
        simulation = es.Simulation(es.Scene(ball()))
        nodes = simulation.nodes("ball")
        field = np.zeros_like(nodes.velocity)
        field[..., 0] = 0.5 + 0.1 * (nodes.position[..., 2] - 0.5)
        simulation.set_velocities("ball", field)
        np.testing.assert_array_equal(simulation.nodes("ball").velocity, field)
        expected = (nodes.mass[..., None] * field).sum(axis=(0, 1, 2))
        simulation.step()
        np.testing.assert_allclose(momentum(simulation), expected, atol=1e-9 * expected[0])

    def test_loads_act_from_the_next_step_on(self):
        simulation = es.Simulation(es.Scene(ball()))
        mass = value(simulation.bodies(), "mass")
        simulation.set_load("ball", "cap", force=[2, 0, 0])
        simulation.set_gravity([0, 0, -3])
        dt = simulation.step(0.5 * simulation.stable_dt()).dt
        # The first kick is half a step long.
        np.testing.assert_allclose(momentum(simulation), [dt, 0, -1.5 * mass * dt], rtol=1e-6, atol=1e-9 * mass)
        self.assertAlmostEqual(value(simulation.regions(), "load_force_x"), 2, delta=1e-9)

    def test_means_of_a_constant_force_are_constant(self):
        """However steps are cut short, and from the first one on."""
        scene = ball()
        scene["body"][0]["region"][0].update(pressure=0, acceleration=[3, 0, 0])
        del scene["body"][0]["region"][0]["load_keyframes"]
        simulation = es.Simulation(es.Scene(scene))
        forces = []
        for time in (0.02, 0.0201, 0.03, 0.0305, 0.05):
            simulation.advance_to(time)
            regions = simulation.regions()
            forces.append(value(regions, "load_force_x") / value(regions, "mass"))
        np.testing.assert_allclose(forces, 3, rtol=0.02)  # the region's mass is as the grid has it at the end

    def test_what_stands_still_takes_steps(self):
        scene = ball()
        scene["body"][0] = {**scene["body"][0], "material": {"model": "rigid", "density": 1000}}
        del scene["body"][0]["region"]
        simulation = es.Simulation(es.Scene(scene))
        self.assertEqual(simulation.step().dt, 1 / 25)

    def test_answers_of_numpy_are_answers(self):
        simulation = es.Simulation(es.Scene(ball()))
        simulation.advance_to(0.1, lambda step: np.float64(step.time) < 0)
        self.assertEqual(simulation.steps_taken, 1)
        simulation.advance_to(0.1, lambda step: 0)  # no answer
        self.assertAlmostEqual(simulation.time, 0.1)

    def test_threads_may_have_a_simulation_each(self):
        faults = []

        def work(number):
            try:
                with tempfile.TemporaryDirectory() as folder:
                    for _ in range(5):
                        simulation = es.Simulation(es.Scene(ball()))
                        simulation.step()
                        simulation.save(pathlib.Path(folder) / "state.h5")
                        self.assertEqual(es.Simulation.resume(pathlib.Path(folder) / "state.h5").steps_taken, 1)
            except Exception as fault:  # noqa: BLE001: told by the thread that joins
                faults.append(fault)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])

    def test_rigid_bodies_are_given_motions(self):
        scene = ball()
        scene["body"][0] = {**scene["body"][0], "material": {"model": "rigid", "density": 1000}}
        del scene["body"][0]["region"]
        simulation = es.Simulation(es.Scene(scene))
        simulation.set_motion("ball", [0, 2, 0], [1, 0, 0])
        kinetic = value(simulation.bodies(), "kinetic")
        self.assertAlmostEqual(value(simulation.bodies(), "load_work"), kinetic, delta=1e-9 * kinetic)
        simulation.advance_to(0.02)
        bodies = simulation.bodies()
        self.assertAlmostEqual(value(bodies, "centroid_y"), 0.54, delta=1e-9)
        self.assertAlmostEqual(value(bodies, "kinetic"), kinetic, delta=1e-9 * kinetic)
        self.assertLess(abs(value(bodies, "energy_residual")), 1e-9 * kinetic)
        with self.assertRaisesRegex(es.InputError, "is rigid"):
            simulation.set_velocities("ball", simulation.nodes("ball").velocity)

    def test_a_saved_simulation_goes_on_with_the_same_bits(self):
        scene = es.Scene(ball(gravity=[0, 0, -9.81]), LOW)
        simulation = es.Simulation(scene)
        simulation.advance_to(0.05)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "state.h5"
            simulation.save(file)
            other = es.Simulation.resume(file)
            self.assertEqual(other.scene.toml(), scene.toml())
            simulation.advance_to(0.1), other.advance_to(0.1)
            self.assertGreater(value(simulation.contacts(), "force_z"), 0)
            np.testing.assert_array_equal(simulation.nodes("ball").velocity, other.nodes("ball").velocity)
            file.write_bytes(file.read_bytes()[:1000])
            with self.assertRaises(es.Error):
                es.Simulation.resume(file)

    def test_a_run_and_steps_are_the_same(self):
        scene = es.Scene(ball(gravity=[0, 0, -9.81]), LOW)
        with tempfile.TemporaryDirectory() as folder:
            seen = []
            self.assertTrue(es.run(scene, pathlib.Path(folder) / "run", lambda step, frame: seen.append((step, frame))))
            frames = [frame for _, frame in seen if frame is not None]
            self.assertEqual(frames, [2, 3])  # 25 frames a second, from 1
            simulation = es.Simulation(scene)
            for frame in (1, 2):
                simulation.advance_to(frame / 25)
            self.assertEqual(simulation.steps()["kinetic"].tolist(), [step.kinetic for step, _ in seen])
            simulation.write_frame(pathlib.Path(folder) / "one", 3)
            files = [pathlib.Path(folder) / name / "vdb/scene_0003.vdb" for name in ("one", "run")]
            one, other = (UUID.sub(b"", file.read_bytes()) for file in files)
            self.assertEqual(one, other)
            with self.assertRaisesRegex(es.InputError, "--force|force"):
                es.run(scene, pathlib.Path(folder) / "run")

    def test_ctrl_c_ends_steps_and_runs(self):
        scene = es.Scene(ball(), {"time.duration": 1000})
        with tempfile.TemporaryDirectory() as folder:
            for go in (lambda: es.Simulation(scene).advance_to(1000),
                       lambda: es.run(scene, pathlib.Path(folder) / "run", checkpoint_every=0)):
                begin = time.monotonic()
                timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
                timer.start()  # ends in time only if threads run while steps are taken
                with self.assertRaises(KeyboardInterrupt):
                    go()
                self.assertLess(time.monotonic() - begin, 30)

    def test_wrong_calls_say_what_is_wrong(self):
        simulation = es.Simulation(es.Scene(ball()))
        for call, part in ((lambda: simulation.nodes("x"), 'no body "x"'), (lambda: simulation.step(1), "stable"),
                           (lambda: simulation.advance_to(-1), "before"),
                           (lambda: simulation.advance_to(float("nan")), "no time"),
                           (lambda: simulation.set_velocities("ball", np.zeros(3)), "shape"),
                           (lambda: simulation.set_velocities("ball", np.zeros((2, 2, 2, 3))), "nodes"),
                           (lambda: simulation.set_velocities("ball", "fast"), "no array"),
                           (lambda: simulation.set_load("ball", "tail"), 'no region "tail"'),
                           (lambda: simulation.set_load("ball", "cap", activation=1), "activation"),
                           (lambda: simulation.set_load("ball", "cap", pressure=float("inf")), "must be finite"),
                           (lambda: simulation.set_gravity([1, 2]), "three numbers"),
                           (lambda: simulation.set_gravity("down"), "three numbers"),
                           (lambda: simulation.set_motion("ball", [0, 0, float("nan")]), "must be finite"),
                           (lambda: simulation.set_velocities("ball", 1e300 * simulation.nodes("ball").velocity + 1e300),
                            "within 1e30"),
                           (lambda: simulation.step(1e-300), "too short"), (lambda: simulation.step(float("inf")), "stable"),
                           (lambda: simulation.advance_to(0.1, lambda step: simulation.step() and None), "already"),
                           (lambda: simulation.write_frame("/tmp", -1), "0 ... 1000000"),
                           (lambda: simulation.save("/dev/full"), "/dev/full"),
                           (lambda: es.Scene(5), "Scene.load"), (lambda: es.Scene(ball(), changes=[1]), "changes are"),
                           (lambda: es.Scene.load(os.fsdecode(b"/nowhere/\xff.toml")), "nowhere"),
                           (lambda: es.solve("problem"), "FrictionProblem"), (lambda: es.run({}, "/tmp/x"), "eulersolid.Scene"),
                           (lambda: es.Simulation(es.Scene(ball()), backend="tpu"), "auto, cpu or gpu"),
                           (lambda: es.Simulation(es.Scene(ball()), threads=-2), "threads"),
                           (lambda: es.Simulation("scene.toml"), "eulersolid.Scene")):
            with self.assertRaisesRegex(es.InputError, part):
                call()
        self.assertEqual(simulation.step().number, 2)  # nothing is lost by these, but the step that called another

    def test_a_simulation_that_failed_takes_no_step(self):
        scene = es.Scene(ball(), {"alarms.stop_overlap": 0.01, "alarms.refine": 0, "body.ball.velocity": [0, 0, -12],
                                  "time.cfl": 0.9})
        simulation = es.Simulation(scene)
        with self.assertRaises(es.SimulationError) as caught:
            simulation.advance_to(0.1)
        self.assertIn("ball", str(caught.exception))
        with self.assertRaisesRegex(es.SimulationError, "has failed"):
            simulation.step()


class Friction(unittest.TestCase):
    def sliding(self):
        """A mass that slides: it sticks for mu = 2 and slides on for mu = 0.5."""
        return np.eye(3), np.array([-1.0, 1.0, 0.0])

    def test_matrices_dense_and_sparse(self):
        W, q = self.sliding()
        for matrix in (W, csr_matrix(W), identity(3, format="coo"), W.astype(np.float32)):
            solution = es.solve(es.FrictionProblem.local(matrix, q, [0.5]))
            self.assertTrue(solution.solved)
            np.testing.assert_allclose(solution.r, [[1, -0.5, 0]], atol=1e-8)
            np.testing.assert_allclose(solution.u, [[0, 0.5, 0]], atol=1e-8)
        np.testing.assert_allclose(es.solve(es.FrictionProblem.local(W, q, [2])).r, [[1, -1, 0]], atol=1e-8)

    def test_both_forms_are_one_problem(self):
        problem = es.FrictionProblem.from_global(2 * np.eye(3), np.eye(3), [-2, 2, 0], np.zeros(3), [0.5])
        np.testing.assert_allclose(problem.W.toarray(), 0.5 * np.eye(3))
        solution = es.solve(problem, "pgs")
        np.testing.assert_allclose(solution.v, [0, 0.5, 0], atol=1e-8)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "problem.hdf5"
            problem.save(file, solution.r)
            again = es.FrictionProblem.load(file)
            np.testing.assert_array_equal(again.M.toarray(), problem.M.toarray())
            np.testing.assert_array_equal(again.w, problem.w)

    def test_equations_hold(self):
        """A mass that is kept to 0.25 m/s along the first tangent."""
        problem = es.FrictionProblem.from_global(2 * np.eye(3), np.eye(3), [-2, 2, 0], np.zeros(3), [0.5],
                                                 G=[[0], [1], [0]], b=[-0.25])
        self.assertEqual(problem.contacts, 2)
        solution = es.solve(problem)
        np.testing.assert_allclose(solution.v, [0, 0.25, 0, 0, 0], atol=1e-8)  # two that fill up the joint
        np.testing.assert_allclose(solution.r, [[2, -1, 0], [-0.5, 0, 0]], atol=1e-8)  # it slides; l does the rest
        with self.assertRaisesRegex(es.InputError, "column of G is zero"):
            es.FrictionProblem.from_global(np.eye(3), np.eye(3), [0] * 3, [0] * 3, [1], G=np.zeros((3, 1)), b=[0])

    def test_contacts_give_way(self):
        """A normal impulse r presses a contact of compliance e in by e r, in both forms alike."""
        W, q = self.sliding()
        stiff = es.solve(es.FrictionProblem.local(W, q, [0.5])).r[0]
        for compliance in ([3.0], [3.0, 0, 0]):
            local = es.FrictionProblem.local(W, q, [0.5], compliance)
            both = [local, es.FrictionProblem.from_global(np.linalg.inv(W), np.eye(3), [0] * 3, q, [0.5],
                                                          compliance=compliance)]
            for problem in both:
                np.testing.assert_allclose(problem.W.toarray(), W + np.diag([3, 0, 0]), atol=1e-12)
                soft = es.solve(problem).r[0]
                self.assertAlmostEqual(soft[0], stiff[0] * W[0, 0] / (W[0, 0] + 3), places=7)
        for wrong in ([1, 2], [-1], [np.nan], [1e-200]):
            with self.assertRaisesRegex(es.InputError, "compliance"):
                es.FrictionProblem.local(W, q, [0.5], wrong)

    def test_rolling_friction(self):
        """A ball of mass 1 and radius 0.1 on a slope: it rests where that is at most mu_rolling / radius."""
        M, H = np.diag([1, 1, 1, 0.004, 0.004, 0.004]), np.zeros((6, 5))
        H[[0, 1, 2, 5, 4, 4, 5], [0, 1, 2, 1, 2, 3, 4]] = [1, 1, 1, -0.1, 0.1, 1, 1]
        gravity = 0.0981
        for slope, speed in ((0.09, 0), (0.3, gravity * 0.2 * 5 / 7)):
            f = [-gravity, gravity * slope, 0, 0, 0, 0]
            problem = es.FrictionProblem.from_global(M, H, f, np.zeros(5), [0.5], mu_rolling=[0.01])
            W = H.T @ np.linalg.solve(M, H)
            local = es.FrictionProblem.local(W, H.T @ np.linalg.solve(M, f), [0.5], mu_rolling=[0.01])
            np.testing.assert_array_equal(problem.H.toarray(), H)
            np.testing.assert_allclose(problem.W.toarray(), W, atol=1e-12)
            self.assertEqual((problem.contacts, problem.components, problem.q.shape), (1, 5, (1, 5)))
            solution, other = es.solve(problem), es.solve(local)
            self.assertEqual(solution.r.shape, (1, 5))
            self.assertAlmostEqual(solution.v[1], speed, places=8)
            np.testing.assert_allclose(other.u, solution.u, atol=1e-8)
            with tempfile.TemporaryDirectory() as folder:
                problem.save(f"{folder}/ball.hdf5", solution.r), local.save_npz(f"{folder}/ball.npz")
                for name in ("ball.hdf5", "ball.npz"):
                    loaded = es.FrictionProblem.load(f"{folder}/{name}")
                    np.testing.assert_array_equal(loaded.mu_rolling, [0.01])
                    np.testing.assert_allclose(es.solve(loaded).u, solution.u, atol=1e-8)
            soft = es.FrictionProblem.local(W, [-1, 0, 0, 0, 0], [0.5], [0, 0, 0, 2, 0], mu_rolling=[0.01])
            self.assertAlmostEqual(soft.W[3, 3] - W[3, 3], 2)
        self.assertIn("takes no rolling friction", es.solve(problem, solver="apgd").reason)
        np.testing.assert_allclose(es.solve(problem, solver="pgs").u, es.solve(problem).u, atol=1e-8)
        for part, wrong in (("rolling friction of contact 0 is -1", [-1]), ("mu_rolling has 2", [1, 2]),
                            ("mu_rolling holds nan", [np.nan])):
            with self.assertRaisesRegex(es.InputError, part):
                es.FrictionProblem.from_global(M, H, f, np.zeros(5), [0.5], mu_rolling=wrong)
        with self.assertRaisesRegex(es.InputError, "H has 6 components, but each contact has five"):
            es.FrictionProblem.from_global(M, np.eye(6), f, np.zeros(6), [0.5], mu_rolling=[1])
        with self.assertRaisesRegex(es.InputError, "beside rolling friction"):
            es.FrictionProblem.from_global(M, H, f, np.zeros(5), [0.5], G=np.eye(6)[:, :1], b=[0], mu_rolling=[1])

    def test_numpy_archives_hold_problems(self):
        """As saved, and as others may have written them: dense, of integers, by coordinates, of Fortran's order."""
        W, q = self.sliding()
        W = np.kron([[2, 1], [1, 2]], np.eye(3)) + np.kron(np.eye(2), W)
        q, mu = np.tile(q, 2), np.array([0.5, 1])
        problem = es.FrictionProblem.local(W, q, mu)
        expected = es.solve(problem).r
        with tempfile.TemporaryDirectory() as folder:
            def written(name, **arrays):
                np.savez(f"{folder}/{name}.npz", **arrays)
                return es.FrictionProblem.load(f"{folder}/{name}.npz")

            problem.save_npz(f"{folder}/saved.npz")
            rows, columns = np.nonzero(W)
            ones = es.FrictionProblem.from_global(np.eye(3), np.eye(3), [-2, 2, 0], np.zeros(3), [0.5])
            ones.save_npz(f"{folder}/ones.npz")
            for loaded in (es.FrictionProblem.load(f"{folder}/saved.npz"), written("dense", W=W, q=q, mu=mu),
                           written("fortran", W=np.asfortranarray(W), q=q.reshape(2, 3), mu=mu.astype(np.float32)),
                           written("places", W_row=rows, W_col=columns.astype(np.uint16), W_data=W[rows, columns],
                                   W_shape=W.shape, q=q, mu=mu, note="of a test")):
                np.testing.assert_array_equal(loaded.W.toarray(), W)
                np.testing.assert_allclose(es.solve(loaded).r, expected, atol=1e-7)
            self.assertTrue(es.FrictionProblem.load(f"{folder}/ones.npz").is_global)
            jointed = written("jointed", M=2 * np.eye(3, dtype=int), H=np.eye(3), f=[-2, 2, 0], w=np.zeros(3), mu=[0.5],
                              G=[[0], [1], [0]], b=[-0.25], compliance=[0.5], r=[[1, 0, 0]])
            self.assertEqual(jointed.contacts, 2)
            np.testing.assert_array_equal(jointed.guess, [[1, 0, 0], [0, 0, 0]])
            np.testing.assert_allclose(es.solve(jointed).r[0], [1, -0.5, 0], atol=1e-7)  # 1 m/s / (0.5 + 0.5) 1/kg
            for name in ("saved.npz", "saved"):  # which gets its ending
                with self.assertRaisesRegex(es.InputError, "saved.npz: there is such a file already"):
                    problem.save_npz(f"{folder}/{name}")
            with self.assertRaisesRegex(es.MachineError, "No such file or directory"):
                problem.save_npz(f"{folder}/nowhere/saved.npz")
            self.assertEqual([name for name in os.listdir(folder) if name.startswith("tmp")], [])
            with self.assertRaisesRegex(es.InputError, "equality"):
                jointed.save_npz(f"{folder}/joints.npz")
            for name, part, arrays in (
                    ("empty", "no NumPy archive", {}), ("text", "neither W nor M", {"a": np.array(["b"])}),
                    ("kind", "W is of type '<c16'", {"W": W.astype(complex), "q": q, "mu": mu}),
                    ("both", "has W, of the local form, and G", {"W": W, "q": q, "mu": mu, "G": W, "b": q}),
                    ("local_equations", "W, of the local form, and V", {"W": W, "q": q, "mu": mu, "V": W}),
                    ("rolls", "W is 6 x 6, but must be square, with five rows", {"W": W, "q": q, "mu": mu, "mu_rolling": mu}),
                    ("back", "the rolling friction of contact 1 is -1", {"W": np.eye(10), "q": np.ones(10), "mu": mu,
                                                                         "mu_rolling": [0, -1]}),
                    ("across", "q has the shape \\(3, 2\\)", {"W": W, "q": q.reshape(3, 2), "mu": mu}),
                    ("wild", "r holds nan", {"W": W, "q": q, "mu": mu, "r": q * np.nan}),
                    ("no_mass", "positive definite", {"M": np.zeros((3, 3)), "H": np.eye(3), "f": [0] * 3, "w": [0] * 3,
                                                      "mu": [0.5]}),
                    ("no_q", "there is no array q", {"W": W, "mu": mu}),
                    ("flat", "1 dimensions", {"W": q, "q": q, "mu": mu}),
                    ("half", "q has 5 numbers", {"W": W, "q": q[:5], "mu": mu}),
                    ("nan", "q holds nan", {"W": W, "q": q * np.nan, "mu": mu}),
                    ("negative", "friction of contact 0", {"W": W, "q": q, "mu": -mu}),
                    ("far", "whole numbers in 0 ... 5", {"W_row": rows + 1, "W_col": columns, "W_data": W[rows, columns],
                                                         "W_shape": W.shape, "q": q, "mu": mu}),
                    ("starts", "W_indptr", {"W_indptr": [0, 1], "W_indices": [0], "W_data": [1.0], "W_shape": (6, 6),
                                            "q": q, "mu": mu}),
                    ("soft", "compliance has 3", {"W": W, "q": q, "mu": mu, "compliance": [1, 2, 3]}),
                    ("other_end", "another machine", {"W": W.astype(">f8"), "q": q, "mu": mu}),
                    ("guess", "r has 3 numbers", {"W": W, "q": q, "mu": mu, "r": [1, 2, 3]})):
                with self.assertRaisesRegex(es.InputError, part):
                    written(name, **arrays)
            whole = pathlib.Path(f"{folder}/saved.npz").read_bytes()
            for name, content, part in (("cut", whole[:-30], "no NumPy archive"), ("words", b"no zip", "no NumPy archive"),
                                        ("hole", whole[:60] + b"\0" * 40 + whole[100:], "damaged|header|array")):
                pathlib.Path(f"{folder}/{name}.npz").write_bytes(content)
                with self.assertRaisesRegex(es.InputError, part):
                    es.FrictionProblem.load(f"{folder}/{name}.npz")

    def test_every_solver_has_a_summary(self):
        solvers = es.friction_solvers()
        self.assertIn("automatic", solvers)
        self.assertTrue(all(solvers.values()))

    def test_contact_problems_come_from_simulations(self):
        simulation = es.Simulation(es.Scene(ball(), LOW))
        self.assertIsNone(simulation.contact_problem())
        problems = []
        simulation.advance_to(0.1, lambda step: problems.append(simulation.contact_problem()))
        problem = next(p for p in problems if p is not None)
        solution = es.solve(problem, tolerance=1e-6)
        self.assertTrue(solution.solved)
        self.assertLess(np.abs(problem.W @ solution.r.ravel() + problem.q.ravel() - solution.u.ravel()).max(),
                        1e-9 * np.abs(problem.q).max())

    def test_wrong_problems_say_what_is_wrong(self):
        W, q = self.sliding()
        for call, part in ((lambda: es.FrictionProblem.local(np.eye(4), [0] * 4, [1]), "4 x 4"),
                           (lambda: es.FrictionProblem.local(W, q[:2], [1]), "q has 2 numbers"),
                           (lambda: es.FrictionProblem.local(W, q, [-1]), "friction of contact 0"),
                           (lambda: es.FrictionProblem.local(W, q * np.nan, [1]), "q holds nan"),
                           (lambda: es.FrictionProblem.local(np.diag([1, np.inf, 1]), q, [1]), "W holds inf"),
                           (lambda: es.FrictionProblem.local("W", q, [1]), "no matrix"),
                           (lambda: es.FrictionProblem.local(W, "q", [1]), "no array"),
                           (lambda: es.FrictionProblem.local(W[0], q, [1]), "dimensions"),
                           (lambda: es.FrictionProblem.local(1j * W, q, [1]), "real numbers"),
                           (lambda: es.FrictionProblem.local(W, 1j * q, [1]), "it is complex"),
                           (lambda: es.FrictionProblem.from_global(0 * W, W, q, q, [1]), "positive definite"),
                           (lambda: es.FrictionProblem.from_global(csr_matrix((3, 3)), W, q, q, [1]), "positive definite"),
                           (lambda: es.FrictionProblem.from_global(-W, W, q, q, [1]), "positive definite"),
                           (lambda: es.FrictionProblem.from_global(W, 0 * W, q, q, [1]), "moves nothing"),
                           (lambda: es.solve(es.FrictionProblem.local(W, q, [1]), "magic"), "no solver"),
                           (lambda: es.solve(es.FrictionProblem.local(W, q, [1]), tolerance=0), "tolerance"),
                           (lambda: es.solve(es.FrictionProblem.local(W, q, [1]), guess=[1]), "guess has 1"),
                           (lambda: es.FrictionProblem.load("/nowhere.hdf5"), "no such file")):
            with self.assertRaisesRegex(es.InputError, part):
                call()


class Program(unittest.TestCase):
    """The package is the program, too, where no other is installed."""

    def call(self, *words, **environment):
        clean = {name: value for name, value in os.environ.items() if name != "EULERSOLID"}
        return subprocess.run([sys.executable, "-m", "eulersolid", *map(str, words)], capture_output=True, text=True,
                              env={**clean, "PATH": "/usr/bin:/bin", **environment})

    def test_commands_and_codes_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.call("--version").stdout, f"eulersolid {es.__version__}\n")
            scene = f"{folder}/ball.toml"
            self.assertEqual(self.call("new", scene).returncode, 0)
            done = self.call("run", scene, "-o", f"{folder}/run", "--frames", 1, "-q")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertTrue(pathlib.Path(f"{folder}/run/run.json").exists())
            wrong = self.call("run", f"{folder}/none.toml")
            self.assertEqual((wrong.returncode, wrong.stderr.count("\n")), (2, 1))

    def test_sweeps_need_no_other_program(self):
        try:
            import dask.distributed  # noqa: F401
        except ImportError:
            self.skipTest("there is no dask")
        with tempfile.TemporaryDirectory() as folder:
            scene = f"{folder}/ball.toml"
            self.call("new", scene)
            done = self.call("sweep", scene, "--grid", "contact.friction=0.5", "--workers", 1, "--set",
                             "time.duration=0.02", "-o", f"{folder}/sweep")
            self.assertEqual(done.returncode, 0, done.stderr)
            table = pathlib.Path(f"{folder}/sweep/table.csv").read_text()
            self.assertEqual(table.count("finished"), 1)
            self.call("sweep", scene, "--grid", "contact.friction=0,1", "--slurm", "-o", f"{folder}/array")
            self.assertIn(f"{sys.executable} -m eulersolid run", pathlib.Path(f"{folder}/array/slurm.sh").read_text())


if __name__ == "__main__":
    unittest.main()
