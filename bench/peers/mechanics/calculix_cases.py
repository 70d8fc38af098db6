"""Our verified cases of deformable solids (docs/verification.md), posed for CalculiX.

    calculix_cases.py [--case NAME] [--element C3D8I] [-o calculix.json]

Each with as many hexahedra across as ours has cells, fitted to the surface: nodes of curved surfaces
lie on them, so that C3D8 and C3D8I cut off what is between, and C3D20R hardly any. Sizes, moduli and
loads are those of `bench/verification/cases/`. SI units.
"""
import argparse
from dataclasses import dataclass
from typing import Callable

import numpy as np

import bars
import calculix as ccx
import laws_and_balls as balls
import modes
from constants import DENSITY, LENGTH, THICK, YOUNG, shear_modulus
from records import record, show, write


@dataclass
class Case:
    name: str
    cells: list  # across, as ours
    exact: float
    measure: Callable  # of element and cells: value, seconds


TORSION = np.pi / 2 * (THICK / 2) ** 4 * bars.TURN / bars.FREE  # Coulomb's torque over G [m^3]
BARS = [
    Case("hanging-bar", [2, 3, 4, 6], DENSITY * bars.SOFT * LENGTH ** 2 / (3 * YOUNG),
         bars.hanging_bar),
    Case("hanging-bar-reaction", [2, 3, 4, 6], DENSITY * THICK ** 2 * LENGTH * bars.SOFT,
         bars.hanging_bar_reaction),
    Case("two-part-bar", [2, 3, 4, 6], bars.way_of_two_parts(), bars.two_part_bar),
    Case("pulled-bar", [2, 3, 4], 0.1 + np.hypot(0.1, 1) - 1, bars.pulled_bar),
    Case("twisted-cylinder", [3, 4, 6], shear_modulus(0.3) * TORSION, bars.twisted_cylinder),
    Case("yielding-cylinder", [4, 6, 8], bars.torque_beyond_yield(), bars.yielding_cylinder),
    Case("bent-bar", [3, 4, 6], YOUNG * THICK ** 4 / 12 * bars.TURN / bars.FREE, bars.bent_bar),
    Case("cantilever", [2, 3, 4], bars.cantilever_deflection(), bars.cantilever),
]
LAWS_AND_BALLS = [
    Case("tension-neo-hookean", [3, 4, 5], balls.tension_exact(balls.ciarlet_stress),
         balls.tension(ccx.neo_hookean)),
    Case("shear-neo-hookean", [3, 4, 5], balls.shear_exact(balls.ciarlet_stress),
         balls.shear(ccx.neo_hookean)),
    Case("tension-st-venant-kirchhoff", [3, 4, 5], balls.tension_exact(balls.svk_stress),
         balls.tension(ccx.st_venant_kirchhoff)),
    Case("shear-st-venant-kirchhoff", [3, 4, 5], balls.shear_exact(balls.svk_stress),
         balls.shear(ccx.st_venant_kirchhoff)),
    Case("pressed-ball", [4, 8], balls.pressed_volume(), balls.pressed_ball),
    Case("hollow-ball", [2, 3, 4], 1.0, balls.hollow_ball),
    Case("squeezed-ball", [4, 8, 12, 16], balls.hertz_force(), balls.squeezed_ball),
]
MODES = [
    Case("bar-along", [2, 3, 4, 6], np.sqrt(YOUNG / DENSITY) / (2 * LENGTH), modes.bar_along),
    Case("two-part-bar-along", [2, 3, 4, 6], modes.two_part_frequency(), modes.two_part_bar_along),
    Case("bar-torsion", [4, 8, 12, 16], np.sqrt(shear_modulus(0.3) / DENSITY) / (4 * THICK),
         modes.bar_torsion),
    Case("ball-breathing", [8, 12], modes.breathing_frequency(), modes.ball_breathing),
    Case("ball-torsion", [4, 8, 12, 20], modes.torsion_frequency(), modes.ball_torsion),
]


def records(names, elements):
    """Of the cases and elements asked for, all if none."""
    for case in BARS + LAWS_AND_BALLS + MODES:
        if names and case.name not in names:
            continue
        for element in elements or ccx.ELEMENTS:
            for n in case.cells:
                value, seconds = case.measure(element, n)
                one = record(case.name, "CalculiX", element, n, float(case.exact), float(value), seconds)
                show(one)
                yield one


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--case", action="append", default=[])
    options.add_argument("--element", action="append", default=[], choices=list(ccx.ELEMENTS))
    options.add_argument("-o", "--output", default="calculix.json")
    chosen = options.parse_args()
    write(chosen.output, ccx.version(), list(records(chosen.case, chosen.element)))
