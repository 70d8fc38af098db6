"""Scenes in motion."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._core import Step
from .errors import InputError
from .friction import FrictionProblem
from .scene import Scene

Table = dict[str, Any]


@dataclass(frozen=True)
class Nodes:
    """What the nodes of a box of the grid hold for one body, at one moment. Arrays are indexed [z, y, x]."""

    origin: tuple[float, float, float]  #: where node [0, 0, 0] is [m]
    cell_size: float  #: [m]
    displacement: np.ndarray  #: x - X [m], (nz, ny, nx, 3)
    velocity: np.ndarray  #: of the middle of the step [m/s], (nz, ny, nx, 3)
    mass: np.ndarray  #: [kg], (nz, ny, nx); zero where no degree of freedom is
    active: np.ndarray  #: is it a degree of freedom?

    @property
    def position(self) -> np.ndarray:
        """Where the nodes are [m], (nz, ny, nx, 3)."""
        z, y, x = np.indices(self.mass.shape)
        return np.asarray(self.origin) + self.cell_size * np.stack([x, y, z], axis=-1)


@dataclass(frozen=True)
class Mesh:
    """The deformed surface of a body: closed, of triangles."""

    positions: np.ndarray  #: of vertices [m], (n, 3)
    triangles: np.ndarray  #: vertices, counter-clockwise from outside, (m, 3)
    normals: np.ndarray  #: outward, (n, 3)
    velocities: np.ndarray  #: [m/s], (n, 3)
    rest: np.ndarray  #: where the material was at rest [m], (n, 3)
    values: dict[str, np.ndarray]  #: of the names in output.extra, (n,)


def _vector(name: str, value: Sequence[float]) -> list[float]:
    try:
        vector = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r}, but must have three numbers") from None
    if vector.shape != (3,):
        raise InputError(f"{name} has the shape {vector.shape}, but must have three numbers")
    return vector.tolist()


class Simulation(_core._Simulation):
    """A scene in motion. After a SimulationError it takes no further step. Not for several threads at once.

    Args:
        scene: what is simulated
        backend: "auto", "cpu" or "gpu", of the bodies
        solver_backend: likewise, of the contact QPs; "auto": the same
        threads: of the cpu backend, for the whole process; 0: all
        keep_steps: keep a row for each step, for steps(); a kilobyte each
    """

    def __init__(self, scene: Scene, *, backend: str = "auto", solver_backend: str = "auto", threads: int = 0,
                 keep_steps: bool = True):
        if not isinstance(scene, Scene):
            raise InputError(f"the scene is a {type(scene).__name__}, but must be an eulersolid.Scene")
        super().__init__(scene._scene, backend, solver_backend, threads, keep_steps)

    @classmethod
    def resume(cls, file: Union[str, os.PathLike], *, backend: str = "auto", solver_backend: str = "auto",
               threads: int = 0, keep_steps: bool = True) -> Simulation:
        """Goes on from a file of save(), with the same bits. Loads that were set have to be set again."""
        made = cls.__new__(cls)
        _core._Simulation._resume(made, os.fspath(file), backend, solver_backend, threads, keep_steps)
        return made

    @property
    def scene(self) -> Scene:
        return Scene._of(super().scene)

    def advance_to(self, time: float, each: Optional[Callable[[Step], Any]] = None) -> None:
        """Steps as a run takes them, to just this time [s]; in a static scene to balance.

        Args:
            time: where it ends
            each: called with every Step; returning False ends it. Ctrl-C does, too, after the step
        """
        super().advance_to(time, each)

    def steps(self) -> Table:
        """All steps that this object took, by the columns of steps.csv (docs/outputs.md)."""
        return super().steps()

    def bodies(self) -> Table:
        """The bodies now, by the columns of bodies.csv."""
        return super().bodies()

    def contacts(self) -> Table:
        """Forces between bodies and what they touch, by the columns of contacts.csv: means since last asked."""
        return super().contacts()

    def nodes(self, body: str) -> Nodes:
        """What the grid holds of a body. The arrays are of this moment, and nobody else's."""
        return Nodes(**super().nodes(body))

    def mesh(self, body: str) -> Mesh:
        """The surface of a body, with vertices about half a cell apart (output.voxel_size)."""
        return Mesh(**super().mesh(body))

    def write_frame(self, folder: Union[str, os.PathLike], number: int) -> None:
        """Writes VDB files and whatever else the scene's [output] asks for of this moment, as a frame."""
        super().write_frame(os.fspath(folder), number)

    def set_gravity(self, gravity: Sequence[float]) -> None:
        """From now on [m/s^2]."""
        super().set_gravity(_vector("gravity", gravity))

    def set_load(self, body: str, region: str, *, acceleration: Sequence[float] = (0, 0, 0),
                 force: Sequence[float] = (0, 0, 0), traction: Sequence[float] = (0, 0, 0), pressure: float = 0,
                 activation: float = 0) -> None:
        """What loads a region from now on.

        Args:
            body: its name
            region: of the body; the scene has to name what needs its surface or fibres, of any size
            acceleration: [m/s^2]
            force: in all [N]
            traction: of the surface's area at rest [Pa]
            pressure: inward [Pa]
            activation: of fibres [-]
        """
        super().set_load(body, region, _vector("acceleration", acceleration), _vector("force", force),
                         _vector("traction", traction), pressure, activation)

    def set_motion(self, body: str, velocity: Sequence[float], spin: Sequence[float] = (0, 0, 0)) -> None:
        """Gives a whole body a velocity [m/s] and a spin [rad/s] about its centre of mass."""
        super().set_motion(body, _vector("velocity", velocity), _vector("spin", spin))

    def set_velocities(self, body: str, velocity: np.ndarray) -> None:
        """Gives the nodes of a body velocities [m/s], in the shape that nodes() has them."""
        try:
            values = np.ascontiguousarray(velocity, dtype=float)
        except (TypeError, ValueError) as error:
            raise InputError(f"velocities are no array of numbers: {error}") from None
        if values.ndim != 4 or values.shape[-1] != 3:
            raise InputError(f"velocities have the shape {values.shape}, but must have (nz, ny, nx, 3), as in nodes()")
        super().set_velocities(body, values.reshape(-1))

    def contact_problem(self) -> Optional[FrictionProblem]:
        """What contact solved in the last step, once this was asked for before it; None without contacts."""
        problem = super().contact_problem()
        return None if problem is None else FrictionProblem._of(problem)

    def save(self, file: Union[str, os.PathLike]) -> None:
        """Writes all that the next step depends on, but for loads that were set."""
        super().save(os.fspath(file))


