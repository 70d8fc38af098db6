"""Names of the code in a page that says where things are: they have to be there.

In backquotes, or as a link:

- a path exists: from the root, or from a folder that the same paragraph, item or row names or names a file of; or
  it is the end of the only one outside tests/ that ends so. A path is what ends in / or in one of SUFFIXES;
  `a/b.{h,cpp}` is two;
- a name that stands with files, `Class::member` (`file.h`) or `file.cpp` (`one`, `other`), is a word of one of
  them or of the source beside it, and so is each of its parts between ::;
- any other name is a word of some source. Any other `Class::member` has all its parts in a source that defines
  the class, or in that beside it.

What else is in backquotes (options, commands, keys in brackets) is not looked at, nor what has a PLACEHOLDER.
"""
import pathlib
import re

from sentences import without_code

SUFFIXES = ("/", ".h", ".cpp", ".cu", ".py", ".sh", ".toml", ".cmake", ".md", ".txt")
SOURCES = (".h", ".cpp", ".cu", ".py", ".cmake", "CMakeLists.txt")
PLACEHOLDER = re.compile(r"NAME|BODY")  # for what a reader puts in
PATH = re.compile(r"[\w-][\w./-]*(\{[\w.,]+\})?/?")
NAME = re.compile(r"([A-Za-z_]\w*(?:::\w+)*)(?:\(\w*\))?")
LIST = r"`[^`]+`(?:(?:,| and| or|, and) `[^`]+`)*"


class Tree:
    """Files and folders of the project, and the texts of its sources."""

    def __init__(self, root, rooms):
        self.root = root.resolve()
        found = [f for room in rooms for f in (self.root / room).rglob("*") if f.is_file()]
        self.files = {f.relative_to(self.root).as_posix() for f in [*found, *self.root.glob("*.*")]}
        self.paths = self.files | {p.as_posix() for f in self.files for p in pathlib.PurePosixPath(f).parents}
        self.sources = sorted(f for f in self.files if f.endswith(SOURCES))
        self.texts = {}

    def text(self, path):
        """Of a source and the one beside it."""
        if path not in self.texts:
            beside = {path} | {str(pathlib.PurePosixPath(path).with_suffix(end)) for end in (".h", ".cpp", ".cu")}
            self.texts[path] = "\n".join((self.root / p).read_text() for p in sorted(beside & self.files))
        return self.texts[path]

    def holds(self, path, parts):
        return all(re.search(rf"\b{part}\b", self.text(path)) for part in parts)

    def somewhere(self, parts):
        definition = rf"\b(class|struct|enum|using|namespace|concept)\b[^;{{]*\b{parts[0]}\b" if parts[1:] else ""
        return any(self.holds(f, parts) and re.search(definition, self.text(f)) for f in self.sources)

    def find(self, path, folders):
        """From the root; None where there is none, or more than one."""
        path = path.rstrip("/")
        for folder in ("", *folders):
            whole = (pathlib.PurePosixPath(folder) / path).as_posix()
            if whole in self.paths:
                return whole
        ends = [p for p in self.paths if p.endswith("/" + path) and not p.startswith("tests/")]
        return ends[0] if len(ends) == 1 else None


def is_path(span):
    return PATH.fullmatch(span) and span.endswith((*SUFFIXES, "}"))


def each_path(span):
    braces = re.fullmatch(r"(.*)\{(.*)\}", span)
    return [braces[1] + end for end in braces[2].split(",")] if braces else [span]


def parts_of(span):
    name = NAME.fullmatch(span)
    return name[1].split("::") if name else None


def paragraphs(page, root):
    """And items of lists and rows of tables; links to files stand as paths in backquotes."""
    def path(link):
        target = (page.parent / link[1]).resolve()
        return f"`{target.relative_to(root).as_posix()}{'/' if target.is_dir() else ''}`"
    text = re.sub(r"!?\[[^\]]*\]\(([^):#]+)(?:#[^)]*)?\)", path, without_code(page.read_text()))
    for words in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\|)", text):
        yield re.sub(r"\s+", " ", words)


def paths_of(spans, tree):
    """Each path that is named, and the one from the root."""
    named = [path for span in spans if is_path(span) for path in each_path(span)]
    folders, found = [], {}
    for _ in range(2):  # a folder may be named after what lies in it
        found = {path: tree.find(path, folders) for path in named}
        there = [path for path in found.values() if path]
        folders = [path if path not in tree.files else pathlib.PurePosixPath(path).parent for path in there]
    return found


def names_with_files(words, found, tree):
    """Names, and the files that they stand with."""
    for sides in re.findall(rf"({LIST}) \(({LIST})[^()]*\)", words):
        one, other = (re.findall(r"`([^`]+)`", side) for side in sides)
        for names, beside in ((one, other), (other, one)):
            paths = [found.get(path) for span in beside if is_path(span) for path in each_path(span)]
            files = [path for path in paths if path in tree.files]
            yield from ((name, files) for name in names if files and parts_of(name) and not is_path(name))


def faults(page, tree):
    for words in paragraphs(page, tree.root):
        spans = [span for span in dict.fromkeys(re.findall(r"`([^`]+)`", words)) if not PLACEHOLDER.search(span)]
        found = paths_of(spans, tree)
        yield from (f"there is no {path}, or more than one" for path, whole in found.items() if whole is None)
        placed = set()
        for name, files in names_with_files(words, found, tree):
            placed.add(name)
            if not any(tree.holds(file, parts_of(name)) for file in files):
                yield f"{name} is not in {' or '.join(files)}"
        for span in spans:
            if parts_of(span) and not is_path(span) and span not in placed and not tree.somewhere(parts_of(span)):
                yield f"no source has {span}"
