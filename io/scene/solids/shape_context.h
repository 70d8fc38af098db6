#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/geometry/triangle_mesh.h"
#include "shapes/samples/distance_samples.h"

namespace eulersolid {

struct SampledSolid {
  std::shared_ptr<const DistanceSamples> samples;
  std::optional<Vec3> home;  ///< where its own frame is in the file it came from [m]
  std::string checksum;      ///< of the file's surface
};

/// A surface as it is in a file, and what is to be said of that.
struct FileSurface {
  TriangleMesh mesh;
  std::vector<std::string> remarks = {};
};

/// What shapes that no formula gives are made with.
struct ShapeContext {
  double cell_size = 0;                                    ///< of the grid [m]
  std::string label;                                       ///< of the shape's table: `[body "a"]`
  std::function<std::string(std::string_view key)> place;  ///< of a key's value in the scene
  std::vector<std::string>* warnings = nullptr;
  /// What was made already, by all that it was made of: bodies share samples.
  std::map<std::string, SampledSolid>* made = nullptr;
  /// The same of surfaces, as they are in their files.
  std::map<std::string, FileSurface>* surfaces = nullptr;

  /// The grid's; where that is to follow from the shapes, one that shows them well enough for it
  /// [m].
  double cell_size_for(const Bounds& box) const;
  /// @throws InputError
  [[noreturn]] void fail(std::string_view key, const std::string& why) const;
  void warn(std::string_view key, const std::string& what) const;
};

}  // namespace eulersolid