def run(scene: Scene, folder: Union[str, os.PathLike], each: Optional[Callable[[Step, Optional[int]], Any]] = None, *,
        backend: str = "auto", solver_backend: str = "auto", threads: int = 0, force: bool = False,
        resume: bool = False, quiet: bool = True, checkpoint_every: float = 60) -> bool:
    """Simulates a scene into a run folder, as `eulersolid run` does.

    Args:
        scene: what is simulated
        folder: the run folder
        each: called with every Step and the number of the frame that it reached, or None; returning False ends the
            run, which can be resumed
        backend: as of Simulation
        solver_backend: as of Simulation
        threads: as of Simulation
        force: replace the files of an earlier run in the folder
        resume: go on with the run in the folder; begin it where none came to a checkpoint
        quiet: print no progress
        checkpoint_every: of wall time [s]; 0: at the end only

    Returns:
        Whether the run is finished.

    Raises:
        KeyboardInterrupt: where Ctrl-C ended it, after a checkpoint
    """
    if not isinstance(scene, Scene):
        raise InputError(f"the scene is a {type(scene).__name__}, but must be an eulersolid.Scene")
    told = False

    def watch(step: Step, frame: Optional[int]) -> bool:
        nonlocal told
        answer = None if each is None else each(step, frame)
        told = isinstance(answer, (bool, np.bool_)) and not answer
        return not told

    finished = _core.run(scene._scene, os.fspath(folder), backend, solver_backend, threads, force, resume, quiet,
                         checkpoint_every, watch)
    if not finished and not told:
        raise KeyboardInterrupt
    return finished
