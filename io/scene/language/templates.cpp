#include "io/scene/language/templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "io/printable.h"
#include "io/scene/language/material_presets.h"
#include "io/scene/language/rigid_bodies.h"
#include "io/scene/nearest_word.h"
#include "io/scene/scene_keys.h"
#include "io/scene/scene_places.h"
#include "io/scene/scene_schema.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

constexpr std::size_t longest_list = 200;  // characters

void erase(TomlValue& table, std::string_view key) {
  std::erase_if(table.entries, [&](const TomlValue::Entry& entry) { return entry.key == key; });
}

/// Adds the keys that a table lacks.
void add_missing(TomlValue& table, const TomlValue& other) {
  for (const TomlValue::Entry& entry : other.entries)
    if (table.find(entry.key) == nullptr) table.entries.push_back(entry);
}

/// Tables with names of the user's own, and how others refer to them.
struct NamedTables {
  std::string_view table;  ///< `template`, `material`
  std::string_view key;    ///< `template`, `like`
  const TomlValue* all;    ///< null where the document has none
  bool has_presets;
};

std::vector<std::string> names_of(const NamedTables& named) {
  std::vector<std::string> names;
  if (named.all != nullptr)
    for (const TomlValue::Entry& entry : named.all->entries) names.push_back(entry.key);
  if (named.has_presets)
    for (const MaterialPreset& preset : material_presets()) names.emplace_back(preset.name);
  return names;
}

/// For messages: users may choose any names, and many.
std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  return printable(fmt::format("{}", fmt::join(names, separator)), longest_list);
}

[[noreturn]] void fail_unknown(const NamedTables& named, const TomlValue& name) {
  const std::vector<std::string> names = names_of(named);
  const std::string near = nearest_word(name.text, names);
  std::string hint =
      near.empty() ? "" : fmt::format("; did you mean \"{}\"?", printable(near, max_shown));
  if (hint.empty() && !names.empty()) hint = "; known are " + joined(names, ", ");
  fail_at(name.place, fmt::format("there is no {} \"{}\"{}", named.table,
                                  printable(name.text, max_shown), hint));
}

/// A preset as a table that stands where its name does.
TomlValue preset_table(const MaterialPreset& preset, const TomlValue& name) {
  TomlValue document = parse_toml("value = " + std::string(preset.table), preset.name.data());
  TomlValue table = std::move(document.entries.front().value);
  table.place = table.key_place = name.place;
  for (TomlValue::Entry& entry : table.entries)
    entry.value.place = entry.value.key_place = name.place;
  return table;
}

void add_named(TomlValue& table, const NamedTables& named, std::vector<std::string>& chain);

/// The table of a name, with all that it refers to in it.
TomlValue table_named(const TomlValue& name, const NamedTables& named,
                      std::vector<std::string>& chain) {
  if (name.kind != Kind::text)
    fail_at(name.place, fmt::format("{} is {} ({}), but must be a string, the name of a {}",
                                    named.key, kind_name(name.kind), shown(name), named.table));
  if (std::find(chain.begin(), chain.end(), name.text) != chain.end())
    fail_at(name.place, fmt::format("{} \"{}\" leads to itself: {} -> {}", named.table,
                                    printable(name.text, max_shown), joined(chain, " -> "),
                                    printable(name.text, max_shown)));
  const TomlValue* found = named.all == nullptr ? nullptr : named.all->find(name.text);
  if (found == nullptr && named.has_presets)
    for (const MaterialPreset& preset : material_presets())
      if (preset.name == name.text) return preset_table(preset, name);
  if (found == nullptr) fail_unknown(named, name);
  if (found->kind != Kind::table)
    fail_at(found->place,
            fmt::format("{}.{} is {} ({}), but must be a table", named.table,
                        printable(name.text, max_shown), kind_name(found->kind), shown(*found)));
  TomlValue table = *found;
  chain.push_back(name.text);
  add_named(table, named, chain);
  chain.pop_back();
  return table;
}

/// Puts what the table refers to into it.
void add_named(TomlValue& table, const NamedTables& named, std::vector<std::string>& chain) {
  const TomlValue* name = table.find(named.key);
  if (name == nullptr) return;
  const TomlValue other = table_named(*name, named, chain);
  erase(table, named.key);
  add_missing(table, other);
}

