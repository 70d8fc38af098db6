#pragma once

#include "grid/state.h"
#include "grid/workspace.h"
#include "shapes/placed_shape.h"

ES_BEGIN

/// The window that a body needs whose active nodes lie in a box of grid nodes: `window_margin` more
/// on each side.
///
/// That much is looked at, counted from the active nodes around which layers are made, so that the
/// window has to follow whenever there are new ones, before their layers (Body::update_geometry):
///
///   fits, extrapolation   from layer 4, slave_reach = 2 nodes farther: 6; the eight bytes that are
///                         read for a row of five end three later, in the 7th node or the next row
///   layers                from margin, over the end of a row into the margin of the next: 4
///   transport             from layers 1 and 2, cells beside a node (place_beside): 3; by cubic
///                         stencils around cells beside an active node: 2
///   guard                 from layers 1 and 2, cells beside a node: 3
///   new active nodes      in layers up to 4, from cells all of whose corners are: 4
///   contact, samples      cells with corners in layers up to 3 or 4, and masters 2 from slaves: 4
///
/// Loops over the whole window leave out what has no neighbour there.
Window window_around(Int3 low, Int3 high);

/// The window that a body in a box of space needs.
Window window_of(const Bounds& box, const GridSpec& grid);

/// Gives a state its window and nothing known in it, and the other arrays by node their size.
void open_window(Window window, BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Gives the arrays by node of derived data and workspace the size of a window.
void resize_by_node(Window window, BodyDerived& derived, BodyWorkspace& work);

/// Moves the window when the active nodes have come closer than `window_margin` to an end of it;
/// the state and the list of active nodes move along. Layers, and what follows from them, are to be
/// made anew: the window has moved to where there is room for them.
/// @param h  cell size [m]
void recentre_window(BodyState& state, BodyDerived& derived, BodyWorkspace& work, double h);

ES_END
