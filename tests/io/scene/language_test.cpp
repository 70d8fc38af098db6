#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numbers>

#include "io/scene/language/layouts.h"
#include "io/scene/language/material_presets.h"
#include "io/scene/language/quantity.h"
#include "io/scene/read_scene.h"
#include "io/scene/write_scene.h"
#include "kernels/core/error.h"
#include "shapes/overlap.h"

namespace eulersolid {
namespace {

constexpr double pi = std::numbers::pi;

std::string error_of(const std::string& text, const std::vector<SceneOverride>& changes = {}) {
  try {
    parse_scene(text, "s.toml", changes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::string head = "time = { duration = 1 }\n";
const std::string ball =
    "[[body]]\nname = \"a\"\nshape = \"sphere\"\ncentre = [0, 0, 0]\nradius = 0.2\nmaterial = "
    "\"gel\"\n";

TEST(Quantity, EvaluatesUnitsAndArithmetic) {
  const auto value = [](const char* text) { return evaluated(text).value; };
  EXPECT_DOUBLE_EQ(value("2 cm"), 0.02);
  EXPECT_DOUBLE_EQ(value("2cm"), 0.02);
  EXPECT_DOUBLE_EQ(value("2*pi/3"), 2 * pi / 3);
  EXPECT_DOUBLE_EQ(value("30 deg"), pi / 6);
  EXPECT_DOUBLE_EQ(value("2 MPa"), 2e6);
  EXPECT_DOUBLE_EQ(value("1.5 * (2 cm + 3 mm)"), 0.0345);
  EXPECT_DOUBLE_EQ(value("9.81 m/s^2"), 9.81);
  EXPECT_DOUBLE_EQ(value("1 km / 1 h"), 1000.0 / 3600);
  EXPECT_DOUBLE_EQ(value("6 / 3 cm"), 200);  // a unit binds closest: 6 over 3 cm
  EXPECT_DOUBLE_EQ(value("2 - 3 - 4"), -5);
  EXPECT_DOUBLE_EQ(value("-2^2 + 1e2"), 96);
  EXPECT_DOUBLE_EQ(value("sqrt(4 m^2) * sin(30 deg)"), 1);
  EXPECT_DOUBLE_EQ(value("60 rpm"), 2 * pi);
  EXPECT_DOUBLE_EQ(value("5 %"), 0.05);
  EXPECT_EQ(unit_text(evaluated("2 N m")), "kg m^2 s^-2");
  EXPECT_TRUE(evaluated("1 N / 1 m^2").has_unit_of(evaluated("Pa")));
}

TEST(Quantity, SaysWhatItDoesNotUnderstand) {
  const auto error = [](const char* text) -> std::string {
    try {
      evaluated(text);
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  };
  EXPECT_EQ(error("2 cn"), "has the unknown unit \"cn\"; did you mean \"cm\"?");
  EXPECT_EQ(error("2 cm + 1"), "adds m and a number");
  EXPECT_EQ(error("2 +"), "ends where a number was expected");
  EXPECT_EQ(error(""), "ends where a number was expected");
  EXPECT_EQ(error("(1"), "lacks a closing parenthesis");
  EXPECT_EQ(error("1 2"), "has \"2\" where nothing was expected");
  EXPECT_EQ(error("2^0.5"), "has a power that is no whole number of at most 20");
  EXPECT_EQ(error("sin(1 m)"), "has sin() of m");
  EXPECT_EQ(error(std::string(100000, '(').c_str()), "has too many parentheses within each other");
  EXPECT_EQ(error(std::string(100000, '-').c_str()), "ends where a number was expected");
}

TEST(Language, NumbersMayHaveUnitsWhereverOneBelongs) {
  const Scene scene = parse_scene(
      "gravity = [0, 0, \"-9.81 m/s^2\"]\ntime = { duration = \"300 ms\" }\n"
      "contact = { max_solves = \"2*50\" }\n[[body]]\nshape = \"box\"\ncentre = [\"1 m\", "
      "\"50 cm\", 0]\nsize = [\"20 cm\", 0.3, \"2 ft\"]\nangular_velocity = [0, 0, \"30 rpm\"]\n"
      "rotation = { angle = \"45 deg\" }\nmaterial = { density = \"1 g/cm^3\", youngs_modulus = "
      "\"0.1 MPa\", poissons_ratio = \"1/3\" }\n",
      "s.toml", {"body.0.velocity=[\"36 km/h\", 0, 0]", "time.cfl=1/4"});
  EXPECT_DOUBLE_EQ(scene.gravity.value.z, -9.81);
  EXPECT_DOUBLE_EQ(scene.time.duration, 0.3);
  EXPECT_DOUBLE_EQ(scene.time.cfl, 0.25);
  EXPECT_EQ(scene.contact.max_schur_columns, 100);
  const BodySpec& body = scene.bodies[0];
  EXPECT_DOUBLE_EQ(body.centre.y, 0.5);
  EXPECT_DOUBLE_EQ(body.shape.vector("size").z, 0.6096);
  EXPECT_DOUBLE_EQ(body.angular_velocity.z, pi);
  EXPECT_DOUBLE_EQ(body.rotation.angle, pi / 4);
  EXPECT_DOUBLE_EQ(body.material.density, 1000);
  EXPECT_DOUBLE_EQ(body.velocity.x, 10);
}

TEST(Language, UnitsMustBeThoseOfTheKey) {
  const auto with = [](const std::string& radius) {
    return error_of("time = { duration = 1 }\nbody = [{ shape = \"sphere\", radius = " + radius +
                    ", centre = [0, 0, 0], material = \"gel\" }]");
  };
  EXPECT_EQ(with("\"2 kg\""),
            "s.toml:2:38: [body \"body_1\"] radius is \"2 kg\", which is in kg, but must be in m");
  EXPECT_EQ(
      with("\"2 deg\""),
      "s.toml:2:38: [body \"body_1\"] radius is \"2 deg\", which is in rad, but must be in m");
  EXPECT_EQ(with("\"2 furlongs\""),
            "s.toml:2:38: [body \"body_1\"] radius is \"2 furlongs\", which has the unknown unit "
            "\"furlongs\"");
  EXPECT_EQ(with("\"-2 cm\""), "s.toml:2:38: [body \"body_1\"] radius is -0.02 m, but must be > 0");
  EXPECT_EQ(with("\"1 m / 0\""),
            "s.toml:2:38: [body \"body_1\"] radius is inf, but must be finite");
  EXPECT_EQ(with("\"sqrt(-1) m\""),
            "s.toml:2:38: [body \"body_1\"] radius is \"sqrt(-1) m\", which has no value");
  EXPECT_EQ(with("\"20 cm\""), "no error");
}

TEST(Language, MaterialsHaveNames) {
  EXPECT_EQ(material_presets().size(), 10u);
  for (const MaterialPreset& preset : material_presets()) {
    const std::string name(preset.name);
    const Scene scene = parse_scene(head + ball, "s.toml", {"body.a.material=" + name});
    EXPECT_GT(scene.bodies[0].material.density, 0) << name;
    EXPECT_FALSE(preset.source.empty()) << name;
  }
  const Scene scene = parse_scene(
      head + ball +
          "[material.mine]\nlike = \"rubber\"\ndensity = 800\n[[body]]\nshape = \"sphere\"\ncentre "
          "= [0, 0, 1]\nradius = 0.2\nmaterial = { like = \"mine\", viscosity = 1 }\n",
      "s.toml", {"material.mine.youngs_modulus=3e6", "body.a.material=mine"});
  EXPECT_EQ(scene.bodies[0].material.density, 800);
  EXPECT_EQ(scene.bodies[1].material.density, 800);
  EXPECT_EQ(scene.bodies[1].material.viscosity, 1);
  EXPECT_EQ(scene.bodies[1].material.parameters.at("youngs_modulus"), 3e6);
  EXPECT_EQ(scene.bodies[1].material.parameters.at("poissons_ratio"), 0.45);
  EXPECT_EQ(
      error_of(head + ball, {"body.a.material=rubbr"}),
      "--set body.a.material=rubbr: there is no material \"rubbr\"; did you mean \"rubber\"?");
  EXPECT_EQ(error_of(head + ball + "[material.x]\nlike = \"y\"\n[material.y]\nlike = \"x\"\n",
                     {"body.a.material=x"}),
            "s.toml:11:8: material \"x\" leads to itself: x -> y -> x");
}

TEST(Language, TemplatesFillInWhatABodyDoesNotSay) {
  const std::string text = head +
                           "[template.base]\nshape = \"sphere\"\nradius = \"10 cm\"\nmaterial = "
                           "\"gel\"\n[template.fast]\ntemplate = \"base\"\nvelocity = [1, 0, 0]\n"
                           "[[body]]\ntemplate = \"fast\"\ncentre = [0, 0, 0]\n[[body]]\ntemplate "
                           "= \"fast\"\ncentre = [0, 0, 1]\nvelocity = [0, 2, 0]\nradius = 0.2\n";
  const Scene scene = parse_scene(text, "s.toml", {"template.base.radius=0.15"});
  EXPECT_EQ(scene.bodies[0].shape.number("radius"), 0.15);
  EXPECT_EQ(scene.bodies[0].velocity.x, 1);
  EXPECT_EQ(scene.bodies[1].shape.number("radius"), 0.2);
  EXPECT_EQ(scene.bodies[1].velocity.y, 2);
  const Scene all = parse_scene(text, "s.toml", {"body.*.velocity=[0, 0, 3]"});
  EXPECT_EQ(all.bodies[0].velocity.z, 3);
  EXPECT_EQ(all.bodies[1].velocity.z, 3);
  EXPECT_EQ(error_of(text, {"body.0.template=slow"}),
            "--set body.0.template=slow: there is no template \"slow\"; known are base, fast");
  EXPECT_EQ(error_of(text, {"template.base.template=fast"}),
            "--set template.base.template=fast: template \"fast\" leads to itself: fast -> base -> "
            "fast");
  EXPECT_EQ(
      error_of(text, {"template.base.radius=\"1 kg\""}),
      "--set template.base.radius=\"1 kg\": [body \"body_1\"] radius is \"1 kg\", which is in "
      "kg, but must be in m");
  EXPECT_EQ(error_of(text, {"obstacle.0.friction=1"}),
            "--set obstacle.0.friction=1: the scene has no obstacle");
}

/// A typing error shows when it is made, not when the table is first used.
TEST(Language, NamedTablesAreCheckedThoughNothingRefersToThem) {
  const auto error = [](const std::string& table) { return error_of(head + ball + table); };
  EXPECT_EQ(error("[template.t]\nradus = 1\n"),
            "s.toml:9:1: [template.t] radus is not a known key; did you mean \"radius\"?");
  EXPECT_EQ(error("[template.t]\nvelocity = [0, 0, \"1 kg\"]\n"),
            "s.toml:9:19: [template.t] velocity[2] is \"1 kg\", which is in kg, but must be in "
            "m/s");
  EXPECT_EQ(error("[template.t]\nshape = \"plane\"\nnormal = [0, 1]\n"),
            "s.toml:10:10: [template.t] normal has 2 elements, but must have 3: [x, y, z]");
  EXPECT_EQ(error("[template.t]\nmaterial = \"gell\"\n"),
            "s.toml:9:12: there is no material \"gell\"; did you mean \"gel\"?");
  EXPECT_EQ(error("[material.m]\nlike = \"gel\"\ndensty = 1\n"),
            "s.toml:10:1: [material.m] densty is not a known key; did you mean \"density\"?");
  EXPECT_EQ(error("[material.m]\ndensity = \"1 kg\"\n"),
            "s.toml:9:11: [material.m] density is \"1 kg\", which is in kg, but must be in "
            "kg/m^3");
  EXPECT_EQ(error("[template.body]\nradius = 1\n[template.plane]\nshape = \"plane\"\n"
                  "[template.both]\nvelocity = [0, 0, 1]\n[material.m]\ndensity = 1\n"),
            "no error");
}

std::string array_of(const std::string& keys) {
  return head +
         "[template.pill]\nshape = \"capsule\"\nradius = 0.05\nlength = 0.3\nmaterial = \"gel\"\n"
         "[[array]]\ntemplate = \"pill\"\n" +
         keys;
}

TEST(Arrays, StandForTheirCopies) {
  const Scene grid = parse_scene(
      array_of("layout = \"grid\"\ncounts = [2, 1, 2]\nspacing = [1, 1, 1]\ncentre = [5, 0, 0]"),
      "s.toml", {"body.pill_2.radius=0.06"});
  ASSERT_EQ(grid.bodies.size(), 4u);
  EXPECT_EQ(grid.bodies[0].name, "pill_1");
  EXPECT_EQ(grid.bodies[0].centre.x, 4.5);
  EXPECT_EQ(grid.bodies[3].centre.x, 5.5);
  EXPECT_EQ(grid.bodies[3].centre.z, 0.5);
  EXPECT_EQ(grid.bodies[1].shape.number("radius"), 0.06);
  const Scene ring = parse_scene(
      array_of("layout = \"ring\"\nname = \"r\"\ncount = 4\nradius = 1\naxis = [1, 0, 0]\ncentre = "
               "[0, 0, 0]\nturned = true"),
      "s.toml");
  ASSERT_EQ(ring.bodies.size(), 4u);
  for (const BodySpec& body : ring.bodies) {
    EXPECT_NEAR(norm(body.centre), 1, 1e-15);
    EXPECT_NEAR(body.centre.x, 0, 1e-15);
  }
  const Mat3 turn = rotation_of(ring.bodies[1].rotation), wanted = rotation({1, 0, 0}, pi / 2);
  for (int row = 0; row < 3; ++row) EXPECT_NEAR(norm(turn[row] - wanted[row]), 0, 1e-15);
  const Scene stack = parse_scene(
      array_of("layout = \"stack\"\ncount = 3\ngap = \"1 cm\"\ncentre = [0, 0, 1]"), "s.toml");
  ASSERT_EQ(stack.bodies.size(), 3u);
  EXPECT_NEAR(stack.bodies[2].centre.z, 1 + 2 * 0.31, 1e-15);
  const std::string more = "[[array]]\ntemplate = \"pill\"\nlayout = \"stack\"\ncount = 1\n";
  const Scene two = parse_scene(
      array_of("layout = \"stack\"\ncount = 2\ncentre = [0, 0, 0]\n") + more + "centre = [2, 0, 0]",
      "s.toml");
  ASSERT_EQ(two.bodies.size(), 3u);
  EXPECT_EQ(two.bodies[2].name, "pill_3");
  const Scene pegs = parse_scene(
      head + ball +
          "[template.peg]\nshape = \"cylinder\"\nradius = 0.05\nlength = 1\n[[array]]\nof = "
          "\"obstacle\"\ntemplate = \"peg\"\nlayout = \"grid\"\ncounts = [2, 1, 1]\nspacing = [1, "
          "0, 0]\ncentre = [0, 1, 0]\n",
      "s.toml");
  ASSERT_EQ(pegs.obstacles.size(), 2u);
  EXPECT_EQ(pegs.obstacles[1].motion.value.x, 0.5);
}

/// No two of them touch, all are in the box, another seed gives another packing, and the same the
/// same to the last bit, also by way of what is written.
TEST(Arrays, PackAtRandomWithoutOverlap) {
  const std::string text = array_of(
      "layout = \"random\"\ncount = 30\nseed = 4\nturned = true\norigin = [0, 0, 0]\nsize = [2, 2, "
      "1]\n");
  const Scene scene = parse_scene(text, "s.toml");
  ASSERT_EQ(scene.bodies.size(), 30u);
  for (std::size_t i = 0; i < 30; ++i) {
    const Bounds box = bounds(placed(scene.bodies[i]));
    EXPECT_TRUE(box.low.x >= 0 && box.low.y >= 0 && box.low.z >= 0 && box.high.z <= 1) << i;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_LE(max_overlap(placed(scene.bodies[i]), placed(scene.bodies[j])), 0) << i << ' ' << j;
  }
  EXPECT_EQ(write_scene(parse_scene(write_scene(scene), "s.toml")), write_scene(scene));
  EXPECT_NE(parse_scene(text, "s.toml", {"array.0.seed=5"}).bodies[0].centre.x,
            scene.bodies[0].centre.x);
}

/// Shapes of parts and from files say how far they reach, too: a stack of them stands `gap` apart,
/// and no two of a packing touch. The samples' box is the shape's to a part of their spacing.
TEST(Arrays, NeedNeitherStepNorRadiusForSampledShapes) {
  const std::string parts =
      "shape = \"union\"\nparts = [{ shape = \"box\", size = [0.4, 0.4, 0.4] }, { shape = "
      "\"box\", size = [0.2, 0.2, 0.6] }]\n";
  const std::string mesh =
      "shape = \"mesh\"\nfile = \"" ES_SOURCE_DIR "/tests/io/scene/cube.obj\"\n";
  for (const std::string& shape : {parts, mesh}) {
    const auto read = [&](const std::string& keys) {
      return parse_scene(head + "[template.t]\nmaterial = \"gel\"\n" + shape +
                             "[[array]]\ntemplate = \"t\"\n" + keys,
                         "s.toml");
    };
    const Scene stack = read("layout = \"stack\"\ncount = 2\ngap = \"3 cm\"\ncentre = [0, 0, 1]\n");
    ASSERT_EQ(stack.bodies.size(), 2u);
    const Bounds low = bounds(placed(stack.bodies[0])), high = bounds(placed(stack.bodies[1]));
    EXPECT_NEAR(high.low.z - low.high.z, 0.03, 0.25 * stack.grid.cell_size);
    const Scene packing = read(
        "layout = \"random\"\ncount = 3\nturned = true\norigin = [0, 0, 0]\nsize = [6, 6, 6]\n");
    ASSERT_EQ(packing.bodies.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_LE(max_overlap(placed(packing.bodies[i]), placed(packing.bodies[j])), 0);
  }
}

TEST(Arrays, SayWhatIsWrongWithThem) {
  const auto error = [](const std::string& keys) { return error_of(array_of(keys)); };
  EXPECT_EQ(error("layout = \"random\"\ncount = 99\norigin = [0, 0, 0]\nsize = [0.5, 0.5, 0.5]"),
            "s.toml:10:9: [array 1] count is 99, but there is room for only 1 ball of radius "
            "0.1501 m");
  EXPECT_EQ(
      error("layout = \"grid\"\ncounts = [1, 1, 1.5]\nspacing = [1, 1, 1]\ncentre = [0, 0, 0]"),
      "s.toml:10:17: [array 1] counts[2] is 1.5, but must be a whole number of 1 at least");
  EXPECT_EQ(error("layout = \"grid\"\ncounts = [1, 1, 1]\nseed = 1"),
            "s.toml:11:1: [array 1] seed does not belong to a grid, but to a random");
  EXPECT_EQ(error("layout = \"ring\"\ncount = 3\nradius = 1\naxis = [0, 0, 0]\ncentre = [0, 0, 0]"),
            "s.toml:12:8: [array 1] axis is [0, 0, 0], but must have a direction, and a length of "
            "1e-30 at least");
  EXPECT_EQ(error("layout = \"heap\""),
            "s.toml:9:10: [array 1] layout is \"heap\", but must be one of \"grid\", \"ring\", "
            "\"stack\", \"random\"");
  // copies that overlap, wherever they come from, at the place of their array
  const std::string overlapping =
      error("layout = \"grid\"\ncounts = [2, 1, 1]\nspacing = [0.05, 1, 1]\ncentre = [0, 0, 0]");
  EXPECT_TRUE(
      overlapping.starts_with("s.toml:7:1: [body \"pill_2\"] and body \"pill_1\" overlap by"))
      << overlapping;
}

/// Of all that a shape reaches: its farthest point.
TEST(Layouts, RadiusAroundAShapeHoldsItTightly) {
  for (const auto& [shape, radius] :
       {std::pair(Shape::sphere(1), 1.0), std::pair(Shape::box({1, 2, 2}), 1.5),
        std::pair(Shape::capsule(0.2, 2), 1.0), std::pair(Shape::torus(1, 0.25), 1.25),
        std::pair(Shape::cone(0.6, 0, 1.6), 1.0)}) {
    EXPECT_GE(radius_around(shape), radius) << int(shape.kind);
    EXPECT_LE(radius_around(shape), 1.0011 * radius) << int(shape.kind);
  }
}

std::string placed_on(const std::string& other, const std::string& more = "") {
  return head +
         "grid = { cell_size = 0.02 }\n[[body]]\nname = \"top\"\nshape = \"sphere\"\nradius = "
         "0.1\nmaterial = \"gel\"\non = \"under\"\n" +
         more +
         "[[body]]\nname = \"far\"\nshape = \"sphere\"\nradius = 0.1\ncentre = [9, 9, 9]\n"
         "material = \"gel\"\n" +
         other;
}

double height_on(const std::string& other, const std::string& more = "") {
  return parse_scene(placed_on(other, more), "s.toml").bodies[0].centre.z;
}

TEST(Placement, LaysABodyOnAnother) {
  const std::string plane =
      "[[obstacle]]\nname = \"under\"\nshape = \"plane\"\npoint = [0, 0, 1]\nnormal = ";
  EXPECT_NEAR(height_on(plane + "[0, 0, 1]"), 1.1, 1e-15);
  EXPECT_NEAR(height_on(plane + "[0, 0, 1]", "gap = \"5 mm\"\n"), 1.105, 1e-15);
  EXPECT_NEAR(height_on(plane + "[0.6, 0, 0.8]", "centre = [1, 0, 7]\n"), 1 - 0.75 + 0.1 / 0.8,
              1e-14);
  const std::string ball_under =
      "[[body]]\nname = \"under\"\nshape = \"sphere\"\nradius = 0.2\ncentre "
      "= [1, 2, 3]\nmaterial = \"gel\"\n";
  EXPECT_NEAR(height_on(ball_under), 3.3, 1e-9);
  EXPECT_NEAR(height_on(ball_under, "centre = [1.18, 2, 0]\n"), 3.24, 1e-9);  // 0.18, 0.24, 0.3
  // In the hole of a ring it comes to lie where the search says, to a 64th of a cell or so: 0.15
  // from its middle aside and 0.2 away.
  const std::string ring =
      "[[obstacle]]\nname = \"under\"\nshape = \"torus\"\nradius = 0.15\n"
      "tube_radius = 0.1\ncentre = [0, 0, 1]\n";
  EXPECT_NEAR(height_on(ring), 1 + std::sqrt(0.04 - 0.0225), 0.002);
  EXPECT_EQ(error_of(placed_on("")),
            "s.toml:8:6: [body \"top\"] on is \"under\", but there is no body or obstacle of that "
            "name");
  EXPECT_EQ(error_of(placed_on(ring, "centre = [3, 0, 0]\n")),
            "s.toml:8:6: [body \"top\"] on is \"under\", but it is not above that");
  EXPECT_EQ(error_of(placed_on(""), {"body.top.on=far", "body.far.on=top"}),
            "--set body.top.on=far: [body \"top\"] on is \"far\", which lies on it in turn");
  EXPECT_EQ(error_of(head + ball + "gap = 0.1\n"),
            "s.toml:8:7: [body \"a\"] gap needs `on`: it is above what the body lies on");
}

TEST(DefaultGrid, HasEightCellsAcrossTheThinnestBody) {
  const Scene scene = parse_scene(head + ball, "s.toml");
  EXPECT_DOUBLE_EQ(scene.grid.cell_size, 0.05);
  EXPECT_DOUBLE_EQ(scene.grid.origin.z, -0.4);
  EXPECT_DOUBLE_EQ(scene.grid.size.z, 0.8);
  const Scene partly = parse_scene(head + "grid = { origin = [-1, -1, -1] }\n" + ball, "s.toml");
  EXPECT_EQ(partly.grid.origin.x, -1);
  EXPECT_NEAR(partly.grid.size.x, 1.4, 1e-12);
}

/// Files that include each other.
class Includes : public testing::Test {
 protected:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("es_includes_" + std::to_string(getpid()));
  Includes() { std::filesystem::create_directories(folder_ / "parts"); }
  ~Includes() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string error(const std::string& path) {
    try {
      read_scene(path);
    } catch (const InputError& fault) {
      return fault.what();
    }
    return "no error";
  }
};

TEST_F(Includes, AddWhatAFileDoesNotSay) {
  write("parts/common.toml", "include = [\"more.toml\"]\n[time]\nduration = 1\ncfl = 0.3\n");
  write("parts/more.toml",
        "[[body]]\nname = \"cube\"\nshape = \"mesh\"\nfile = \"cube.obj\"\nmaterial = \"gel\"\n");
  std::filesystem::copy(ES_SOURCE_DIR "/tests/io/scene/cube.obj", folder_ / "parts/cube.obj");
  const std::string main =
      write("main.toml",
            "include = [\"parts/common.toml\"]\n[time]\nduration = 2\n[[body]]\nname = "
            "\"own\"\nshape = \"sphere\"\ncentre = [3, 3, 3]\nradius = 0.5\nmaterial = "
            "\"gel\"\n");
  const Scene scene = read_scene(main);
  EXPECT_EQ(scene.time.duration, 2);
  EXPECT_EQ(scene.time.cfl, 0.3);
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies[0].name, "cube");
  EXPECT_EQ(scene.bodies[1].name, "own");
  EXPECT_NEAR(scene.grid.cell_size, 0.125, 0.002);  // the cube's, as its samples have it
}

TEST_F(Includes, ThatLeadToThemselvesAreRefused) {
  const std::string a = write("a.toml", "include = [\"b.toml\"]\n");
  const std::string b = write("b.toml", "include = [\"parts/../a.toml\"]\n");
  EXPECT_EQ(error(a),
            b + ":1:12: include is \"parts/../a.toml\", which includes this file in turn");
  const std::string c = write("c.toml", "include = [\"none.toml\"]\n");
  EXPECT_EQ(error(c), c + ":1:12: include is \"none.toml\", which cannot be read: no such file");
  const std::string d = write("d.toml", "include = 3\n");
  EXPECT_EQ(error(d),
            d + ":1:11: include is 3, but must be an array of strings, the paths of files");
}

}  // namespace
}  // namespace eulersolid
