"""Pages of the site that are made from sources: the README, and the interfaces in Python and C++."""
import pathlib
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = """# Python reference

## Scenes
::: eulersolid.scene.Scene

## Simulations
::: eulersolid.simulation.Simulation
::: eulersolid.simulation.Nodes
::: eulersolid.simulation.Mesh
::: eulersolid.simulation.run

## Problems of frictional contact
::: eulersolid.friction

## Sweeps and fits
::: eulersolid.sweep
::: eulersolid.fit

## Errors
::: eulersolid.errors
"""


def cpp():
    """The headers that are installed, which say all there is to say."""
    text = "# C++ reference\n\nThe headers as they are installed; [The C++ interface](../cpp.md) has examples.\n"
    for name in ("basics", "scene", "simulation", "friction"):
        text += f"\n## eulersolid/{name}.h\n\n```cpp\n{(ROOT / f'src/api/eulersolid/{name}.h').read_text()}```\n"
    return text


def readme():
    """Its links are from the root, those of the site from docs/."""
    return re.sub(r"\]\(docs/", "](", (ROOT / "README.md").read_text())


def on_files(files, config):
    for path, text in (("index.md", readme()), ("api/python.md", PYTHON), ("api/cpp.md", cpp())):
        files.append(File.generated(config, path, content=text))
    return files
