"""The pages name only files and sections that exist, and the README exactly the commands that exist.

    check_docs.py ROOT
"""
import pathlib
import re
import sys

# Paths in backquotes that start in one of these are meant as files of the repository.
ROOMS = "kernels|shapes|grid|contact|io|src|tests|bench|scenes|docs|tools|cmake"


def named_paths(text):
    """Relative links, and paths in backquotes; `a/b.{h,cpp}` names two."""
    words = re.sub(r"^```cpp\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)  # where []() is no link
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", words):
        if "://" not in link:
            yield link, True
    for path in re.findall(rf"`((?:{ROOMS})/[\w./{{,}}-]*)`", text):
        braces = re.fullmatch(r"(.*)\{(.*)\}(.*)", path)
        for middle in braces[2].split(",") if braces else [None]:
            yield (f"{braces[1]}{middle}{braces[3]}" if braces else path), False


def sections(page):
    """Of a page, as links name them: words in small letters with hyphens between."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            for title in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)}


def faults(root):
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    for page in pages:
        for path, is_link in named_paths(page.read_text()):
            base = page.parent if is_link else root
            if not (base / path).exists():
                yield f"{page.relative_to(root)}: there is no {path}"
        for path, section in re.findall(r"\]\(([^):]*)#([^)]+)\)", page.read_text()):
            target = page.parent / path if path else page
            if target.suffix == ".md" and target.exists() and section not in sections(target):
                yield f"{page.relative_to(root)}: {target.name} has no section {section}"
    sources = "".join(f.read_text() for f in sorted((root / "src").glob("commands/**/command_*.cpp")))
    built = set(re.findall(r'add_subcommand\(\s*"(\w+)"|add\(program, chosen, "(\w+)"', sources))
    built = {one or other for one, other in built}
    described = set(re.findall(r"^\| `eulersolid (\w+)", pages[0].read_text(), re.MULTILINE))
    for command in sorted(built ^ described):
        have, lack = ("program", "README.md") if command in built else ("README.md", "program")
        yield f'the {have} has a command "{command}" that the {lack} lacks'


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "the pages name what exists")
sys.exit(bool(found))
