#pragma once

#include <string>
#include <vector>

namespace eulersolid {

/// Looks for what a NIfTI file lacks, or has, and its library does not tell: that puts zeros where
/// a file is cut, one for voxels of no width, and zeros for values that are not finite. Those come
/// back as not-a-number.
/// @param path    .nii, .nii.gz, .hdr or .img: of the former the values may be in a file beside it
/// @param values  of all voxels, as the library read them
/// @throws InputError where the file, or the one beside it, ends before its values do, and where
/// voxels have no width
void check_nifti_data(const std::string& path, std::vector<float>& values);

}  // namespace eulersolid
