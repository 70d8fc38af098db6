#include "io/scene/scene_docs.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "io/scene/kind_keys.h"
#include "io/scene/language/material_presets.h"
#include "io/scene/scene_schema.h"

namespace eulersolid {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view part_path = "part";

Json table_json(const std::string& path);

void add_range(Json& json, const Range& range) {
  if (range.bounded_below()) json[range.low_open ? "exclusiveMinimum" : "minimum"] = range.low;
  if (range.bounded_above()) json[range.high_open ? "exclusiveMaximum" : "maximum"] = range.high;
}

Json text_json(const SchemaKey& key) {
  Json json{{"type", "string"}};
  if (!key.choices.empty()) json["enum"] = words(key.choices);
  return json;
}

Json numbers_json(const SchemaKey& key, int count) {
  Json component{{"type", {"number", "string"}}};
  add_range(component, key.range);
  return {{"type", "array"}, {"items", component}, {"minItems", count}, {"maxItems", count}};
}

Json type_json(const SchemaKey& key) {
  Json json;
  switch (key.type) {
    case KeyType::number:
    case KeyType::integer:
      json["type"] = {key.type == KeyType::integer ? "integer" : "number", "string"};
      add_range(json, key.range);
      break;
    case KeyType::boolean:
      json["type"] = "boolean";
      break;
    case KeyType::text:
      json = text_json(key);
      break;
    case KeyType::vector:
      json = numbers_json(key, 3);
      break;
    case KeyType::matrix:
      json = {{"type", "array"}, {"items", numbers_json(key, 3)}, {"minItems", 3}, {"maxItems", 3}};
      break;
    case KeyType::place:
      json["anyOf"] = {numbers_json(key, 3), {{"type", "string"}}};
      break;
    case KeyType::interval:
      json = numbers_json(key, 2);
      break;
    case KeyType::texts:
      json = {{"type", "array"}, {"items", text_json(key)}};
      if (key.range.bounded_above()) {
        json["minItems"] = static_cast<int>(key.range.low);
        json["maxItems"] = static_cast<int>(key.range.high);
      }
      break;
    case KeyType::table:
      json = table_json(path_of(key));
      if (path_of(key) == law_table_path) json["type"] = {"object", "string"};
      break;
    case KeyType::named:
      json["type"] = "object";
      break;
    case KeyType::tables:
      json = {{"type", "array"}};
      if (path_of(key) == part_path)  // parts may have parts
        json["items"] = {{"$ref", "#/$defs/part"}};
      else
        json["items"] = table_json(path_of(key));
      if (key.required) json["minItems"] = 1;
      break;
  }
  return json;
}

/// @param selector  the key that selects the kind of its table, if any
Json key_json(const SchemaKey& key, const SchemaKey* selector) {
  Json json = type_json(key);
  json["description"] = key.doc;
  if (!key.unit.empty()) json["x-unit"] = key.unit;
  if (!key.kinds.empty()) json[fmt::format("x-{}s", selector->key)] = words(key.kinds);
  if (!key.default_value.empty()) json["default"] = Json::parse(key.default_value);
  return json;
}

/// The key of a table by which it gets others from elsewhere, so that none is required; empty where
/// there is none.
std::string_view borrowing_key(std::string_view path) {
  if (path == "body" || path == "obstacle") return "template";
  return path == law_table_path ? "like" : "";
}

/// A rule that holds for tables without the key.
Json unless_borrowed(const std::string& path, Json when) {
  const std::string_view key = borrowing_key(path);
  if (!key.empty()) when["not"] = {{"required", {key}}};
  return when;
}

/// What a table of this kind needs and what it has no use for.
Json kind_rule(const std::string& path, const SchemaKey& selector, const std::string& kind,
               const std::vector<SchemaKey>& keys) {
  const std::string name(selector.key);
  Json when = unless_borrowed(path, {{"properties", {{name, {{"const", kind}}}}}});
  Json then = Json::object();
  if (selector.default_value != '"' + kind + '"') when["required"] = {name};
  for (const SchemaKey& key : keys) {
    if (key.kinds.empty()) continue;
    if (!belongs(key, kind))
      then["properties"][std::string(key.key)] = false;
    else if (key.required)
      then["required"].push_back(key.key);
  }
  return {{"if", when}, {"then", then}};
}

Json table_json(const std::string& path) {
  const std::vector<SchemaKey> keys = keys_of(path);
  const SchemaKey* selector = selecting_key(keys);
  Json json{{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  for (const SchemaKey& key : keys) {
    json["properties"][std::string(key.key)] = key_json(key, selector);
    if (key.required && key.kinds.empty()) json["required"].push_back(key.key);
  }
  if (selector != nullptr)
    for (const std::string& kind : words(selector->choices))
      json["allOf"].push_back(kind_rule(path, *selector, kind, keys));
  if (!borrowing_key(path).empty() && json.contains("required")) {
    json["allOf"].push_back({{"if", unless_borrowed(path, Json::object())},
                             {"then", {{"required", json["required"]}}}});
    json.erase("required");
  }
  if (path == "time") json["not"] = {{"required", {"dt", "cfl"}}};
  return json;
}

std::string type_text(const SchemaKey& key) {
  std::string choices;
  for (const std::string& choice : words(key.choices))
    choices += (choices.empty() ? "`\"" : ", `\"") + choice + "\"`";
  switch (key.type) {
    case KeyType::number:
      return "number";
    case KeyType::integer:
      return "whole number";
    case KeyType::boolean:
      return "`true`, `false`";
    case KeyType::text:
      return choices.empty() ? "string" : choices;
    case KeyType::vector:
      return "[x, y, z]";
    case KeyType::matrix:
      return "three rows of [x, y, z]";
    case KeyType::place:
      return "[x, y, z] or string";
    case KeyType::interval:
      return "[low, high]";
    case KeyType::texts:
      return choices.empty() ? "list of strings" : "list of " + choices;
    case KeyType::table:
      return "table";
    case KeyType::named:
      return "tables by name";
    case KeyType::tables:
      break;
  }
  return "list of tables";
}

std::string default_text(const SchemaKey& key) {
  if (!key.default_value.empty()) return fmt::format("`{}`", key.default_value);
  return key.required ? "required" : "none";
}

std::string table_title(std::string_view path) {
  if (path.empty()) return "At the top of the file";
  for (const SchemaKey& key : scene_schema())
    if (path_of(key) == path && key.type == KeyType::tables && !is_inline_list(key))
      return fmt::format("[[{}]]", path);
  return path.find('.') == std::string_view::npos ? fmt::format("[{}]", path) : std::string(path);
}

void add_table(std::string& text, std::string_view path) {
  text += fmt::format(
      "\n## {}\n\n| key | type | unit | default | range | meaning |\n"
      "| --- | --- | --- | --- | --- | --- |\n",
      table_title(path));
  for (const SchemaKey& key : keys_of(path)) {
    const std::string kinds =
        key.kinds.empty() ? "" : fmt::format(" ({})", fmt::join(words(key.kinds), ", "));
    const bool has_range =
        key.type == KeyType::number || key.type == KeyType::integer || key.type == KeyType::vector;
    text += fmt::format("| `{}`{} | {} | {} | {} | {} | {} |\n", key.key, kinds, type_text(key),
                        key.unit, default_text(key), has_range ? allowed_text(key) : "", key.doc);
  }
}

void add_presets(std::string& text) {
  text += "\n## Materials by name\n\n| name | is | after |\n| --- | --- | --- |\n";
  for (const MaterialPreset& preset : material_presets())
    text += fmt::format("| `{}` | `{}` | {} |\n", preset.name, preset.table, preset.source);
}

constexpr std::string_view introduction = R"md(# Scenes

A scene is a TOML file. Units are SI, and Z is up. Keys that are not listed here are errors. This page
is what `eulersolid schema --markdown` prints; `eulersolid schema` prints the same as JSON Schema,
`eulersolid check SCENE` checks a file, and `eulersolid new NAME` writes one to start from. The smallest scene:

```toml
[time]
duration = 0.4

[[body]]
shape    = "sphere"
centre   = [0.5, 0.5, 0.5]
radius   = 0.2
material = "gel"
```

On the command line, `--set KEY=VALUE` changes a value: `--set time.duration=0.1`,
`--set body.0.velocity=[1,0,0]` (the first body), `--set body.ball.material.density=2000` (by name),
`--set body.*.velocity=[0,0,-1]` (all). A name that holds dots stands in quotes: `--set 'body."a.b".radius=1'`.

A number may be a string with an expression and units: `"2 cm"`, `"30 deg"`, `"2 MPa"`, `"2*pi/3"`,
`"1.5 * (2 cm + 3 mm)"`. Without units it is in those of its key. Units are m, km, cm, mm, um, in, ft; kg, g,
mg, t, lb; s, ms, us, min, h; N, kN, mN; Pa, hPa, kPa, MPa, GPa, bar, psi. They are also J, kJ, mJ; W; Hz; L; rad, deg,
rev, rpm; %; and products, quotients and whole powers of all these (`"9.81 m/s^2"`). There are pi, sqrt, sin, cos and tan.

Bodies that are alike share materials and templates, and arrays make many of them:

```toml
[time]
duration = 0.5

[material.soft]
like = "gel"                        # a preset
youngs_modulus = "20 kPa"

[template.pill]
shape = "capsule"
radius = "2 cm"
length = "8 cm"
material = "soft"

[[array]]
template = "pill"
layout = "random"
count = 20
seed = 3
turned = true
origin = [0, 0, 0]
size = ["40 cm", "40 cm", "60 cm"]

[[body]]
template = "pill"
name = "top"
centre = ["20 cm", "20 cm", "90 cm"]
velocity = [0, 0, "-2 m/s"]
```

`scene.toml` in a run folder says what all of this comes to, and runs to the same results.

Numbers are at most 1e30, and those that must be positive at least 1e-30.

A key that belongs to some shapes or models only names them. The friction of two bodies that touch is
that of their `[[contact.pair]]`, else that of the obstacle, else that of `[contact]`.
)md";

}  // namespace

std::string schema_json() {
  Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "eulersolid scene"}};
  json.update(table_json(""));
  json["$defs"][std::string(part_path)] = table_json(std::string(part_path));
  return json.dump(2) + "\n";
}

std::string schema_markdown() {
  std::string text(introduction);
  add_table(text, "");
  std::set<std::string> shown;  // bodies and obstacles share parts
  for (const SchemaKey& key : scene_schema())
    if (key.type == KeyType::table || key.type == KeyType::tables)
      if (shown.insert(path_of(key)).second) add_table(text, path_of(key));
  add_presets(text);
  return text;
}

}  // namespace eulersolid
