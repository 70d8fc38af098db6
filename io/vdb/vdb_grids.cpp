#include "io/vdb/vdb_grids.h"

#include <fmt/format.h>
#include <openvdb/tools/Prune.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>

#include "io/vdb/obstacle_grid.h"
#include "io/vdb/vdb_leaf.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using openvdb::FloatGrid;
using openvdb::Vec3SGrid;

openvdb::Vec3f vdb_vector(Vec3f v) { return {v.x, v.y, v.z}; }

/// The grids of a frame while they are filled.
class FrameGrids {
 public:
  FrameGrids(const FrameSample& frame, const VdbOptions& options)
      : frame_(frame),
        options_(options),
        places_(leaf_places(frame)),
        band_(float(vdb_band * frame.h)),
        density_(0, places_.size()),
        surface_(band_, places_.size()),
        object_id_(0, places_.size()),
        object_id_extended_(0, places_.size()),
        velocity_(openvdb::Vec3f(0), places_.size()),
        rest_(openvdb::Vec3f(0), places_.size()) {
    for (const BodySample& body : frame.bodies)
      for (const NamedValues& its : body.values) add_extra(its.name);
    for (std::size_t body = 0; options.rest_by_body && body < frame.bodies.size(); ++body)
      rest_of_.emplace_back(openvdb::Vec3f(0), places_.size());
  }

  void fill() {
    tbb::parallel_for(std::size_t(0), places_.size(), [this](std::size_t place) { fill(place); });
  }

  openvdb::GridPtrVec finish();

 private:
  struct Extra {
    std::string name;
    std::vector<const std::vector<float>*> fields;  ///< of the bodies
    GridBuilder<FloatGrid> grid;
  };

  void add_extra(const std::string& name) {
    for (const Extra& extra : extra_)
      if (extra.name == name) return;
    std::vector<const std::vector<float>*> fields;
    for (const BodySample& body : frame_.bodies) fields.push_back(&values_named(body.values, name));
    extra_.push_back({name, std::move(fields), GridBuilder<FloatGrid>(0, places_.size())});
  }
  void fill(std::size_t place);
  void fill_shape(std::size_t place, const NearestBodies& nearest);
  void fill_vectors(std::size_t place, const NearestBodies& nearest);
  void fill_rest_of(std::size_t place, int body);

  const FrameSample& frame_;
  const VdbOptions& options_;
  std::vector<LeafPlace> places_;
  float band_;
  GridBuilder<FloatGrid> density_, surface_, object_id_, object_id_extended_;
  GridBuilder<Vec3SGrid> velocity_, rest_;
  std::vector<GridBuilder<Vec3SGrid>> rest_of_;  // each body
  std::vector<Extra> extra_;
};

void FrameGrids::fill(std::size_t place) {
  NearestBodies nearest;
  find_nearest(frame_, places_[place], band_, nearest);
  if (!nearest.any) return;
  fill_shape(place, nearest);
  fill_vectors(place, nearest);
  if (!rest_of_.empty())
    for (const int body : places_[place].bodies) fill_rest_of(place, body);
  for (Extra& extra : extra_)
    extra.grid.fill(place, places_[place].origin, [&](int n, float& value) {
      if (nearest.body[n] < 0) return false;
      const std::vector<float>& field = *extra.fields[std::size_t(nearest.body[n])];
      if (field.empty()) return false;
      value = field[std::size_t(nearest.cell[n])];
      return true;
    });
}

void FrameGrids::fill_shape(std::size_t place, const NearestBodies& nearest) {
  const openvdb::Coord origin = places_[place].origin;
  density_.fill(place, origin, [&](int n, float& value) {
    value = nearest.filled[n];
    return value > 0;
  });
  surface_.fill(place, origin, [&](int n, float& value) {
    value = std::clamp(nearest.sdf[n], -band_, band_);
    return -band_ < value && value < band_;
  });
  const auto fill_number = [&](GridBuilder<FloatGrid>& grid, float reach) {
    grid.fill(place, origin, [&](int n, float& value) {
      if (nearest.body[n] < 0 || nearest.sdf[n] > reach) return false;
      value = float(options_.first_id + nearest.body[n]);
      return true;
    });
  };
  fill_number(object_id_, 0);
  fill_number(object_id_extended_, band_);
}

