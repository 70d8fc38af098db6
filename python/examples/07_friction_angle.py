"""The angle at which a block begins to slide, by bisection over runs: its tangent is the friction."""
import math

import numpy as np

import eulersolid as es

MU, RAMP = 0.5, 0.1
SCENE = es.Scene({
    "time": {"duration": 0.3},
    "contact": {"friction": MU},
    "grid": {"origin": [-0.2, -0.2, -0.1], "size": [0.8, 0.4, 0.4], "cell_size": 0.02},
    "body": [{"name": "block", "shape": "box", "size": [0.16, 0.12, 0.08], "centre": [0, 0, 0.04],
              "material": {"density": 1000, "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})


def slides(degrees: float) -> bool:
    angle = math.radians(degrees)
    full = 9.81 * np.array([math.sin(angle), 0, -math.cos(angle)])
    simulation = es.Simulation(SCENE)

    # All at once the weight would make the block bounce, and slide a little in each bounce.
    def grow(step):
        part = min(1, step.time / RAMP)
        simulation.set_gravity((3 - 2 * part) * part**2 * full)

    simulation.advance_to(1.2 * RAMP, grow)
    begin = simulation.bodies()["centroid_x"][0]
    simulation.advance_to(0.25)
    return simulation.bodies()["centroid_x"][0] - begin > 5e-4


low, high = 20.0, 34.0
assert not slides(low) and slides(high)
for _ in range(3):
    middle = 0.5 * (low + high)
    low, high = (low, middle) if slides(middle) else (middle, high)
exact = math.degrees(math.atan(MU))
print(f"between {low:.2f} and {high:.2f} degrees (exact {exact:.2f})")
assert low - 1 < exact < high + 1
