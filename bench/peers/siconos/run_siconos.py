"""Siconos' solvers on problems in FCLIB's form, judged by our error of Coulomb's law.

    run_siconos.py FILES_OR_FOLDERS --tolerance 1e-4 --max-seconds 10 --json siconos.json

Each solver runs in a child process, as some abort, with so many seconds of the processor for each
call. Its own tolerance begins at a hundred times ours, as some deliver more than they are asked
for, and is lowered until the error is what was asked for, or time is out. `milliseconds` are those
of the call that satisfies, without those before it. The JSON is of the form of
`eulersolid solve --json`. One thread: OMP_NUM_THREADS and OPENBLAS_NUM_THREADS are set to 1.
"""
import argparse
import json
import os
import select
import signal
import sys
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy

from problems import NoProblem, coulomb_error, files_of, read_problem
import solvers

SHORT = 0.2       # seconds: calls below are made three times, and the least time counts
MOST_CALLS = 12
FIRST = 100       # times ours: their first tolerance
OVER = "time is out"
LEAST = 1e-16     # no tolerance of theirs is asked for below


def next_tolerance(own, error, tolerance):
    """As if the error went with the tolerance, and at most a third of the last."""
    sought = 0.5 * tolerance / error if 0 < error < numpy.inf else 0
    return own * min(0.3, max(sought, 1e-3))


def calls(name, problem, tolerance, limit):
    """Yields (own tolerance, call, error) until one satisfies; what is killed yields no more."""
    def one(own):
        signal.setitimer(signal.ITIMER_PROF, limit)  # ends the process: solvers are deaf to us
        made = solvers.call(name, problem, own)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return own, made, coulomb_error(problem, made.impulses)

    own, last = FIRST * tolerance, None
    for _ in range(MOST_CALLS):
        own, made, error = one(own)
        yield own, made, error
        gave_up = made.info != 0 and error == last
        if error <= tolerance or gave_up or own <= LEAST:
            break
        own, last = max(next_tolerance(own, error, tolerance), LEAST), error
    if error > tolerance:
        return
    if made.seconds < SHORT:
        yield one(own)
        yield one(own)


def child(name, problem, tolerance, limit, pipe):
    """Writes a line for each call; what Siconos prints goes nowhere."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for own, made, error in calls(name, problem, tolerance, limit):
        line = {"own": own, "error": error, "seconds": made.seconds,
                "iterations": made.iterations, "info": made.info}
        os.write(pipe, (json.dumps(line) + "\n").encode())


def isolated(name, problem, tolerance, limit):
    """The lines of a child, and how it ended: 0, or the signal."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            child(name, problem, tolerance, limit, writer)
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(writer)
    text, end = b"", time.monotonic() + 30 * limit + 60  # who waits for nothing is ended as well
    while select.select([reader], [], [], max(0, end - time.monotonic()))[0]:
        part = os.read(reader, 65536)
        if not part:
            break
        text += part
    else:
        os.kill(process, signal.SIGKILL)
    os.close(reader)
    status = os.waitpid(process, 0)[1]
    lines = [json.loads(line) for line in text.decode().splitlines()]
    return lines, (os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def remark_of(lines, ended, satisfied):
    if satisfied:
        return f"its tolerance {satisfied['own']:.1e}"
    if ended in (signal.SIGPROF, signal.SIGKILL):
        return OVER
    if ended:
        return f"it aborts, signal {ended}"
    if not lines:
        return "it raises an exception"
    if lines[-1]["info"] != 0:
        return f"it gives up, info {lines[-1]['info']}"
    return f"it says that it converged, its tolerance {lines[-1]['own']:.1e}"


def result(file, problem, name, arguments, limit):
    lines, ended = isolated(name, problem, arguments.tolerance, limit)
    good = [line for line in lines if line["error"] <= arguments.tolerance]
    best = min(good, key=lambda line: line["seconds"]) if good else None
    shown = best or (min(lines, key=lambda line: line["error"]) if lines else None)
    return {
        "file": file.name, "contacts": problem.contacts, "solver": "siconos_" + name,
        "error": shown["error"] if shown and shown["error"] < numpy.inf else None,
        "converged": bool(best),
        "iterations": shown["iterations"] if shown else 0,
        "milliseconds": 1e3 * (shown["seconds"] if shown else limit), "milliseconds_setup": 0.0,
        "remark": remark_of(lines, ended, best),
    }


def results_of(file, problem, arguments):
    """With --cut, each solver has a thirtieth of the time first, so that what is fast is known."""
    names = [name for name in arguments.solvers if solvers.takes(name, problem)]
    found, fastest = {}, numpy.inf
    shortly = arguments.max_seconds / 30
    for longest in ([shortly] if arguments.cut else []) + [arguments.max_seconds]:
        for name in names:
            limit = min(longest, (arguments.cut or numpy.inf) * fastest + 0.01)
            known = found.get(name)
            if known and (known["converged"] or not known["remark"] == OVER or limit <= shortly):
                continue
            found[name] = result(file, problem, name, arguments, limit)
            if found[name]["converged"]:
                fastest = min(fastest, 1e-3 * found[name]["milliseconds"])
    for name, one in found.items():
        if one["remark"] == OVER and fastest < numpy.inf and arguments.cut:
            one["remark"] = f"ended: it takes more than {arguments.cut:g} times the fastest"
        error = "-" if one["error"] is None else f"{one['error']:.1e}"
        print(f"{file.name:45} {problem.contacts:6} {name:13} {'yes' if one['converged'] else 'no':3} "
              f"{error:>8} {one['milliseconds']:10.2f} ms  {one['remark']}", flush=True)
    return list(found.values())


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="+", metavar="FILE", help="files, or folders of them")
    parser.add_argument("--tolerance", type=float, default=1e-8, help="largest error of ours")
    parser.add_argument("--max-seconds", type=float, default=10, help="of the processor, a call")
    parser.add_argument("--solvers", type=lambda text: text.split(","), default=solvers.NAMES,
                        help="of " + ", ".join(solvers.NAMES))
    parser.add_argument("--contacts", type=int, nargs=2, default=(0, 10**9), metavar=("LEAST", "MOST"))
    parser.add_argument("--cut", type=float, default=0, metavar="RATIO",
                        help="end what takes RATIO times the fastest before it: the virtual best "
                             "stays what it is, and is known much sooner")
    parser.add_argument("--json", required=True)
    arguments = parser.parse_args()
    for name in set(arguments.solvers) - set(solvers.NAMES):
        parser.error(f"there is no solver {name}")
    return arguments


def write(arguments, results):
    """After each problem: who ends this before its end has what there is."""
    with open(arguments.json + ".part", "w") as file:
        json.dump({"backend": "cpu", "max_seconds": arguments.max_seconds,
                   "tolerance": arguments.tolerance, "cut": arguments.cut, "results": results},
                  file, indent=2)
    os.replace(arguments.json + ".part", arguments.json)


def main():
    arguments = parsed()
    warnings.simplefilter("ignore")
    results = []
    for file in files_of(arguments.places):
        try:
            problem = read_problem(file)
        except NoProblem as fault:
            print(f"{file}: left out, {fault}", file=sys.stderr)
            continue
        if arguments.contacts[0] <= problem.contacts <= arguments.contacts[1]:
            results.extend(results_of(file, problem, arguments))
            write(arguments, results)


if __name__ == "__main__":
    main()
