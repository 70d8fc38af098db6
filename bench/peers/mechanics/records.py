"""What a case gave, as both codes write it."""
import json
import pathlib


def record(case, code, how, cells, exact, value, seconds, scale=None):
    """`how` is the element or the time step; errors are parts of `scale`, of `exact` if None."""
    return {"case": case, "code": code, "element_or_step": how, "cells": cells, "exact": exact,
            "value": value, "error": abs(value - exact) / (scale or abs(exact)),
            "seconds": round(seconds, 3)}


def show(one):
    """Prints a record in a line."""
    print(f"{one['case']:28} {one['element_or_step']:14} {one['cells']:>6} "
          f"{one['value']:14.7g} {one['exact']:14.7g} {one['error']:9.2e} {one['seconds']:8.2f} s",
          flush=True)


def write(path, version, records):
    """One JSON object: the code's version, and the list of records."""
    pathlib.Path(path).write_text(json.dumps({"version": version, "records": records}, indent=1) + "\n")
