"""The program: `eulersolid` where the package is installed, and `python -m eulersolid`."""
import importlib
import sys


def main() -> int:
    words = sys.argv[1:]
    if words[:1] in (["sweep"], ["fit"]):
        return importlib.import_module(f"eulersolid.{words[0]}").main(words[1:])
    return importlib.import_module("eulersolid._core").program(["eulersolid", *words])  # which ends the process


if __name__ == "__main__":
    sys.exit(main())
