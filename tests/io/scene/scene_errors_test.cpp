#include <gtest/gtest.h>

#include "io/scene/kind_keys.h"
#include "io/scene/read_scene.h"
#include "io/scene/sizes/frame_size.h"
#include "kernels/core/error.h"
#include "tests/io/scene/scene_text.h"

namespace eulersolid {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_scene(text, "s.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// `"sphere", "box"` of all shapes of bodies.
std::string all_shapes() {
  std::string text;
  for (const std::string& name : words(shape_names("body")))
    text += (text.empty() ? "\"" : ", \"") + name + '"';
  return text;
}

struct Fault {
  std::string from, to, message;
};

void expect_messages(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults)
    EXPECT_EQ(error_of(replaced(good_scene, fault.from, fault.to)), "s.toml:" + fault.message)
        << fault.from << " -> " << fault.to;
}

TEST(SceneErrors, TheGoodSceneHasNone) {
  std::vector<std::string> warnings;
  const Scene scene = parse_scene(good_scene, "s.toml", {}, &warnings);
  EXPECT_TRUE(warnings.empty()) << warnings[0];
  EXPECT_EQ(scene.output.name, "s");
  EXPECT_DOUBLE_EQ(scene.obstacles[0].shape.vector("normal").z, 1);
}

TEST(SceneErrors, UnknownKeysGetASuggestion) {
  expect_messages({
      {"friction = 0.3", "frictoin = 0.3",
       "13:1: [contact] frictoin is not a known key; did you mean \"friction\"?"},
      {"density = 1000", "desnity = 1000",
       "27:14: [body \"a\"] desnity is not a known key; did you mean \"density\"?"},
      {"[output]", "[ouput]", "19:2: ouput is not a known key; did you mean \"output\"?"},
      {"duration = 0.4", "duration = 0.4\nfps = 50",
       "5:1: [time] fps is not a known key; it belongs in [output]"},
      {"duration = 0.4", "duration = 0.4\nxyzzy = 50",
       "5:1: [time] xyzzy is not a known key; known are duration, dt, cfl, allow_unstable, mode, "
       "imbalance, max_steps"},
      {"angle = 0.3", "angel = 0.3",
       "34:32: [body \"b\"] rotation.angel is not a known key; did you mean \"angle\"?"},
  });
}

TEST(SceneErrors, WrongTypesSayWhatIsWanted) {
  expect_messages({
      {"duration = 0.4", "duration = \"long\"",
       "4:12: [time] duration is \"long\", which has the unknown unit \"long\"; a number "
       "comes first, as in \"2 cm\""},
      {"size = [2, 2, 2]", "size = [2, 2]",
       "9:8: [grid] size has 2 elements, but must have 3: [x, y, z]"},
      {"size = [2, 2, 2]", "size = 2",
       "9:8: [grid] size is a whole number (2), but must be an array of 3 numbers, [x, y, z]"},
      {"size = [2, 2, 2]", "size = [2, \"2 Pa\", 2]",
       "9:12: [grid] size[1] is \"2 Pa\", which is in kg m^-1 s^-2, but must be in m"},
      {"fps = 50", "start_frame = 1.5",
       "20:15: [output] start_frame is a number (1.5), but must be a whole number"},
      {"fps = 50", "half = 1",
       "20:8: [output] half is a whole number (1), but must be true or false"},
      {"fps = 50", "extra = [7]",
       "20:10: [output] extra[0] is a whole number (7), but must be a string"},
      {"name = \"a\"", "name = 7",
       "23:8: [body \"body_1\"] name is a whole number (7), but must be a string"},
      {"[grid]", "[[grid]]",
       "7:1: grid is an array ([{ cell_size = 0.05, origin = [0, 0, 0], size "
       "= [2, 2, 2] }]), but must be a table"},
      {"rotation = { axis = [0, 0, 1], angle = 0.3 }", "rotation = 0.3",
       "34:12: [body \"b\"] rotation is a number (0.3), but must be a table, as rotation = { axis "
       "= "
       "[0, 0, 1], angle = 0.3 }"},
      {"rotation = { axis = [0, 0, 1], angle = 0.3 }", "rotation = [0, -30, 0]",
       "34:12: [body \"b\"] rotation is an array ([0, -30, 0]), but must be a table, as rotation = "
       "{ axis = [0, 1, 0], angle = \"-30 deg\" }"},
      {"rotation = { axis = [0, 0, 1], angle = 0.3 }", "rotation = [10, 0, 45]",
       "34:12: [body \"b\"] rotation is an array ([10, 0, 45]), but must be a table, as rotation = "
       "{ axis = [0, 0, 1], angle = \"45 deg\" }"},
      {"bodies = [\"a\", \"b\"]", "bodies = [\"a\"]",
       "16:10: [contact.pair 1] bodies has 1 names, but must have 2"},
  });
}

TEST(SceneErrors, NumbersOutOfRangeSayTheRange) {
  expect_messages({
      {"density = 1000", "density = -3",
       "27:24: [body \"a\"] density is -3 kg/m^3, but must be > 0"},
      {"youngs_modulus = 1e5", "youngs_modulus = 0",
       "27:47: [body \"a\"] youngs_modulus is 0 Pa, but must be > 0"},
      {"poissons_ratio = 0.3", "poissons_ratio = 0.4999",
       "27:69: [body \"a\"] poissons_ratio is 0.4999 [-], but must lie between 0 and 0.495"},
      {"poissons_ratio = 0.3", "poissons_ratio = -0.1",
       "27:69: [body \"a\"] poissons_ratio is -0.1 [-], but must lie between 0 and 0.495"},
      {"friction = 0.3", "friction = -0.3",
       "13:12: [contact] friction is -0.3 [-], but must lie between 0 and 10"},
      {"duration = 0.4", "duration = -1", "4:12: [time] duration is -1 s, but must be >= 0"},
      {"fps = 50", "fps = 0", "20:7: [output] fps is 0 1/s, but must be > 0 and <= 1000000"},
      {"fps = 50", "start_frame = -1",
       "20:15: [output] start_frame is -1 [-], but must lie between 0 and 1000000"},
      {"size = [2, 2, 2]", "size = [2, -2, 2]", "9:12: [grid] size[1] is -2 m, but must be > 0"},
      {"duration = 0.4", "duration = inf", "4:12: [time] duration is inf, but must be finite"},
      {"centre = [0.5, 0.5, 0.5]", "centre = [0.5, nan, 0.5]",
       "25:16: [body \"a\"] centre[1] is nan, but must be finite"},
      {"-9.81]", "-inf]", "1:18: gravity[2] is -inf, but must be finite"},
      {"-9.81]", "-1e31]",
       "1:18: gravity[2] is -1e+31 m/s^2, but must lie between -1e+30 and 1e+30"},
      {"density = 1000", "density = 1e-31",
       "27:24: [body \"a\"] density is 1e-31 kg/m^3, but must lie between 1e-30 and 1e+30"},
      {"normal = [0, 0, 2]", "normal = [0, 0, 1e-160]",
       "41:10: [obstacle \"floor\"] normal is [0, 0, 1e-160], but must have a direction, and a "
       "length of 1e-30 at least"},
      {"normal = [0, 0, 2]", "normal = [0, 0, 1e200]",
       "41:17: [obstacle \"floor\"] normal[2] is 1e+200 [-], but must lie between -1e+30 and "
       "1e+30"},
  });
}

TEST(SceneErrors, WhatIsMissingIsNamed) {
  expect_messages({
      {"duration = 0.4\n", "", "3:1: [time] duration is missing [s]"},
      {"[time]\nduration = 0.4\ndt = 0.001\n", "", "1:1: time is missing; it is a table, [time]"},
      {"radius = 0.2\n", "", "22:1: [body \"a\"] radius is missing [m]; a sphere needs it"},
      {"density = 1000, ", "", "27:12: [body \"a\"] density is missing [kg/m^3]"},
      {"youngs_modulus = 1e5, ", "",
       "27:12: [body \"a\"] youngs_modulus is missing [Pa]; a neo_hookean needs it"},
      {"shape = \"sphere\"\n", "",
       "22:1: [body \"a\"] shape is missing; it must be one of " + all_shapes()},
      {"point = [0, 0, 0.1]\n", "",
       "37:1: [obstacle \"floor\"] point is missing [m]; only keyframes replace it"},
  });
  const std::string no_body = good_scene.substr(0, good_scene.find("[[contact.pair]]"));
  EXPECT_EQ(error_of(no_body),
            "s.toml:1:1: the scene has no body, but must have at least one [[body]]");
  EXPECT_EQ(error_of("body = []\n" + no_body),
            "s.toml:1:8: the scene has no body, but must have at least one [[body]]");
}

TEST(SceneErrors, ShapesTakeTheirOwnKeysOnly) {
  expect_messages({
      {"shape = \"sphere\"", "shape = \"shpere\"",
       "24:9: [body \"a\"] shape is \"shpere\", but must be one of " + all_shapes() +
           "; did you mean \"sphere\"?"},
      {"radius = 0.2", "radius = 0.2\nlength = 1",
       "27:1: [body \"a\"] length does not belong to a sphere, but to a cylinder, a capsule or a "
       "cone"},
      {"radius = 0.2", "tube_radius = 0.2",
       "26:1: [body \"a\"] tube_radius does not belong to a sphere, but to a torus"},
      {"shape = \"sphere\"", "shape = \"ellipsoid\"",
       "26:1: [body \"a\"] radius does not belong to an ellipsoid, but to a sphere, a cylinder, a "
       "capsule, a cone or a torus"},
      {"normal = [0, 0, 2]", "normal = [0, 0, 2]\nradius = 1",
       "42:1: [obstacle \"floor\"] radius does not belong to a plane, but to a sphere, a "
       "cylinder, a capsule, a cone or a torus"},
      {"fps = 50", "extra = [\"J\", \"stress\"]",
       "20:15: [output] extra[1] is \"stress\", but must be one of \"stress_vm\", \"J\", "
       "\"pressure\", \"plastic_strain\", \"contact_pressure\", \"friction_traction\", "
       "\"slip_speed\", \"rest_by_body\", \"obstacles\""},
  });
}

TEST(SceneErrors, SizesOfAShapeMustGoTogether) {
  const auto as = [](const std::string& shape) {
    return error_of(replaced(good_scene,
                             "shape = \"sphere\"\ncentre = [0.5, 0.5, 0.5]\nradius = 0.2",
                             "centre = [0.5, 0.5, 0.5]\nshape = " + shape));
  };
  EXPECT_EQ(as("\"capsule\"\nradius = 0.2\nlength = 0.3"),
            "s.toml:27:10: [body \"a\"] length is 0.3 m, but must be at least twice the radius, "
            "0.4 m: it goes from end to end");
  EXPECT_EQ(as("\"torus\"\nradius = 0.2\ntube_radius = 0.2"),
            "s.toml:27:15: [body \"a\"] tube_radius is 0.2 m, but must be less than radius, 0.2 m");
  EXPECT_EQ(as("\"rounded_box\"\nsize = [0.4, 0.2, 0.4]\nrounding = 0.11"),
            "s.toml:27:12: [body \"a\"] rounding is 0.11 m, but must be at most half of the "
            "shortest edge, 0.1 m");
  EXPECT_EQ(as("\"ellipsoid\"\nradii = [1e-4, 0.2, 0.2]"),
            "s.toml:26:9: [body \"a\"] radii are 0.0001, 0.2 and 0.2 m, but the longest must be at "
            "most 1000 times the shortest");
  EXPECT_EQ(as("\"capsule\"\nradius = 0.2\nlength = 0.4"), "no error");
  EXPECT_EQ(as("\"union\"\nparts = [{ shape = \"sphere\", radius = 0.1 }]"),
            "s.toml:26:9: [body \"a\"] parts has 1 part, but must have two at least");
  EXPECT_EQ(as("\"union\"\nparts = [{ shape = \"sphere\", radius = 0.1 }, { shape = \"torus\", "
               "radius = 1, tube_radius = 2 }]"),
            "s.toml:26:91: [body \"a\"] parts[1] tube_radius is 2 m, but must be less than radius, "
            "1 m");
  EXPECT_EQ(as("\"intersection\"\nparts = [{ shape = \"sphere\", radius = 0.1 }, { shape = "
               "\"sphere\", radius = 0.1, centre = [1, 0, 0] }]"),
            "s.toml:26:9: [body \"a\"] parts have nothing in common");
  EXPECT_EQ(
      as("\"difference\"\nparts = [{ shape = \"sphere\", radius = 0.1 }, { shape = "
         "\"sphere\", radius = 0.2, centre = [0.01, 0, 0] }]"),
      "s.toml:26:9: [body \"a\"] parts leave nothing that is as thick as a quarter of a cell");
  EXPECT_EQ(as("\"mesh\"\nfile = \"none.stl\""),
            "s.toml:26:8: [body \"a\"] file none.stl cannot be read: no such file");
}

TEST(SceneErrors, MaterialsTakeTheKeysOfTheirModelOnly) {
  const std::string elastic = "density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3";
  const std::string rubber = "model = \"mooney_rivlin\", density = 1000, ";
  expect_messages({
      {elastic, "model = \"mooney\", " + elastic,
       "27:22: [body \"a\"] model is \"mooney\", but must be one of \"neo_hookean\", "
       "\"mooney_rivlin\", \"st_venant_kirchhoff\", \"fixed_corotated\", \"ogden\", "
       "\"fibre_reinforced\", \"maxwell\", \"plastic\", \"rigid\""},
      {elastic, elastic + ", c1 = 1",
       "27:74: [body \"a\"] c1 does not belong to a neo_hookean, but to a mooney_rivlin"},
      {elastic, rubber + "c1 = 2e4, c2 = 0",
       "27:12: [body \"a\"] bulk_modulus is missing [Pa]; a mooney_rivlin needs it"},
      {elastic, rubber + "c1 = 2e4, c2 = -1, bulk_modulus = 1e5",
       "27:70: [body \"a\"] c2 is -1 Pa, but must be >= 0"},
      {elastic, rubber + "c1 = 2e4, c2 = 0, bulk_modulus = 1e5, poissons_ratio = 0.3",
       "27:93: [body \"a\"] poissons_ratio does not belong to a mooney_rivlin, but to a "
       "neo_hookean, a st_venant_kirchhoff, a fixed_corotated, a fibre_reinforced, a maxwell or "
       "a plastic"},
      {elastic, rubber + "c1 = 2e4, c2 = 0, bulk_modulus = 2e8",
       "27:12: [body \"a\"] material has a Poisson's ratio of 0.4999 at small strain, but must "
       "have one between 0 and 0.495"},
      {elastic, rubber + "c1 = 2e4, c2 = 0, bulk_modulus = 1e4",
       "27:12: [body \"a\"] material has a Poisson's ratio of -0.357143 at small strain, but must "
       "have one between 0 and 0.495"},
  });
  EXPECT_EQ(
      error_of(replaced(good_scene, elastic, rubber + "c1 = 2e4, c2 = 0, bulk_modulus = 1e5")),
      "no error");
}

TEST(SceneErrors, TimeStepsMustFitFrames) {
  expect_messages({
      {"dt = 0.001", "dt = 0.001\ncfl = 0.5",
       "6:7: [time] cfl and dt are both given, but exclude each other"},
      {"dt = 0.001", "dt = 1e-30",
       "5:6: [time] dt is 1e-30 s, which makes 2e+28 steps to a frame of 0.02 s, but there may "
       "be "
       "at most 10000000"},
      {"dt = 0.001", "dt = 0.003",
       "5:6: [time] dt is 0.003 s, but must divide the 0.02 s of a frame (fps = 50); the nearest "
       "that does is 0.00285714285714"},
      {"dt = 0.001", "dt = 0.03",
       "5:6: [time] dt is 0.03 s, but must divide the 0.02 s of a frame (fps = 50); the nearest "
       "that does is 0.02"},
      {"duration = 0.4", "duration = 1e9",
       "4:12: [time] duration is 1000000000 s, which makes 5e+10 frames, but there may be at most "
       "1000000"},
      {"cell_size = 0.05", "cell_size = 1",
       "10:13: [grid] cell_size is 1 m, which makes 2 cells along x, but there must be 4 to "
       "1000000"},
  });
  const std::string suggested = replaced(good_scene, "dt = 0.001", "dt = 0.00285714285714");
  EXPECT_EQ(error_of(suggested), "no error");
}

/// What is asked of rigid bodies and their joints, by what follows the scene of two.
TEST(SceneErrors, JointsLinkRigidBodies) {
  const std::string bodies = R"([time]
duration = 0.1
[grid]
cell_size = 0.05
[[body]]
name = "arm"
rigid = true
shape = "box"
size = [0.4, 0.2, 0.2]
centre = [0, 0, 0]
material = "rubber"
[[body]]
name = "gum"
shape = "sphere"
radius = 0.1
centre = [1, 0, 0]
material = "gel"
)";
  const auto expect = [&](const std::string& more, const std::string& message) {
    EXPECT_EQ(error_of(bodies + more), "s.toml:" + message) << more;
  };
  const std::string joint = "[[joint]]\nat = [0, 0, 0]\nbodies = ";
  EXPECT_EQ(error_of(bodies + joint + "[\"arm\"]"), "no error");
  expect(
      joint + "[\"gum\"]",
      "20:10: [joint \"joint_1\"] bodies names \"gum\", but that body is not rigid; rigid are arm");
  expect(
      joint + "[\"leg\"]",
      "20:10: [joint \"joint_1\"] bodies names \"leg\", but there is no such body; rigid are arm");
  expect(joint + "[\"arm\", \"arm\"]",
         "20:10: [joint \"joint_1\"] bodies names \"arm\" twice, but must name two");
  expect(joint + "[]", "20:10: [joint \"joint_1\"] bodies has 0 names, but must have 1 or 2");
  expect(joint + "[\"arm\"]\ntype = \"ball\"\ntorque = 1",
         "22:1: [joint \"joint_1\"] torque does not belong to a ball, but to a hinge");
  expect(joint + "[\"arm\"]\nspeed = 2",
         "21:9: [joint \"joint_1\"] has a speed of 2 rad/s, but its max_torque is 0 N m, so that "
         "nothing keeps it up");
  expect(joint + "[\"arm\"]\naxis = [0, 0, 0]",
         "21:8: [joint \"joint_1\"] axis is [0, 0, 0], but must have a direction, and a length of "
         "1e-30 at least");
  EXPECT_EQ(error_of(bodies + "[[body.region]]\nattach = \"arm\""), "no error");
}

