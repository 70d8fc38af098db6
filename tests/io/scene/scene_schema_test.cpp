#include "io/scene/scene_schema.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "io/scene/nearest_word.h"
#include "io/scene/read_scene.h"
#include "io/scene/scene_docs.h"
#include "io/scene/write_scene.h"
#include "tests/io/scene/scene_text.h"

namespace eulersolid {
namespace {

using nlohmann::json;

/// The properties of the table with this path in the JSON Schema.
const json& properties(const json& schema, std::string_view path) {
  const json* at = &schema;
  std::istringstream steps{std::string(path)};
  for (std::string step; std::getline(steps, step, '.');) {
    if (step == "part") {  // of bodies, obstacles and parts
      at = &schema.at("$defs").at(step);
      continue;
    }
    at = &at->at("properties").at(step);
    if (at->contains("items")) at = &at->at("items");
  }
  return at->at("properties");
}

TEST(SceneSchema, JsonHoldsEveryKeyWithItsUnitAndMeaning) {
  const json schema = json::parse(schema_json());
  for (const SchemaKey& key : scene_schema()) {
    const json& entry = properties(schema, key.table).at(std::string(key.key));
    EXPECT_EQ(entry.at("description"), key.doc) << path_of(key);
    EXPECT_EQ(entry.value("x-unit", ""), key.unit) << path_of(key);
    EXPECT_FALSE(key.doc.empty()) << path_of(key);
  }
  const json& material = properties(schema, "body.material");
  EXPECT_EQ(material.at("density").at("exclusiveMinimum"), 0);
  EXPECT_EQ(material.at("poissons_ratio").at("maximum"), 0.495);
  EXPECT_EQ(material.at("poissons_ratio").at("minimum"), 0);
  EXPECT_EQ(schema.at("required"), json({"time"}));
}

/// Validators must ask for a law's keys where it is chosen, and where it is the default, and only
/// there.
TEST(SceneSchema, JsonTellsTheKeysOfEachModel) {
  const json schema = json::parse(schema_json());
  EXPECT_EQ(properties(schema, "body.material").at("c1").at("x-models"), json({"mooney_rivlin"}));
  EXPECT_EQ(properties(schema, "body").at("tube_radius").at("x-shapes"), json({"torus"}));
  const json& material = properties(schema, "body").at("material");
  const json &elastic = material.at("allOf").at(0), &rubber = material.at("allOf").at(1);
  EXPECT_FALSE(elastic.at("if").contains("required"));  // it holds without `model` too
  EXPECT_EQ(elastic.at("then").at("required"), json({"youngs_modulus", "poissons_ratio"}));
  EXPECT_EQ(elastic.at("then").at("properties").at("bulk_modulus"), false);
  EXPECT_EQ(rubber.at("if").at("required"), json({"model"}));
  EXPECT_EQ(rubber.at("then").at("required"), json({"c1", "c2", "bulk_modulus"}));
  EXPECT_EQ(rubber.at("then").at("properties").at("youngs_modulus"), false);
}

TEST(SceneSchema, NamesEachKeyOfATableOnce) {
  std::set<std::string> paths;
  for (const SchemaKey& key : scene_schema())
    EXPECT_TRUE(paths.insert(fmt::format("{}.{}", key.table, key.key)).second) << path_of(key);
}

/// The defaults of the table and those of scene.h are written down twice; they must be the same.
TEST(SceneSchema, DefaultsAreThoseOfAScene) {
  const std::string minimal = R"(
time = { duration = 1 }
gravity_keyframes = [{ time = 0, acceleration = [0, 0, 0] }]
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.05 }
obstacle = [{ shape = "plane", point = [0, 0, 0], normal = [0, 0, 1] },
            { shape = "cone", centre = [0, 0, -1], radius = 0.1, length = 0.1 },
            { shape = "union", centre = [0, 0, -9], parts = [
              { shape = "sphere", radius = 0.1 }, { shape = "mesh", file = "tests/io/scene/cube.obj" },
              { shape = "vdb", file = "tests/fuzz/corpus/vdb/ball.vdb" }] }]
[[body]]
shape = "sphere"
centre = [0.5, 0.5, 0.5]
radius = 0.2
material = { density = 1, youngs_modulus = 1, poissons_ratio = 0 }
[[body.region]]
[[body]]
shape = "sphere"
centre = [0.2, 0.2, 0.2]
radius = 0.1
material = { model = "fibre_reinforced", density = 1, youngs_modulus = 1, poissons_ratio = 0, fibre_modulus = 0, fibre_stiffening = 0, active_tension = 1 }
[[body]]
shape = "sphere"
centre = [0.8, 0.8, 0.2]
radius = 0.1
rigid = true
material = { density = 1 }
[[joint]]
bodies = ["body_3"]
at = [0, 0, 0]
[[contact.pair]]
bodies = ["body_1", "body_2"]
friction = 0.1
)";
  std::string text = write_scene(parse_scene(minimal, ES_SOURCE_DIR "/s.toml"));
  for (const SchemaKey& key : scene_schema()) {
    if (key.default_value.empty() || key.is_short) continue;
    const std::string line = std::string(key.key) + " = " + std::string(key.default_value);
    EXPECT_NE(text.find(line), std::string::npos) << path_of(key) << ": " << line;
  }
  EXPECT_NE(text.find("name = \"body_1\""), std::string::npos);
  EXPECT_NE(text.find("name = \"obstacle_1\""), std::string::npos);
  EXPECT_NE(text.find("name = \"joint_1\""), std::string::npos);
  EXPECT_NE(text.find("name = \"s\""), std::string::npos);
}

TEST(SceneSchema, DocumentIsUpToDate) {
  std::ifstream file(ES_SOURCE_DIR "/docs/scenes.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), schema_markdown())
      << "write it anew: eulersolid schema --markdown > docs/scenes.md";
}

TEST(SceneSchema, TheSmallestSceneOfTheDocumentLoads) {
  const std::string text = schema_markdown();
  const std::size_t begin = text.find("```toml\n") + 8;
  EXPECT_NO_THROW(parse_scene(text.substr(begin, text.find("```", begin) - begin), "s.toml"));
}

TEST(RangeText, SaysWhichEndsBelong) {
  EXPECT_EQ(range_text({}), "");
  EXPECT_EQ(range_text({.low = 0}), ">= 0");
  EXPECT_EQ(range_text({.low = 0, .low_open = true}), "> 0");
  EXPECT_EQ(range_text({.high = 2}), "<= 2");
  EXPECT_EQ(range_text({.low = 1, .high = 2}), "between 1 and 2");
  EXPECT_EQ(range_text({.low = 1, .high = 2, .high_open = true}), ">= 1 and < 2");
}

TEST(NearestWord, CountsASwapAsOneEditAndRefusesTheFar) {
  EXPECT_EQ(nearest_word("frictoin", {"fiction", "friction"}), "friction");
  EXPECT_EQ(nearest_word("dt", {"duration", "cfl"}), "");
  EXPECT_EQ(nearest_word("fbx", {"obj", "abc"}), "");
  EXPECT_EQ(nearest_word("pyl", {"obj", "ply"}), "ply");
  EXPECT_EQ(nearest_word("", {"a", "abc"}), "");
  EXPECT_EQ(nearest_word("youngs_modul", {"density", "youngs_modulus"}), "youngs_modulus");
}

}  // namespace
}  // namespace eulersolid
