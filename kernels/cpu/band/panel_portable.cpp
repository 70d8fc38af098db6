#include "kernels/cpu/band/panel_kernels_body.h"

namespace eulersolid::panel_kernels {

const Table& portable() {
  static constexpr Table kernels = table("portable");
  return kernels;
}

}  // namespace eulersolid::panel_kernels
