#include "io/geometry/distances/mesh_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "io/geometry/distances/index_mesh.h"
#include "io/geometry/distances/mesh_cracks.h"
#include "io/geometry/distances/mesh_distance.h"
#include "io/geometry/distances/mesh_parts.h"
#include "io/geometry/distances/sample_grid.h"
#include "io/geometry/distances/sharp_where_sure.h"
#include "kernels/core/error.h"
#include "shapes/join_bounds.h"

namespace eulersolid {

namespace {

/// The parts of a solid: those that look as the largest, and those that look the other way, which
/// are cavities where they are within the former.
class Solid {
 public:
  explicit Solid(std::vector<MeshPart> parts) : parts_(std::move(parts)) {
    const auto largest =
        std::max_element(parts_.begin(), parts_.end(),
                         [](const MeshPart& a, const MeshPart& b) { return a.volume < b.volume; });
    outwards_ = largest->outwards;
    is_cavity_.assign(parts_.size(), 0);
  }

  /// Of what is not in cavities; right once there were samples [m^3].
  double volume() const {
    double sum = 0;
    for (std::size_t n = 0; n < parts_.size(); ++n)
      sum += is_cavity_[n] ? -parts_[n].volume : parts_[n].volume;
    return sum;
  }

  /// @param reach  true distances are needed so far outside [m]
  std::vector<double> sample(const SampleGrid& grid, double reach) {
    IndexMesh outer, inner;
    for (const MeshPart& part : parts_)
      if (part.outwards == outwards_) outer.add(part.mesh, grid);
    std::vector<double> values = distances(outer, grid, reach);
    const SampledDistance field{
        {values.data(), Index(values.size())}, grid.samples, grid.origin, grid.spacing, {}};
    IndexMesh others;
    for (std::size_t n = 0; n < parts_.size(); ++n) {
      if (parts_[n].outwards == outwards_) continue;
      is_cavity_[n] = signed_distance(field, parts_[n].mesh.points.front()) < 0;
      (is_cavity_[n] ? inner : others).add(parts_[n].mesh, grid);
    }
    if (!others.triangles.empty())
      combine(values, distances(others, grid, reach),
              [](double a, double b) { return std::min(a, b); });
    if (!inner.triangles.empty())
      combine(values, distances(inner, grid, reach),
              [](double a, double b) { return std::max(a, -b); });
    return values;
  }

  /// Of the same; what is a cavity has been seen. Nothing where there are so many parts that it
  /// would take long.
  std::shared_ptr<const SharpDistance> sharp_distance() const {
    constexpr std::size_t max_parts = 256;
    if (parts_.size() > max_parts) return nullptr;
    std::vector<const MeshPart*> solids, cavities;
    for (std::size_t n = 0; n < parts_.size(); ++n)
      (is_cavity_[n] ? cavities : solids).push_back(&parts_[n]);
    return std::make_shared<const MeshDistance>(solids, cavities);
  }

 private:
  template <class Function>
  static void combine(std::vector<double>& values, const std::vector<double>& more, Function of) {
    for (std::size_t n = 0; n < values.size(); ++n) values[n] = of(values[n], more[n]);
  }

