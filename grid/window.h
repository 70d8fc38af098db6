#pragma once

#include "grid/state.h"
#include "grid/workspace.h"

ES_BEGIN

/// The window that a body needs whose active nodes lie in a box of grid nodes: `window_margin` more
/// on each side, and one plane more at the upper end, as rows of the fits' stencils are read eight
/// bytes at a time.
Window window_around(Int3 low, Int3 high);

/// Gives a state its window and nothing known in it, and the other arrays by node their size.
void open_window(Window window, BodyState& state, BodyDerived& derived, BodyWorkspace& work);

/// Gives the arrays by node of derived data and workspace the size of a window.
void resize_by_node(Window window, BodyDerived& derived, BodyWorkspace& work);

/// Moves the window when the active nodes have come closer than `window_margin` to an end of it;
/// the state moves along, but for mass and force, which the next update writes anew.
void recentre_window(BodyState& state, BodyDerived& derived, BodyWorkspace& work);

ES_END
