#include <gtest/gtest.h>

#include <fstream>

#include "io/scene/read_scene.h"
#include "tests/io/geometry/mesh_files.h"
#include "tests/simulation/runs.h"

/// Two balls collide head on, off the nodes' symmetry: given by their formula or as meshes.

namespace eulersolid::test {
namespace {

constexpr double radius = 0.25;  // [m]

std::string scene_text(const std::string& ball) {
  const auto body = [&](const char* name, const char* centre, const char* velocity) {
    return std::string("[[body]]\nname = \"") + name + "\"\n" + ball + "\ncentre = " + centre +
           "\nvelocity = " + velocity +
           "\nmaterial = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }\n";
  };
  return "time = { duration = 0.3 }\n"
         "grid = { origin = [-1, -1, -1], size = [2, 2, 2], cell_size = 0.05 }\n" +
         body("left", "[-0.27, 0.01, 0.02]", "[1, 0, 0]") +
         body("right", "[0.28, 0.03, -0.01]", "[-1, 0, 0]");
}

struct Collision {
  double impulse = 0;                         ///< on the right ball [N s]
  double before = 0, after = 0, elastic = 0;  ///< energies [J]; the largest elastic one
};

Collision collide(const Scene& scene) {
  const History history = run(scene);
  Collision result;
  const BodyRecord &start = find(history.start(), "right"), &end = find(history.end(), "right");
  result.impulse = norm(end.momentum - start.momentum);
  result.before = energy(history.start()), result.after = energy(history.end());
  result.elastic = largest(history, [](const StepRecord& step) { return step.elastic; });
  return result;
}

/// A mesh so fine that its faces are 0.03 % of the radius below the sphere: what it lacks of the
/// volume is 0.1 %, and what differs beyond that is the samples'.
TEST(MeshBody, CollidesLikeTheSphereThatItIs) {
  const Files files;
  files.write("ball.stl", stl_bytes(ball_mesh(radius, 5)));
  const Collision exact =
      collide(parse_scene(scene_text("shape = \"sphere\"\nradius = 0.25"), "s"));
  const Collision got = collide(
      parse_scene(scene_text("shape = \"mesh\"\nfile = \"ball.stl\""), files.path("scene.toml")));
  EXPECT_GT(exact.impulse, 1.5 * 65.4);  // the mass times 1 m/s and more: they bounced
  EXPECT_NEAR(got.impulse, exact.impulse, 0.01 * exact.impulse);
  EXPECT_NEAR(got.before, exact.before, 0.01 * exact.before);
  EXPECT_NEAR(got.after, exact.after, 0.01 * exact.before);
  EXPECT_NEAR(got.elastic, exact.elastic, 0.01 * exact.before);
}

}  // namespace
}  // namespace eulersolid::test
