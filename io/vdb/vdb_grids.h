#pragma once

/// The grids of a frame as OpenVDB has them. For the .cpp files of io/ and tests that need OpenVDB,
/// which is slow to compile and which nvcc cannot read.

#include <openvdb/openvdb.h>

#include <string>
#include <vector>

#include "io/vdb/frame.h"
#include "io/vdb/vdb.h"

namespace eulersolid {

/// Half the width of the surface's narrow band, and how far values reach outside [cells].
constexpr double vdb_band = 3;

/// Say which body has which number: `object_1`, `object_2` ... are their names.
void name_objects(const FrameSample& frame, const VdbOptions& options, openvdb::MetaMap& metadata);

openvdb::GridPtrVec make_grids(const FrameSample& frame, const VdbOptions& options);

/// The grid of a list with this name and type; null if there is none.
template <class Grid>
typename Grid::Ptr find_grid(const openvdb::GridPtrVec& grids, const std::string& name) {
  for (const openvdb::GridBase::Ptr& grid : grids)
    if (grid->getName() == name) return openvdb::gridPtrCast<Grid>(grid);
  return nullptr;
}

/// All grids of a file, which has to be one of ours or read in a process of its own
/// (io/child_work.h): OpenVDB trusts what it reads.
/// @param metadata  receives the file's; may be null
/// @param names     of the grids to be read, those of them that there are; empty: all
/// @throws InputError when it is no VDB file
openvdb::GridPtrVec read_grids(const std::filesystem::path& path,
                               openvdb::MetaMap* metadata = nullptr,
                               const std::vector<std::string>& names = {});

/// Version of the program, as files name their creator.
std::string creator();

}  // namespace eulersolid
