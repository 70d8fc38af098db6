#pragma once

#include "grid/state.h"
#include "grid/workspace.h"
#include "shapes/placed_shape.h"

ES_BEGIN

/// The node box that a body needs whose active nodes lie in a box of grid nodes: `node_box_margin`
/// more on each side.
///
/// That much is looked at, counted from the active nodes around which layers are made, so that the
/// node box has to follow whenever there are new ones, before their layers (Body::update_geometry):
///
///   fits, extrapolation   from layer 4, ghost_reach = 2 nodes farther: 6; the eight bytes that are
///                         read for a row of five end three later, in the 7th node or the next row
///   layers                from margin, over the end of a row into the margin of the next: 4
///   transport             from layers 1 and 2, cells beside a node (place_beside): 3; by cubic
///                         stencils around cells beside an active node: 2
///   guard                 from layers 1 and 2, cells beside a node: 3
///   new active nodes      in layers up to 4, from cells all of whose corners are: 4
///   contact, samples      cells with corners in layers up to 3 or 4, active nodes 2 from ghost
///   nodes: 4
///
/// Loops over the whole node box leave out what has no neighbour there.
NodeBox node_box_around(Int3 low, Int3 high);

/// The node box that a body in a box of space needs.
NodeBox node_box_of(const Bounds& box, const GridSpec& grid);

/// Gives a state its node box and nothing known in it, and the other arrays by node their size.
void open_node_box(NodeBox node_box, BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Gives the arrays by node of derived data and workspace the size of a node box.
void resize_by_node(NodeBox node_box, BodyDerived& derived, BodyWorkspace& work);

/// Moves the node box when the active nodes have come closer than `node_box_margin` to an end of
/// it; the state and the list of active nodes move along. Layers, and what follows from them, are
/// to be made anew: the node box has moved to where there is room for them.
/// @param h  cell size [m]
void recentre_node_box(BodyState& state, BodyDerived& derived, BodyWorkspace& work, double h);

ES_END
