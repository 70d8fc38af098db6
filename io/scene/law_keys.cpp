#include "io/scene/law_keys.h"

#include <algorithm>

#include "grid/materials/law_table.h"

namespace eulersolid {

namespace {

/// A parameter, and the laws that have it.
struct SharedParameter {
  LawParameter parameter;
  std::string laws;  ///< separated by spaces
};

std::vector<SharedParameter> shared_parameters() {
  std::vector<SharedParameter> all;
  for (const LawEntry& law : laws()) {
    for (const LawParameter& parameter : law.parameters) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const SharedParameter& other) {
        return other.parameter.key == parameter.key;
      });
      if (known == all.end())
        all.push_back({parameter, std::string(law.name)});
      else
        known->laws += ' ' + std::string(law.name);
    }
  }
  return all;
}

std::string joined(std::string_view LawEntry::*text, std::string_view separator) {
  std::string all;
  for (const LawEntry& law : laws()) all.append(all.empty() ? "" : separator).append(law.*text);
  return all;
}

}  // namespace

std::string_view law_names() {
  static const std::string names = joined(&LawEntry::name, " ");
  return names;
}

std::string_view law_docs() {
  static const std::string docs = "Law of stress: " + joined(&LawEntry::doc, " or ") + '.';
  return docs;
}

std::vector<SchemaKey> law_keys() {
  static const std::vector<SharedParameter> parameters = shared_parameters();
  std::vector<SchemaKey> keys;
  for (const auto& [parameter, laws] : parameters)
    keys.push_back({.table = law_table_path,
                    .key = parameter.key,
                    .unit = parameter.unit,
                    .range = parameter.range,
                    .required = true,
                    .kinds = laws,
                    .doc = parameter.doc});
  return keys;
}

}  // namespace eulersolid
