"""The sentences of a page, and how many words each has.

A paragraph, a heading, an item of a list and a cell of a table are read one by one. Code blocks, equations,
comments and the targets of links are left out. Code in a line and an equation in a line are a word each, and so
is whatever else stands between blanks and has a letter or a digit in it. A sentence ends at . ! or ? before a
blank; not where that is part of a number, of one of the words in SHORT, of the initials of a name, or where small
letters follow ! ? and ... ; nor does it end at : and ;.
"""
import re

SHORT = set("""al approx cf ed eds eq eqs etc e.g fig figs i.e no nos p pp ref refs sec sect st vol vs
               anal appl comput eng int j lett math mech numer optim phys proc sci soc symp trans""".split())
NO_SURNAMES = set("""A After All An And As At Before Both But By Each For From Here How If In It Its No Nor Of On
                     One Only Other Others Since So The Then There These They This Those To Two What When Where
                     Which While With Without""".split())  # what begins a sentence after a symbol, as "... in J. The"
END = re.compile(r"""(?<=[.!?])["')\]*_]*\s+""")
ITEM = re.compile(r"\s*([-*+]|\d+[.)])\s+|\s*>\s?|#+\s+")


def without_code(text):
    """Blocks of code, display equations and comments become empty lines; lines keep their numbers."""
    def blank(found):
        return "\n" * found[0].count("\n")
    text = re.sub(r"^( *)(```|~~~).*?^ *\2[^\n]*$", blank, text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"<!--.*?-->|\$\$.*?\$\$", blank, text, flags=re.DOTALL)


def plain(words):
    """Text without marks: of links the text alone, code and equations as one word."""
    words = re.sub(r"(`+)(.+?)\1", "CODE", words)
    words = re.sub(r"(?<![\\$\w])\$(?!\s)[^$\n]+?(?<!\s)\$(?!\d)", "EQUATION", words)
    words = re.sub(r"!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])", r"\1", words)
    return re.sub(r"<[^<>\s][^<>]*>|\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", words)


def blocks(text):
    """What is read by itself: the line where it begins, and its words."""
    start, words, in_item = 1, [], False
    for number, line in enumerate([*without_code(text).split("\n"), ""], 1):
        item = ITEM.match(line)
        is_row = line.lstrip().startswith("|")
        is_code = line.startswith("    ") and not words and not in_item  # an equation, set off by blank lines
        if words and (is_row or is_code or item or not line.strip()):
            yield start, " ".join(words)
            words = []
        if is_row:
            for cell in re.split(r"(?<!\\)\|", re.sub(r"(`+)(.+?)\1", "CODE", line).strip().strip("|")):
                yield number, cell.strip()
        elif line.strip() and not is_code:
            in_item = line.lstrip()[0] not in "#>" if item else in_item and line.startswith(" ")  # no code below it
            start = start if words else number
            words.append(line[item.end():] if item else line.strip())


def ends(before, after):
    """Does a sentence end here? `before` ends in . ! or ?, and marks that close."""
    *earlier, word = re.sub(r"""["')\]*_]+$""", "", before).split() or [""]
    if not word.endswith(".") or word.endswith("..."):
        return not after[:1].islower()
    stem = re.sub(r"""^["'(\[]+""", "", word).rstrip(".")
    if not re.fullmatch(r"([A-Z]\.)*-?[A-Z]", stem):
        return stem.lower() not in SHORT
    is_unit = bool(earlier) and earlier[-1][-1:].isdigit()
    return is_unit or not after[:1].isupper() or after.split()[0] in NO_SURNAMES


def sentences(text):
    """Line, and words, of each."""
    for line, block in blocks(text):
        block, start = plain(block), 0
        for end in [*END.finditer(block), None]:
            if end is None or ends(block[start:end.end()].strip(), block[end.end():]):
                words = block[start:end.end() if end else None].split()
                yield line, [word for word in words if re.search(r"\w", word)]
                start = end.end() if end else start


def long_sentences(text, max_words):
    for line, words in sentences(text):
        if len(words) > max_words:
            yield line, len(words), " ".join(words[:8])
