#include "io/scene/write_scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/scene/read_scene.h"
#include "io/scene/scene_schema.h"
#include "kernels/core/error.h"
#include "tests/io/scene/scene_text.h"

namespace eulersolid {
namespace {

/// Every kind of table, and no value that is a default.
const std::string rich_scene = R"(
gravity_keyframes = [{ time = 0, acceleration = [0.1, 0.2, -9.81] }, { time = 0.5, acceleration = [0, 0, -1], smooth = true }]
time = { duration = 0.123456789012345678, cfl = 0.31, allow_unstable = true }
grid = { origin = [-1, -2, -3], size = [10, 11, 12], cell_size = 0.0625 }
[contact]
friction = 0.7
static_friction = 0.9
solver = "direct_sp"
tolerance = 1e-9
max_solves = 77
max_staggered = 9
allow_overlap = true
pair = [{ bodies = ["ball", "rod"], friction = 0.2, static_friction = 0.3 }, { bodies = ["ram", "rod"], friction = 0 }, { bodies = ["ball", "ram"], touch = false }]
[alarms]
warn = 0.002
stop = inf
[output]
name = "a \u00e9 name"
fps = 24
start_frame = 0
velocity_name = "vel"
voxel_size = 0.02
half = true
per_body = true
extra = ["pressure", "J"]
surface = ["vtp", "usd"]
rest_mesh = true
vti = true
preview = true
[preview]
look_at = "rod"
from = [9, 8, 7.5]
turntable = "90 deg"
colour = "stress"
colour_range = [-1, 2.5e4]
stamp = false
[[body]]
name = "ball"
shape = "sphere"
centre = [2.1, 2.2, 2.3]
radius = 1
velocity = [0.1, -0.2, 0.3]
angular_velocity = [1e-17, 2e20, -3]
material = { model = "neo_hookean", density = 1001, youngs_modulus = 2e5, poissons_ratio = 0.1, viscosity = 1e-4 }
[[body]]
name = "rod"
shape = "cylinder"
centre = [5, 5, 5]
radius = 0.5
length = 2
rotation = { axis = [1, 2, 3], angle = 0.123 }
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "brick"
shape = "box"
centre = [2, 6, 6]
size = [0.5, 0.6, 0.7]
material = { model = "mooney_rivlin", density = 1002, c1 = 2e4, c2 = 5e3, bulk_modulus = 1e6 }
[[body]]
name = "pill"
shape = "capsule"
centre = [8, 8, 8]
radius = 0.3
length = 1.1
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "hat"
shape = "cone"
centre = [8, 6, 8]
radius = 0.5
top_radius = 0.125
length = 1.1
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "ring"
shape = "torus"
centre = [8, 4, 8]
radius = 0.7
tube_radius = 0.3
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "egg"
shape = "ellipsoid"
centre = [8, 2, 8]
radii = [0.3, 0.4, 0.5]
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "soap"
shape = "rounded_box"
centre = [8, 0, 8]
size = [0.5, 0.6, 0.7]
rounding = 0.2
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[obstacle]]
name = "cloud"
shape = "vdb"
file = "tests/fuzz/corpus/vdb/ball.vdb"
grid = "density"
iso = 0.75
centre = [0, 4, 4]
[[obstacle]]
name = "ram"
shape = "box"
size = [1, 2, 3]
rotation = { axis = [0, 1, 0], angle = -1 }
friction = 0.4
static_friction = 0.5
keyframes = [{ time = -1, position = [7, 0, 0] }, { time = 2, position = [7, 1, 0] }]
[[obstacle]]
name = "floor"
shape = "plane"
point = [0, 0, -3]
normal = [1, 1, 7]
[[obstacle]]
name = "bump"
shape = "sphere"
centre = [0, 8, 0]
radius = 0.5
[[obstacle]]
name = "roller"
shape = "cylinder"
centre = [0, 8, 8]
radius = 0.25
length = 3
rotation = { axis = [0, 1, 0], angle = 1.5 }
angular_velocity = [0, 7, 0]
[[obstacle]]
name = "paddle"
shape = "box"
centre = [0, 8, 6]
size = [1, 1, 1]
keyframes = [{ time = 0, rotation = { axis = [0, 1, 0] } }, { time = 1, rotation = { axis = [0, 1, 0], angle = 8.5 }, smooth = true }]
[[obstacle]]
name = "arm"
shape = "box"
size = [1, 1, 1]
keyframes = [{ time = 0, position = [0, 0, 6], rotation = { axis = [0, 1, 0] } },
             { time = 1, position = [0, 1, 6], rotation = { axis = [1, 1, 0], angle = 2.5 } }]
)";

