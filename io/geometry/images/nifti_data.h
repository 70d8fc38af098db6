#pragma once

#include <string>
#include <vector>

#include "io/geometry/images/image_volume.h"

namespace eulersolid {

/// Looks for what a NIfTI file lacks, or has, and its library does not tell: that puts zeros where
/// a file is cut, one for voxels of no width, and zeros for values that are not finite. Those come
/// back as not-a-number.
/// @param path    .nii, .nii.gz, .hdr or .img: of the former the values may be in a file beside it
/// @param values  of all voxels, as the library read them
/// @throws InputError where the file, or the one beside it, ends before its values do, and where
/// voxels have no width
void check_nifti_data(const std::string& path, std::vector<float>& values);

/// Does a NIfTI file give lengths in metres or micrometres?
/// @throws InputError where it is cut
bool has_other_unit(const std::string& path);

/// Sets where the voxels of such a file are, by the matrix in its header where there is one: the
/// library looks at that, and before ITK 5.4 at the place of the first voxel, as if in millimetres.
/// @param image  as the library describes it
/// @throws InputError where the file is cut
void place_nifti(const std::string& path, ImageVolume& image);

}  // namespace eulersolid