TEST(SceneErrors, RigidBodiesKeepTheirShape) {
  const std::string elastic = "density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3";
  const std::string place = "material = { " + elastic + " }";
  expect_messages({
      {place, "rigid = 1\n" + place,
       "27:9: [body \"a\"] rigid is a whole number (1), but must be true or false"},
      {place, "rigid = true\ndeformation = [[2, 0, 0], [0, 1, 0], [0, 0, 1]]\n" + place,
       "28:15: [body \"a\"] is rigid, but has a deformation"},
      {place, "rigid = true\n" + place + "\nregion = [{ pressure = 1 }]",
       "29:10: [body \"a\"] is rigid and has a region, but only what deforms has regions"},
  });
}

TEST(SceneErrors, StaticScenesDoNotMove) {
  expect_messages({
      {"dt = 0.001", "dt = 0.001\nmode = \"static\"",
       "5:6: [time] dt is given, but mode is \"static\", in which steps have no length; take "
       "`cfl`"},
  });
}

/// A threshold that is no part of anything, or under which the run ends before it is warned of.
TEST(SceneErrors, AlarmsMustBePartsAndWarnBeforeTheyStop) {
  const auto with = [](const std::string& alarms) {
    return Fault{"[output]", "[alarms]\n" + alarms + "\n\n[output]", ""};
  };
  const auto expect = [&](const std::string& alarms, const std::string& message) {
    Fault fault = with(alarms);
    fault.message = message;
    expect_messages({fault});
  };
  const std::string range = ", but must be > 0 and <= 1, or inf";
  expect("warn = -0.01", "20:8: [alarms] warn is -0.01 [-]" + range);
  expect("stop = 0", "20:8: [alarms] stop is 0 [-]" + range);
  expect("stop = 5", "20:8: [alarms] stop is 5 [-]" + range);
  expect("stop = -inf", "20:8: [alarms] stop is -inf, but must be finite");
  expect("warn = nan", "20:8: [alarms] warn is nan, but must be finite");
  expect("warn = \"1 s\"", "20:8: [alarms] warn is \"1 s\", which is in s, but must be in no unit");
  expect(
      "stop_overlap = \"1 mm\"",
      "20:16: [alarms] stop_overlap is \"1 mm\", which is in m, but must be in cells, as a number "
      "alone");
  expect("stpo = 0.1", "20:1: [alarms] stpo is not a known key; did you mean \"stop\"?");
  expect("warn = 0.2\nstop = 0.1", "20:8: [alarms] warn is 0.2 [-], but must be at most stop, 0.1");
  expect("warn = inf", "20:8: [alarms] warn is inf [-], but must be at most stop, 0.05");
  expect("stop = 0.005",
         "20:8: [alarms] warn is 0.01 [-] when left out, but must be at most stop, 0.005");
}

