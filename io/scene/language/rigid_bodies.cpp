#include "io/scene/language/rigid_bodies.h"

#include <fmt/format.h>

#include <algorithm>

#include "grid/materials/rigid_model.h"
#include "io/scene/scene_keys.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

void make_rigid(TomlValue& material, const TomlValue& rigid) {
  TomlValue model = rigid;
  model.kind = Kind::text, model.text = std::string(rigid_model);
  std::erase_if(material.entries,
                [](const TomlValue::Entry& entry) { return entry.key != "density"; });
  material.entries.push_back({"model", model});
}

}  // namespace

void expand_rigid_bodies(TomlValue& document) {
  TomlValue* bodies = document.find("body");
  if (bodies == nullptr || bodies->kind != Kind::array) return;
  std::size_t number = 0;
  for (TomlValue& body : bodies->items) {
    ++number;
    const TomlValue* found = body.kind == Kind::table ? body.find("rigid") : nullptr;
    if (found == nullptr) continue;
    const TomlValue rigid = *found;
    if (rigid.kind != Kind::boolean)
      fail_at(rigid.place,
              fmt::format("{} rigid is {} ({}), but must be true or false",
                          table_label("body", body, number), kind_name(rigid.kind), shown(rigid)));
    std::erase_if(body.entries, [](const TomlValue::Entry& entry) { return entry.key == "rigid"; });
    TomlValue* material = body.find("material");
    if (rigid.boolean && material != nullptr && material->kind == Kind::table)
      make_rigid(*material, rigid);
  }
}

void make_rigid_if_bare(TomlValue& table) {
  TomlValue* material = table.find("material");
  if (material == nullptr || material->kind != Kind::table) return;
  if (material->entries.size() == 1 && material->entries.front().key == "density")
    make_rigid(*material, material->entries.front().value);
}

}  // namespace eulersolid
