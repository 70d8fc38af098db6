#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/mesh/vtk_file.h"
#include "io/preview/obstacle_meshes.h"
#include "io/run/run_folder.h"
#include "io/run/surface_stages.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// Where a file goes: its path from the run's folder, and what it holds.
using FilePut = std::function<void(const std::filesystem::path& file, const std::string& bytes)>;

/// The meshes of bodies and obstacles, in the folder surface/.
class SurfaceFiles {
 public:
  /// @param dir  the run's folder, where frames are looked for that were written before
  SurfaceFiles(std::filesystem::path dir, const RunFolderOptions& options, FilePut put);

  /// Every file that a frame will have, from the run's folder.
  std::vector<std::filesystem::path> names(const FrameMaps& frame) const;

  /// Bodies as contours, and obstacles.
  void write(const FrameMeshes& meshes);
  /// Meshes that are embedded by the bodies.
  /// @param voxel  of files [m]: surfaces at rest have cells of its size
  void write_embedded(const FrameMaps& maps, double voxel);
  /// What shows all frames so far as one, also those that were written before a run went on:
  /// ParaView's list, and the stages of USD.
  void write_lists(const FrameMaps& frame);

  /// What was remarkable since it was asked for.
  std::vector<std::string> take_remarks();

 private:
  bool has_kind(std::string_view file_kind) const;
  bool has_file(const ObstacleSpec& obstacle, int frame) const;
  void write(const SurfaceMesh& mesh, const FileMoment& moment) const;
  void write_embedded(const SourceMesh& source, MeshKind kind, const BodyMap& body, int object_id,
                      const FrameMaps& maps);
  const SourceMesh& source_of(MeshKind kind, const BodyMap& body, double voxel);
  void add_to_series(int frame, const std::vector<BodyMap>& bodies);

  std::filesystem::path dir_;
  RunFolderOptions options_;
  FilePut put_;
  std::optional<ObstacleMeshes> obstacles_;    ///< once they are asked for
  std::map<std::string, SourceMesh> at_rest_;  ///< surfaces of bodies, once they are asked for
  std::vector<SeriesEntry> series_;
  SurfaceStages stages_;
  int first_unlisted_;  ///< frame of which these know nothing
  std::vector<std::string> remarks_;
};

}  // namespace eulersolid