TEST(SceneErrors, NamesMustBeUniqueAndUsable) {
  expect_messages({
      {"name = \"b\"", "name = \"a\"",
       "30:8: [body 2] name is \"a\", but another body or obstacle has that name"},
      {"name = \"floor\"", "name = \"b\"",
       "38:8: [obstacle 1] name is \"b\", but another body or obstacle has that name"},
      {"name = \"a\"", "name = \"a/b\"",
       "23:8: [body 1] name cannot be used in the names of files: it must have 1 to 100 "
       "characters, none of / \\ , ; \" ', and not begin with a dot"},
      {"fps = 50", "name = \"\"",
       "20:8: [output] name \"\" cannot be used in the names of files: it must have 1 to 100 "
       "characters, none of / \\ , ; \" ', and not begin with a dot"},
      {"bodies = [\"a\", \"b\"]", "bodies = [\"a\", \"c\"]",
       "16:10: [contact.pair 1] bodies names \"c\", but there are only a, b, floor"},
      {"bodies = [\"a\", \"b\"]", "bodies = [\"a\", \"a\"]",
       "16:10: [contact.pair 1] bodies names \"a\" twice, but must name two"},
      {"fps = 50", "extra = [\"J\", \"J\"]",
       "20:15: [output] extra[1] is \"J\", which is there already"},
      {"fps = 50", "velocity_name = \"rest\"",
       "20:17: [output] velocity_name is \"rest\", but must not be empty nor the name of another "
       "grid"},
  });
}

