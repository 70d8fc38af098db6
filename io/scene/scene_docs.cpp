#include "io/scene/scene_docs.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/scene/scene_schema.h"

namespace eulersolid {

namespace {

using Json = nlohmann::ordered_json;

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

Json type_json(const SchemaKey& key) {
  Json json;
  switch (key.type) {
    case KeyType::number:
    case KeyType::integer:
      json["type"] = key.type == KeyType::integer ? "integer" : "number";
      add_range(json, key.range);
      break;
    case KeyType::boolean:
      json["type"] = "boolean";
      break;
    case KeyType::text:
      json = text_json(key);
      break;
    case KeyType::vector: {
      Json component{{"type", "number"}};
      add_range(component, key.range);
      json = {{"type", "array"}, {"items", component}, {"minItems", 3}, {"maxItems", 3}};
      break;
    }
    case KeyType::texts:
      json = {{"type", "array"}, {"items", text_json(key)}};
      if (key.range.bounded_above()) {
        json["minItems"] = static_cast<int>(key.range.low);
        json["maxItems"] = static_cast<int>(key.range.high);
      }
      break;
    case KeyType::table:
      json = table_json(path_of(key));
      break;
    case KeyType::tables:
      json = {{"type", "array"}, {"items", table_json(path_of(key))}};
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

/// What a table of this kind needs and what it has no use for.
Json kind_rule(const SchemaKey& selector, const std::string& kind,
               const std::vector<SchemaKey>& keys) {
  const std::string name(selector.key);
  Json when{{"properties", {{name, {{"const", kind}}}}}}, then = Json::object();
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
      json["allOf"].push_back(kind_rule(*selector, kind, keys));
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
    case KeyType::texts:
      return choices.empty() ? "list of strings" : "list of " + choices;
    case KeyType::table:
      return "table";
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

constexpr std::string_view introduction = R"(# Scenes

A scene is a TOML file. Units are SI, and Z is up. Keys that are not listed here are errors. This page
is what `eulersolid schema --markdown` prints; `eulersolid schema` prints the same as JSON Schema, and
`eulersolid check SCENE` checks a file. The smallest scene:

```toml
[time]
duration = 0.4

[grid]
origin    = [0, 0, 0]
size      = [1, 1, 1]
cell_size = 0.05

[[body]]
shape    = "sphere"
centre   = [0.5, 0.5, 0.5]
radius   = 0.2
material = { density = 1000, youngs_modulus = 1e5, poissons_ratio = 0.3 }
```

On the command line, `--set KEY=VALUE` changes a value: `--set time.duration=0.1`,
`--set body.0.velocity=[1,0,0]` (the first body), `--set body.ball.material.density=2000` (by name).

Numbers are at most 1e30, and those that must be positive at least 1e-30.

A key that belongs to some shapes or models only names them. The friction of two bodies that touch is
that of their `[[contact.pair]]`, else that of the obstacle, else that of `[contact]`.
)";

}  // namespace

std::string schema_json() {
  Json json{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "eulersolid scene"}};
  json.update(table_json(""));
  return json.dump(2) + "\n";
}

std::string schema_markdown() {
  std::string text(introduction);
  add_table(text, "");
  for (const SchemaKey& key : scene_schema())
    if (key.type == KeyType::table || key.type == KeyType::tables) add_table(text, path_of(key));
  return text;
}

}  // namespace eulersolid
