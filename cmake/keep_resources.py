"""Compiles with nvcc and keeps what the assembler says of kernels beside the object, as `OBJECT.ptxas`.

    keep_resources.py NVCC WORDS...

For CMAKE_CUDA_COMPILER_LAUNCHER, with -Xptxas=-v among the words; tests/architecture/check_kernels.py reads the files.
"""
import subprocess
import sys

words = sys.argv[1:]
done = subprocess.run(words, stderr=subprocess.PIPE, text=True)
kept, shown = [], []
for line in done.stderr.splitlines(keepends=True):
    is_of_kernels = line.startswith("ptxas info") or " bytes stack frame" in line
    (kept if is_of_kernels else shown).append(line)
sys.stderr.write("".join(shown))
if "-o" in words and "-c" in words:
    with open(words[words.index("-o") + 1] + ".ptxas", "w") as file:
        file.write("".join(kept))
sys.exit(done.returncode)
