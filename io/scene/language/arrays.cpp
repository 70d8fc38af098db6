#include "io/scene/language/arrays.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "io/constants.h"
#include "io/scene/language/layouts.h"
#include "io/scene/language/templates.h"
#include "io/scene/scene_keys.h"
#include "io/scene/scene_places.h"
#include "io/scene/shape_spec.h"
#include "io/scene/solids/shape_context.h"

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

constexpr double max_copies = 1000;  // of one array

TomlValue number_value(double number, const std::string& place) {
  TomlValue value;
  value.kind = Kind::number, value.number = number;
  value.place = value.key_place = place;
  return value;
}

TomlValue vector_value(Vec3 v, const std::string& place) {
  TomlValue value = number_value(0, place);
  value.kind = Kind::array;
  for (int axis = 0; axis < 3; ++axis) value.items.push_back(number_value(v[axis], place));
  return value;
}

void set(TomlValue& table, const std::string& key, TomlValue value) {
  if (TomlValue* found = table.find(key))
    *found = std::move(value);
  else
    table.entries.push_back({key, std::move(value)});
}

TomlValue text_value(const std::string& text, const std::string& place) {
  TomlValue value = number_value(0, place);
  value.kind = Kind::text, value.text = text;
  return value;
}

/// One array, its keys checked.
class Array {
 public:
  Array(const TomlValue& table, const TomlValue& document, std::size_t number)
      : table_(table), label_(fmt::format("[array {}]", number)) {
    copy_ = template_named(document, *table.find("template"));
    of_ = text("of", "body");
    name_ = text("name", table.find("template")->text);
    check_copy();
    if (copy_.find("shape") == nullptr) fail("template", "has no shape");
  }

  const std::string& of() const { return of_; }

  /// @param named  how many have each name so far; grows
  std::vector<TomlValue> copies(std::map<std::string, int>& named) const {
    std::vector<TomlValue> all;
    for (const Spot& spot : spots()) {
      TomlValue copy = copy_;
      copy.place = copy.key_place = table_.place;
      set(copy, "name", text_value(fmt::format("{}_{}", name_, ++named[name_]), table_.place));
      const std::string_view place = shape_named(copy.find("shape")->text).place;
      set(copy, std::string(place), vector_value(spot.centre, table_.place));
      if (spot.turn) set(copy, "rotation", rotation_value(*spot.turn));
      all.push_back(std::move(copy));
    }
    return all;
  }

 private:
  /// The template's numbers are needed now; its materials, which may be names, are looked up later.
  void check_copy() {
    std::vector<TomlValue*> tables{&copy_};
    if (TomlValue* regions = copy_.find("region"); regions && regions->kind == Kind::array)
      for (TomlValue& region : regions->items) tables.push_back(&region);
    std::vector<std::optional<TomlValue>> materials;
    for (TomlValue* table : tables) {
      const TomlValue* found = table->find("material");
      materials.push_back(found ? std::optional(*found) : std::nullopt);
      std::erase_if(table->entries, [](const auto& entry) { return entry.key == "material"; });
    }
    check_some_keys(copy_, label_ + " template", of_);
    for (std::size_t t = 0; t < tables.size(); ++t)
      if (materials[t]) tables[t]->entries.push_back({"material", *materials[t]});
  }

  [[noreturn]] void fail(const std::string& key, const std::string& why) const {
    const TomlValue* value = table_.find(key);
    fail_at(value == nullptr ? table_.place : value->place,
            fmt::format("{} {} {}", label_, key, why));
  }
  std::string text(std::string_view key, std::string_view otherwise) const {
    const TomlValue* value = table_.find(key);
    return value == nullptr ? std::string(otherwise) : value->text;
  }
  double number(std::string_view key, double otherwise) const {
    const TomlValue* value = table_.find(key);
    return value == nullptr ? otherwise : value->number;
  }
  Vec3 vector(std::string_view key, Vec3 otherwise = {}) const {
    const TomlValue* value = table_.find(key);
    return value == nullptr ? otherwise : vector_of(*value);
  }
  bool flag(std::string_view key) const {
    const TomlValue* value = table_.find(key);
    return value != nullptr && value->boolean;
  }

  TomlValue rotation_value(const RotationSpec& turn) const {
    TomlValue value;
    value.place = value.key_place = table_.place;
    set(value, "axis", vector_value(turn.axis, table_.place));
    set(value, "angle", number_value(turn.angle, table_.place));
    return value;
  }

  RotationSpec own_turn() const {
    const TomlValue* turn = copy_.find("rotation");
    return turn == nullptr ? RotationSpec{} : read_rotation(*turn);
  }

