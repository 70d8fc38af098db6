"""Decks for CalculiX's `ccx`, and what it prints. SI units."""
import os
import pathlib
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

import numpy as np

from hexahedra import CORNERS

ELEMENTS = {"C3D8": 8, "C3D8I": 8, "C3D20R": 20}  # nodes of each


def version():
    """As `ccx -v` says."""
    said = subprocess.run(["ccx", "-v"], capture_output=True, text=True).stdout
    return re.search(r"Version (\S+)", said)[1]


def neo_hookean(young, nu, density):
    """W = mu/2 (tr C - 3) - mu ln J + lambda/2 ((J^2 - 1)/2 - ln J) [J/m^3]: CalculiX's CIARLET_EL.

    Ours has lambda/2 (ln J)^2 at the end (Bonet and Wood, 2nd ed., Eq. 6.27): the same for nu = 0,
    and to second order in strains. The name of the material chooses the law by how it begins.
    """
    return "CIARLET_EL", f"*USER MATERIAL, CONSTANTS=2\n{young}, {nu}\n*DENSITY\n{density}\n"


def st_venant_kirchhoff(young, nu, density):
    """W = mu E:E + lambda/2 (tr E)^2: *ELASTIC with NLGEOM; linear elasticity without."""
    return "ELASTIC", f"*ELASTIC\n{young}, {nu}\n*DENSITY\n{density}\n"


def plastic(young, nu, density, yield_stress, hardening):
    """The same up to a yield stress [Pa] that grows by `hardening` [Pa] with plastic strain."""
    name, lines = st_venant_kirchhoff(young, nu, density)
    return "PLASTIC", f"{lines}*PLASTIC\n{yield_stress}, 0\n{yield_stress + hardening}, 1\n"


@dataclass
class Deck:
    """A mesh, a material (name and cards) for each of its parts, and what else there is."""
    mesh: object
    element: str
    materials: list
    fixed: list = field(default_factory=list)  # (node, axis)
    model: str = ""  # more cards before the step
    step: str = ""  # of the step, with its loads
    printed: str = "U"

    def text(self):
        lines = ["*NODE, NSET=ALL"]
        lines += [f"{i}, {x:.12g}, {y:.12g}, {z:.12g}"
                  for i, (x, y, z) in enumerate(self.mesh.nodes, 1)]
        for part, (name, cards) in enumerate(self.materials):
            lines.append(f"*ELEMENT, TYPE={self.element}, ELSET=PART{part}")
            for e in np.flatnonzero(self.mesh.parts == part):
                lines += listed([e + 1, *(self.mesh.elements[e] + 1)])
            lines += [f"*MATERIAL, NAME={name}{part}", cards.rstrip(),
                      f"*SOLID SECTION, ELSET=PART{part}, MATERIAL={name}{part}"]
        if self.fixed:
            lines.append("*BOUNDARY")
            lines += [f"{n + 1}, {axis + 1}" for n, axis in self.fixed]
        return "\n".join([*lines, self.model + "*STEP" + self.step, "*NODE PRINT, NSET=ALL",
                          self.printed, "*END STEP", ""])

    def run(self):
        """What ccx printed for all nodes, on one thread, and how long it took [s]."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "job")
            path.with_suffix(".inp").write_text(self.text())
            start = time.perf_counter()
            done = subprocess.run(["ccx", "job"], cwd=folder, capture_output=True, text=True,
                                  env=os.environ | {"OMP_NUM_THREADS": "1"})
            seconds = time.perf_counter() - start
            if done.returncode or "*ERROR" in done.stdout:
                raise RuntimeError(f"ccx failed:\n{done.stdout[-3000:]}")
            return Printed(path.with_suffix(".dat").read_text()), seconds


def listed(numbers):
    """Lines of at most 12 numbers, each but the last ending in a comma."""
    rows = [numbers[i:i + 12] for i in range(0, len(numbers), 12)]
    return [", ".join(map(str, row)) + ("," if row is not rows[-1] else "") for row in rows]


def number(text):
    """Fortran leaves out the E where the exponent has three digits: -2.330449-261."""
    return float(re.sub(r"(\d)([+-]\d{3})$", r"\1E\2", text))


class Printed:
    """Tables of a .dat file."""

    def __init__(self, text):
        self.text = text

    def tables(self, title):
        """All of a title (`displacements`, `forces`), (N, 3) each, in the order of nodes."""
        found = re.findall(rf"^ {title} .*\n\n((?: +\d+ .*\n)+)", self.text, re.MULTILINE)
        return [np.array([[number(x) for x in line.split()[1:4]] for line in table.splitlines()])
                for table in found]

    def frequencies(self):
        """Of the modes [1/s]."""
        table = self.text.split("E I G E N V A L U E   O U T P U T")[1].split("P A R T I C")[0]
        return [float(row.split()[3]) for row in table.splitlines()
                if re.match(r" +\d+( +\S+){4} *$", row)]


def held(nodes):
    """All three axes of nodes."""
    return [(n, axis) for n in nodes for axis in range(3)]


def on_planes(mesh):
    """Nodes on the planes through the origin across an axis, and that axis: a symmetric solid."""
    return [(n, axis) for axis in range(3)
            for n in mesh.where(lambda X: np.abs(X[:, axis]) < 1e-9)]


def moved(node_moves):
    """*BOUNDARY of a step: (node, move (3)) pairs."""
    return "*BOUNDARY\n" + "".join(f"{n + 1}, {axis + 1}, {axis + 1}, {u:.12g}\n"
                                   for n, move in node_moves for axis, u in enumerate(move))


def forces(of_nodes):
    """*CLOAD of a step: forces (N, 3) [N]."""
    return "*CLOAD\n" + "".join(f"{n + 1}, {axis + 1}, {of_nodes[n, axis]:.12g}\n"
                                for n, axis in zip(*np.nonzero(of_nodes)))


def gravity(g):
    """*DLOAD of a step: an acceleration (3) of all parts' materials [m/s^2]."""
    size = float(np.linalg.norm(g))
    x, y, z = np.asarray(g) / size
    return f"*DLOAD\nALLPARTS, GRAV, {size}, {x}, {y}, {z}\n"


