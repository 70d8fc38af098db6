"""The pages name only files and sections that exist, and the README exactly the commands that exist. No sentence is
longer than MAX_WORDS (sentences.py says what counts), and what the pages in OF_THE_CODE name is in the code
(code_names.py says how).

    check_docs.py ROOT
"""
import pathlib
import re
import sys

import code_names
import sentences

# Paths in backquotes that start in one of these are meant as files of the repository.
ROOMS = ("kernels", "shapes", "surface", "grid", "contact", "io", "src", "tests", "bench", "scenes", "docs", "tools",
         "cmake", "python", "blender")
OF_THE_CODE = [f"docs/{page}.md" for page in ("architecture", "corrections", "glossary", "theory")]
MAX_WORDS = 40


def named_paths(text):
    """Relative links, and paths in backquotes; `a/b.{h,cpp}` names two."""
    words = re.sub(r"^```cpp\n.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)  # where []() is no link
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", words):
        if "://" not in link:
            yield link, True
    for path in re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w./{{,}}-]*)`", text):
        if not code_names.PLACEHOLDER.search(path):
            yield from ((one, False) for one in code_names.each_path(path))


def sections(page):
    """Of a page, as links name them: words in small letters with hyphens between."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            for title in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)}


def faults(root):
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").rglob("*.md"))]
    for page in pages:
        for line, count, begin in sentences.long_sentences(page.read_text(), MAX_WORDS):
            yield f"{page.relative_to(root)}:{line}: a sentence of {count} words, above {MAX_WORDS}: {begin} ..."
        for path, is_link in named_paths(page.read_text()):
            base = page.parent if is_link else root
            if not (base / path).exists():
                yield f"{page.relative_to(root)}: there is no {path}"
        for path, section in re.findall(r"\]\(([^):]*)#([^)]+)\)", page.read_text()):
            target = page.parent / path if path else page
            if target.suffix == ".md" and target.exists() and section not in sections(target):
                yield f"{page.relative_to(root)}: {target.name} has no section {section}"
    tree = code_names.Tree(root, ROOMS)
    for page in OF_THE_CODE:
        yield from (f"{page}: {fault}" for fault in code_names.faults(root / page, tree))
    sources = "".join(f.read_text() for f in sorted((root / "src").glob("commands/**/command_*.cpp")))
    built = set(re.findall(r'add_subcommand\(\s*"(\w+)"|add\(program, chosen, "(\w+)"', sources))
    built = {one or other for one, other in built}
    described = set(re.findall(r"^\| `eulersolid (\w+)", pages[0].read_text(), re.MULTILINE))
    for command in sorted(built ^ described):
        have, lack = ("program", "README.md") if command in built else ("README.md", "program")
        yield f'the {have} has a command "{command}" that the {lack} lacks'


found = list(faults(pathlib.Path(sys.argv[1])))
print("\n".join(found) or "the pages name what exists, in sentences that end")
sys.exit(bool(found))
