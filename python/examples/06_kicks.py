"""A ball is kicked twice in its flight; its accounts show what the kicks gave."""
import numpy as np

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.3},
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 0],
              "material": {"density": 1000, "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
})
simulation = es.Simulation(scene)
mass = simulation.bodies()["mass"][0]
simulation.advance_to(0.05)
simulation.set_motion("ball", [1, 0, 0])
simulation.advance_to(0.15)
nodes = simulation.nodes("ball")
bulge = np.zeros_like(nodes.velocity)          # the ball swells and shrinks as it flies on
bulge[...] = 0.5 * (nodes.position - [0.1, 0, 0])
simulation.set_velocities("ball", nodes.velocity + [0, 1, 0] + bulge)
simulation.advance_to(0.25)
ball = simulation.bodies()
print(f"at ({ball['centroid_x'][0]:.3f}, {ball['centroid_y'][0]:.3f}) m, given {ball['load_work'][0]:.3f} J; "
      f"kinetic {ball['kinetic'][0]:.3f} J, elastic {ball['elastic'][0]:.4f} J, "
      f"unexplained {ball['energy_residual'][0]:.1e} J")
assert np.allclose([ball["centroid_x"][0], ball["centroid_y"][0]], [0.2, 0.1], atol=2e-3)
assert abs(ball["load_work"][0] - mass) < 0.05 * mass
