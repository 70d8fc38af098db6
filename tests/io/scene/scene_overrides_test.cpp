#include <gtest/gtest.h>

#include "io/scene/read_scene.h"
#include "kernels/core/error.h"
#include "tests/io/scene/scene_text.h"

namespace eulersolid {
namespace {

Scene with(const std::vector<SceneOverride>& overrides) {
  return parse_scene(good_scene, "s.toml", overrides);
}

std::string error_of(const SceneOverride& change) {
  try {
    with({change});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SceneOverrides, ReachTablesIndicesAndNames) {
  const Scene scene =
      with({"time.duration=0.1", "body.0.velocity=[1, 0, 0]", "body.b.material.density = 2000",
            "contact.solver=direct_sp", "contact.pair.0.friction=0.7", "output.name=\"other name\"",
            "output.extra=[\"J\"]", "gravity=[0,0,-1]", "body.b.size.2=0.3"});
  EXPECT_EQ(scene.time.duration, 0.1);
  EXPECT_EQ(scene.bodies[0].velocity.x, 1);
  EXPECT_EQ(scene.bodies[0].material.density, 1000);
  EXPECT_EQ(scene.bodies[1].material.density, 2000);
  EXPECT_EQ(scene.bodies[1].shape.vector("size").z, 0.3);
  EXPECT_EQ(scene.contact.solver, "direct_sp");
  EXPECT_EQ(scene.contact.pairs[0].friction, 0.7);
  EXPECT_EQ(scene.output.name, "other name");
  EXPECT_EQ(scene.output.extra, std::vector<std::string>{"J"});
  EXPECT_EQ(scene.gravity.value.z, -1);
}

TEST(SceneOverrides, ReachBodiesByTheirDefaultNames) {
  const std::string nameless =
      replaced(replaced(good_scene, "name = \"a\"\n", ""), "\"a\"", "\"body_1\"");
  const Scene scene = parse_scene(nameless, "s.toml", {"body.body_1.radius=0.25"});
  EXPECT_EQ(scene.bodies[0].shape.number("radius"), 0.25);
}

/// Paths need no quotes, whatever they begin with.
TEST(SceneOverrides, TakePathsAsTheyAre) {
  for (const std::string path : {"/no/such.stl", "./no.stl", "../no/such.stl", "no/such.stl"})
    EXPECT_NE(error_of("body.0.file=" + path).find("file does not belong to a sphere"),
              std::string::npos)
        << error_of("body.0.file=" + path);
}

TEST(SceneOverrides, ReplaceTheOtherWayOfChoosingTheStep) {
  const Scene scene = with({"time.cfl=0.25"});
  EXPECT_FALSE(scene.time.dt.has_value());
  EXPECT_EQ(scene.time.cfl, 0.25);
  EXPECT_EQ(with({"time.cfl=0.25", "time.duration=1"}).time.cfl, 0.25);
  EXPECT_THROW(with({"time.cfl=0.25", "time.dt=0.001"}), InputError);
}

/// Of a material that others have, too, a body changes its own copy.
TEST(SceneOverrides, ReachIntoNamedMaterials) {
  const std::string text =
      "time = { duration = 0 }\n[material.soft]\nlike = \"gel\"\ndensity = 900\n"
      "[[body]]\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 1\nmaterial = \"soft\"\n"
      "[[body]]\nshape = \"sphere\"\ncentre = [3, 0, 0]\nradius = 1\nmaterial = \"soft\"\n";
  const std::vector<SceneOverride> changes{SceneOverride("body.body_1.material.density=5")};
  const Scene scene = parse_scene(text, "s.toml", changes);
  EXPECT_EQ(scene.bodies[0].material.density, 5);
  EXPECT_EQ(scene.bodies[1].material.density, 900);
}

TEST(SceneOverrides, ReachNamesThatHoldDots) {
  const std::string text =
      "time = { duration = 0 }\n"
      "[[body]]\nname = \"a.b = c\"\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 1\n"
      "material = { density = 1, youngs_modulus = 1, poissons_ratio = 0 }\n";
  const std::vector<SceneOverride> changes{SceneOverride("body.\"a.b = c\".radius = 2"),
                                           SceneOverride(" 'time' . \"duration\"=3")};
  const Scene scene = parse_scene(text, "s.toml", changes);
  EXPECT_EQ(scene.bodies[0].shape.number("radius"), 2);
  EXPECT_EQ(scene.time.duration, 3);
}

TEST(SceneOverrides, ErrorsNameWhatWasSet) {
  EXPECT_EQ(error_of("body.\"a.radius=1"),
            "--set body.\"a.radius=1: has a key whose quotes do not close");
  EXPECT_EQ(error_of("body.\"a\"b.radius=1"),
            "--set body.\"a\"b.radius=1: has a key in quotes that goes on behind them");
  EXPECT_EQ(error_of("time.\"\"=1"), "--set time.\"\"=1: has an empty key");
  EXPECT_EQ(error_of("time."), "--set time.: is not of the form KEY=VALUE");
  EXPECT_EQ(error_of("body.a.material.density=-1"),
            "--set body.a.material.density=-1: [body \"a\"] density is -1 kg/m^3, but must be > 0");
  EXPECT_EQ(error_of("tiem.duration=1"),
            "--set tiem.duration=1: tiem is not a known key; did you mean \"time\"?");
  EXPECT_EQ(error_of("include=[]"),
            "--set include=[]: include cannot be set here: files are included before anything is "
            "set");
  EXPECT_EQ(error_of("body.c.radius=1"), "--set body.c.radius=1: there is no body \"c\"");
  EXPECT_EQ(
      error_of("obstacle.flor.friction=1"),
      "--set obstacle.flor.friction=1: there is no obstacle \"flor\"; did you mean \"floor\"?");
  EXPECT_EQ(error_of("body.2.radius=1"),
            "--set body.2.radius=1: body has 2 elements, counted from 0");
  EXPECT_EQ(error_of("time.duration"), "--set time.duration: is not of the form KEY=VALUE");
  EXPECT_EQ(error_of("=1"), "--set =1: has an empty key");
  EXPECT_EQ(error_of("time..dt=1"), "--set time..dt=1: has an empty key");
  EXPECT_EQ(error_of("time.dt="),
            "--set time.dt=: nothing is not a value in TOML, such as 0.5, [1, 0, 0] or \"text\"");
  EXPECT_EQ(error_of("time.dt=1 2"),
            "--set time.dt=1 2: 1 2 is not a value in TOML, such as 0.5, [1, 0, 0] or \"text\"");
  EXPECT_EQ(error_of("time.dt=1\nx=2"), R"(--set time.dt=1\x0ax=2: must be on one line)");
  EXPECT_EQ(error_of("time.duration.x=1"),
            "--set time.duration.x=1: duration is a number and holds no \"x\"");
  EXPECT_EQ(
      error_of(SceneOverride("contact.solver=\"newton\"", "--solver newton")),
      "--solver newton: [contact] solver is \"newton\", but must be one of \"schurpa_sp\", "
      "\"direct_sp\", \"interior_point_sp\", \"automatic\", \"pgs\", \"pgs_coloured\", "
      "\"p_spg_fb\", \"apgd\", \"admm\", \"proximal_newton\", \"interior_point\", \"hybrid\"");
}

}  // namespace
}  // namespace eulersolid
