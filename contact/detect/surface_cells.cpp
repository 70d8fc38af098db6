#include "contact/detect/surface_cells.h"

#include "contact/constants.h"
#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

void flag_surface_cells(const BodyView& body, double low, double high, Span<std::uint8_t> flags) {
  const Cells nodes = body.window.nodes;
  const Span<const double> phi = body.phi;
  const Span<const std::int8_t> layers = body.layers;
  parallel_for(nodes, [=] ES_DEVICE(int i, int j, int k) {
    const Index node = nodes.index(i, j, k);
    flags[node] = 0;
    if (i + 1 >= nodes.nx || j + 1 >= nodes.ny || k + 1 >= nodes.nz) return;
    if (layers[node] > known_layers) return;
    double least = phi[node], most = least;
    for (int n = 1; n < 8; ++n) {
      const Index c = nodes.index(Int3{i, j, k} + trilinear::corner(n));
      if (layers[c] > known_layers) return;
      least = phi[c] < least ? phi[c] : least;
      most = phi[c] > most ? phi[c] : most;
    }
    flags[node] = least < high && most > low;
  });
}

}  // namespace

void list_surface_cells(const BodyView& body, double h, DeviceVector<std::uint8_t>& flags,
                        DeviceVector<int>& cells) {
  flags.resize(body.window.nodes.count());
  flag_surface_cells(body, -surface_below * h, surface_above * h, flags.span());
  select(flags.span(), cells);
}

ES_END
