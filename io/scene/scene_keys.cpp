#include "io/scene/scene_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "io/constants.h"
#include "io/scene/language/quantity.h"
#include "io/scene/language/rotation_example.h"
#include "io/scene/nearest_word.h"
#include "io/scene/scene_schema.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

/// A table on its way through the checks.
struct Section {
  std::string path;      ///< in the schema
  std::string label;     ///< `[body "ball"]`; empty for the top of the file
  std::string prefix;    ///< of a key in a table within the labelled one: `rotation.`
  std::string kind;      ///< that its keys must belong to; empty where there is none
  bool is_part = false;  ///< required keys may be missing
};

[[noreturn]] void fail(const std::string& place, const Section& section, std::string_view key,
                       const std::string& why) {
  throw InputError(fmt::format("{}: {}{}{}{} {}", place, section.label,
                               section.label.empty() ? "" : " ", section.prefix, key, why));
}

/// `"a", "b"` of the list `a b`.
std::string quoted(std::string_view list) {
  std::string text;
  for (const std::string& word : words(list)) text += (text.empty() ? "\"" : ", \"") + word + '"';
  return text;
}

std::string with_unit(double value, std::string_view unit) {
  if (unit.empty()) return fmt::format("{}", value);
  return unit == "-" ? fmt::format("{} [-]", value) : fmt::format("{} {}", value, unit);
}

std::string must_be(const SchemaKey& key) {
  const std::string text = allowed_text(key);
  return text.starts_with("between") ? "must lie " + text : "must be " + text;
}

std::string with_article(const std::string& kind) {
  return (std::string_view("aeiou").find(kind.front()) == std::string_view::npos ? "a " : "an ") +
         kind;
}

/// `a sphere, a box or an ellipsoid`
std::string kinds_text(const SchemaKey& key) {
  const std::vector<std::string> kinds = words(key.kinds);
  std::string text;
  for (std::size_t n = 0; n < kinds.size(); ++n)
    text += (n == 0 ? "" : n + 1 == kinds.size() ? " or " : ", ") + with_article(kinds[n]);
  return text;
}

void check_table(TomlValue& value, const Section& section);

[[noreturn]] void wrong_type(const TomlValue& value, const Section& section, std::string_view key,
                             std::string_view wanted) {
  const std::string is = value.kind == Kind::date
                             ? std::string("a date")
                             : fmt::format("{} ({})", kind_name(value.kind), shown(value));
  fail(value.place, section, key, fmt::format("is {}, but must be {}", is, wanted));
}

void check_known(const TomlValue::Entry& entry, const Section& section,
                 const std::vector<SchemaKey>& keys) {
  std::vector<std::string> names;
  for (const SchemaKey& key : keys) names.emplace_back(key.key);
  if (std::find(names.begin(), names.end(), entry.key) != names.end()) return;
  std::string hint;
  if (const std::string near = nearest_word(entry.key, names); !near.empty()) {
    hint = fmt::format("did you mean \"{}\"?", near);
  } else {
    for (const SchemaKey& key : scene_schema())
      if (key.key == entry.key && hint.empty() && !key.table.empty())
        hint = fmt::format("it belongs in [{}]", key.table);
  }
  if (hint.empty()) hint = "known are " + fmt::format("{}", fmt::join(names, ", "));
  TomlValue name;
  name.kind = Kind::text, name.text = entry.key;
  const std::string written = shown(name);  // without quotes, but cut and made printable
  fail(entry.value.key_place, section, written.substr(1, written.size() - 2),
       "is not a known key; " + hint);
}