def pressure(faces, value):
    """*DLOAD of a step: a pressure [Pa] that follows (element, face) pairs."""
    return "*DLOAD\n" + "".join(f"{e + 1}, P{f + 1}, {value}\n" for e, f in faces)


def plate_above(mesh, faces, height, width, stiffness):
    """Cards of a model with a rigid plate above, without friction, of which `faces` (element, face)
    keep off with `stiffness` [Pa/m] by surface-to-surface penalty, and the nodes of the plate."""
    nodes = range(len(mesh.nodes) + 1, len(mesh.nodes) + 9)
    places = [(x * width, y * width, height + (1 + z) * width / 8) for x, y, z in CORNERS]
    element = len(mesh.elements) + 1
    cards = ["*NODE, NSET=PLATE", *(f"{n}, {x}, {y}, {z}" for n, (x, y, z) in zip(nodes, places)),
             "*ELEMENT, TYPE=C3D8, ELSET=PLATE", ", ".join(map(str, [element, *nodes])),
             "*MATERIAL, NAME=PLATE", "*ELASTIC", "1e9, 0", "*SOLID SECTION, ELSET=PLATE, MATERIAL=PLATE",
             "*BOUNDARY", "PLATE, 1, 3", "*SURFACE, NAME=LOWER", f"{element}, S1",
             "*SURFACE, NAME=SKIN", *(f"{e + 1}, S{f + 1}" for e, f in faces),
             "*SURFACE INTERACTION, NAME=TOUCH", "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR",
             f"{stiffness}", "*CONTACT PAIR, INTERACTION=TOUCH, TYPE=SURFACE TO SURFACE",
             "SKIN, LOWER", ""]
    return "\n".join(cards), [n - 1 for n in nodes]


def static(loads, first=1.0):
    """A step of nonlinear geometry, the loads growing in steps of at most `first` of them."""
    return f", NLGEOM, INC=1000\n*STATIC\n{first}, 1, 1e-6, {first}\n{loads}"


def vibration(modes):
    """A step for the lowest modes."""
    return f"\n*FREQUENCY\n{modes}\n"