TEST(SceneErrors, VoxelsMustFitTheCellsAndTheMemory) {
  expect_messages({
      {"fps = 50", "voxel_size = 0.051",
       "20:14: [output] voxel_size is 0.051 m, but must be at most cell_size, 0.05 m"},
      {"fps = 50", "voxel_size = 1e-6",
       "20:14: [output] voxel_size is 1e-06 m, but must be >= "
       "1.5e-05"},
      // A ball and a box of 0.4 m, turned: (0.4^3 + 0.5^3 0.8) / 5e-4^3 of 100 bytes.
      {"fps = 50", "voxel_size = 5e-4",
       "20:14: [output] voxel_size is 0.0005 m, with which a frame takes about 0.13 TB of memory, "
       "but must be at least 0.00065 m, for 0.064 TB"},
  });
}

/// Three balls of 0.1 m, a metre apart.
const std::string three_balls = [] {
  std::string text = "time = { duration = 0.4 }\n[grid]\ncell_size = 0.02\n";
  for (const char* x : {"0", "1", "2"})
    text += std::string("[[body]]\nshape = \"sphere\"\nradius = 0.1\ncentre = [") + x +
            ", 0, 0]\nmaterial = \"gel\"\n";
  return text;
}();

TEST(SceneErrors, LengthsThatLackAUnitAreFoundByTheirBody) {
  EXPECT_EQ(error_of(replaced(three_balls, "radius = 0.1", "radius = 10")),
            "s.toml:1:1: [output] voxel_size is 0.01 m, with which a frame takes about 0.81 TB of "
            "memory, but must be at least 0.023 m, for 0.064 TB; nearly all of it is for body "
            "\"body_1\", 20 m across: a length without a unit is in m");
  std::vector<std::string> warnings;
  // 59 and 133 m from the middle, where 100 times what all measure are 60 m.
  parse_scene(replaced(three_balls, "[2,", "[89,"), "s.toml", {}, &warnings);
  EXPECT_TRUE(warnings.empty()) << warnings[0];
  parse_scene(replaced(three_balls, "[2,", "[200,"), "s.toml", {}, &warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0],
            "s.toml:17:10: [body \"body_3\"] is 133 m from the middle of all bodies, more than 100 "
            "times what they measure; a length without a unit is in m");
}

