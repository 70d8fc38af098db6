#include "io/vdb/vdb.h"

#include <fmt/format.h>
#include <openvdb/io/Archive.h>

#include <sstream>
#include <string_view>
#include <utility>

#include "io/child_work.h"
#include "io/output_file.h"
#include "io/printable.h"
#include "io/vdb/vdb_grids.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// Writes grids into memory as openvdb::io::File writes them to disk, which does not say whether
/// the disk took them.
class MemoryArchive : public openvdb::io::Archive {
 public:
  MemoryArchive() {
    setCompression(openvdb::io::COMPRESS_BLOSC | openvdb::io::COMPRESS_ACTIVE_MASK);
  }
  void write_to(std::ostream& out, const openvdb::GridPtrVec& grids,
                const openvdb::MetaMap& metadata) const {
    const bool seekable = true;  // else readers must load all grids to get one
    Archive::write(out, grids, seekable, metadata);
  }
};

openvdb::MetaMap file_metadata(const FrameSample& frame, const VdbOptions& options) {
  openvdb::MetaMap metadata;
  metadata.insertMeta("creator", openvdb::StringMetadata(creator()));
  metadata.insertMeta("scene", openvdb::StringMetadata(options.scene));
  metadata.insertMeta("frame", openvdb::Int32Metadata(frame.frame));
  metadata.insertMeta("time", openvdb::DoubleMetadata(frame.time));
  metadata.insertMeta("fps", openvdb::DoubleMetadata(options.fps));
  metadata.insertMeta("unit", openvdb::StringMetadata("metre"));
  metadata.insertMeta("up_axis", openvdb::StringMetadata("z"));
  name_objects(frame, options, metadata);
  return metadata;
}

void describe(const openvdb::MetaMap& metadata, const char* indent, std::string& text) {
  for (auto entry = metadata.beginMeta(); entry != metadata.endMeta(); ++entry)
    text += fmt::format("{}{:<28} {}\n", indent, printable(entry->first, max_shown),
                        printable(entry->second->str(), max_shown));
}

void describe(const openvdb::GridBase& grid, std::string& text) {
  text += fmt::format("\n{}\n  {:<28} {}\n", printable(grid.getName(), max_shown), "type",
                      printable(grid.type(), max_shown));
  const openvdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
  text += fmt::format("  {:<28} {}\n", "active voxels", grid.activeVoxelCount());
  if (!box.empty()) {
    const openvdb::Vec3d low = grid.indexToWorld(box.min()), high = grid.indexToWorld(box.max());
    text += fmt::format("  {:<28} ({}, {}, {}) to ({}, {}, {})\n", "active cells", box.min().x(),
                        box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z());
    text +=
        fmt::format("  {:<28} ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g})\n",
                    "their centres [m]", low.x(), low.y(), low.z(), high.x(), high.y(), high.z());
  }
  const openvdb::Vec3d h = grid.voxelSize();
  text += fmt::format("  {:<28} {:.9g} x {:.9g} x {:.9g}\n", "voxel [m]", h.x(), h.y(), h.z());
  describe(grid, "  ", text);
}

/// OpenVDB takes a file that ends in its header for one without grids.
void require_header(const std::filesystem::path& path) {
  constexpr std::uintmax_t least = 61;  // bytes: magic, versions, flag, UUID and two counts
  std::error_code unknown;
  if (std::filesystem::file_size(path, unknown) < least && !unknown)
    throw InputError(path.string() + " cannot be read as a VDB file: it is cut");
}

std::string description(const std::filesystem::path& path) {
  require_header(path);
  openvdb::MetaMap metadata;
  const openvdb::GridPtrVec grids = read_grids(path, &metadata);
  std::string text =
      fmt::format("{}: {} grid{}\n", path.string(), grids.size(), grids.size() == 1 ? "" : "s");
  describe(metadata, "  ", text);
  try {
    for (const openvdb::GridBase::Ptr& grid : grids) describe(*grid, text);
  } catch (const openvdb::Exception&) {
    throw InputError(path.string() + " holds a grid that cannot be described; it is damaged");
  }
  return text;
}

}  // namespace

std::string vdb_bytes(const FrameSample& frame, const VdbOptions& options) {
  openvdb::initialize();
  std::ostringstream bytes(std::ios::binary);
  MemoryArchive().write_to(bytes, make_grids(frame, options), file_metadata(frame, options));
  return std::move(bytes).str();
}

void write_vdb(const std::filesystem::path& path, const FrameSample& frame,
               const VdbOptions& options) {
  write_whole_file(path, vdb_bytes(frame, options));
}

std::string describe_vdb(const std::filesystem::path& path) {
  return work_in_child(
      path.string(), [&] { return description(path); }, limits_of_file(path.string(), 4));
}

openvdb::GridPtrVec read_grids(const std::filesystem::path& path, openvdb::MetaMap* metadata,
                               const std::vector<std::string>& names) {
  openvdb::initialize();
  if (!std::filesystem::is_regular_file(path))
    throw InputError(path.string() + " is not a file; name a .vdb file");
  bool is_vdb = false;
  try {
    openvdb::io::File file(path.string());
    file.open(/*delayLoad=*/false);
    is_vdb = true;
    if (metadata != nullptr) *metadata = *file.getMetadata();
    if (names.empty()) return *file.getGrids();
    openvdb::GridPtrVec grids;
    for (const std::string& name : names)
      if (file.hasGrid(name)) grids.push_back(file.readGrid(name));
    return grids;
  } catch (const openvdb::Exception& error) {
    const std::string_view what = error.what();  // "IoError: not a VDB file"
    // Of a grid that is not whole it names the type: the bytes that are there instead.
    if (is_vdb || what.find("Cannot read grid") != std::string_view::npos)
      throw InputError(path.string() + " is a VDB file that is cut or damaged");
    const std::size_t colon = what.find(": ");
    throw InputError(path.string() + " cannot be read as a VDB file: " +
                     printable(what.substr(colon == what.npos ? 0 : colon + 2), max_shown));
  }
}

}  // namespace eulersolid