/// Bodies of files and of parts, to be added: reading them takes a second.
const char* const file_bodies = R"(
[[body]]
name = "part"
shape = "mesh"
file = "tests/io/scene/cube.obj"
scale = 0.25
anchor = "origin"
centre = [8, 6, 2]
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "twin"
shape = "mesh"
file = "tests/io/scene/cube.obj"
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
[[body]]
name = "drilled"
shape = "difference"
centre = [8, 6, 4]
parts = [{ shape = "union", parts = [{ shape = "box", size = [1, 1, 1] },
                                     { shape = "mesh", file = "tests/io/scene/cube.obj", centre = [0.5, 0, 0] }] },
         { shape = "cylinder", radius = 0.25, length = 9, centre = [0.1, 0, 0], rotation = { axis = [1, 0, 0], angle = 0.5 } }]
material = { density = 1002, youngs_modulus = 3e5, poissons_ratio = 0.2 }
)";

TEST(WriteScene, ReadsBackToTheSameValues) {
  const Scene first = parse_scene(rich_scene, ES_SOURCE_DIR "/s.toml");
  const std::string text = write_scene(first);
  const Scene scene = parse_scene(text, "other.toml");
  EXPECT_EQ(write_scene(scene), text);  // what the text holds is the same to the last bit

  EXPECT_EQ(scene.gravity.value.y, 0.2);
  ASSERT_EQ(scene.gravity.keyframes.size(), 2u);
  EXPECT_EQ(scene.gravity.keyframes[1].time, 0.5);
  EXPECT_TRUE(scene.gravity.keyframes[1].smooth);
  EXPECT_EQ(scene.gravity.keyframes[1].value.z, -1);
  EXPECT_EQ(scene.time.duration, 0.123456789012345678);
  EXPECT_EQ(scene.time.cfl, 0.31);
  EXPECT_TRUE(scene.time.allow_unstable && !scene.time.dt);
  EXPECT_EQ(scene.grid.origin.z, -3);
  EXPECT_EQ(scene.grid.size.y, 11);
  EXPECT_EQ(scene.grid.cell_size, 0.0625);
  EXPECT_EQ(scene.contact.friction, 0.7);
  EXPECT_EQ(scene.contact.static_friction, 0.9);
  EXPECT_EQ(scene.contact.solver, "direct_sp");
  EXPECT_EQ(scene.contact.tolerance, 1e-9);
  EXPECT_EQ(scene.contact.max_schur_columns, 77);
  EXPECT_EQ(scene.contact.max_staggered, 9);
  EXPECT_TRUE(scene.contact.allow_overlap);
  ASSERT_EQ(scene.contact.pairs.size(), 3u);
  EXPECT_FALSE(scene.contact.pairs[2].touch);
  EXPECT_EQ(scene.contact.pairs[1].first + scene.contact.pairs[1].second, "ramrod");
  EXPECT_EQ(scene.contact.pairs[0].friction, 0.2);
  EXPECT_EQ(scene.contact.pairs[0].static_friction, 0.3);
  EXPECT_FALSE(scene.contact.pairs[1].static_friction.has_value());
  EXPECT_EQ(scene.alarms.warn, 0.002);
  EXPECT_EQ(scene.alarms.stop, INFINITY);
}

/// Or a run that has one could not be resumed from the scene in its folder.
TEST(WriteScene, ReadsBackANegativeZero) {
  const std::string text = replaced(good_scene, "-9.81]", "-0.0]");
  const std::string written = write_scene(parse_scene(text, "s.toml"));
  EXPECT_TRUE(std::signbit(parse_scene(written, "w.toml").gravity.value.z)) << written;
}