void check_missing(const TomlValue& value, const Section& section,
                   const std::vector<SchemaKey>& keys) {
  for (const SchemaKey& key : keys) {
    if (!key.required || value.find(key.key) != nullptr) continue;
    if (!belongs(key, section.kind)) continue;
    std::string wanted;
    if (!key.kinds.empty())
      wanted = fmt::format("; {} needs it", with_article(section.kind));
    else if (!key.choices.empty())
      wanted = "; it must be one of " + quoted(key.choices);
    if (key.type == KeyType::table) wanted = fmt::format("; it is a table, [{}]", path_of(key));
    if (key.type == KeyType::tables)
      wanted = fmt::format("; there must be at least one [[{}]]", path_of(key));
    const std::string unit = key.unit.empty() ? "" : fmt::format(" [{}]", key.unit);
    fail(value.place, section, key.key, "is missing" + unit + wanted);
  }
}

/// Is a key given as a number alone? Cells are no unit, as a scene may say how large they are
/// later.
bool has_no_unit(const SchemaKey& key) {
  return key.unit.empty() || key.unit == "-" || key.unit.starts_with("cells");
}

/// What to write in place of a quantity in another unit.
std::string wanted_unit(const SchemaKey& key) {
  if (key.unit.starts_with("cells")) return fmt::format("{}, as a number alone", key.unit);
  return std::string(has_no_unit(key) ? "no unit" : key.unit);
}

/// Replaces an expression by its number. Numbers without units are in the key's own.
void evaluate(TomlValue& value, const SchemaKey& key, const Section& section,
              const std::string& name) {
  Quantity is;
  try {
    is = evaluated(value.text);
  } catch (const InputError& error) {
    fail(value.place, section, name, fmt::format("is {}, which {}", shown(value), error.what()));
  }
  if (std::isnan(is.value))
    fail(value.place, section, name, fmt::format("is {}, which has no value", shown(value)));
  Quantity wanted = has_no_unit(key) ? Quantity{} : evaluated(key.unit);
  bool fits = is.is_number() || is.has_unit_of(wanted);
  const double unit = wanted.value;
  wanted.radian = 0;
  fits = fits || is.has_unit_of(wanted);
  if (!fits)
    fail(value.place, section, name,
         fmt::format("is {}, which is in {}, but must be in {}{}", shown(value), unit_text(is),
                     wanted_unit(key), name == "scale" ? ": 0.001 for a file in millimetres" : ""));
  const double number = is.is_number() ? is.value : is.value / unit;
  const bool whole = number == std::round(number) && std::fabs(number) < 1e15;
  value.kind = key.type == KeyType::integer && whole ? Kind::integer : Kind::number;
  value.number = number;
  if (whole) value.integer = std::int64_t(number);
}

void check_number(TomlValue& value, const SchemaKey& key, const Section& section,
                  const std::string& name) {
  if (value.kind == Kind::text) evaluate(value, key, section, name);
  const bool whole = key.type == KeyType::integer;
  if (value.kind != Kind::integer && (whole || value.kind != Kind::number))
    wrong_type(value, section, name, whole ? "a whole number" : "a number");
  if (key.may_be_infinite && value.number == INFINITY) return;
  if (!std::isfinite(value.number))
    fail(value.place, section, name, fmt::format("is {}, but must be finite", value.number));
  if (!key.range.contains(value.number))
    fail(value.place, section, name,
         fmt::format("is {}, but {}", with_unit(value.number, key.unit), must_be(key)));
  const bool positive = key.range.low == 0 && key.range.low_open;
  if (std::fabs(value.number) <= largest_number && (!positive || value.number >= smallest_positive))
    return;
  fail(value.place, section, name,
       fmt::format("is {}, but must lie between {} and {}", with_unit(value.number, key.unit),
                   positive ? smallest_positive : -largest_number, largest_number));
}

void check_text(const TomlValue& value, const SchemaKey& key, const Section& section,
                const std::string& name) {
  if (value.kind != Kind::text) wrong_type(value, section, name, "a string");
  const std::vector<std::string> choices = words(key.choices);
  if (choices.empty() || std::find(choices.begin(), choices.end(), value.text) != choices.end())
    return;
  const std::string near = nearest_word(value.text, choices);
  const std::string hint = near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near);
  const std::string_view one_of = choices.size() > 1 ? "one of " : "";
  fail(value.place, section, name,
       fmt::format("is {}, but must be {}{}{}", shown(value), one_of, quoted(key.choices), hint));
}

