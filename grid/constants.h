#pragma once

#include <cstdint>

#include "kernels/core/host_device.h"

/// The constants of the grid's numerics, with what they rest on. Those of the cells' integrals are
/// in grid/quadrature/constants.h.
namespace eulersolid {

/// A node is a degree of freedom when its mass is at least this part of rho h^3. Smaller masses
/// make the explicit step unstable: 0.01 gains energy sevenfold in an impact, 0.03 gains a third,
/// 0.1 and 0.2 nothing. Larger ones make more ghost nodes, whose motion is fitted, not solved for:
/// with 0.15 transport and new masses make twice as much of the energy in collisions drawn at
/// random.
constexpr double min_mass_fraction = 0.1;

/// What is aggregated by negative weights never leaves an active node with less than this part of
/// the least mass, or its acceleration would limit the step.
constexpr double kept_mass_fraction = 0.25;

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

/// Part of a cell that the fastest node of a body may cross in a step. Contact may still make it
/// faster: above 1 its particle would come from beyond the cells that are looked up.
constexpr double max_crossed = 0.6;
/// Part of a cell that gravity takes a rigid body on in a step, beyond what its speed does:
/// impulses that pass from cell to cell are late by a part of a step.
constexpr double max_fallen = 0.05;

/// In the step after a hit at a speed v cells shrink at up to this times v/h [-].
constexpr double hit_growth = 2;
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

/// Part of a body's greatest energy that the grid may make before the rest is returned. Errors of
/// the rotational energy by the nodes' moments of inertia are below it; with 0 a box that turns,
/// and is stretched by that, gains 5 % of its elastic energy from them in 100 steps.
constexpr double unreturned_part = 0.005;

/// The same of the energy without the motion of the centre of mass, of which drifts are parts: what
/// falls or flies onto something light has little of it, and the part above would leave more than
/// alarms warn of (1 %). With 0.005 here, too, two balls that stick to each other turn by another
/// 1 % less in a frame that moves.
constexpr double unreturned_within = 0.0075;

/// Part of a body's greatest energy that artificial viscosities may have taken of what the grid has
/// made, before the rest is returned. With 0 two balls that stick to each other turn by another 1 %
/// less in a frame that moves, as noise at their contact is damped where it is made and taken from
/// the whole motion once more; with 0.01 to 0.1 not. Where friction holds a body that is pressed to
/// half its height nothing but the return ends waves that the map feeds: with 0.01 a box of 8 cells
/// comes to rest as with 0; with 0.1 it does not, and makes 10 % of its energy in 20 ms.
constexpr double max_damped = 0.01;

/// Largest part that a step changes the energy of a body's motion relative to the rigid one by, to
/// return what the grid has made of its energy. What is beyond it waits for the next steps; with a
/// tenth what waited ended random scene 136 in the first step of a hit, by 6.2 %.
constexpr double max_returned = 0.25;

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

/// Change of grad X from one cell to the next from which on it is a kink [-]: the map resists it
/// (grid/quadrature/kinks.h), and is advected with less of its correction, with none from twice
/// that on (grid/motion/transport.h). With 0.25 the resistance also acts on what is resolved: of 16
/// families' scenes that were ended without it 4 are right, not 7.
constexpr double kink_start = 0.5;

/// A body that has more than this part of its volume left out is no longer the body [-]: a
/// twentieth is what masses may be off by.
constexpr double max_left_out = 0.05;

/// The guard against fictitious solid lets a node of layer 1 become solid by this part of h without
/// asking: the bounded level set lifts it by no more. Without a guard the body of the T = 3 vortex
/// grows by 600 %. Where the farther layers had the same, impacts made solid three and four layers
/// out, without mass, turned inside out, and with up to a tenth of a body's energy.
constexpr double unguarded_depth = 0.25;

/// A node of the first layer that has this part of rho h^3 as its mass is advected like an active
/// one; with less, its reference position and velocity go over to the extrapolated ones in
/// proportion. Each overwriting of X at a node with mass is a motion that no force made: where none
/// is advected two cylinders gain 8 % of their energy in a collision, with 0.01 to 0.04 nothing.
/// With 0.03 balls that stick to each other turn by 2 to 4 % less in a frame that moves, with this
/// by 1 to 1.5 %: nodes that become active where a pressed surface advances begin with less of an
/// error, whose energy rings and is damped. Where all are advected, however light, the step is
/// unstable; with 0.003 the K4 vortex leaves solid behind.
constexpr double advected_mass_fraction = 0.01;

}  // namespace eulersolid
