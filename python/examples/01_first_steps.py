"""A soft ball falls onto a floor: from a dict to the curve of its height."""
import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.3},
    "gravity": [0, 0, -9.81],
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 0.2],
              "material": {"density": 1000, "youngs_modulus": 2e4, "poissons_ratio": 0.3}}],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})
simulation = es.Simulation(scene)
heights = []
for frame in range(13):
    simulation.advance_to(frame * 0.025)
    heights.append(simulation.bodies()["centroid_z"][0])
    print(f"{simulation.time:5.3f} s  {heights[-1]:.4f} m  " + "#" * int(200 * heights[-1]))
assert abs(heights[4] - (0.2 - 0.5 * 9.81 * 0.1**2)) < 1e-3  # free fall
assert min(heights) > 0.05 and heights[-1] > min(heights)    # and back
