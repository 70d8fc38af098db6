#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/mesh/alembic/alembic_property.h"
#include "io/mesh/ply_mesh.h"
#include "io/mesh/usd_mesh.h"

namespace eulersolid {

/// An Alembic archive (.abc) of meshes that move: for each a transform that changes nothing, with
/// its name, which holds a mesh (AbcGeom_PolyMesh_v1, in the layout of Alembic 1.8): positions,
/// velocities [m/s] and boxes, faces clockwise as Alembic has them, and as parameters of vertices
/// `rest` [m] and the scalars that the PLY files have. Metres. Importers take Alembic's y for up,
/// so what is (x, y, z) in files whose z is up is (x, z, -y) here. The time of a frame is its
/// number over the frames per second [s], as programs with a timeline have it.
class AlembicArchive {
 public:
  /// @throws std::system_error, as the others
  AlembicArchive(const std::filesystem::path& path, const UsdTimes& times);

  /// The mesh of a frame; nothing where it is as before, or, of the first frames, as the next.
  using MeshOfFrame = std::function<std::optional<PlyMesh>(int frame)>;
  /// Add a mesh, with the values that its first one has. @pre it has one in a frame at least
  void add(const std::string& name, const MeshOfFrame& mesh_of);

  /// Write what is left; nothing may be added afterwards. @return the size of all [bytes]
  long long complete();
  void finish() { file_.finish(); }  ///< give it its name

 private:
  struct Object {
    std::string name, metadata;
    OgawaLink group;
    std::string digest;
  };
  Object write_object(const std::string& name, const std::string& metadata,
                      const AlembicProperty& properties, const std::vector<Object>& children);

  UsdTimes times_;
  OgawaFile file_;
  std::vector<Object> objects_;
};

}  // namespace eulersolid
