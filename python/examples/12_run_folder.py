"""A run into a folder, as the program makes it, watched from Python and ended early."""
import json

import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.4},
    "gravity": [0, 0, -9.81],
    "output": {"name": "fall", "surface": ["ply"], "extra": ["stress_vm"]},
    "body": [{"name": "ball", "shape": "sphere", "radius": 0.1, "centre": [0, 0, 0.2],
              "material": {"density": 1000, "youngs_modulus": 5e4, "poissons_ratio": 0.3}}],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})


def watch(step, frame):
    if frame is not None:
        print(f"frame {frame}: {step.time:.3f} s, {step.contacts} contacts")
    return step.contacts == 0  # until the ball touches the floor


finished = es.run(scene, "fall", watch)
print("finished" if finished else "ended; going on", json.load(open("fall/run.json"))["exit_state"])
assert not finished
assert es.run(scene, "fall", resume=True)
