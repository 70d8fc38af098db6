#pragma once

#include "grid/body_fields.h"

ES_BEGIN

/// Fewest nodes between the active nodes and the ends of a window: all layers, the reach of their
/// fits, and one cell of motion. Loops run over whole windows, so that no more is kept.
constexpr int margin = 7;

/// Gives every array by node the size of `window`, with nothing known in it.
void open_window(BodyFields& body, Window window);

/// Moves the window when the active nodes have come closer than `margin` to an end of it;
/// u, v, phi and layers move along.
void recentre_window(BodyFields& body);

/// Smallest box of grid nodes that holds the active nodes. @pre there are some
Window active_box(const BodyFields& body);

ES_END
