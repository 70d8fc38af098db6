#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/surface_mesh.h"

namespace eulersolid {

/// Letters, digits and underscores, as USD takes them.
std::string identifier(const std::string& name);

/// The same of each of some names, no two alike and none of them one of `taken`.
std::vector<std::string> identifiers(const std::vector<std::string>& names,
                                     std::vector<std::string> taken = {});

/// From which time to which a stage shows something: times are numbers of frames.
struct UsdTimes {
  int first = 0, last = 0;
  double fps = 25;  ///< [1/s]
};

/// The head of a USD file: metres, Z up. @param extra  further lines of it
std::string usd_head(const std::string& prim, const UsdTimes& times, const std::string& extra = "");

/// Does a value hold at the moment of its file, or at all times?
enum class UsdTime { moment, always };

/// A USD file of one mesh in the making. Values of a moment are time samples at the number of the
/// frame, which sequences of files are put together from (io/mesh/usd_stage.h).
class UsdMesh {
 public:
  /// Of a moment that lasts all values are.
  UsdMesh(const std::string& name, const FileMoment& moment);

  /// @param type  such as "point3f[]"
  void add(std::string_view type, std::string_view name, const std::string& value,
           UsdTime time = UsdTime::moment);
  /// Values of the surface's places. @param interpolation  such as "vertex", one for each
  void add_primvar(std::string_view type, std::string_view name, std::string_view interpolation,
                   const std::string& value, UsdTime time = UsdTime::moment);
  /// Points, the box around them and their velocities.
  void add_points(const std::vector<Vec3f>& points, const std::vector<Vec3f>& velocities);
  /// What colours go by.
  void add_scalars(const std::vector<NamedValues>& scalars, int object_id);
  /// A line of its own.
  void add_line(const std::string& line);

  std::string text() &&;

 private:
  FileMoment moment_;
  std::string text_;
};

}  // namespace eulersolid
