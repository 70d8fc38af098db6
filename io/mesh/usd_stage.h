#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/usd_mesh.h"
#include "shapes/pose.h"

namespace eulersolid {

/// Which values of a mesh are other ones in each frame: all, or only those of its points.
enum class UsdTopology { varying, constant };

/// One file of a sequence.
struct UsdFrame {
  int frame = 0;
  std::string file;  ///< from the folder of the file that names it
};

/// The files of a mesh, one for each frame, that are to be one animation.
struct UsdSequence {
  std::string name;  ///< of the mesh in these files
  std::string file;  ///< its own name, in the folder of theirs
  UsdTopology topology = UsdTopology::varying;
  std::vector<std::string> scalars;  ///< names of further values of vertices
  Vec3 colour;                       ///< linear
  std::vector<UsdFrame> frames;      ///< at least one, ascending
};

/// The text of a USD file that shows them: a mesh whose values are those of the file of each
/// frame ("value clips"), so that it stays small and no file is read before its frame is shown.
std::string usd_sequence(const UsdSequence& sequence, const UsdTimes& times);

/// Where a rigid thing is, seen from where its file has it.
struct UsdPlace {
  int frame = 0;
  Pose pose;
};

/// A mesh in a stage.
struct UsdObject {
  std::string name;  ///< as it is to be shown
  std::string file;  ///< that has its mesh, from the folder of the stage; empty: it is left out
  Vec3 colour;       ///< linear
  std::vector<UsdPlace> places;  ///< of what is moved as a whole; else it is as its file has it
};

/// The prims of a stage's objects, from its root.
std::vector<std::string> prims_of(const std::string& stage, const std::vector<std::string>& names);

/// The text of a USD file that shows them all, each in its colour and with a material of its own.
std::string usd_stage(const std::string& name, const std::vector<UsdObject>& objects,
                      const UsdTimes& times);

}  // namespace eulersolid
