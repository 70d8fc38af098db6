"""eulersolid: deformable solids in frictional contact on a fixed grid, and solvers of frictional contact.

    import eulersolid as es

    scene = es.Scene.load("ball.toml", {"contact.friction": 0.4})
    simulation = es.Simulation(scene)
    simulation.advance_to(0.1)
    mesh = simulation.mesh("ball")

SI units, Z up. Errors are InputError, SimulationError and MachineError; docs/python.md has more.
"""
import os as _os

# Threads of OpenMP that wait would spin for milliseconds; libgomp reads this when it is loaded.
if "GOMP_SPINCOUNT" not in _os.environ and "OMP_WAIT_POLICY" not in _os.environ:
    _os.environ["GOMP_SPINCOUNT"] = "1000"

from ._core import Step, __version__
from .errors import Error, InputError, MachineError, SimulationError
from .friction import FrictionProblem, FrictionSolution, friction_solvers, solve
from .scene import Scene
from .simulation import Mesh, Nodes, Simulation, run

__all__ = ["Error", "FrictionProblem", "FrictionSolution", "InputError", "MachineError", "Mesh", "Nodes", "Scene",
           "Simulation", "SimulationError", "Step", "__version__", "friction_solvers", "run", "solve"]
