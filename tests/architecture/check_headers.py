"""Each header compiles alone, and twice in one file.

    check_headers.py ROOT ROOM[,ROOM ...] COMPILER [FLAG ...]

Headers of io/ are compiled without a backend: they hold host data only. Those of kernels/gpu need nvcc
and are left to the CUDA build.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys


def complaint(root, compiler, flags, header):
    """What the compiler has against a header; None where it has nothing."""
    name = header.relative_to(root).as_posix()
    backend = [] if name.startswith("io/") else ["-DES_BACKEND=cpu"]
    command = [compiler, *flags, *backend, f"-I{root}", f"-I{root}/src/api", "-fsyntax-only", "-x", "c++", "-"]
    source = f'#include "{name}"\n' * 2
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    return f"{name} does not compile alone:\n{done.stderr}" if done.returncode else None


root, rooms, compiler, flags = pathlib.Path(sys.argv[1]), sys.argv[2].split(","), sys.argv[3], sys.argv[4:]
headers = [h for room in rooms for h in sorted((root / room).rglob("*.h"))
           if not h.is_relative_to(root / "kernels/gpu") and not h.is_relative_to(root / "bench/peers")]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = [c for c in pool.map(lambda h: complaint(root, compiler, flags, h), headers) if c]
if not headers:
    found.append(f"{root} holds no headers")
print("\n".join(found) or f"{len(headers)} headers compile alone")
sys.exit(bool(found))
