#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/mesh/vtk_file.h"
#include "io/preview/obstacle_meshes.h"
#include "io/run/run_folder.h"
#include "io/run/surface_files.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The files of the frames of a run.
class FrameFiles {
 public:
  /// @param dir  the run's folder, where frames are looked for that were written before
  FrameFiles(std::filesystem::path dir, const RunFolderOptions& options, FilePut put);

  /// Every file that a frame will have, from the folder.
  std::vector<std::filesystem::path> names(const FrameMaps& frame) const;

  /// Put them where they go. A part that cannot be made is left out, so that a fault in a picture
  /// stops no simulation; only what the machine lacks does.
  /// @throws std::system_error of the disk, DeviceError where there is not the memory to put them
  ///         together
  void write(const FrameMaps& frame);

  /// What was remarkable about the frames since it was asked for, not while one is written.
  std::vector<std::string> take_remarks();
  /// The same of parts of frames that were left out: which, and why.
  std::vector<std::string> take_missing();

 private:
  void write(const FrameMaps& maps, double voxel);
  void attempt(int frame, std::string_view part, const std::function<void()>& make);
  void write_volumes(const FrameSample& sample, const FrameMaps& maps) const;
  void write_image(const FrameSample& sample, const FrameMaps& maps) const;
  void write_series(const FrameMaps& frame);
  void write_picture(const FrameMaps& frame);

  std::filesystem::path dir_;
  RunFolderOptions options_;
  FilePut put_;
  std::optional<ObstacleMeshes> obstacles_;  ///< in pictures, once they are asked for
  SurfaceFiles surfaces_;
  std::vector<SeriesEntry> images_;
  int first_unlisted_;  ///< frame of which these know nothing
  std::vector<std::string> missing_;
};

}  // namespace eulersolid
