#include "kernels/cpu/band/panel_kernels.h"

#include <cstdlib>
#include <string_view>

namespace eulersolid::panel_kernels {

int available(const Table* (&list)[3]) {
  int count = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma")) list[count++] = &avx512();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) list[count++] = &avx2();
#endif
  list[count++] = &portable();
  return count;
}

namespace {

const Table*& chosen() {
  static const Table* table = [] {
    const Table* list[3];
    const int count = available(list);
    const char* wanted = std::getenv("ES_KERNELS");
    for (int k = 0; wanted != nullptr && k < count; ++k) {
      if (std::string_view(wanted) == list[k]->name) return list[k];
    }
    return list[0];
  }();
  return table;
}

}  // namespace

const Table& best() { return *chosen(); }
void choose(const Table& table) { chosen() = &table; }

}  // namespace eulersolid::panel_kernels
