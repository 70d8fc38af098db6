#include <gtest/gtest.h>

#include <random>

#include "io/mesh/body_mesh.h"
#include "io/mesh/embedded_mesh.h"
#include "io/surface/overlap.h"
#include "io/surface/sample_frame.h"
#include "surface/rest_points.h"
#include "tests/io/mesh/mesh_measures.h"
#include "tests/io/surface/maps.h"

namespace eulersolid {
namespace {

/// Maps that no run should have, and one that goes wrong may: stretched far, turned inside out,
/// folded, torn from one node to the next, with holes in what is known of them; of thin shapes,
/// too.
class TornMaps {
 public:
  explicit TornMaps(unsigned seed) : random_(seed) {}

  FrameMaps next() {
    FrameMaps maps = empty_maps();
    const int bodies = 1 + int(between(0, 2));
    for (int n = 0; n < bodies; ++n) add_body(maps, "body " + std::to_string(n));
    return maps;
  }

 private:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  bool chance(double part) { return between(0, 1) < part; }
  /// A length of a tenth of a cell to five of them.
  double length(double h) { return h * std::exp(between(std::log(0.1), std::log(5.0))); }
  Vec3 vector(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

  Shape shape(double h) {
    switch (int(between(0, 5))) {
      case 0:
        return Shape::sphere(length(h));
      case 1:
        return Shape::box({length(h), length(h), length(h)});
      case 2:
        return Shape::cylinder(length(h), length(h));
      case 3:
        return Shape::torus(3 * h, 0.5 * length(h));
      default:
        return Shape::ellipsoid({length(h), length(h), length(h)});
    }
  }

  void add_body(FrameMaps& maps, const std::string& name) {
    const double h = maps.h;
    const Vec3 middle = Vec3{0.5, 0.9, 0.7} + vector(2 * h);
    const Mat3 slope = chance(0.3) ? Mat3{} : Mat3{vector(1.5), vector(1.5), vector(1.5)};
    const double torn = chance(0.5) ? length(h) : 0, folded = chance(0.5) ? length(h) : 0;
    const Vec3 waves = vector(2 / h);
    add_map(
        maps, name, {shape(h), {middle, rotation(vector(1) + Vec3{0, 0, 2}, between(0, 3))}},
        [&](Vec3 x) {
          const Vec3 away = x - middle;
          return slope * away + folded * std::sin(dot(waves, away)) * Vec3{1, 1, 1} + vector(torn);
        },
        1 + int(between(0, 4)));
    BodyMap& body = maps.bodies.back();
    const double known = chance(0.5) ? 1 : between(0, 1);
    for (std::uint8_t& node : body.known) node = std::uint8_t(chance(known));
    if (chance(0.5))
      for (std::size_t n = 0; n < body.u.size(); ++n) {
        body.massive.push_back(std::uint8_t(chance(0.7)));
        body.active.push_back(std::uint8_t(body.massive.back() != 0 && chance(0.7)));
      }
    if (!chance(0.5)) return;
    for (const RestPoint& point : rest_points(body.shape.shape, 0.5 * h))
      body.points.push_back(to_world(body.shape.pose, point.at));
    body.rest = std::make_shared<RestSurface>(body.points, h);
    for (Vec3& point : body.points) point += vector(torn);
  }

  std::mt19937 random_;
};

/// Whatever the map is, pictures and files are made of it: each surface is closed or not there, and
/// all numbers are finite. Catches far ends of long edges that were looked for and not there.
TEST(TornMaps, GiveClosedSurfaces) {
  int surfaces = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const FrameMaps maps = TornMaps(seed).next();
    for (const SurfaceMesh& mesh : frame_meshes(maps, sample_frame(maps, 0.5 * maps.h)).bodies) {
      expect_closed(mesh);
      surfaces += mesh.empty() ? 0 : 1;
    }
    EXPECT_TRUE(std::isfinite(deepest_overlap(maps).depth));
    for (const BodyMap& body : maps.bodies) {
      SourceMesh source;
      for (const RestPoint& point : rest_points(body.shape.shape, 0.5 * maps.h))
        source.points.push_back(to_world(body.shape.pose, point.at));
      const EmbeddedMesh mesh = embedded(source, body, maps);
      ASSERT_EQ(mesh.positions.size(), source.points.size());
      for (const Vec3& at : mesh.positions) ASSERT_TRUE(std::isfinite(at.x + at.y + at.z));
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(surfaces, 30);
}

}  // namespace
}  // namespace eulersolid
