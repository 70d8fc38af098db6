"""A state is saved once and goes on twice: as it was, and with gravity turned."""
import numpy as np

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.4},
    "gravity": [0, 0, -9.81],
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 1],
              "material": {"density": 1000, "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
})
simulation = es.Simulation(scene)
simulation.advance_to(0.1)
simulation.save("fork.h5")
places = {}
for name, gravity in (("falls", [0, 0, -9.81]), ("flies", [9.81, 0, 0])):
    future = es.Simulation.resume("fork.h5")
    future.set_gravity(gravity)
    future.advance_to(0.3)
    ball = future.bodies()
    places[name] = np.array([ball["centroid_x"][0], ball["centroid_z"][0]])
    print(f"{name}: x = {places[name][0]:.4f} m, z = {places[name][1]:.4f} m")
assert np.allclose(places["falls"], [0, 1 - 0.5 * 9.81 * 0.3**2], atol=2e-3)
assert np.allclose(places["flies"], [0.5 * 9.81 * 0.2**2, 1 - 0.5 * 9.81 * 0.1**2 - 9.81 * 0.1 * 0.2], atol=2e-3)
