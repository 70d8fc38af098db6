#pragma once

#include <string>
#include <vector>

#include "kernels/math/cells.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// A volume as scanners make it. Voxel (i, j, k) has its centre at
///
///     origin + i steps[0] + j steps[1] + k steps[2]
///
/// in the patient's frame: x to the left, y to the back, z to the head.
struct ImageVolume {
  Cells voxels;
  Vec3 origin;                ///< [mm]
  Vec3 steps[3];              ///< [mm]
  std::vector<float> values;  ///< x fastest
};

/// More voxels than this are no image: a header that says so is damaged.
constexpr double max_voxels = 512e6;

/// The image in a NIfTI, NRRD, MetaImage or DICOM file, or in a folder of the slices of a DICOM
/// series, by ITK. Reads hostile files in this process: call it in one of its own.
/// @param series  what the identifier of the series in a folder begins with; empty: the only one
/// @throws InputError, with the path, where it is none, is cut or damaged, has other than three
/// dimensions, more than one value for each voxel or more than max_voxels, and where a folder
/// holds no such series, several, or one whose slices are unlike or not evenly spaced
ImageVolume load_image(const std::string& path, const std::string& series);

/// Was the program built with ITK? Without, load_image() throws always.
bool can_load_images();

}  // namespace eulersolid
