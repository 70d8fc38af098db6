"""Our verified cases of rigid bodies and of friction (docs/verification.md), posed for MuJoCo.

    mujoco_cases.py [--case NAME] [-o mujoco.json]

Sizes, densities and loads are those of `bench/verification/cases/`, with rigid bodies where ours
deform (friction). Each runs with three time steps: about ours on the finest grid, MuJoCo's default
and 1e-4 s. SI units.
"""
import argparse
import time
from dataclasses import dataclass
from typing import Callable

import mujoco
import numpy as np

import rigid_bodies as rigid
from records import record, show, write
from rigid_bodies import DEGREE, DENSITY, DISC, GRAVITY, HEIGHT, SPIN

DEFAULT, FINE = 0.002, 1e-4  # time steps [s]


@dataclass
class Case:
    """`cells` across on our finest grid, of `cell` [m]; `speed` [m/s] is what limits our step: of the
    fastest point of a rigid body, or of pressure waves in one of ours."""
    name: str
    exact: float
    measure: Callable
    cells: int
    cell: float
    speed: float
    scale: float = None

    def our_step(self):
        """The smaller of sqrt(2 0.6 h / g) and 0.6 h / speed [s]."""
        return min(np.sqrt(1.2 * self.cell / GRAVITY), 0.6 * self.cell / self.speed)


WAVE = np.sqrt(1e5 * 0.7 / (1.3 * 0.4) / DENSITY)  # of pressure in ours, nu = 0.3 [m/s]
WAVE_0 = np.sqrt(1e5 / DENSITY)  # nu = 0


def down(rolling):
    return rolling * GRAVITY * np.sin(10 * DEGREE)


SLIDE = GRAVITY * (np.sin(30 * DEGREE) - 0.3 * np.cos(30 * DEGREE))
PUCK = 2 / 3 * 0.3 * np.pi * 0.05 ** 3 / 2 * DENSITY * GRAVITY * 0.05
CASES = [
    Case("rigid-pendulum", rigid.quarter_period(), rigid.pendulum, 12, 0.1 / 12, np.sqrt(3 * GRAVITY)),
    Case("rigid-top", 0.4 * rigid.precession(), rigid.top, 6, 0.05 / 6, DISC * SPIN),
    Case("rigid-skid", 5 / 7 * 0.5 * np.hypot(1, 0.2), rigid.rigid_skid, 16, 0.2 / 16, 1.0),
    Case("rigid-ball", down(5 / 7), rigid.rigid_ball, 16, 0.2 / 16, down(5 / 7)),
    Case("rigid-roller", down(2 / 3), rigid.rigid_roller, 16, 0.2 / 16, down(2 / 3)),
    Case("rigid-slide", SLIDE, rigid.rigid_slide, 8, 0.2 / 8, SLIDE * 0.5),
    Case("slide", SLIDE, rigid.slide, 4, HEIGHT / 4, WAVE),
    Case("let-go", 0.5, rigid.let_go(0.5), 4, HEIGHT / 4, WAVE),
    Case("let-go-oblique", 0.3, rigid.let_go(0.3), 4, HEIGHT / 4, WAVE),
    Case("rest", 0.0, rigid.rest, 3, HEIGHT / 3, WAVE, HEIGHT),
    Case("stop", 0.2 / (0.6 * GRAVITY), rigid.stop, 4, HEIGHT / 4, WAVE),
    Case("roll", 5 / 7 * np.sin(10 * DEGREE), rigid.roll, 12, 0.1 / 12, WAVE),
    Case("skid", 5 / 7 * 0.05, rigid.skid, 12, 0.1 / 12, WAVE),
    Case("bounce-friction", 0.1, rigid.bounce_friction, 12, 0.1 / 12, WAVE),
    Case("bounce-spin", 1.0, rigid.bounce_spin, 12, 0.1 / 12, WAVE),
    Case("puck", PUCK, rigid.puck, 12, 0.1 / 12, WAVE_0),
]


def records(names):
    """Of the cases asked for, all if none, with each step."""
    for case in CASES:
        if names and case.name not in names:
            continue
        for step in (float(f"{case.our_step():.3g}"), DEFAULT, FINE):
            start = time.perf_counter()
            value = float(case.measure(step))
            one = record(case.name, "MuJoCo", f"{step:g} s", case.cells, case.exact, value,
                         time.perf_counter() - start, case.scale)
            show(one)
            yield one


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--case", action="append", default=[])
    options.add_argument("-o", "--output", default="mujoco.json")
    chosen = options.parse_args()
    write(chosen.output, mujoco.__version__, list(records(chosen.case)))
