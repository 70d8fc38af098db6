#pragma once

#include <string>
#include <vector>

namespace eulersolid {

/// On a processor with AVX-512 that OpenBLAS does not know, it takes kernels for a lesser one (Zen
/// 5 for Haswell, at half the speed), and a comparison with it would flatter. The library reads
/// OPENBLAS_CORETYPE when it is loaded, so a benchmark then starts the program once more with
/// that set, and says so. Returns where there is nothing to do, or where it cannot be done.
/// @param words  the command line, the program's name first
void restart_with_best_blas(const std::vector<std::string>& words);

/// Would OpenBLAS be faster with the kernels for SkylakeX than with those for `core`?
/// @param avx512  does the processor have it?
bool is_lesser_core(const std::string& core, bool avx512);

}  // namespace eulersolid