/// @param form  of the array, such as `[x, y, z]`
/// @param or_else  what else the value may be, for messages
void check_numbers(TomlValue& value, const SchemaKey& key, const Section& section,
                   std::size_t count, std::string_view form, std::string_view or_else = "") {
  if (value.kind != Kind::array)
    wrong_type(value, section, key.key,
               fmt::format("an array of {} numbers, {}{}", count, form, or_else));
  if (value.items.size() != count)
    fail(value.place, section, key.key,
         fmt::format("has {} element{}, but must have {}: {}", value.items.size(),
                     value.items.size() == 1 ? "" : "s", count, form));
  for (std::size_t i = 0; i < count; ++i)
    check_number(value.items[i], key, section, fmt::format("{}[{}]", key.key, i));
}

void check_matrix(TomlValue& value, const SchemaKey& key, const Section& section) {
  constexpr std::string_view form = "[[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]]";
  if (value.kind != Kind::array)
    wrong_type(value, section, key.key, fmt::format("an array of 3 rows, {}", form));
  if (value.items.size() != 3)
    fail(value.place, section, key.key,
         fmt::format("has {} row{}, but must have 3: {}", value.items.size(),
                     value.items.size() == 1 ? "" : "s", form));
  for (std::size_t row = 0; row < 3; ++row) {
    const std::string name = fmt::format("{}[{}]", key.key, row);
    SchemaKey of_row = key;
    of_row.key = name;
    check_numbers(value.items[row], of_row, section, 3, "[x, y, z]");
  }
}

void check_place(TomlValue& value, const SchemaKey& key, const Section& section) {
  if (value.kind == Kind::text) return;
  check_numbers(value, key, section, 3, "[x, y, z]", ", or the name of a body");
}

void check_interval(TomlValue& value, const SchemaKey& key, const Section& section) {
  check_numbers(value, key, section, 2, "[low, high]");
  if (value.items[0].number < value.items[1].number) return;
  fail(value.place, section, key.key,
       fmt::format("is [{}, {}], but its first number must be the lower one", value.items[0].number,
                   value.items[1].number));
}

void check_child(TomlValue& value, const SchemaKey& key, const Section& section) {
  if (value.kind != Kind::table)
    wrong_type(value, section, key.key,
               key.key == "rotation" ? "a table, as " + rotation_example(value) : "a table");
  Section inner{path_of(key), section.label, "", "", false};
  if (section.label.empty())
    inner.label = table_label(inner.path, value, 0);
  else if (key.key != "material" || !section.prefix.empty())
    inner.prefix = fmt::format("{}{}.", section.prefix, key.key);
  check_table(value, inner);
}

/// `time = ..., position = ...`
std::string example_of(const SchemaKey& tables) {
  std::string text;
  for (const SchemaKey& key : keys_of(path_of(tables)))
    text += fmt::format("{}{} = ...", text.empty() ? "" : ", ", key.key);
  return text;
}

void check_children(TomlValue& value, const SchemaKey& key, const Section& section) {
  const bool inline_list = is_inline_list(key);
  const std::string wanted = inline_list
                                 ? fmt::format("an array of tables, [{{ {} }}]", example_of(key))
                                 : fmt::format("tables, each headed [[{}]]", path_of(key));
  if (value.kind != Kind::array) wrong_type(value, section, key.key, wanted);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    TomlValue& item = value.items[i];
    if (item.kind != Kind::table)
      wrong_type(item, section, fmt::format("{}[{}]", key.key, i), "a table");
    const Section inner =
        inline_list || key.key == "region"
            ? Section{path_of(key), section.label, fmt::format("{}[{}].", key.key, i), "", false}
            : Section{path_of(key), table_label(path_of(key), item, i + 1), "", "", false};
    check_table(item, inner);
  }
}

