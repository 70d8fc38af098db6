#pragma once

#include <string>

#include "io/scene/shape_spec.h"
#include "io/scene/solids/shape_context.h"

namespace eulersolid {

/// Shapes that are in files: what their entries in shape_spec.cpp name.

std::vector<SchemaKey> mesh_keys();
std::vector<SchemaKey> vdb_keys();
std::vector<SchemaKey> image_keys();
std::optional<ShapeFault> fault_of_image(const ShapeSpec& spec);

/// Reads the file, takes samples, and makes its path absolute.
void complete_mesh(ShapeSpec& spec, const ShapeContext& context);
void complete_vdb(ShapeSpec& spec, const ShapeContext& context);
void complete_image(ShapeSpec& spec, const ShapeContext& context);

}  // namespace eulersolid
