#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/mesh/usd_stage.h"
#include "io/run/frame_names.h"
#include "io/run/run_folder.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Which meshes a body has besides its contour.
std::vector<MeshKind> embedded_kinds(const RunFolderOptions& options, const std::string& body);

/// The USD files that show the meshes of all frames so far as animations: one for each body and
/// kind of mesh, and for each kind one of everything.
class SurfaceStages {
 public:
  /// @param dir  the run's folder, where the files of frames are looked for
  SurfaceStages(std::filesystem::path dir, const RunFolderOptions& options);

  /// All of them, from the run's folder.
  std::vector<std::filesystem::path> names(const std::vector<BodyMap>& bodies) const;

  /// Take note of the files that a frame has.
  void add(int frame, const std::vector<BodyMap>& bodies);

  /// Each with what it is to hold when the frames up to one are there.
  std::vector<std::pair<std::filesystem::path, std::string>> files(
      int last_frame, const std::vector<BodyMap>& bodies) const;

 private:
  bool has(MeshKind kind, const std::vector<BodyMap>& bodies) const;
  UsdSequence sequence_of(const BodyMap& body, MeshKind kind, int object_id) const;
  std::string stage_text(MeshKind kind, const std::vector<BodyMap>& bodies,
                         const UsdTimes& times) const;
  UsdObject object_of(const BodyMap& body, MeshKind kind, int object_id) const;
  UsdObject object_of(const ObstacleSpec& obstacle, int last_frame) const;

  std::filesystem::path dir_;
  RunFolderOptions options_;
  std::map<std::filesystem::path, std::vector<int>> frames_;  ///< that have a file, by folders
};

}  // namespace eulersolid
