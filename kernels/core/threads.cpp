#include "kernels/core/threads.h"

#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace eulersolid {

namespace {

int& thread_count() {
  static int count = omp_get_max_threads();
  return count;
}

bool& reversed_flag() {
  static bool reversed = [] {
    const char* order = std::getenv("ES_LOOP_ORDER");
    return order != nullptr && std::string_view(order) == "reverse";
  }();
  return reversed;
}

}  // namespace

void set_threads(int count) { thread_count() = std::max(1, count); }
int threads() { return thread_count(); }
void set_loops_reversed(bool reversed) { reversed_flag() = reversed; }
bool loops_reversed() { return reversed_flag(); }

}  // namespace eulersolid