/// Gel has c^2 = 37.9 m^2/s^2, so that g L / c^2 is 0.5 at 1.93 m.
TEST(SceneErrors, BodiesTooSoftForTheirWeightAreTold) {
  const auto warnings_of = [](const std::string& radius, const std::string& gravity) {
    std::vector<std::string> warnings;
    parse_scene("gravity = [0, 0, " + gravity +
                    "]\ntime = { duration = 0.4 }\n[[body]]\nname = \"ball\"\nshape = \"sphere\"\n"
                    "radius = " +
                    radius + "\ncentre = [0, 0, 0]\nmaterial = \"gel\"\n",
                "s.toml", {}, &warnings);
    return warnings;
  };
  EXPECT_EQ(warnings_of("0.96", "-9.81"), std::vector<std::string>{});
  EXPECT_EQ(warnings_of("6", "0"), std::vector<std::string>{});
  EXPECT_EQ(
      warnings_of("6", "-9.81"),
      std::vector<std::string>{
          "s.toml:8:12: [body \"ball\"] is 12 m across and too soft for its weight, which "
          "presses its base with 3.1 times its stiffness; a length without a unit is in m, and "
          "youngs_modulus in Pa"});
}

TEST(SceneErrors, SurfacesAndImagesMustMakeSense) {
  expect_messages({
      {"fps = 50", "surface = true",
       "20:11: [output] surface is a truth value (true), but must be an array of \"ply\", \"obj\", "
       "\"usd\", \"vtp\", \"abc\""},
      {"fps = 50", "surface = [\"ply\", \"ply\"]",
       "20:19: [output] surface[1] is \"ply\", which is there already"},
      {"fps = 50", "surface = [\"stereolithography\"]",
       "20:12: [output] surface[0] is \"stereolithography\", but must be one of \"ply\", \"obj\", "
       "\"usd\", "
       "\"vtp\", \"abc\""},
      {"fps = 50", "vti = true\nvoxel_size = 1e-3",
       "20:7: [output] vti is true, but images of the whole domain with voxels of 0.001 m take up "
       "to 0.36 TB of memory, and must take 0.064 TB at most"},
  });
}

TEST(SceneErrors, PicturesMustHaveACameraAndARange) {
  const auto with = [](const std::string& keys) {
    return error_of(std::string(good_scene) + "\n[preview]\n" + keys);
  };
  const auto expect_end = [&](const std::string& keys, const std::string& end) {
    const std::string error = with(keys);
    EXPECT_TRUE(error.ends_with(end)) << error;
  };
  EXPECT_EQ(with("look_at = \"a\"\nfrom = [1, 2, 3]\nturntable = \"1 rev\""), "no error");
  EXPECT_EQ(with("colour = \"J\"\ncolour_range = [0.9, 1.1]\nfollow = \"b\""), "no error");
  expect_end("look_at = 3",
             "[preview] look_at is a whole number (3), but must be an array of 3 numbers, "
             "[x, y, z], or the name of a body");
  expect_end("look_at = [1, 2]", "[preview] look_at has 2 elements, but must have 3: [x, y, z]");
  expect_end("look_at = \"c\"",
             "[preview] look_at names \"c\", but there is no body of that name; the first one is "
             "\"a\"");
  expect_end("follow = \"b\"\nlook_at = \"a\"",
             "[preview] look_at and follow are both given, but exclude each other");
  expect_end("turntable = 2000",
             "[preview] turntable is 2000 rev, but must lie between -1000 and "
             "1000");
  expect_end("colour = \"sped\"",
             "[preview] colour is \"sped\", but must be one of \"body\", \"speed\", \"stress\", "
             "\"pressure\", \"J\", \"contact_pressure\"; did you mean \"speed\"?");
  expect_end("colour = \"J\"\ncolour_range = [2, 1]",
             "[preview] colour_range is [2, 1], but its first number must be the lower one");
  expect_end("colour_range = [1, 2]",
             "[preview] colour_range is given, but colour is \"body\", which has no range; name "
             "the field that it is of");
  expect_end("look_at = [1, 2, 3]\nfrom = [1, 2, 3]",
             "[preview] from - look_at is [0, 0, 0], but must have a direction, and a length of "
             "1e-30 at least");
}

