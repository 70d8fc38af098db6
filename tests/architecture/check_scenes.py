"""Each scene says what one should see and which test checks it; the README lists it, or for those in
scenes/gallery docs/gallery.md shows it.

    check_scenes.py ROOT
"""
import pathlib
import re
import sys


def faults(root):
    readme = (root / "README.md").read_text()
    gallery = (root / "docs/gallery.md").read_text()
    scenes = sorted((root / "scenes").glob("*.toml")) + sorted((root / "scenes/gallery").glob("*.toml"))
    if not scenes:
        yield f"{root}/scenes holds no scenes"
    for scene in scenes:
        name = str(scene.relative_to(root))
        header = re.match(r"(#.*\n)*", scene.read_text())[0]
        for entry in ("What to see", "Checked by", "Units"):
            if not re.search(rf"^# {entry} +\S", header, re.MULTILINE):
                yield f'{name}: the header has no line "# {entry}"'
        tests = re.findall(r"tests/[\w/]+\.cpp", header)
        if not tests:
            yield f"{name}: the header names no test"
        for test in tests:
            if not (root / test).is_file():
                yield f"{name}: there is no {test}"
            elif scene.stem not in (root / test).read_text():
                yield f"{name}: {test} does not mention {scene.stem}"
        if scene.parent.name == "gallery":
            picture = f"images/gallery/{scene.stem}.png"
            if f"]({picture})" not in gallery or f"eulersolid run {name}" not in gallery:
                yield f"docs/gallery.md does not show {picture} or how to run {name}"
        elif f"\n| `{name}` |" not in readme:
            yield f"README.md's table does not list {name}"


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "every scene says what to see and who checks it")
sys.exit(bool(found))