void FrameGrids::fill_vectors(std::size_t place, const NearestBodies& nearest) {
  const auto fill_from = [&](GridBuilder<Vec3SGrid>& grid, std::vector<Vec3f> BodySample::*field) {
    grid.fill(place, places_[place].origin, [&](int n, openvdb::Vec3f& value) {
      if (nearest.body[n] < 0) return false;
      const BodySample& body = frame_.bodies[std::size_t(nearest.body[n])];
      value = vdb_vector((body.*field)[std::size_t(nearest.cell[n])]);
      return true;
    });
  };
  fill_from(velocity_, &BodySample::velocity);
  fill_from(rest_, &BodySample::rest);
}

void FrameGrids::fill_rest_of(std::size_t place, int number) {
  const BodySample& body = frame_.bodies[std::size_t(number)];
  const openvdb::Coord origin = places_[place].origin;
  rest_of_[std::size_t(number)].fill(place, origin, [&](int n, openvdb::Vec3f& value) {
    const openvdb::Coord at =
        origin + FloatGrid::TreeType::LeafNodeType::offsetToLocalCoord(openvdb::Index32(n));
    const Int3 cell = Int3{at.x(), at.y(), at.z()} - body.first;
    if (!body.cells.contains(cell)) return false;
    const auto c = std::size_t(body.cells.index(cell));
    if (!(body.sdf[c] < band_)) return false;
    value = vdb_vector(body.rest[c]);
    return true;
  });
}

openvdb::GridPtrVec FrameGrids::finish() {
  openvdb::GridPtrVec grids;
  const auto add = [&](const std::string& name, auto& builder, openvdb::GridClass kind) {
    const auto grid = builder.finish();
    grid->setName(name);
    grid->setGridClass(kind);
    grid->setSaveFloatAsHalf(options_.half);
    grids.push_back(grid);
    return grid;
  };
  openvdb::tools::prune(add("density", density_, openvdb::GRID_FOG_VOLUME)->tree());
  openvdb::tools::prune(add("surface", surface_, openvdb::GRID_LEVEL_SET)->tree());
  add(options_.velocity_name, velocity_, openvdb::GRID_FOG_VOLUME)
      ->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
  add("rest", rest_, openvdb::GRID_FOG_VOLUME)->setSaveFloatAsHalf(false);
  for (std::size_t body = 0; body < rest_of_.size(); ++body)
    add(fmt::format("rest_{}", options_.first_id + int(body)), rest_of_[body],
        openvdb::GRID_FOG_VOLUME)
        ->setSaveFloatAsHalf(false);
  openvdb::tools::prune(add("object_id", object_id_, openvdb::GRID_UNKNOWN)->tree());
  openvdb::tools::prune(
      add("object_id_extended", object_id_extended_, openvdb::GRID_UNKNOWN)->tree());
  for (Extra& extra : extra_) add(extra.name, extra.grid, openvdb::GRID_UNKNOWN);
  return grids;
}

/// Index (i, j, k) to the centre of its cell.
openvdb::math::Transform::Ptr cell_centres(const FrameSample& frame) {
  const auto transform = openvdb::math::Transform::createLinearTransform(frame.h);
  const Vec3 first = frame.origin + 0.5 * frame.h * Vec3{1, 1, 1};
  transform->postTranslate({first.x, first.y, first.z});
  return transform;
}

}  // namespace

std::string creator() { return "eulersolid " ES_VERSION; }

void name_objects(const FrameSample& frame, const VdbOptions& options, openvdb::MetaMap& metadata) {
  for (std::size_t body = 0; body < frame.bodies.size(); ++body)
    metadata.insertMeta(fmt::format("object_{}", options.first_id + int(body)),
                        openvdb::StringMetadata(frame.bodies[body].name));
}

openvdb::GridPtrVec make_grids(const FrameSample& frame, const VdbOptions& options) {
  FrameGrids builder(frame, options);
  builder.fill();
  openvdb::GridPtrVec grids = builder.finish();
  if (options.obstacles.distance) {
    grids.push_back(obstacle_grid(frame, options.obstacles));
    grids.back()->setSaveFloatAsHalf(options.half);
  }
  for (const openvdb::GridBase::Ptr& grid : grids) {
    grid->setTransform(cell_centres(frame));
    grid->setCreator(creator());
    if (grid->getName().starts_with("object_id")) name_objects(frame, options, *grid);
  }
  return grids;
}

}  // namespace eulersolid
