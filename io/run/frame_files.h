#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/mesh/surface_mesh.h"
#include "io/run/run_folder.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The files of the frames of a run, in its folder.
class FrameFiles {
 public:
  FrameFiles(std::filesystem::path dir, const RunFolderOptions& options);

  /// Every file that a frame will have, from the folder.
  std::vector<std::filesystem::path> names(const FrameMaps& frame) const;

  /// Write them. @throws std::system_error
  void write(const FrameMaps& frame);

  /// What was remarkable about the frames since it was asked for, not while one is written.
  std::vector<std::string> take_remarks();

 private:
  void write_volumes(const FrameSample& sample) const;
  void write_image(const FrameSample& sample) const;
  void write_surfaces(const FrameMeshes& meshes) const;
  void write_sources(const FrameMaps& maps);
  void write_series(int frame, const std::vector<std::string>& bodies) const;
  void write_picture(const FrameMeshes& meshes);

  std::filesystem::path dir_;
  RunFolderOptions options_;
  std::vector<std::string> remarks_;
};

}  // namespace eulersolid
