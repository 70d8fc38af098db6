"""A soft block is held at a height by a force that a controller sets after every step."""
import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.8},
    "gravity": [0, 0, -9.81],
    "body": [{"name": "block", "shape": "box", "size": [0.1, 0.1, 0.1], "centre": [0, 0, 0.5],
              "material": {"density": 1000, "youngs_modulus": 2e4, "poissons_ratio": 0.3},
              "region": [{"name": "all", "shape": "all"}]}],
})
simulation = es.Simulation(scene, keep_steps=False)
mass, target, summed = simulation.bodies()["mass"][0], 0.52, 0.0


def control(step):
    global summed
    block = simulation.bodies()
    error, speed = target - block["centroid_z"][0], block["momentum_z"][0] / mass
    summed += error * step.dt
    simulation.set_load("block", "all", force=[0, 0, mass * (400 * error - 30 * speed + 2000 * summed)])


simulation.advance_to(0.8, control)
height = simulation.bodies()["centroid_z"][0]
print(f"after 0.8 s the block is at {height:.4f} m, and is to be at {target} m")
assert abs(height - target) < 0.01
