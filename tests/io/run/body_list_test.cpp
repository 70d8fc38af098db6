#include "io/run/body_list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "io/scene/read_scene.h"

namespace eulersolid {
namespace {

constexpr const char* text = R"(
time = { duration = 0.1 }
grid = { origin = [0, 0, 0], size = [2, 1, 1], cell_size = 0.1 }
output = { name = "two", fps = 24, start_frame = 0, per_body = true, surface = ["ply", "usd"] }
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.5]
radius = 0.3
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
[[body]]
name = "brick"
shape = "box"
centre = [1.5, 0.5, 0.5]
size = [0.4, 0.3, 0.2]
material = { density = 500, youngs_modulus = 1e5, poissons_ratio = 0.3, viscosity = 1e-3 }
[[obstacle]]
name = "peg"
shape = "sphere"
centre = [1, 0.5, 0.1]
radius = 0.1
[[obstacle]]
name = "gate"
shape = "box"
size = [0.1, 0.1, 0.1]
centre = [1, 0.5, 0.8]
angular_velocity = [0, 0, 1]
)";

/// Numbers are those of the grid `object_id`, bodies in the order of the scene, then obstacles.
TEST(BodyList, SaysWhichNumberIsWhat) {
  const nlohmann::json list = nlohmann::json::parse(bodies_json(parse_scene(text, "two.toml")));
  EXPECT_EQ(list["fps"], 24);
  EXPECT_EQ(list["start_frame"], 0);
  const nlohmann::json& objects = list["objects"];
  ASSERT_EQ(objects.size(), 4u);
  const char* const names[] = {"ball", "brick", "peg", "gate"};
  for (std::size_t n = 0; n < 4; ++n) {
    EXPECT_EQ(objects[n]["object_id"], n + 1);
    EXPECT_EQ(objects[n]["name"], names[n]);
    EXPECT_EQ(objects[n]["kind"], n < 2 ? "body" : "obstacle");
  }
  EXPECT_EQ(objects[1]["material"]["viscosity"], 1e-3);
  EXPECT_EQ(objects[1]["material"]["youngs_modulus"], 1e5);
  EXPECT_NEAR(double(objects[0]["rest_volume"]), 4.0 / 3 * std::numbers::pi * 0.027, 1e-12);
  EXPECT_NEAR(double(objects[1]["mass"]), 12, 1e-12);
}

TEST(BodyList, NamesTheFilesOfEach) {
  const nlohmann::json list = nlohmann::json::parse(bodies_json(parse_scene(text, "two.toml")));
  const auto files = [&](std::size_t n) {
    return list["objects"][n]["files"].get<std::vector<std::string>>();
  };
  EXPECT_EQ(files(0), (std::vector<std::string>{
                          "bodies/ball/two_%04d.vdb", "surface/ball/two_%04d.ply",
                          "surface/ball/two_%04d.usda", "surface/ball/rest/two_%04d.ply",
                          "surface/ball/rest/two_%04d.usda"}));
  EXPECT_EQ(files(2),
            (std::vector<std::string>{"surface/peg/two_0000.ply", "surface/peg/two_0000.usda"}));
  EXPECT_EQ(files(3),
            (std::vector<std::string>{"surface/gate/two_%04d.ply", "surface/gate/two_%04d.usda"}));
  EXPECT_EQ(list["stages"], nlohmann::json::array({"surface/two.usda", "surface/two_rest.usda"}));
  EXPECT_EQ(list["objects"][3]["prim"], "/two/gate");
}

}  // namespace
}  // namespace eulersolid
