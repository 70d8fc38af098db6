"""Every example of the Python package, and what its page shows, runs in an empty folder, and what it asserts holds.

    examples_test.py ROOT      (with the package on PYTHONPATH)
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(sys.argv[1])
examples = {path.name: path.read_text() for path in sorted((root / "python/examples").glob("*.py"))}
page = (root / "docs/python.md").read_text()
for name in examples:
    assert f"`{name}`" in page, f"docs/python.md does not name {name}"
shown = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
examples.update({f"docs/python.md, block {number}": text for number, text in enumerate(shown, 1)})
failed = 0
for name, text in examples.items():
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-c", text], cwd=folder, capture_output=True, text=True)
    print(f"{name}: {time.monotonic() - begin:.1f} s, exit code {done.returncode}")
    if done.returncode != 0:
        failed += 1
        print(done.stdout[-2000:], done.stderr[-2000:])
assert len(examples) > 10 and shown, "examples are missing"
sys.exit(bool(failed))