TEST(WriteScene, ReadsBackToTheSameOutput) {
  const Scene::Output output =
      parse_scene(write_scene(parse_scene(rich_scene, ES_SOURCE_DIR "/s.toml")), "other.toml")
          .output;
  EXPECT_EQ(output.name, "a \u00e9 name");
  EXPECT_EQ(output.fps, 24);
  EXPECT_EQ(output.start_frame, 0);
  EXPECT_EQ(output.velocity_name, "vel");
  EXPECT_EQ(output.voxel_size, 0.02);
  EXPECT_TRUE(output.half && output.per_body && output.preview && output.vti && output.rest_mesh);
  EXPECT_EQ(output.surface, (std::vector<std::string>{"vtp", "usd"}));
  EXPECT_EQ(output.extra, (std::vector<std::string>{"pressure", "J"}));
}

TEST(WriteScene, ReadsBackToTheSamePreview) {
  const Scene::Preview preview =
      parse_scene(write_scene(parse_scene(rich_scene, ES_SOURCE_DIR "/s.toml")), "other.toml")
          .preview;
  EXPECT_EQ(std::get<std::string>(preview.look_at.value()), "rod");
  EXPECT_EQ(preview.from.value().z, 7.5);
  EXPECT_EQ(preview.turntable, 0.25);
  EXPECT_FALSE(preview.follow || preview.stamp);
  EXPECT_EQ(preview.colour, "stress");
  EXPECT_EQ(preview.colour_range.value().low, -1);
  EXPECT_EQ(preview.colour_range.value().high, 2.5e4);
}

TEST(WriteScene, ReadsBackToTheSameBodiesAndObstacles) {
  const Scene scene =
      parse_scene(write_scene(parse_scene(rich_scene, ES_SOURCE_DIR "/s.toml")), "other.toml");
  ASSERT_EQ(scene.bodies.size(), 8u);
  const BodySpec &ball = scene.bodies[0], &rod = scene.bodies[1], &brick = scene.bodies[2];
  EXPECT_EQ(ball.shape.name, "sphere");
  EXPECT_EQ(ball.centre.z, 2.3);
  EXPECT_EQ(ball.velocity.y, -0.2);
  EXPECT_EQ(ball.angular_velocity.x, 1e-17);
  EXPECT_EQ(ball.angular_velocity.y, 2e20);
  EXPECT_EQ(ball.material.density, 1001);
  EXPECT_EQ(ball.material.parameters.at("youngs_modulus"), 2e5);
  EXPECT_EQ(ball.material.parameters.at("poissons_ratio"), 0.1);
  EXPECT_EQ(ball.material.viscosity, 1e-4);
  EXPECT_EQ(rod.name, "rod");
  EXPECT_EQ(rod.shape.name, "cylinder");
  EXPECT_EQ(rod.shape.number("radius"), 0.5);
  EXPECT_EQ(rod.shape.number("length"), 2);
  EXPECT_EQ(rod.rotation.axis.y, 2);
  EXPECT_EQ(rod.rotation.angle, 0.123);
  EXPECT_EQ(brick.shape.name, "box");
  EXPECT_EQ(brick.shape.vector("size").y, 0.6);
  EXPECT_EQ(brick.material.model, "mooney_rivlin");
  EXPECT_EQ(brick.material.parameters.at("c1"), 2e4);
  EXPECT_EQ(brick.material.parameters.at("c2"), 5e3);
  EXPECT_EQ(brick.material.parameters.at("bulk_modulus"), 1e6);
  ASSERT_EQ(scene.obstacles.size(), 7u);
  const ObstacleSpec& ram = scene.obstacles[1];
  EXPECT_EQ(ram.friction, 0.4);
  EXPECT_EQ(ram.static_friction, 0.5);
  EXPECT_EQ(ram.rotation.angle, -1);
  ASSERT_EQ(ram.motion.keyframes.size(), 2u);
  EXPECT_EQ(ram.motion.keyframes[1].time, 2);
  EXPECT_EQ(ram.motion.keyframes[1].value.y, 1);
  EXPECT_DOUBLE_EQ(ram.motion.value.y, 1.0 / 3.0);  // at time 0
  EXPECT_FALSE(scene.obstacles[2].friction.has_value());
  EXPECT_DOUBLE_EQ(scene.obstacles[2].shape.vector("normal").z, 7 / std::sqrt(51.0));
  EXPECT_EQ(scene.obstacles[3].shape.number("radius"), 0.5);
  const ObstacleSpec& roller = scene.obstacles[4];
  EXPECT_EQ(roller.shape.name, "cylinder");
  EXPECT_EQ(roller.shape.number("radius"), 0.25);
  EXPECT_EQ(roller.shape.number("length"), 3);
  EXPECT_EQ(roller.motion.value.z, 8);
  EXPECT_EQ(roller.rotation.angle, 1.5);
  EXPECT_EQ(roller.turning.rate.y, 7);
  const ObstacleSpec &paddle = scene.obstacles[5], &arm = scene.obstacles[6];
  EXPECT_TRUE(paddle.motion.keyframes.empty());
  EXPECT_EQ(paddle.turning.keyframes.at(1).rotation.angle, 8.5);
  EXPECT_EQ(arm.motion.keyframes.at(1).value.y, 1);
  EXPECT_EQ(arm.turning.keyframes.at(1).rotation.axis.x, 1);
  EXPECT_EQ(scene.bodies[4].shape.number("top_radius"), 0.125);
  EXPECT_EQ(scene.bodies[5].shape.number("tube_radius"), 0.3);
  EXPECT_EQ(scene.bodies[6].shape.vector("radii").z, 0.5);
  EXPECT_EQ(scene.bodies[7].shape.number("rounding"), 0.2);
}

