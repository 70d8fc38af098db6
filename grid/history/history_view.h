#pragma once

#include "grid/materials/inelastic.h"
#include "grid/trilinear.h"

namespace eulersolid {

/// What a body's solid remembers, on a lattice over the body at rest, for loops.
struct HistoryView {
  Vec3 first;          ///< node (0, 0, 0) [m]
  double spacing = 1;  ///< [m]
  Cells nodes;
  Span<const Inelastic> now, before;  ///< by node: after and before the flow of the last step

  /// At the material X, trilinearly, of determinant 1.
  ES_HD Inelastic at(Vec3 X, Span<const Inelastic> values) const {
    if (values.size == 0) return {};
    const Vec3 place = (1 / spacing) * (X - first);
    Int3 cell = cell_of(place);
    for (int axis = 0; axis < 3; ++axis) {
      const int most = (axis == 0 ? nodes.nx : axis == 1 ? nodes.ny : nodes.nz) - 2;
      cell[axis] = cell[axis] < 0 ? 0 : cell[axis] > most ? most : cell[axis];
    }
    Vec3 xi;
    for (int axis = 0; axis < 3; ++axis) xi[axis] = larger(0, smaller(place[axis] - cell[axis], 1));
    double S[8];
    trilinear::shape(xi, S);
    Inelastic sum;
    sum.C = {};
    for (int n = 0; n < 8; ++n) {
      const Inelastic& value = values[nodes.index(cell + trilinear::corner(n))];
      sum.C = sum.C + S[n] * value.C, sum.strain += S[n] * value.strain;
    }
    sum.C = (1 / std::cbrt(determinant(full(sum.C)))) * sum.C;
    return sum;
  }
};

}  // namespace eulersolid
