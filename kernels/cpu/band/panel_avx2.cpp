#include "kernels/cpu/band/panel_kernels_body.h"

namespace eulersolid::panel_kernels {

const Table& avx2() {
  static constexpr Table kernels = table("avx2");
  return kernels;
}

}  // namespace eulersolid::panel_kernels
