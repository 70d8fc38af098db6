#include "kernels/cpu/band/panel_kernels_body.h"

namespace eulersolid::panel_kernels {

const Table& avx512() {
  static constexpr Table kernels = table("avx512");
  return kernels;
}

}  // namespace eulersolid::panel_kernels
