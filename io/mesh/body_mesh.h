#pragma once

#include "io/mesh/surface_mesh.h"
#include "io/surface/frame_maps.h"

namespace eulersolid {

/// The surface of a body as a closed mesh of triangles with all its values, with the edges and
/// corners of its shape, on every thread of the machine.
/// @param sample  the body at the centres of voxels (io/surface/sample_frame.h)
/// @param voxel   their edge length, about that of the triangles [m]
SurfaceMesh body_mesh(const BodyMap& body, const BodySample& sample, const FrameMaps& maps,
                      double voxel);

/// The same of all bodies of a frame.
/// @param sample  of the same frame
FrameMeshes frame_meshes(const FrameMaps& maps, const FrameSample& sample);

}  // namespace eulersolid
