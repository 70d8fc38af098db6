"""Runs a solid of finite_elements.py frame by frame, as the program writes its tables."""
import numpy as np


class Frame:
    """What a frame's row in contacts.csv has: mean forces since the frame before, one for each contact [N]."""

    def __init__(self, time, forces):
        self.time, self.forces = time, forces


def run(solid, contacts, ends, each_step=lambda: None):
    """Steps to each of the times `ends` [s]; returns a Frame for each. Last, kinetic energy is that of a step's middle."""
    frames = []
    for end in ends:
        start, impulses = solid.time, [0.0 for _ in contacts]
        while solid.time < end * (1 - 1e-12):
            dt = solid.step(contacts, until=end)
            impulses = [i + dt * c.force for i, c in zip(impulses, contacts)]
            each_step()
        frames.append(Frame(end, [i / (end - start) for i in impulses]))
    return frames


def momentum(solid, nodes=slice(None)):
    return (solid.mass[nodes, None] * solid.v[nodes]).sum(0)


def centre(solid, nodes=slice(None)):
    m = solid.mass[nodes]
    return (m[:, None] * solid.x[nodes]).sum(0) / m.sum()


def spin(solid, nodes=slice(None)):
    """Angular momentum about the centre of mass [kg m^2/s]."""
    x = solid.x[nodes] - centre(solid, nodes)
    return (solid.mass[nodes, None] * np.cross(x, solid.v[nodes])).sum(0)
