#!/usr/bin/env python3
"""Draw the figure of a benchmark from what `eulersolid bench NAME --json FILE` wrote, or how errors fell from
what `eulersolid solve --json FILE` wrote.

    tools/plot_bench.py FILE.json -o FIGURE.png

Times have logarithmic axes where they span more than a decade. Curves that belong together have one colour;
DIRECT and the libraries are dashed.
"""
import argparse
import json
import os
import pathlib
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    sys.exit("error: there is no matplotlib. On Debian: apt-get install python3-matplotlib")

OURS, THEIRS, THIRD, FOURTH = "#0b5394", "#cc4125", "#38761d", "#7f6000"


def column(rows, key):
    return [row[key] for row in rows]


def finish(axes, title, x, y, logarithmic=False):
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if logarithmic:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.grid(True, which="both", linewidth=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=8)


def panels(rows, columns, height=3.4):
    return pyplot.subplots(rows, columns, figsize=(5.2 * columns, height * rows), squeeze=False)


def lines(axes, rows, x, curves):
    """curves: key, label, colour, style."""
    for key, label, colour, style in curves:
        axes.plot(column(rows, x), column(rows, key), style, color=colour, label=label, markersize=4)


def thesis_5_3(data):
    rows = data["rows"]
    k, threads = data["parameters"]["columns"], data["machine"]["threads"]
    figure, ((left, right),) = panels(1, 2)
    factor = [("dpbtrf_one_ms", "dpbtrf, 1 thread", THEIRS, "o--")]
    if threads > 1:
        factor.append(("dpbtrf_all_ms", f"dpbtrf, {threads} threads", FOURTH, "o--"))
    lines(left, rows, "n", factor + [("factor_ms", f"ours, {data['machine']['backend']}", OURS, "o-")])
    lines(right, rows, "n", [("dpbtrs_ms", "dpbtrs, 1 thread", THEIRS, "o--"),
                             ("solve_ms", f"ours, {data['machine']['backend']}", OURS, "o-")])
    finish(left, f"(a) factorisation, bandwidth {data['parameters']['bandwidth']}", "n", "ms")
    finish(right, f"(b) {k} right-hand sides", "n", "ms")
    return figure


def thesis_6_2(data):
    figure, ((axes,),) = panels(1, 1, 4)
    lines(axes, data["rows"], "n", [("naive_ms", "naive (Listing 6.3 or 6.4)", THEIRS, "o--"),
                                    ("shared_ms", "shared (Listing 6.5)", FOURTH, "o--"),
                                    ("dense_ms", "dense gemm", THIRD, "o--"),
                                    ("ours_ms", "ours", OURS, "o-")])
    p = data["parameters"]
    finish(axes, f"symbgmm, bandwidth {p['bandwidth']}, {p['columns']} columns", "n", "ms", True)
    return figure


def thesis_7_1(data):
    of = {m: [r for r in data["rows"] if r["method"] == m] for m in ("schurpa", "direct", "automatic")}
    figure, ((times, parts, ratios),) = panels(1, 3)
    for method, colour, style in (("schurpa", OURS, "o-"), ("direct", THEIRS, "o--"), ("automatic", THIRD, "o:")):
        lines(times, of[method], "delta", [("total_ms", method.upper() if method != "automatic" else method,
                                            colour, style)])
    finish(times, "Fig. 7.1: runtimes", "flipped constraints", "ms")
    delta = column(of["schurpa"], "delta")
    parts.stackplot(delta, column(of["schurpa"], "factor_ms"), column(of["schurpa"], "solve_ms"),
                    labels=["factor", "solve"], colors=["#9fc5e8", "#f9cb9c"])
    finish(parts, "Fig. 7.2: SCHURPA's parts", "flipped constraints", "ms")
    lines(ratios, of["schurpa"], "delta", [("ratio", "SCHURPA", OURS, "o-")])
    lines(ratios, of["automatic"], "delta", [("ratio", "automatic", THIRD, "o:")])
    thesis = [r for r in of["schurpa"] if r["thesis_ratio"] is not None]
    if thesis:
        lines(ratios, thesis, "delta", [("thesis_ratio", "thesis (GTX 580)", THEIRS, "s--")])
    ratios.axhline(1, color="black", linewidth=0.8)
    finish(ratios, "DIRECT's time over ...", "flipped constraints", "ratio")
    return figure