  /// The shape of a copy, which knows how far it reaches; `spec` keeps its samples, if it has any.
  /// @param key  of the array, which is to follow from the shape
  Shape shape_for(const char* key, ShapeSpec& spec) const {
    spec = read_shape(copy_);
    require_no_fault(spec);
    if (spec.name == "plane") fail(key, "is missing [m]: a plane has no end");
    std::map<std::string, SampledSolid> made;
    std::map<std::string, FileSurface> surfaces;
    std::vector<std::string> said_again;
    const auto place = [this](std::string_view of_key) {
      const TomlValue* value = copy_.find(of_key);
      return value == nullptr ? table_.place : value->place;
    };
    complete_shape(spec, {0, label_ + " template", place, &said_again, &made, &surfaces});
    return shape_of(spec);
  }
  void require_no_fault(const ShapeSpec& spec) const {
    if (const auto fault = fault_of(spec))
      fail("template", fmt::format("has a {} whose {} {}", spec.name, fault->key, fault->why));
    for (const ShapePart& part : spec.parts) require_no_fault(part.shape);
  }

  std::vector<Spot> spots() const {
    const std::string layout = table_.find("layout")->text;
    if (layout == "grid") return grid();
    if (layout == "ring") return ring();
    return layout == "stack" ? stack() : random();
  }

  std::vector<Spot> grid() const {
    const Vec3 counts = vector("counts");
    double all = 1;
    for (int axis = 0; axis < 3; ++axis) {
      if (counts[axis] != std::round(counts[axis]) || counts[axis] < 1)
        fail_at(table_.find("counts")->items[std::size_t(axis)].place,
                fmt::format("{} counts[{}] is {}, but must be a whole number of 1 at least", label_,
                            axis, counts[axis]));
      all *= counts[axis];
    }
    if (all > max_copies)
      fail("counts", fmt::format("makes {} copies, but there may be at most {}", all, max_copies));
    return grid_spots(vector("centre"), counts, vector("spacing"));
  }

  std::vector<Spot> ring() const {
    const Vec3 axis = vector("axis", {0, 0, 1});
    if (const TomlValue* given = table_.find("axis"))
      require_direction(axis, given->place, label_ + " axis");
    return ring_spots(vector("centre"), axis, number("radius", 0), int(number("count", 0)),
                      flag("turned"), own_turn());
  }

  std::vector<Spot> stack() const {
    Vec3 step = vector("step");
    if (table_.find("step") == nullptr) {
      ShapeSpec spec;
      const Shape shape = shape_for("step", spec);
      const Extent height = extent_along({shape, {{}, rotation_of(own_turn())}}, {0, 0, 1});
      step = {0, 0, height.high - height.low + number("gap", 0)};
    }
    return stack_spots(vector("centre"), step, int(number("count", 0)));
  }

  std::vector<Spot> random() const {
    double radius = number("radius", 0);
    if (table_.find("radius") == nullptr) {
      ShapeSpec spec;
      radius = radius_around(shape_for("radius", spec));
    }
    const int count = int(number("count", 0));
    const Box box{vector("origin"), vector("size")};
    std::vector<Spot> spots = random_spots(box, radius, number("gap", 0), count,
                                           std::uint64_t(number("seed", 1)), flag("turned"));
    if (int(spots.size()) < count)
      fail("count", fmt::format("is {}, but there is room for only {} ball{} of radius {:.4g} m",
                                count, spots.size(), spots.size() == 1 ? "" : "s", radius));
    return spots;
  }

  const TomlValue& table_;
  std::string label_;
  TomlValue copy_;
  std::string of_, name_;
};

/// The array of tables with this key, made where there is none.
TomlValue& tables(TomlValue& document, const std::string& key, const std::string& place) {
  if (TomlValue* found = document.find(key)) return *found;
  TomlValue made;
  made.kind = Kind::array, made.place = made.key_place = place;
  document.entries.push_back({key, std::move(made)});
  return document.entries.back().value;
}

}  // namespace

void require_few_bodies(const TomlValue& document) {
  for (const char* key : {"body", "obstacle"}) {
    const TomlValue* all = document.find(key);
    if (all == nullptr || all->items.size() <= max_bodies) continue;
    fail_at(
        all->items[max_bodies].place,
        fmt::format("more than {} tables [[{}]], copies of arrays among them, are more than there "
                    "may be",
                    max_bodies, key));
  }
}

void expand_arrays(TomlValue& document) {
  const TomlValue* found = document.find("array");
  if (found == nullptr) return;
  TomlValue arrays = *found;
  std::erase_if(document.entries, [](const auto& entry) { return entry.key == "array"; });
  if (arrays.kind != Kind::array)
    fail_at(arrays.place, fmt::format("array is {} ({}), but must be tables, each headed [[array]]",
                                      kind_name(arrays.kind), shown(arrays)));
  std::map<std::string, int> named;
  for (std::size_t n = 0; n < arrays.items.size(); ++n) {
    TomlValue& table = arrays.items[n];
    if (table.kind != Kind::table)
      fail_at(table.place, fmt::format("array[{}] is {} ({}), but must be a table", n,
                                       kind_name(table.kind), shown(table)));
    check_array_keys(table, fmt::format("[array {}]", n + 1));
    const Array array(table, document, n + 1);
    const std::vector<TomlValue> copies = array.copies(named);
    TomlValue& all = tables(document, array.of(), table.place);
    if (all.kind == Kind::array) all.items.insert(all.items.end(), copies.begin(), copies.end());
    require_few_bodies(document);
  }
}

}  // namespace eulersolid
