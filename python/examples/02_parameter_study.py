"""How long a ball touches the floor, against its stiffness: Hertz says as E^(-2/5)."""
import numpy as np

import eulersolid as es

SCENE = es.Scene({
    "time": {"duration": 0.2},
    "grid": {"origin": [-0.2, -0.2, -0.1], "size": [0.4, 0.4, 0.5], "cell_size": 0.02},
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 0.102], "velocity": [0, 0, -0.3],
              "material": {"density": 1000, "youngs_modulus": 1e4, "poissons_ratio": 0.3}}],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})


def time_of_touch(youngs_modulus: float) -> float:
    simulation = es.Simulation(SCENE.changed({"body.ball.material.youngs_modulus": youngs_modulus}))
    simulation.advance_to(0.2 * (1e4 / youngs_modulus)**0.4)
    steps = simulation.steps()
    return (steps["dt"] * (steps["active_contacts"] > 0)).sum()


stiffness = np.array([1e4, 3e4, 1e5])
times = np.array([time_of_touch(E) for E in stiffness])
for E, touch in zip(stiffness, times):
    print(f"E = {E:8.0f} Pa: {1000 * touch:6.2f} ms")
exponent = np.polyfit(np.log(stiffness), np.log(times), 1)[0]
print(f"as E^{exponent:.2f} (Hertz: -0.40)")
assert abs(exponent + 0.4) < 0.1