void require_tables(const TomlValue* named, std::string_view table) {
  if (named != nullptr && named->kind != Kind::table)
    fail_at(named->place, fmt::format("{} is {} ({}), but must be tables, each headed [{}.NAME]",
                                      table, kind_name(named->kind), shown(*named), table));
}

NamedTables templates_of(const TomlValue& document) {
  const TomlValue* all = document.find("template");
  require_tables(all, "template");
  return {"template", "template", all, false};
}

NamedTables materials_of(const TomlValue& document) {
  const TomlValue* all = document.find("material");
  require_tables(all, "material");
  return {"material", "like", all, true};
}

/// Calls visit(table) for each of an array of tables.
template <class Visit>
void each_table(TomlValue& document, std::string_view key, Visit visit) {
  TomlValue* tables = document.find(key);
  if (tables == nullptr || tables->kind != Kind::array) return;
  for (TomlValue& table : tables->items)
    if (table.kind == Kind::table) visit(table);
}

/// Puts the materials that a body and its regions refer to into them.
void add_material(TomlValue& body, const NamedTables& materials) {
  each_table(body, "region", [&](TomlValue& region) { add_material(region, materials); });
  TomlValue* material = body.find("material");
  if (material == nullptr) return;
  std::vector<std::string> chain;
  if (material->kind == Kind::text)
    *material = table_named(*material, materials, chain);
  else if (material->kind == Kind::table)
    add_named(*material, materials, chain);
}

/// Calls visit(table, label) for each named table, with what it refers to in it.
template <class Visit>
void each_named(const NamedTables& named, Visit visit) {
  if (named.all == nullptr) return;
  for (const TomlValue::Entry& entry : named.all->entries) {
    TomlValue name;
    name.kind = Kind::text, name.text = entry.key;
    std::vector<std::string> chain;
    visit(table_named(name, named, chain),
          fmt::format("[{}.{}]", named.table, printable(entry.key, max_shown)));
  }
}

int unknown_keys(const TomlValue& table, const char* path) {
  const std::vector<SchemaKey> keys = keys_of(path);
  return int(std::ranges::count_if(table.entries, [&](const TomlValue::Entry& entry) {
    return std::ranges::none_of(keys, [&](const SchemaKey& key) { return key.key == entry.key; });
  }));
}

/// A template is one of bodies or of obstacles; which, its keys may leave open.
void check_template(const TomlValue& table, const std::string& label) {
  const bool obstacle_first = unknown_keys(table, "obstacle") < unknown_keys(table, "body");
  const char* const likely = obstacle_first ? "obstacle" : "body";
  const char* const other = obstacle_first ? "body" : "obstacle";
  try {
    TomlValue copy = table;
    check_some_keys(copy, label, likely);
  } catch (const InputError&) {
    if (unknown_keys(table, other) > 0) throw;
    try {
      TomlValue copy = table;
      check_some_keys(copy, label, other);
      return;
    } catch (const InputError&) {  // the first is what is said
    }
    throw;
  }
}

}  // namespace

TomlValue template_named(const TomlValue& document, const TomlValue& name) {
  std::vector<std::string> chain;
  return table_named(name, templates_of(document), chain);
}

void expand_templates(TomlValue& document) {
  const NamedTables named = templates_of(document);
  for (const char* key : {"body", "obstacle"})
    each_table(document, key, [&](TomlValue& table) {
      std::vector<std::string> chain;
      add_named(table, named, chain);
    });
}

void expand_materials(TomlValue& document) {
  const NamedTables materials = materials_of(document);
  each_table(document, "body", [&](TomlValue& body) { add_material(body, materials); });
}

TomlValue take_named_tables(TomlValue& document) {
  TomlValue taken;
  for (const char* key : {"template", "material"}) {
    const TomlValue* found = document.find(key);
    if (found != nullptr) taken.entries.push_back({key, *found});
    erase(document, key);
  }
  return taken;
}

void check_named_tables(TomlValue& named) {
  const NamedTables materials = materials_of(named), templates = templates_of(named);
  each_named(materials, [&](TomlValue table, const std::string& label) {
    check_some_keys(table, label, "body.material");
  });
  each_named(templates, [&](TomlValue table, const std::string& label) {
    add_material(table, materials);
    make_rigid_if_bare(table);
    check_template(table, label);
  });
}

}  // namespace eulersolid
