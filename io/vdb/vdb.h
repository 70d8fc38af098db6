#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "io/vdb/frame.h"

namespace eulersolid {

/// All obstacles together, as far as they are to be shown.
struct ObstacleField {
  std::function<double(Vec3)> distance;  ///< signed [m], negative inside; empty: not shown
  Vec3 low, high;                        ///< corners of the box in which they are shown [m]
};

struct VdbOptions {
  std::string scene = {};                  ///< its name, for the metadata
  double fps = 25;                         ///< for the metadata [1/s]
  std::string velocity_name = "velocity";  ///< name of that grid
  bool half = false;                       ///< 16-bit floats in all grids but `rest`
  int first_id = 1;                        ///< `object_id` of the first body
  bool rest_by_body = false;               ///< `rest_1`, `rest_2` ... of each body alone, too
  ObstacleField obstacles = {};
};

/// The bytes of the VDB file of a frame.
std::string vdb_bytes(const FrameSample& frame, const VdbOptions& options);

/// Write a frame as one VDB file with the grids of the contract, whole or not at all. All grids are
/// there even when no body is, or none of their voxels is active.
///
///   density     volume fraction: clamp(1/2 - sdf / h, 0, 1), and where bodies meet the sum of
///               theirs, at most 1; active where > 0
///   surface     the union of the bodies as a narrow band of 3 h
///   velocity    of the nearest body, as are the following; active up to 3 h outside
///   rest        in full precision
///   object_id   1, 2, ... where sdf <= 0, else 0; metadata `object_1`, `object_2` ... of the file
///               and of these two grids are the names of the bodies
///   object_id_extended   the same up to 3 h outside, to take colours from: a renderer that
///               interpolates would mix the 0 around a body into its number, and so its colour
///   rest_1, rest_2 ...  of the body with this number alone, also where another is nearer; active
///               up to 3 h outside it; where asked for
///   stress_vm, J, pressure, plastic_strain, contact_pressure, friction_traction, slip_speed
///               where the frame has them
///   obstacles   all of them as `surface` is of the bodies; where asked for
///
/// @throws std::system_error with the path and the reason
void write_vdb(const std::filesystem::path& path, const FrameSample& frame,
               const VdbOptions& options);

/// What a VDB file holds, as text for people: metadata, then type, class, size and transform of
/// each grid. Read in a process of its own: a crafted file corrupts the memory of OpenVDB.
/// @throws InputError when it is no VDB file
std::string describe_vdb(const std::filesystem::path& path);

}  // namespace eulersolid