def thesis_7_2(data):
    rows = data["rows"]
    figure, axes = panels(4, 2)
    lines(axes[0][0], rows, "time", [("warm_contact", "contact", OURS, "-"), ("warm_friction", "friction", THEIRS, "-")])
    finish(axes[0][0], "Fig. 7.4: right in the first working set", "t [s]", "share")
    lines(axes[0][1], rows, "time", [("contacts", "contacts", THIRD, "-"), ("dim_gc", "dim G^C", OURS, "-"),
                                     ("dim_gf", "dim G^F", THEIRS, "-")])
    finish(axes[0][1], "Fig. 7.5: sizes", "t [s]", "")
    lines(axes[1][0], rows, "time", [("solves_contact", "contact", OURS, "-"), ("solves_friction", "friction", THEIRS, "-")])
    finish(axes[1][0], "Fig. 7.6: solves in a step", "t [s]", "")
    lines(axes[1][1], rows, "time", [("contact_ratio", "contact", OURS, "-"), ("friction_ratio", "friction", THEIRS, "-")])
    axes[1][1].axhline(1, color="black", linewidth=0.8)
    finish(axes[1][1], "Fig. 7.8: DIRECT's time over SCHURPA's", "t [s]", "ratio", True)
    for place, (qp, name) in enumerate((("contact", "contact"), ("friction", "friction"))):
        lines(axes[2][place], rows, "time", [(f"{qp}_direct_ms", "DIRECT", THEIRS, "--"), (f"{qp}_ms", "SCHURPA", OURS, "-")])
        finish(axes[2][place], f"Fig. 7.7: {name}, total", "t [s]", "ms", True)
        lines(axes[3][place], rows, "time", [(f"{qp}_direct_factor_ms", "DIRECT", THEIRS, "--"),
                                             (f"{qp}_factor_ms", "SCHURPA", OURS, "-")])
        finish(axes[3][place], f"Fig. 7.7: {name}, factorisations", "t [s]", "ms")
    return figure


def qp(data):
    rows = data["rows"]
    figure, ((left, right),) = panels(1, 2)
    for axes, key, title, unit in ((left, "milliseconds", "time", "ms"),
                                   (right, "factorizations", "factorisations", "")):
        axes.barh(column(rows, "method"), column(rows, key),
                  color=[OURS if r["certified"] else THEIRS for r in rows])
        axes.invert_yaxis()
        axes.set_title(f"{title}, order {data['parameters']['order']}", fontsize=10)
        axes.set_xlabel(unit)
    return figure


def families(data):
    rows = data["rows"]
    figure, ((left, right),) = panels(1, 2, max(3.4, 0.2 * len(rows) + 1))
    places = range(len(rows))
    left.barh(places, column(rows, "factorizations_max"), color="#9fc5e8", label="most")
    left.barh(places, column(rows, "factorizations"), color=OURS, label="median", height=0.4)
    left.set_yticks(places, [f"{r['family']} ({r['certified']}/{r['problems']})" for r in rows], fontsize=7)
    left.set_title("factorisations (certified of all)", fontsize=10)
    left.legend(fontsize=8)
    timed = [(place, r) for place, r in zip(places, rows) if r["ratio"] is not None]
    right.plot([r["ratio"] for _, r in timed], [p for p, _ in timed], "o", color=OURS, label="median", markersize=4)
    right.plot([r["ratio_min"] for _, r in timed], [p for p, _ in timed], "|", color=THEIRS, label="least")
    right.axvline(1, color="black", linewidth=0.8)
    right.set_yticks(places, [])
    right.set_xlim(left=0)
    right.set_title("DIRECT's time over the automatic choice's", fontsize=10)
    right.legend(fontsize=8)
    for axes in (left, right):
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(True, axis="x", linewidth=0.3)
    return figure