/// Files are found from the folder of the scene, and from anywhere by what is written; the parts of
/// parts are there, and where they are.
TEST(WriteScene, ReadsBackToTheSameShapesFromFilesAndParts) {
  const Scene first = parse_scene(rich_scene + file_bodies, ES_SOURCE_DIR "/s.toml");
  const std::string text = write_scene(first);
  const Scene scene = parse_scene(text, "other.toml");
  const BodySpec &part = scene.bodies[8], &twin = scene.bodies[9], &drilled = scene.bodies[10];
  EXPECT_EQ(std::get<std::string>(part.shape.values.at("file")),
            ES_SOURCE_DIR "/tests/io/scene/cube.obj");
  EXPECT_EQ(part.centre.x, 8);
  EXPECT_EQ(part.shape.samples->view().solid.low.x, 0);  // the file's origin is its corner
  EXPECT_NEAR(part.shape.samples->view().solid.volume, 0.25 * 0.25 * 0.25, 1e-3 * 0.015625);
  EXPECT_EQ(twin.centre.x, 0.5);  // the cube's middle, where the file has it
  EXPECT_NEAR(twin.shape.samples->view().solid.low.x, -0.5, 1e-6);
  ASSERT_EQ(drilled.shape.parts.size(), 2u);
  EXPECT_EQ(drilled.shape.parts[0].shape.parts.at(1).centre.x, 0.5);
  EXPECT_EQ(drilled.shape.parts[1].rotation.angle, 0.5);
  const double hole = 3.14159265 * 0.25 * 0.25 / std::cos(0.5);  // of an oblique cylinder
  EXPECT_NEAR(drilled.shape.samples->view().solid.volume, 1.5 - hole, 0.005);
  for (const std::size_t n : {8u, 9u, 10u}) {  // to the last bit
    const SampledDistance a = first.bodies[n].shape.samples->view(),
                          b = scene.bodies[n].shape.samples->view();
    ASSERT_EQ(a.values.size, b.values.size);
    EXPECT_TRUE(std::equal(a.values.data, a.values.data + a.values.size, b.values.data)) << n;
  }
  std::string changed = text;
  const std::size_t at = changed.find("checksum = \"") + 12;
  changed[at] = changed[at] == '0' ? '1' : '0';
  try {
    parse_scene(changed, "other.toml");
    ADD_FAILURE() << "it was read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("cube.obj has changed: its checksum was"),
              std::string::npos)
        << error.what();
  }
}

/// What no scene can give must not be written as if one could.
TEST(WriteScene, RefusesAShapeThatIsSamplesAlone) {
  Scene scene = parse_scene(good_scene, "s.toml");
  std::vector<double> values(27, 1.0);
  values[13] = -1;
  ShapeSpec& shape = scene.obstacles[0].shape = {};
  shape.samples = std::make_shared<DistanceSamples>(Vec3{}, 0.1, Cells{3, 3, 3}, values);
  try {
    write_scene(scene);
    ADD_FAILURE() << "it was written";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "[obstacle \"floor\"] is given by samples alone, for which scenes have no keys");
  }
}

