"""Tables as pandas has them: where the energy of a bounce goes."""
import pandas as pd

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.25},
    "gravity": [0, 0, -9.81],
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 0.2],
              "material": {"density": 1000, "youngs_modulus": 5e4, "poissons_ratio": 0.3}}],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})
simulation = es.Simulation(scene)
simulation.advance_to(0.25)
steps = pd.DataFrame(simulation.steps())
steps["total"] = steps["kinetic"] + steps["elastic"] + steps["gravity"]
print(steps[["time", "contacts", "kinetic", "elastic", "gravity", "dissipated", "total"]].iloc[::20].to_string(index=False))
lost = steps["total"].iloc[0] - steps["total"].iloc[-1]
print(f"lost {lost:.3f} J of {steps['total'].iloc[0]:.3f} J, of it contact took {steps['dissipated_contact'].iloc[-1]:.3f} J")
assert steps["total"].iloc[-1] <= steps["total"].iloc[0] * 1.001
