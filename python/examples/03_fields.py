"""What the grid holds: mass, momentum and kinetic energy from arrays of numpy, against the program's own tables."""
import numpy as np

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.1},
    "body": [{"name": "box", "shape": "box", "size": [0.2, 0.1, 0.1], "centre": [0, 0, 0],
              "angular_velocity": [0, 0, 10], "velocity": [1, 0, 0],
              "material": {"density": 1000, "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
})
simulation = es.Simulation(scene)
simulation.advance_to(0.1)
nodes, table = simulation.nodes("box"), simulation.bodies()
momentum = (nodes.mass[..., None] * nodes.velocity).sum(axis=(0, 1, 2))
kinetic = 0.5 * (nodes.mass * (nodes.velocity**2).sum(axis=-1)).sum()
centre = (nodes.mass[..., None] * nodes.position).sum(axis=(0, 1, 2)) / nodes.mass.sum()
print(f"mass {nodes.mass.sum():.4f} kg, momentum {momentum.round(4)} kg m/s, kinetic energy {kinetic:.4f} J")
print(f"centre of mass {centre.round(4)} m, stretched by {np.abs(nodes.displacement[nodes.active > 0]).max():.3f} m")
assert np.allclose(momentum, [table[f"momentum_{axis}"][0] for axis in "xyz"], atol=1e-9)
assert np.isclose(centre[0], 0.1, atol=1e-3)
