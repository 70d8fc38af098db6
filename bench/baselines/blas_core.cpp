#include "bench/baselines/blas_core.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "bench/baselines/lapack_band.h"

namespace eulersolid {

namespace {

constexpr const char* variable = "OPENBLAS_CORETYPE";
constexpr const char* best_core = "SKYLAKEX";

bool processor_has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#else
  return false;
#endif
}

}  // namespace

bool is_lesser_core(const std::string& core, bool avx512) {
  constexpr std::array with_avx512 = {"SkylakeX", "Cooperlake", "SapphireRapids"};
  return avx512 && std::find(with_avx512.begin(), with_avx512.end(), core) == with_avx512.end();
}

void restart_with_best_blas(const std::vector<std::string>& words) {
  if (std::getenv(variable) != nullptr) return;
  const std::string core = lapack::core_name();
  if (!is_lesser_core(core, processor_has_avx512())) return;
  if (::setenv(variable, best_core, 1) != 0) return;
  fmt::print("OpenBLAS takes this processor with AVX-512 for {}: started again with {}={}\n", core,
             variable, best_core);
  std::fflush(stdout);
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv("/proc/self/exe", arguments.data());
  fmt::print("that failed: compare with care\n");
}

}  // namespace eulersolid