void check_value(TomlValue& value, const SchemaKey& key, const Section& section) {
  const std::string name(key.key);
  switch (key.type) {
    case KeyType::number:
    case KeyType::integer:
      return check_number(value, key, section, name);
    case KeyType::boolean:
      if (value.kind != Kind::boolean) wrong_type(value, section, name, "true or false");
      return;
    case KeyType::text:
      return check_text(value, key, section, name);
    case KeyType::vector:
      return check_numbers(value, key, section, 3, "[x, y, z]");
    case KeyType::matrix:
      return check_matrix(value, key, section);
    case KeyType::place:
      return check_place(value, key, section);
    case KeyType::interval:
      return check_interval(value, key, section);
    case KeyType::texts:
      if (value.kind != Kind::array)
        wrong_type(
            value, section, name,
            key.choices.empty() ? "an array of strings" : "an array of " + quoted(key.choices));
      if (key.range.bounded_above() && !key.range.contains(double(value.items.size())))
        fail(value.place, section, name,
             fmt::format("has {} names, but must have {}{}", value.items.size(),
                         key.range.low < key.range.high ? fmt::format("{} or ", key.range.low) : "",
                         key.range.high));
      for (std::size_t i = 0; i < value.items.size(); ++i)
        check_text(value.items[i], key, section, fmt::format("{}[{}]", name, i));
      return;
    case KeyType::table:
      return check_child(value, key, section);
    case KeyType::named:
      return;  // replaced before documents are checked
    case KeyType::tables:
      return check_children(value, key, section);
  }
}

/// The kind that a table says it is of, or is by default; empty where its key is missing.
std::string kind_of(const TomlValue& value, const Section& section,
                    const std::vector<SchemaKey>& keys) {
  const SchemaKey* key = selecting_key(keys);
  if (key == nullptr) return "";
  if (const TomlValue* given = value.find(key->key); given != nullptr) {
    check_text(*given, *key, section, std::string(key->key));
    return given->text;
  }
  const std::string_view quoted_kind = key->default_value;
  return quoted_kind.empty() ? "" : std::string(quoted_kind.substr(1, quoted_kind.size() - 2));
}

void check_table(TomlValue& value, const Section& section) {
  const std::vector<SchemaKey> keys = keys_of(section.path);
  for (const TomlValue::Entry& entry : value.entries) check_known(entry, section, keys);
  Section inside = section;
  inside.kind = kind_of(value, section, keys);
  for (const SchemaKey& key : keys) {
    TomlValue* entry = value.find(key.key);
    if (entry == nullptr) continue;
    if (!inside.kind.empty() && !belongs(key, inside.kind))
      fail(entry->key_place, section, key.key,
           fmt::format("does not belong to {}, but to {}", with_article(inside.kind),
                       kinds_text(key)));
    check_value(*entry, key, inside);
  }
  if (!section.is_part) check_missing(value, inside, keys);
}

}  // namespace

void check_keys(TomlValue& document) { check_table(document, {}); }

void check_array_keys(TomlValue& table, const std::string& label) {
  check_table(table, {"array", label, "", "", false});
}

void check_some_keys(TomlValue& table, const std::string& label, const std::string& path) {
  Section section{path, label, "", "", true};
  check_table(table, section);
}

std::string name_of(std::string_view table, const TomlValue& value, std::size_t number) {
  const TomlValue* name = value.find("name");
  const bool given = name != nullptr && name->kind == Kind::text;
  return given ? name->text : fmt::format("{}_{}", table, number);
}

std::string table_label(std::string_view table, const TomlValue& value, std::size_t number) {
  if (number == 0) return fmt::format("[{}]", table);
  if (table != "body" && table != "obstacle" && table != "joint")
    return fmt::format("[{} {}]", table, number);
  TomlValue name;
  name.kind = Kind::text, name.text = name_of(table, value, number);
  return fmt::format("[{} {}]", table, shown(name));
}

}  // namespace eulersolid
