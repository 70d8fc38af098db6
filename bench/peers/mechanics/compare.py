"""Our errors beside those of CalculiX and MuJoCo, as a table in Markdown, and who is first how often.

    compare.py docs/verification.md calculix.json mujoco.json

Ours are those of the page, on the finest of its grids that the other code ran too. Where the page
has no such case yet, there is `OURS(case)`. A star: the other code has another law, and an exact
value of its own.
"""
import json
import pathlib
import re
import sys


def ours_of(page):
    """{case: {cells: (value, error)}} and {case: exact}, of docs/verification.md."""
    found, exact = {}, {}
    summary = r"^\| \[`([\w-]+)`\]\([^)]*\) \| [^|]* \| (\S+) \|"
    for case, value in re.findall(summary, page, re.MULTILINE):
        exact[case] = float(value)
    for case, text in re.findall(r"^### ([\w-]+)\n(.*?)(?=^### |\Z)", page, re.MULTILINE | re.DOTALL):
        rows = re.findall(r"^\| (\d+) \| (\S+) \| (\S+( %)?) \|$", text, re.MULTILINE)
        found[case] = {int(n): (float(value), as_part(error)) for n, value, error, _ in rows}
    return found, exact


def as_part(error):
    return float(error.split()[0]) / (100 if "%" in error else 1)


def shown(error):
    """In percent with two digits; what is below 1e-6 is digits that were printed."""
    return "< 0.0001 %" if error < 1e-6 else f"{float(f'{100 * error:.2g}'):g} %"


def by_case(files):
    """{case: [records]} in the order of the files."""
    cases = {}
    for file in files:
        for one in json.loads(pathlib.Path(file).read_text())["records"]:
            cases.setdefault(one["case"], []).append(one)
    return cases


def row(case, records, ours, exact_of_page):
    """Cells of a row: of the records those with most cells that ours has too. Then the least errors
    of the others that count alike (first-order elements; our step), of all others, and ours."""
    known = [n for n in ours if any(r["cells"] == n for r in records)]
    cells = max(known or [r["cells"] for r in records])
    there = [r for r in records if r["cells"] == cells]
    mine = ours[cells][1] if known else None
    star = known and abs(there[0]["exact"] - exact_of_page) > 1e-5 * abs(exact_of_page)
    theirs = ", ".join(f"{r['element_or_step']} {shown(r['error'])}" for r in there)
    first_order = [r["error"] for r in there if r["element_or_step"].startswith("C3D8")]
    alike = first_order or [there[0]["error"]]
    best = min(there, key=lambda r: r["error"])
    first = "?"
    if mine is not None:
        first = "ours" if mine < best["error"] else f"{best['code']} ({best['element_or_step']})"
    text = [f"`{case}`" + ("*" if star else ""), f"{there[0]['exact']:.6g}",
            f"{shown(mine)}, {cells}" if known else f"OURS({case}), {cells}",
            f"{there[0]['code']}: {theirs}", first]
    return text, (there[0]["code"], min(alike), best["error"], mine)


def counted(results, code):
    """A sentence about how often ours is first among cases that both have."""
    known = [r for r in results if r[0] == code and r[3] is not None]
    alike, best = (sum(r[3] < r[i] for r in known) for i in (1, 2))
    name = "first-order elements" if code == "CalculiX" else "about our step"
    return (f"{code}: of {len(known)} cases ours is first in {alike} against {name}, "
            f"in {best} against all.")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    ours, exact = ours_of(pathlib.Path(sys.argv[1]).read_text())
    rows = [row(case, records, ours.get(case, {}), exact.get(case))
            for case, records in by_case(sys.argv[2:]).items()]
    print("| case | exact | ours: error, cells | the other: error at as many cells or with steps of "
          "| first |\n| --- | --- | --- | --- | --- |")
    for text, _ in rows:
        print("| " + " | ".join(text) + " |")
    print()
    for code in dict.fromkeys(result[0] for _, result in rows):
        print(counted([result for _, result in rows], code))
