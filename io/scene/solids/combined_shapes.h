#pragma once

#include "io/scene/shape_spec.h"
#include "io/scene/solids/shape_context.h"

namespace eulersolid {

/// Takes samples of what the parts of a spec make together: a union, an intersection, or the first
/// without the others. The least or greatest of the parts' distances is the distance near their
/// surfaces, and nowhere more than it: beside edges that the parts make it falls short of it.
/// @pre the parts are complete
void complete_combined(ShapeSpec& spec, const ShapeContext& context);

}  // namespace eulersolid