  std::vector<MeshPart> parts_;
  std::vector<char> is_cavity_;
  bool outwards_ = true;
};

constexpr double widest_crack = 0.02;      // cells; samples are not as fine
constexpr double largest_hole_closed = 2;  // cells
constexpr double volume_tolerance = 1e-3;  // of the solid's
constexpr double volume_remark = 2e-3;     // more than that is said, if more than a skin of ...
constexpr double skin = 0.05;  // ... so much of the samples' spacing: they cut edges off

void require_closed(const MeshFaults& faults, double cell_size, const std::string& name) {
  if (faults.open_edges == 0 || faults.largest_hole <= largest_hole_closed * cell_size) return;
  throw InputError(fmt::format(
      "{} is open: {} edges belong to one face only, and the largest of {} hole{} is {:.3g} m "
      "wide, but only holes of at most {} cells are closed",
      name, faults.open_edges, faults.holes, faults.holes == 1 ? "" : "s", faults.largest_hole,
      largest_hole_closed));
}

void remark_on(const JoinedCracks& cracks, const std::string& name,
               std::vector<std::string>& remarks) {
  if (cracks.points == 0) return;
  remarks.push_back(fmt::format(
      "{}: {} point{} along cracks of at most {:.3g} m {} joined to others", name, cracks.points,
      cracks.points == 1 ? "" : "s", cracks.width, cracks.points == 1 ? "was" : "were"));
}

void remark_on(const MeshFaults& faults, const std::string& name,
               std::vector<std::string>& remarks) {
  if (faults.turned > 0)
    remarks.push_back(fmt::format("{}: {} face{} looked inwards and {} turned over", name,
                                  faults.turned, faults.turned == 1 ? "" : "s",
                                  faults.turned == 1 ? "was" : "were"));
  if (faults.holes > 0)
    remarks.push_back(fmt::format("{}: {} hole{} of at most {:.3g} m {} closed", name, faults.holes,
                                  faults.holes == 1 ? "" : "s", faults.largest_hole,
                                  faults.holes == 1 ? "was" : "were"));
}

double area_of(const TriangleMesh& mesh) {
  double area = 0;
  for (const Int3 t : mesh.triangles) {
    const Vec3 a = mesh.points[std::size_t(t.x)], b = mesh.points[std::size_t(t.y)],
               c = mesh.points[std::size_t(t.z)];
    area += 0.5 * norm(cross(b - a, c - a));
  }
  return area;
}

bool has_solid(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return value < 0; });
}

}  // namespace

Bounds bounds(const TriangleMesh& mesh) {
  Bounds box = empty_bounds();
  for (const Vec3 p : mesh.points) add(box, p);
  return box;
}

DistanceSamples mesh_samples(const TriangleMesh& mesh, Edges edges, double cell_size,
                             const std::string& name, std::vector<std::string>& remarks) {
  MeshFaults faults;
  JoinedCracks cracks;
  std::vector<MeshPart> parts = mesh_parts(mesh, faults);
  if (faults.open_edges > 0) {
    TriangleMesh whole = mesh;
    cracks = join_cracks(whole, widest_crack * cell_size);
    if (cracks.points > 0) faults = {}, parts = mesh_parts(whole, faults);
  }
  double volume = 0;
  for (const MeshPart& part : parts) volume += part.volume;
  const Bounds box = bounds(mesh);
  const double size = norm(box.high - box.low);
  if (!(volume > 1e-9 * size * size * size))
    throw InputError(name + " encloses no volume; is it flat, or open?");
  require_closed(faults, cell_size, name);
  Solid solid(std::move(parts));
  SampleGrid grid = finest_grid(box, cell_size, name);
  double coarser = 0;  // volume
  while (true) {
    std::vector<double> values = solid.sample(grid, sample_margin * cell_size);
    const bool can_be_finer = grid.halved().samples.count() <= max_samples;
    if (has_solid(values)) {
      DistanceSamples samples(grid.origin, grid.spacing, grid.samples, std::move(values));
      const double sampled = samples.view().solid.volume;
      const bool right = std::fabs(sampled / solid.volume() - 1) <= volume_tolerance;
      const bool no_longer_changes = std::fabs(sampled - coarser) <= volume_tolerance * sampled;
      if (right || no_longer_changes || !can_be_finer) {
        remark_on(cracks, name, remarks), remark_on(faults, name, remarks);
        if (std::fabs(sampled - solid.volume()) >
            std::max(volume_remark * solid.volume(), skin * grid.spacing * area_of(mesh)))
          remarks.push_back(fmt::format(
              "{}: the volume of the solid is {:.6g} m^3, but its faces enclose {:.6g} m^3: they "
              "overlap, or parts are too thin to be seen",
              name, sampled, solid.volume()));
        if (edges == Edges::of_samples) return samples;
        std::shared_ptr<const SharpDistance> sharp = solid.sharp_distance();
        if (sharp) sharp = sharp_where_sure(std::move(sharp), samples.view());
        return std::move(samples).with(std::move(sharp));
      }
      coarser = sampled;
    }
    if (!can_be_finer)
      throw InputError(fmt::format("{} is nowhere thick enough to be sampled {:.3g} m apart", name,
                                   grid.spacing));
    grid = grid.halved();
  }
}

}  // namespace eulersolid
