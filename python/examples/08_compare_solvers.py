"""What contact solves in a step of a scene, solved by several methods."""
import eulersolid as es

scene = es.Scene({
    "time": {"duration": 0.2},
    "gravity": [0, 0, -9.81],
    "contact": {"friction": 0.4},
    "body": [{"name": f"ball_{number}", "shape": "sphere", "radius": 0.05, "centre": [0.004 * number, 0, 0.051 + 0.102 * number],
              "material": {"density": 1000, "youngs_modulus": 2e4, "poissons_ratio": 0.3}} for number in range(3)],
    "obstacle": [{"name": "floor", "shape": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}],
})
simulation = es.Simulation(scene)
simulation.contact_problem()  # from now on problems are kept
simulation.advance_to(0.1)
problem = simulation.contact_problem()
print(problem)
for solver in ("automatic", "schurpa_sp", "pgs", "apgd", "admm", "proximal_newton"):
    solution = es.solve(problem, solver, tolerance=1e-6, max_seconds=2)
    print(f"{solver:16} error {solution.error:8.1e}  {solution.iterations:6} iterations  {1000 * solution.seconds:8.2f} ms"
          f"  {'solved' if solution.solved else solution.reason}")
assert es.solve(problem, tolerance=1e-6).solved
problem.save("problem.hdf5", es.solve(problem, tolerance=1e-8).r)  # for other programs, as FCLIB has it