def profile(data):
    curves, parameters = data["profile"], data["parameters"]
    figure, ((axes,),) = panels(1, 1, height=4.2)
    last = 2 * max(curves["tau"])
    for k, (solver, share) in enumerate(zip(curves["solvers"], curves["share"])):
        dashes = ("-", "--", ":")[k // 10 % 3]  # there are ten colours
        style = {"color": OURS, "linewidth": 2.5} if solver == "automatic" else {"linewidth": 1, "linestyle": dashes}
        axes.step(curves["tau"] + [last], share + share[-1:], where="post", label=solver, **style)
    finish(axes, f"solved to {parameters['tolerance']:g} within {parameters['max_seconds']:g} s",
           "time over that of the fastest", "share of problems")
    axes.set_xscale("log")
    axes.legend(fontsize="x-small", loc="center left", bbox_to_anchor=(1.01, 0.5))  # hides no curve
    return figure


def paper_000(data):
    """Errors after so many iterations, and Fig. 1: iterates without a fallback. The paper has curves without numbers."""
    names = [name for name in ("B1", "B2", "B3", "B4") if name in data]
    figure, grid = panels(-(-(len(names) + 1) // 3), 3, height=3.6)
    for axes, name in zip(grid.flat, names):
        counts = sorted(int(key[len("after_"):]) for key in data[name][0] if key.startswith("after_"))
        for row in data[name]:
            axes.plot(counts, [row[f"after_{count}"] for count in counts], "o-", label=row["solver"], markersize=3)
        finish(axes, name, "iterations", "error of Coulomb's law", True)
        axes.set_xscale("log")
    errors = data.get("fig_1_errors", [])
    best = [min(errors[:k + 1]) for k in range(len(errors))]
    axes = grid.flat[len(names)]
    axes.plot(range(1, len(errors) + 1), errors, color=THEIRS, linewidth=0.8, label="iterate (SPG)")
    axes.plot(range(1, len(errors) + 1), best, color=OURS, label="best so far (SPG-FB)")
    finish(axes, "Fig. 1, on B4", "steps", "error of Coulomb's law", True)
    for axes in grid.flat[len(names) + 1:]:
        axes.set_visible(False)
    return figure


def paper_001(data):
    """How many orders of the rows take how many sweeps, and errors of the natural, best and worst order."""
    sweeps, errors = data["sweeps_to_1e-4"], data["errors_of_natural_best_worst"]
    figure, grid = panels(2, len(sweeps))
    for k, body in enumerate(sweeps):
        bins = range(min(sweeps[body]), max(sweeps[body]) + 2)
        grid[0][k].hist(sweeps[body], bins=bins, weights=[100 / len(sweeps[body])] * len(sweeps[body]), color=OURS)
        finish(grid[0][k], f"{body.replace('_', ' ')}: {len(sweeps[body])} orders", "sweeps to 1e-4", "orders [%]")
        for curve, label, colour in zip(errors[body], ("natural", "best", "worst"), (FOURTH, OURS, THEIRS)):
            grid[1][k].plot(range(1, len(curve) + 1), curve, "o-", color=colour, label=label, markersize=3)
        finish(grid[1][k], "", "sweeps", "error", True)
    grid[1][0].axvline(20, color="black", linewidth=0.8, linestyle=":")  # the paper's best end before
    return figure


def paper_002(data):
    """Performance profiles of the rules of rho, one panel to each update, as in Figs. 1 and 2."""
    names = [key for key in data if key.startswith("profile ")]
    columns = min(3, len(names))
    figure, grid = panels(-(-len(names) // columns), columns, height=3.6)
    for axes, name in zip(grid.flat, names):
        profiles = data[name]
        last = 2 * max(profiles["tau"])
        for rule, share in zip(profiles["rules"], profiles["share"]):
            axes.step(profiles["tau"] + [last], share + share[-1:], where="post", label=rule, linewidth=1.2)
        finish(axes, name[len("profile "):], "time over that of the fastest rule", "share of problems")
        axes.set_xscale("log")
    for axes in grid.flat[len(names):]:
        axes.set_visible(False)
    return figure


def paper_003(data):
    """Iterations by size, and shares of warm starts, beside the paper's."""
    figure, ((left, right),) = panels(1, 2, height=4)
    for start, style in (("D'Apuzzo", "o-"), ("Nocedal", "s-")):
        rows = [row for row in data["table_1"] if row["start"] == start]
        left.plot(column(rows, "size"), column(rows, "iterations"), style, color=OURS, label=f"ours, start of {start}",
                  markersize=4)
    left.plot(column(rows, "size"), column(rows, "paper"), "x--", color=THEIRS, label="paper")
    finish(left, "Table 1", "size", "iterations of a call")
    rows = data["table_2"]
    places = range(len(rows))
    right.bar([k - 0.2 for k in places], column(rows, "share"), 0.4, color=OURS, label="ours")
    right.bar([k + 0.2 for k in places], column(rows, "paper_share"), 0.4, color=THEIRS, label="paper")
    right.set_xticks(list(places), [f"{row['test']}, {row['warmth']}" for row in rows], rotation=60, fontsize=7,
                     ha="right")
    finish(right, "Table 2", "", "iterations over those of cold starts")
    return figure


def solve(data):
    """A panel to each of the first problems, a curve to each solver."""
    problems = list(dict.fromkeys(column(data["results"], "file")))[:MAX_PANELS]
    columns = min(3, len(problems))
    figure, grid = panels(-(-len(problems) // columns), columns, height=3.8)
    for axes, problem in zip(grid.flat, problems):
        for row in (row for row in data["results"] if row["file"] == problem):
            history = row["history"]
            # Until it ended, or gave up, the least error was the last that was found.
            looks = [(1e3 * s, e) for s, e in zip(history["seconds"], history["error"]) if e]  # null: infinite
            milliseconds = [t for t, _ in looks] + [row["milliseconds"]]
            errors = [e for _, e in looks] + [e for _, e in looks[-1:]]
            if looks:
                axes.step(milliseconds, errors, where="post", label=row["solver"], linewidth=1.2)
        axes.axhline(data["tolerance"], color="black", linewidth=0.8, linestyle=":")
        finish(axes, problem, "ms", "error", True)
        axes.set_xscale("log")
    for axes in grid.flat[len(problems):]:
        axes.set_visible(False)
    return figure


MAX_PANELS = 9
FIGURES = {"thesis-5.3": thesis_5_3, "thesis-6.2": thesis_6_2, "thesis-7.1": thesis_7_1,
           "thesis-7.2": thesis_7_2, "qp": qp, "families": families, "profile": profile,
           "paper-000": paper_000, "paper-001": paper_001, "paper-002": paper_002, "paper-003": paper_003,
           "solve": solve}


def refuse(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def load(path):
    try:
        data = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        refuse(f"{path}: {error}")
    if isinstance(data, dict) and data.get("results") and "bench" not in data:
        data["bench"] = "solve"
    if not isinstance(data, dict) or data.get("bench") not in FIGURES:
        refuse(f"{path}: not written by eulersolid bench or eulersolid solve")
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("file", type=pathlib.Path, help="written by eulersolid bench --json")
    parser.add_argument("-o", dest="out", type=pathlib.Path, required=True, help="picture to write (.png)")
    arguments = parser.parse_args()
    data = load(arguments.file)
    figure = FIGURES[data["bench"]](data)
    if "machine" in data:
        machine = data["machine"]
        figure.suptitle(f"{data['bench']}: {machine['backend']} on {machine['device']}, {machine['threads']} thread(s)",
                        fontsize=10)
    figure.tight_layout(rect=(0, 0, 1, 0.98))
    temporary = arguments.out.with_name(arguments.out.name + ".tmp")
    figure.savefig(temporary, dpi=110, format=arguments.out.suffix[1:] or "png")
    os.replace(temporary, arguments.out)


main()