TEST(SceneErrors, NamesMustNotBeThoseOfOtherFilesAndGrids) {
  const std::string rest = "fps = 50\nextra = [\"rest_by_body\"]\nvelocity_name = ";
  expect_messages({
      {"fps = 50", rest + "\"rest_1\"",
       "22:17: [output] velocity_name is \"rest_1\", but must not be empty nor the name of another "
       "grid"},
      {"fps = 50", "velocity_name = \"a\\u0007\"",
       R"(20:17: [output] velocity_name is "a\x07", but must have no control characters)"},
  });
  const std::string clash = replaced(replaced(good_scene, "bodies = [\"a\"", "bodies = [\"s.pvd\""),
                                     "fps = 50\n\n[[body]]\nname = \"a\"",
                                     "surface = [\"vtp\"]\n\n[[body]]\nname = \"s.pvd\"");
  EXPECT_NE(error_of(clash).find("name is that of the list surface/s.pvd"), std::string::npos)
      << error_of(clash);
  const std::string stage = replaced(replaced(clash, "\"vtp\"", "\"usd\""), "s.pvd", "s.usda");
  EXPECT_NE(error_of(replaced(stage, "s.pvd", "s.usda"))
                .find("name is that of the list surface/s.usda, which output.surface = [\"usd\"]"),
            std::string::npos);
}

/// Voxels that OpenVDB takes for none, and places that doubles do not resolve.
TEST(SceneErrors, CellsMustNotBeTooSmallNorTooFarAway) {
  const std::string ball =
      "time = { duration = 0 }\n[[body]]\nshape = \"sphere\"\ncentre = [0, 0, 0]\n"
      "radius = \"100 um\"\nmaterial = \"gel\"\n";
  EXPECT_EQ(voxel_size(parse_scene(ball, "s.toml")), 1.5e-5);  // not half of 2.5e-5
  EXPECT_EQ(error_of(replaced(ball, "100 um", "50 um")),
            "s.toml:1:1: [grid] cell_size is 1.25e-05 m when left out, an eighth of the thickness "
            "of the thinnest body, but must be >= 1.5e-05; make all larger");
  std::vector<std::string> warnings;
  parse_scene(replaced(ball, "100 um", "1 m"), "s.toml", {}, &warnings);
  EXPECT_TRUE(warnings.empty());
  const std::string far = replaced(replaced(ball, "100 um", "1 m"), "[0,", "[1e7,");
  parse_scene(far, "s.toml", {}, &warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("steps of 9.5 voxels"), std::string::npos) << warnings[0];
  EXPECT_EQ(error_of(replaced(far, "1e7", "1e13")),
            "s.toml:4:10: [body \"body_1\"] reaches 1e+13 m from the origin of coordinates, 4e+13 "
            "cells, too far to resolve a cell; it must lie within 2.5e+09 m, 1e+10 cells");
  const std::string earth =
      far + "[[obstacle]]\nshape = \"plane\"\npoint = [0, 0, -1e15]\nnormal = [0, 0, 1]\n";
  EXPECT_NE(error_of(earth).find("[obstacle \"obstacle_1\"] reaches 1e+15 m"), std::string::npos)
      << error_of(earth);
}

/// An image holds the voxels between bodies, too.
TEST(FrameMemory, CountsImages) {
  const Scene without = parse_scene(good_scene, "s.toml"),
              with =
                  parse_scene(replaced(good_scene, "fps = 50", "fps = 50\nvti = true"), "s.toml");
  const double voxel = 0.01;
  // From the ball at 0.3 m to the box turned at 1.75 m, with a band of 8 voxels.
  const double extent[] = {1.45 / voxel + 8, 0.5 / voxel + 8, 0.4 / voxel + 8};
  const double voxels = extent[0] * extent[1] * extent[2];
  EXPECT_NEAR(frame_memory(with, voxel) - frame_memory(without, voxel), 44 * voxels, 2 * voxels);
}

TEST(SceneErrors, DirectionsAndKeyframesMustMakeSense) {
  expect_messages({
      {"axis = [0, 0, 1]", "axis = [0, 0, 0]",
       "34:12: [body \"b\"] rotation.axis is [0, 0, 0], but must have a direction, and a length of "
       "1e-30 at least"},
      {"normal = [0, 0, 2]", "normal = [0, 0, 0]",
       "41:10: [obstacle \"floor\"] normal is [0, 0, 0], but must have a direction, and a length "
       "of 1e-30 at least"},
      {"point = [0, 0, 0.1]",
       "keyframes = [{ time = 1, position = [0, 0, 0] }, { time = 1, position = [0, 0, 0.1] }]",
       "40:59: [obstacle \"floor\"] keyframes[1].time is 1 s, but must be later than the 1 s "
       "before "
       "it"},
      {"point = [0, 0, 0.1]",
       "point = [0, 0, 0.1]\nkeyframes = [{ time = 1, position = [0, 0, 0] }]",
       "40:9: [obstacle \"floor\"] point is [0, 0, 0.1], but its keyframes put it at [0, 0, 0] at "
       "time 0; leave point out"},
      {"point = [0, 0, 0.1]", "keyframes = [{ time = 1 }]",
       "40:14: [obstacle \"floor\"] keyframes[0] has neither position nor rotation"},
  });
}

