"""The surface of a body as arrays, written as an OBJ file; its volume by the divergence theorem."""
import numpy as np

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.1},
    "body": [{"name": "ring", "shape": "torus", "radius": 0.1, "tube_radius": 0.03, "centre": [0, 0, 0],
              "material": {"density": 1000, "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
})
simulation = es.Simulation(scene)
simulation.step()
mesh = simulation.mesh("ring")
with open("ring.obj", "w") as file:
    file.writelines(f"v {x} {y} {z}\n" for x, y, z in mesh.positions)
    file.writelines(f"f {a} {b} {c}\n" for a, b, c in mesh.triangles + 1)
a, b, c = (mesh.positions[mesh.triangles[:, corner]] for corner in range(3))
volume = (a * np.cross(b, c)).sum() / 6
exact = 2 * np.pi**2 * 0.1 * 0.03**2
print(f"{len(mesh.positions)} vertices, {len(mesh.triangles)} triangles, volume {volume:.4e} m^3 (exact {exact:.4e})")
assert abs(volume / exact - 1) < 0.02
