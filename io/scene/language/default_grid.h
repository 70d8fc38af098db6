#pragma once

#include "io/scene/scene.h"

namespace eulersolid {

/// An eighth of the thickness of the thinnest body, to three digits [m].
/// @pre the bodies' shapes are complete
double default_cell_size(const Scene& scene);

/// Fills in what the scene does not say of the domain: around all bodies and obstacles as they are
/// at the start, with half of their greatest extent on every side.
/// @param has_origin, has_size  what it does say
void fill_domain(Scene& scene, bool has_origin, bool has_size);

}  // namespace eulersolid
