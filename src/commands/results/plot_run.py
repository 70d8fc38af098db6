"""Draws a run on one page: energies, momenta, contacts, iterations, errors and time per phase.

    plot_run.py RUN FILE

RUN is a run's folder, FILE ends with .png, .svg or .pdf. `eulersolid plot RUN` calls it. Exit code 2, and
one line, where there is nothing to draw; 3 where there is no matplotlib.
"""
import csv
import pathlib
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    print("plots need matplotlib, which python3 does not have; install it (apt-get install python3-matplotlib)")
    sys.exit(3)

PHASES = ("grid", "detect", "assemble", "contact", "friction", "output")


def stop(message):
    print(message)
    sys.exit(2)


def table(run, name):
    """Columns of a table, finished or not."""
    files = [run / name, run / (name + ".tmp")]
    rows = []
    for file in files:
        if file.is_file():
            with file.open(newline="") as lines:
                rows = list(csv.DictReader(lines))
            break
    return {key: [row[key] for row in rows] for key in rows[0]} if rows else {}


def numbers(columns, name):
    try:
        return [float(value) for value in columns[name]]
    except (KeyError, TypeError, ValueError):
        stop(f"steps.csv has no column {name} of numbers; is it damaged?")


def finish(axes, title, unit, legend=True):
    axes.set_title(title, fontsize=10, loc="left")
    axes.set_ylabel(unit, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(alpha=0.3)
    axes.margins(x=0)
    if legend:
        axes.legend(fontsize=8, loc="best", framealpha=0.7)


def energies(axes, time, steps):
    kinetic, elastic, gravity, dissipated = (numbers(steps, name) for name in
                                             ("kinetic", "elastic", "gravity", "dissipated"))
    start = gravity[0]
    gravity = [value - start for value in gravity]
    for name, values in (("kinetic", kinetic), ("elastic", elastic), ("gravity, from the start", gravity),
                         ("dissipated", dissipated)):
        if any(values):
            axes.plot(time, values, label=name, linewidth=1.2)
    total = [sum(values) for values in zip(kinetic, elastic, gravity, dissipated)]
    axes.plot(time, total, color="black", linewidth=1, linestyle="--", label="all together")
    finish(axes, "energies", "J")


def momenta(axes, time, steps):
    for axis in "xyz":
        axes.plot(time, numbers(steps, f"momentum_{axis}"), label=f"momentum {axis}", linewidth=1.2)
    finish(axes, "momentum of all bodies", "kg m/s")


def contacts(axes, time, steps):
    axes.plot(time, numbers(steps, "contacts"), label="places of contact", linewidth=1.2)
    axes.plot(time, numbers(steps, "active_contacts"), label="with an impulse", linewidth=1.2)
    finish(axes, "contacts", "-")


def iterations(axes, time, steps):
    for name, label in (("sp_iterations", "staggered projections"), ("friction_qps", "friction QPs"),
                        ("factorizations", "factorisations")):
        axes.plot(time, numbers(steps, name), label=label, linewidth=1)
    finish(axes, "iterations of a step", "-")


def errors(axes, time, steps):
    for name, label in (("max_overlap", "deepest overlap [cells]"), ("drift_energy", "energy made, of its most [-]"),
                        ("cone_residual", "cone residual [-]")):
        axes.plot(time, [max(abs(value), 1e-16) for value in numbers(steps, name)], label=label, linewidth=1)
    axes.set_yscale("log")
    finish(axes, "errors", "-")


def phases(axes, time, steps):
    layers, sums = [], [0.0] * len(time)
    for phase in PHASES:
        total, layer = 0.0, []
        for value in numbers(steps, f"seconds_{phase}"):
            total += value
            layer.append(total)
        layers.append(layer)
        sums = [a + b for a, b in zip(sums, layer)]
    shares = [100 * layer[-1] / sums[-1] if sums[-1] > 0 else 0 for layer in layers]
    axes.stackplot(time, layers, labels=[f"{phase}, {share:.0f} %" for phase, share in zip(PHASES, shares)])
    finish(axes, "time spent since the start", "s")
    axes.legend(fontsize=8, loc="upper left", framealpha=0.7)


def main():
    if len(sys.argv) != 3:
        stop(__doc__.strip())
    run, file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    steps = table(run, "steps.csv")
    if not steps:
        stop(f"{run} holds no steps to plot (no rows in steps.csv)")
    time = numbers(steps, "time")
    figure, grid = plt.subplots(3, 2, figsize=(11, 11.5), constrained_layout=True)
    figure.suptitle(f"{run.resolve().name}: {len(time)} steps, {time[-1]:.4g} s", fontsize=12)
    for axes, draw in zip(grid.flat, (energies, momenta, contacts, iterations, errors, phases)):
        draw(axes, time, steps)
    for axes in grid[-1]:
        axes.set_xlabel("simulated time [s]", fontsize=9)
    try:
        figure.savefig(file, format=file.suffix.lstrip(".") if file.suffix != ".tmp" else None, dpi=110)
    except OSError as error:
        print(f"{file}: {error.strerror}")
        sys.exit(4)


main()
