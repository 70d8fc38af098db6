#pragma once

#include <cstdint>
#include <limits>

#include "kernels/core/host_device.h"

/// The constants of the grid's numerics, with what they rest on. Those of the cells' integrals are
/// in grid/quadrature/constants.h.
namespace eulersolid {

/// How far, in nodes, the active nodes that support a ghost node may be. One node less narrows the
/// band of the contact matrices by a third, but gains 15 % of the energy of an impact.
constexpr int ghost_reach = 2;

/// What a node of a node box is. Numbers 1, 2, ... are layers around the active nodes, by the
/// largest of the three index distances; values there are extrapolated. Four layers: traces look
/// less than two cells away, ghost nodes reach two, and contact one more.
namespace layer {
constexpr std::int8_t active = 0;   ///< a degree of freedom
constexpr std::int8_t last = 4;     ///< the outermost layer with values
constexpr std::int8_t unknown = 9;  ///< no values here
}  // namespace layer

/// After a step X is known on this layer: nodes that have just come to the last one have no value
/// yet.
constexpr std::int8_t known_layer = 3;

/// Part of a cell that gravity takes a rigid body on in a step, beyond what its speed does:
/// impulses that pass from cell to cell are late by a part of a step.
constexpr double max_fallen = 0.05;

/// A hit has hardly begun until impulses have turned this part of its energy [-].
constexpr double hit_begun = 0.01;

/// A body slower than this part of its speed of pressure waves counts as at rest: what is restored
/// of its momentum and made of its energy is compared with that of this speed, as there is nothing
/// else to compare with. Strains of waves of this speed are this part: small beside those that the
/// program is for.
constexpr double rest_part = 1e-3;
/// The same of a rigid body, in which there are no waves: what it has after a fall of this part of
/// a cell, by which bodies that lie on each other move, under the gravity of the Earth [-],
/// [m/s^2].
constexpr double rigid_rest_fall = 0.05, earth_gravity = 9.81;

/// A motion whose part relative to the rigid one has less than this of its kinetic energy is rigid
/// but for rounding.
constexpr double min_relative = 1e-12;

/// Fewest nodes between the active nodes and the ends of a node box: all layers, the reach of their
/// fits, and one more, since rows of layers are read eight bytes at a time. Less is read outside
/// the node box (grid/node_box.h says by whom); more costs time, since loops run over whole node
/// boxes.
constexpr int node_box_margin = layer::last + ghost_reach + 1;

/// Nodes lie within this of the grid's origin, along each axis: as far as domains reach, and so
/// that the three coordinates of one fit 64 bits.
constexpr int farthest_node = 1 << 20;

/// Level set of a node without values, in cells: outside by more than anything looks at.
constexpr double far_outside = 10;

/// A fit is degenerate, and becomes an average, where the determinant of its central second moments
/// falls below this part of the cube of their mean: nodes in one plane have 0. Smaller values let
/// nearly flat stencils through, whose weights are large and of both signs.
constexpr double degenerate_fit = 1e-4;

/// Values of det(grad X), the volume at rest of a volume now [-].
struct DetRange {
  double low = 0, high = 0;
  ES_HD bool holds(double det) const { return low < det && det < high; }
};

/// A point outside of this range is inverted, and left out: it has neither mass nor stress until
/// its map is one again. A cube pressed from all sides is whole at 0.11 of its volume, and was
/// taken for a point inverted at 0.16 where the range ended at 6.7.
constexpr DetRange valid_det = {0.15, 14};
/// The same in cells without an active corner, whose map is extrapolated: what is solid there is a
/// tip that bears next to nothing, or no solid at all, where the map turns back.
constexpr DetRange tip_det = {0.25, 4};
/// No range: what is not a number is outside of it all the same.
constexpr DetRange any_det = {-std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::infinity()};

/// A body that has more than this part of its volume left out is no longer the body [-]: a
/// twentieth is what masses may be off by.
constexpr double max_left_out = 0.05;

/// The guard against fictitious solid lets a node of layer 1 become solid by this part of h without
/// asking: the bounded level set lifts it by no more. Without a guard the body of the T = 3 vortex
/// grows by 600 %. Where the farther layers had the same, impacts made solid three and four layers
/// out, without mass, turned inside out, and with up to a tenth of a body's energy.
constexpr double unguarded_depth = 0.25;

}  // namespace eulersolid