TEST(WriteScene, NamesEveryKey) {
  const std::string regions = R"(
[[body.region]]
name = "driven"
shape = "sphere"
radius = 1
keyframes = [{ time = 0, shift = [0, 0, 0] }, { time = 1, shift = [1, 0, 0] }]
[[body.region]]
name = "loaded"
pressure = 1
load_keyframes = [{ time = 0, factor = 0.5 }, { time = 1, factor = 1, smooth = true }]
[[body.region]]
name = "attached"
shape = "plane"
normal = [0, 0, 1]
attach = "floor"
)";
  const std::string ogden = R"(
[[body]]
name = "rubber"
shape = "sphere"
radius = 0.2
centre = [0.5, 1.5, 1.5]
velocity_gradient = [[0, 1, 0], [-1, 0, 2], [0, 0, 0]]
deformation = [[1.1, 0, 0.1], [0, 1, 0], [0, 0.2, 1]]
material = { model = "ogden", density = 1000, mu_1 = 1e4, alpha_1 = 1.3, mu_2 = 1e3, alpha_2 = 5, bulk_modulus = 1e5 }
)";
  const std::string muscle = R"(
[[body]]
name = "muscle"
shape = "sphere"
radius = 0.2
centre = [0.5, 0.5, 1.5]
material = { like = "muscle", model = "fibre_reinforced", fibre_modulus = 1e4, fibre_stiffening = 0.5, active_tension = 2e4, fibre = [0, 1, 2], fibre_angle = 0.5 }
[[body.region]]
name = "all"
activation = 0.25
[[body.region]]
name = "core"
shape = "sphere"
radius = 0.1
material = { like = "fat", density = 900 }
[[body.region]]
name = "gum"
shape = "sphere"
radius = 0.05
material = { model = "maxwell", density = 900, youngs_modulus = 1e5, poissons_ratio = 0.4, branch_modulus = 1e4, relaxation_time = 0.1 }
[[body.region]]
name = "lead"
shape = "sphere"
radius = 0.05
material = { model = "plastic", density = 900, youngs_modulus = 1e5, poissons_ratio = 0.4, yield_stress = 1e4, hardening_modulus = 1e3 }
)";
  const std::string mechanism = R"(
[[body]]
name = "arm"
rigid = true
shape = "box"
size = [0.3, 0.1, 0.1]
centre = [0.5, 1.5, 0.5]
material = { like = "fat", density = 500 }
[[joint]]
name = "axle"
bodies = ["arm"]
at = [0.4, 1.5, 0.5]
axis = [0, 1, 0]
torque = 2
load_keyframes = [{ time = 0, factor = 0.5 }, { time = 1, factor = 1, smooth = true }]
)";
  const Scene deformed =
      parse_scene(write_scene(parse_scene(good_scene + ogden + muscle + mechanism, "s.toml")), "t");
  EXPECT_EQ(deformed.bodies[3].material.fibre.z, 2);
  EXPECT_EQ(deformed.bodies[3].material.fibre_angle, 0.5);
  EXPECT_EQ(deformed.bodies[3].regions[0].activation, 0.25);
  EXPECT_EQ(deformed.bodies[3].regions[1].material.value().density, 900);
  EXPECT_EQ(deformed.bodies[2].deformation[2].y, 0.2);
  EXPECT_TRUE(deformed.bodies[4].is_rigid());
  EXPECT_EQ(deformed.bodies[4].material.density, 500);
  EXPECT_EQ(deformed.joints[0].load.keyframes[1].value.x, 1);
  EXPECT_EQ(deformed.bodies[2].velocity_gradient[1].z, 2);
  const std::string text =
      write_scene(deformed) + write_scene(parse_scene(good_scene + regions, "s.toml")) +
      write_scene(parse_scene(rich_scene + file_bodies, ES_SOURCE_DIR "/s.toml")) +
      write_scene(parse_scene(good_scene, "s.toml", {"preview.follow=a"}));  // this one has a dt
  for (const SchemaKey& key : scene_schema()) {
    if (key.is_short) continue;
    if (key.kinds == "image") continue;  // image_files_test.cpp writes them, where there is ITK
    std::string wanted = fmt::format("{} = ", key.key);
    if (key.type == KeyType::tables && !is_inline_list(key))
      wanted = fmt::format("[[{}]]", path_of(key));
    else if (key.table.empty() && key.type == KeyType::table)
      wanted = fmt::format("[{}]", key.key);
    EXPECT_NE(text.find(wanted), std::string::npos) << path_of(key);
  }
}

}  // namespace
}  // namespace eulersolid