TEST(SceneErrors, GravityAndItsKeyframesMustMakeSense) {
  const std::string given = "gravity = [0, 0, -9.81]";
  expect_messages({
      {given,
       "gravity_keyframes = [{ time = 0, acceleration = [0, 0, 0] }, { time = -0.5, "
       "acceleration = [0, 0, -9.81] }]",
       "1:71: gravity_keyframes[1].time is -0.5 s, but must be later than the 0 s before it"},
      {given, given + "\ngravity_keyframes = [{ time = 0, acceleration = [0, 0, 0] }]",
       "1:11: gravity is [0, 0, -9.81], but its keyframes make it [0, 0, 0] at time 0; leave "
       "gravity out"},
      {given, "gravity_keyframes = [{ time = 0 }]",
       "1:22: gravity_keyframes[0].acceleration is missing [m/s^2]"},
      {given, "gravity_keyframes = [{ time = 0, position = [0, 0, 0] }]",
       "1:34: gravity_keyframes[0].position is not a known key; it belongs in "
       "[obstacle.keyframes]"},
      {given, "gravity_keyframes = [{ time = nan, acceleration = [0, 0, 0] }]",
       "1:31: gravity_keyframes[0].time is nan, but must be finite"},
      {given, "gravity_keyframes = [0, 0, -9.81]",
       "1:22: gravity_keyframes[0] is a whole number (0), but must be a table"},
      {given, "gravity_keyframes = -9.81",
       "1:21: gravity_keyframes is a number (-9.81), but must be an array of tables, [{ time = "
       "..., acceleration = ..., smooth = ... }]"},
  });
}

TEST(SceneErrors, PairsHaveFrictionOrDoNotTouch) {
  expect_messages({
      {"friction = 0.1", "", "15:1: [contact.pair 1] friction is missing [-]"},
      {"friction = 0.1", "friction = 0.1\ntouch = false",
       "18:9: [contact.pair 1] touch is false, so that there can be no friction; leave one of them "
       "out"},
  });
}

TEST(SceneErrors, StaticFrictionIsAtLeastThatOfWhatSlides) {
  expect_messages({
      {"friction = 0.3", "friction = 0.3\nstatic_friction = 0.2",
       "14:19: [contact] static_friction is 0.2 [-], but must be at least the friction of what "
       "slides, 0.3"},
      {"friction = 0.3", "friction = 0.3\nstatic_friction = -1",
       "14:19: [contact] static_friction is -1 [-], but must lie between 0 and 10"},
      {"friction = 0.1", "friction = 0.1\nstatic_friction = 0.05",
       "18:19: [contact.pair 1] static_friction is 0.05 [-], but must be at least the friction of "
       "what slides, 0.1"},
      {"point = [0, 0, 0.1]", "point = [0, 0, 0.1]\nstatic_friction = 0.1",
       "41:19: [obstacle \"floor\"] static_friction is 0.1 [-], but must be at least the friction "
       "of what slides, 0.3"},
  });
}

TEST(SceneErrors, BodiesMustStartApartAndInTheDomain) {
  expect_messages({
      {"centre = [0.5, 0.5, 0.5]", "centre = [0.1, 0.5, 0.5]",
       "25:10: [body \"a\"] reaches from -0.1 to 0.3 m along x, but must lie in the domain, 0 to 2 "
       "m"},
      {"centre = [0.5, 0.5, 0.5]", "centre = [1.3, 0.5, 0.5]",
       "32:10: [body \"b\"] and body \"a\" overlap by 4 cells at the start, but may by at most "
       "0.1; move one of them"},
      {"point = [0, 0, 0.1]", "point = [0, 0, 0.31]",
       "25:10: [body \"a\"] and obstacle \"floor\" overlap by 0.2 cells at the start, but may by "
       "at most 0.1; move one of them, or set contact.allow_overlap = true"},
  });
  // A ball thinner than two cells, wholly inside: only its own depth in the box is large.
  const std::string swallowed = replaced(good_scene, "centre = [0.5, 0.5, 0.5]\nradius = 0.2",
                                         "centre = [1.5, 0.5, 0.5]\nradius = 0.04");
  EXPECT_TRUE(error_of(swallowed).starts_with(
      "s.toml:32:10: [body \"b\"] and body \"a\" overlap by 4 cells"))
      << error_of(swallowed);
  const std::string allowed =
      replaced(swallowed, "friction = 0.3", "friction = 0.3\nallow_overlap = true");
  EXPECT_EQ(error_of(allowed), "no error");
  std::vector<std::string> warnings;
  parse_scene(allowed, "s.toml", {}, &warnings);
  std::erase_if(warnings, [](const std::string& w) { return w.find("overlap") == w.npos; });
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(
      warnings[0].starts_with("s.toml:33:10: [body \"b\"] and body \"a\" overlap by 4 "
                              "cells at the start; contact pushes apart"))
      << warnings[0];
  const std::string passing = replaced(swallowed, "friction = 0.1", "touch = false");
  EXPECT_EQ(error_of(passing), "no error");
  const std::string touching = replaced(good_scene, "point = [0, 0, 0.1]", "point = [0, 0, 0.305]");
  EXPECT_EQ(error_of(touching), "no error");  // 0.005 m deep, a tenth of a cell
}

