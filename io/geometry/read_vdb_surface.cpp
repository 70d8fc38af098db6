#include <fmt/format.h>
#include <openvdb/openvdb.h>

#include <cmath>

#include "io/geometry/grid_surface.h"
#include "io/geometry/level_set_sign.h"
#include "io/geometry/read_mesh.h"
#include "io/geometry/shape_file.h"
#include "io/printable.h"
#include "io/vdb/vdb_grids.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using openvdb::FloatGrid;

/// The grid with its numbers as floats; null where its values are no numbers.
FloatGrid::Ptr as_floats(const openvdb::GridBase::Ptr& grid) {
  using Others = openvdb::TypeList<openvdb::DoubleGrid, openvdb::Int32Grid, openvdb::Int64Grid,
                                   openvdb::BoolGrid>;
  if (const auto floats = openvdb::gridPtrCast<FloatGrid>(grid)) return floats;
  FloatGrid::Ptr floats;
  grid->apply<Others>([&](const auto& numbers) { floats = std::make_shared<FloatGrid>(numbers); });
  if (floats) floats->setName(grid->getName());
  return floats;
}

std::vector<FloatGrid::Ptr> float_grids(const openvdb::GridPtrVec& all) {
  std::vector<FloatGrid::Ptr> grids;
  for (const openvdb::GridBase::Ptr& grid : all)
    if (const FloatGrid::Ptr floats = as_floats(grid)) grids.push_back(floats);
  return grids;
}

std::string names_of(const std::vector<FloatGrid::Ptr>& grids) {
  std::string names;
  for (const FloatGrid::Ptr& grid : grids)
    names += (names.empty() ? "\"" : ", \"") + printable(grid->getName(), max_shown) + '"';
  return names;
}

/// `"velocity" of vec3s`
std::string types_of(const openvdb::GridPtrVec& grids) {
  std::string types;
  for (const openvdb::GridBase::Ptr& grid : grids)
    types +=
        fmt::format("{}\"{}\" of {}", types.empty() ? "" : ", ",
                    printable(grid->getName(), max_shown), printable(grid->valueType(), max_shown));
  return types;
}

FloatGrid::Ptr chosen(const std::string& path, const std::string& name) {
  const openvdb::GridPtrVec all = read_grids(path, nullptr);
  const std::vector<FloatGrid::Ptr> grids = float_grids(all);
  if (all.empty()) throw InputError(path + " holds no grid");
  if (grids.empty())
    throw InputError(
        fmt::format("{} holds no grid of numbers, as a level set or a fog volume is, but {}", path,
                    types_of(all)));
  const auto named = [&](std::string_view wanted) -> FloatGrid::Ptr {
    FloatGrid::Ptr found;
    for (const FloatGrid::Ptr& grid : grids) {
      if (grid->getName() != wanted) continue;
      if (found)
        throw InputError(
            fmt::format("{} holds several grids of numbers named \"{}\": which is "
                        "meant cannot be said; give them names of their own",
                        path, printable(std::string(wanted), max_shown)));
      found = grid;
    }
    return found;
  };
  if (!name.empty()) {
    if (const FloatGrid::Ptr grid = named(name)) return grid;
    throw InputError(fmt::format("{} holds no grid \"{}\" of numbers; it holds {}", path,
                                 printable(name, max_shown), names_of(grids)));
  }
  if (grids.size() == 1) return grids.front();
  for (const char* usual : {"surface", "density"})
    if (const FloatGrid::Ptr grid = named(usual)) return grid;
  throw InputError(
      fmt::format("{} holds several grids, {}; name one as `grid`", path, names_of(grids)));
}

TriangleMesh surface_of(const std::string& path, const std::string& name, std::optional<double> iso,
                        std::vector<std::string>& remarks) {
  const FloatGrid::Ptr grid = chosen(path, name);
  const bool is_level_set = grid->getGridClass() == openvdb::GRID_LEVEL_SET;
  if (is_level_set && iso.value_or(0) != 0)
    throw InputError(
        fmt::format("{}: the grid \"{}\" is a level set, whose surface is at 0; iso, "
                    "{}, is of fog volumes",
                    path, printable(grid->getName(), max_shown), *iso));
  const double level = is_level_set ? 0 : iso.value_or(0.5);
  if (is_level_set && make_negative_inside(*grid))
    remarks.push_back(
        fmt::format("{}: the grid \"{}\" is a level set whose values are positive inside and "
                    "negative outside; it was read with its sign turned",
                    path, printable(grid->getName(), max_shown)));
  if (is_level_set != (grid->background() > level))
    throw InputError(fmt::format(
        "{}: outside of the grid \"{}\" values are {}, {} {}: the solid has no end; {}", path,
        printable(grid->getName(), max_shown), grid->background(),
        is_level_set ? "not above" : "not below", level,
        is_level_set ? "write the grid with a background above 0"
                     : "take a larger iso, or mark the grid as a level set if it is one"));
  for (auto value = grid->cbeginValueOn(); value; ++value)
    if (!std::isfinite(*value))
      throw InputError(fmt::format("{}: the grid \"{}\" has a voxel whose value is {}", path,
                                   printable(grid->getName(), max_shown), *value));
  TriangleMesh mesh = grid_surface(*grid, level);
  if (mesh.triangles.empty())
    throw InputError(fmt::format("{}: the grid \"{}\" is nowhere {}: there is no surface", path,
                                 printable(grid->getName(), max_shown), level));
  return mesh;
}

}  // namespace

TriangleMesh read_vdb_surface(const std::string& path, const std::string& grid,
                              std::optional<double> iso, std::vector<std::string>* remarks) {
  const auto read = [&](std::vector<std::string>& said) {
    try {
      return surface_of(path, grid, iso, said);
    } catch (const openvdb::Exception& error) {
      throw InputError(fmt::format("{} cannot be read as a VDB file: {}", path,
                                   printable(error.what(), max_shown)));
    }
  };
  return read_shape_file(path, read, remarks);
}

}  // namespace eulersolid
