#include "io/scene/kind_keys.h"

#include <algorithm>
#include <map>

#include "grid/materials/law_table.h"
#include "io/scene/shape_spec.h"

namespace eulersolid {

namespace {

void append(std::string& names, std::string_view name) {
  names.append(names.empty() ? "" : " ").append(name);
}

/// The keys of a table that some of its kinds have.
class SharedKeys {
 public:
  void add(std::string_view kind, const SchemaKey& key) {
    const auto known = std::find_if(all_.begin(), all_.end(),
                                    [&](const Shared& other) { return other.key.key == key.key; });
    append((known == all_.end() ? all_.emplace_back(Shared{key, ""}) : *known).kinds, kind);
  }

  /// Valid while this lives and nothing is added.
  std::vector<SchemaKey> keys(std::string_view table) const {
    std::vector<SchemaKey> keys;
    for (const Shared& shared : all_) {
      keys.push_back(shared.key);
      keys.back().table = table, keys.back().kinds = shared.kinds;
    }
    return keys;
  }

 private:
  struct Shared {
    SchemaKey key;
    std::string kinds;
  };
  std::vector<Shared> all_;
};

SharedKeys parameters_of_laws() {
  SharedKeys shared;
  for (const LawEntry& law : laws())
    for (const LawParameter& parameter : law.parameters)
      shared.add(law.name, {.key = parameter.key,
                            .unit = parameter.unit,
                            .range = parameter.range,
                            .required = true,
                            .doc = parameter.doc});
  return shared;
}

std::string joined(std::string_view LawEntry::*text, std::string_view separator) {
  std::string all;
  for (const LawEntry& law : laws()) all.append(all.empty() ? "" : separator).append(law.*text);
  return all;
}

/// The shapes that a table takes.
struct TableShapes {
  std::string names;
  std::map<std::string_view, std::string> placed_by;  ///< names by the key of the place
  SharedKeys keys;
};

TableShapes collected(std::string_view table) {
  TableShapes all;
  if (table == "region") append(all.names, whole_body);
  for (const ShapeEntry& shape : shape_entries()) {
    const std::vector<std::string> tables = words(shape.tables);
    if (std::find(tables.begin(), tables.end(), table) == tables.end()) continue;
    append(all.names, shape.name);
    append(all.placed_by[shape.place], shape.name);
    for (const SchemaKey& key : shape.keys) all.keys.add(shape.name, key);
  }
  return all;
}

const TableShapes& shapes_of(std::string_view table) {
  static const std::map<std::string_view, TableShapes> all = {{"body", collected("body")},
                                                              {"body.region", collected("region")},
                                                              {"obstacle", collected("obstacle")},
                                                              {"part", collected("part")}};
  return all.at(table);
}

}  // namespace

std::string_view law_names() {
  static const std::string names = joined(&LawEntry::name, " ") + ' ' + std::string(rigid_model);
  return names;
}

std::string_view law_docs() {
  static const std::string docs =
      "Stress law: " + joined(&LawEntry::doc, ", ") + ". " + std::string(rigid_law().doc) + '.';
  return docs;
}

std::string_view laws_with_fibres() {
  static const std::string names = [] {
    std::string all;
    for (const LawEntry& law : laws())
      if (law.has_fibres) append(all, law.name);
    return all;
  }();
  return names;
}

std::vector<SchemaKey> law_keys() {
  static const SharedKeys parameters = parameters_of_laws();
  return parameters.keys(law_table_path);
}

std::string_view shape_names(std::string_view table) { return shapes_of(table).names; }

std::string_view shapes_placed_by(std::string_view place, std::string_view table) {
  return shapes_of(table).placed_by.at(place);
}

std::vector<SchemaKey> shape_keys(std::string_view table) {
  return shapes_of(table).keys.keys(table);
}

}  // namespace eulersolid