/// The parser's own recursion is never reached. Dots of numbers and of strings are none of keys.
TEST(SceneErrors, NestingIsBoundedBeforeItIsParsed) {
  const auto nested = [](int times, const char* open, const char* close) {
    std::string text = "a = ";
    for (int n = 0; n < times; ++n) text += open;
    text += "1";
    for (int n = 0; n < times; ++n) text += close;
    return text;
  };
  const auto dotted = [](int dots, const char* part) {
    std::string key = "\n  b";
    for (int n = 0; n < dots; ++n) key += part;
    return key + " = 1";
  };
  EXPECT_EQ(error_of(nested(33, "[", "]")), "s.toml:1:37: brackets are nested more than 32 deep");
  EXPECT_EQ(error_of(nested(33, "{b=", "}")),
            "s.toml:1:101: brackets are nested more than 32 deep");
  EXPECT_EQ(error_of(dotted(17, ".c")), "s.toml:2:36: a key has more than 16 dots");
  EXPECT_EQ(error_of(dotted(17, ".'.'")), "s.toml:2:68: a key has more than 16 dots");
  const std::string many = std::string(99, '[') + std::string(99, '.'), numbers = "1.5, 2.5, 3.5, ";
  for (const std::string& fine :
       {nested(32, "[", "]"), dotted(16, ".c"), "a = 1 # " + many, "a = '" + many + "'",
        "a = \"\\\"" + many + "\"", "a = \"\"\"\n\"" + many + "\"\"\"\"", "a = '''" + many + "'''",
        "a = [" + numbers + numbers + numbers + numbers + numbers + numbers + "]"})
    EXPECT_EQ(error_of(fine).find("more than"), std::string::npos) << fine << error_of(fine);
}

/// Before any of them is read: a count with a zero too many takes no time.
TEST(SceneErrors, ThereMayBeOnlySoManyBodies) {
  std::string many = std::string(good_scene) + "[template.a]\nshape = \"sphere\"\nradius = 0.01\n";
  for (int n = 0; n < 25; ++n)
    many +=
        "[[array]]\ntemplate = \"a\"\nlayout = \"grid\"\ncounts = [10, 10, 10]\nspacing = "
        "[1, 1, 1]\ncentre = [0, 0, 0]\n";
  EXPECT_NE(error_of(many).find("more than 20000 tables [[body]]"), std::string::npos)
      << error_of(many);
  many = "[time]\nduration = 1\n";
  for (int n = 0; n < 20001; ++n) many += "[[obstacle]]\n";
  EXPECT_NE(error_of(many).find("20003:1: more than 20000 tables [[obstacle]]"), std::string::npos)
      << error_of(many);
}

TEST(SceneWarnings, SayWhatIsProbablyNotMeant) {
  const auto warnings_of = [](const std::string& from, const std::string& to) {
    std::vector<std::string> warnings;
    parse_scene(replaced(good_scene, from, to), "s.toml", {}, &warnings);
    return warnings;
  };
  EXPECT_EQ(warnings_of("duration = 0.4", "duration = 0.41"), std::vector<std::string>{});
  EXPECT_EQ(warnings_of("duration = 0.4", "duration = 0.01"),
            std::vector<std::string>{"s.toml:4:12: [time] duration is 0.01 s, less than a frame of "
                                     "0.02 s: nothing is simulated"});
  // Longer than the 4.3 ms that a pressure wave takes through a cell: it is divided, in the run.
  EXPECT_EQ(warnings_of("dt = 0.001", "dt = 0.01"), std::vector<std::string>{});
  EXPECT_EQ(warnings_of("size = [0.4, 0.4, 0.4]", "size = [0.4, 0.4, 0.1]"),
            std::vector<std::string>{
                "s.toml:32:10: [body \"b\"] is 2 cells thin, too thin to be resolved; give it at "
                "least 3 cells or take a cell_size of at most 0.0333 m"});
  EXPECT_EQ(
      warnings_of("shape = \"plane\"\npoint = [0, 0, 0.1]\nnormal = [0, 0, 2]",
                  "shape = \"box\"\nsize = [2, 2, 0.04]\ncentre = [0, 0, 0]"),
      std::vector<std::string>{"s.toml:39:9: [obstacle \"floor\"] is 0.8 cells thin, bodies may "
                               "pass through it; give it at least 1 cell or take a cell_size of "
                               "at most 0.04 m"});
  EXPECT_EQ(
      warnings_of("radius = 0.2", "radius = 0.2\nvelocity = [6, 0, -2]"),
      std::vector<std::string>{
          "s.toml:27:12: body \"a\" and body \"b\" close in on each other at 6 m/s, 0.52 times the "
          "speed of pressure waves in body \"a\" (11.6 m/s); above 0.5 times it a hit may end the "
          "run, or take the wrong energy"});
  EXPECT_EQ(warnings_of("radius = 0.2", "radius = 0.2\nvelocity = [-9, 0, 9]"),
            std::vector<std::string>{});
  // Never rounded up to what is asked.
  EXPECT_EQ(
      warnings_of("size = [0.4, 0.4, 0.4]", "size = [0.4, 0.4, 0.1499]"),
      std::vector<std::string>{
          "s.toml:32:10: [body \"b\"] is 2.99 cells thin, too thin to be resolved; give it at "
          "least 3 cells or take a cell_size of at most 0.0499 m"});
  EXPECT_EQ(
      error_of(replaced(good_scene, "size = [0.4, 0.4, 0.4]", "size = [0.4, 0.4, 1e-7]")),
      "s.toml:32:10: [body \"b\"] is 2e-06 cells thin; it is 1e-07 m thin, too little for any "
      "grid, whose cells have 1.5e-05 m at least");
}

}  // namespace
}  // namespace eulersolid
