#pragma once

#include <string>
#include <vector>

#include "grid/materials/law_table.h"
#include "grid/materials/material_share.h"
#include "io/mesh/surface_mesh.h"
#include "io/preview/draw/colour_scale.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The laws of a body: its own, then those of its regions.
struct BodyLaws {
  std::vector<Law> laws;
  std::vector<PlacedShape> regions;  ///< at rest
};

/// What colours on surfaces stand for.
struct SurfaceField {
  std::string name = "body";  ///< as key `colour` of `[preview]` has it
  std::vector<BodyLaws> laws;
  double h = 0;      ///< cell size, over which laws meet [m]
  double depth = 0;  ///< under the surface where the material is looked at [m]

  bool is_body() const { return name == "body"; }
  bool is_contact() const { return name == "contact_pressure"; }
};

/// The field at the vertices of a frame's surfaces, one after the other: speed [m/s], or of the
/// elastic state of F = (grad X)^-1, with the map X as DeformedShape has it, von Mises stress [Pa],
/// pressure [Pa], or J = det F [-]; or the contact pressure that the meshes have [Pa]. Not-a-number
/// where the map is not known or turns back.
/// @param meshes  of the bodies of `maps`
std::vector<float> surface_values(const SurfaceField& field, const FrameMaps& maps,
                                  const std::vector<SurfaceMesh>& meshes);

/// The values that a scale should have at its ends for a surface: but for 0.5 % of the vertices at
/// each end all of them, and 0 for speed, stress and contact pressure. Both infinite where there
/// are none.
struct ValueRange {
  double low, high;
};
constexpr ValueRange no_values{INFINITY, -INFINITY};
ValueRange range_of(const SurfaceField& field, std::vector<float> values);

/// @param range  that may be none or a point, where nothing moves: then it is made wider
ColourScale scale_of(const SurfaceField& field, ValueRange range);

}  // namespace eulersolid
