#include "io/scene/scene_overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "io/scene/nearest_word.h"
#include "io/scene/scene_keys.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

struct Assignment {
  std::vector<std::string> path;
  TomlValue value;
};

[[noreturn]] void fail(const SceneOverride& change, const std::string& why) {
  throw InputError(change.label + ": " + why);
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

bool is_word(const std::string& text) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  const bool reserved = text == "true" || text == "false" || text == "inf" || text == "nan";
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) && !reserved &&
         std::all_of(text.begin(), text.end(), is_letter);
}

/// Let every part of a value stand where the command line gave it.
void set_place(TomlValue& value, const std::string& place) {
  value.place = value.key_place = place;
  for (TomlValue& item : value.items) set_place(item, place);
  for (TomlValue::Entry& entry : value.entries) set_place(entry.value, place);
}

/// What TOML makes of the text; nothing where it is not exactly one value.
std::optional<TomlValue> toml_value(const std::string& text) {
  try {
    const TomlValue document = parse_toml("value = " + text, "");
    if (document.entries.size() == 1) return document.entries[0].value;
  } catch (const InputError&) {
    // the caller tells the user, who did not write `value =`
  }
  return std::nullopt;
}

TomlValue value_of(const std::string& text, const SceneOverride& change) {
  std::optional<TomlValue> value;
  if (is_word(text)) {
    value.emplace().kind = Kind::text;
    value->text = text;
  } else {
    value = toml_value(text);
  }
  if (!value)
    fail(change, fmt::format("{} is not a value in TOML, such as 0.5, [1, 0, 0] or \"text\"",
                             text.empty() ? "nothing" : printable(text, most_shown)));
  set_place(*value, change.label);
  return *value;
}

Assignment parsed(const SceneOverride& change) {
  const std::size_t equals = change.assignment.find('=');
  if (change.assignment.find('\n') != std::string::npos) fail(change, "must be on one line");
  if (equals == std::string::npos) fail(change, "is not of the form KEY=VALUE");
  Assignment assignment;
  const std::string path = trimmed(change.assignment.substr(0, equals));
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    assignment.path.push_back(path.substr(start, end - start));
    if (assignment.path.back().empty()) fail(change, "has an empty key");
    start = end + 1;
  }
  assignment.value = value_of(trimmed(change.assignment.substr(equals + 1)), change);
  return assignment;
}

std::optional<std::size_t> as_index(const std::string& text) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index;
}

TomlValue& element(TomlValue& array, const std::string& key, const std::string& step,
                   const SceneOverride& change) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < array.items.size(); ++i)
    if (array.items[i].kind == Kind::table) names.push_back(name_of(key, array.items[i], i + 1));
  const auto named = std::find(names.begin(), names.end(), step);
  if (named != names.end() && names.size() == array.items.size())
    return array.items[static_cast<std::size_t>(named - names.begin())];
  if (const std::optional<std::size_t> index = as_index(step)) {
    if (*index < array.items.size()) return array.items[*index];
    fail(change, fmt::format("{} has {} element{}, counted from 0", key, array.items.size(),
                             array.items.size() == 1 ? "" : "s"));
  }
  const std::string near = nearest_word(step, names), written = printable(step, most_shown);
  fail(change, near.empty() ? fmt::format("there is no {} \"{}\"", key, written)
                            : fmt::format("there is no {} \"{}\"; did you mean \"{}\"?", key,
                                          written, near));
}

/// The entry of a table, made when it is not there yet.
TomlValue& entry(TomlValue& table, const std::string& key, const std::string& place) {
  if (TomlValue* found = table.find(key)) return *found;
  table.entries.push_back({key, {}});
  TomlValue& made = table.entries.back().value;
  made.place = made.key_place = place;
  return made;
}

void drop_from_file(TomlValue& document, std::string_view table, std::string_view key) {
  TomlValue* found = document.find(table);
  if (found == nullptr) return;
  std::erase_if(found->entries, [&](const TomlValue::Entry& candidate) {
    return candidate.key == key && !candidate.value.place.starts_with("--");
  });
}

}  // namespace

void apply_override(TomlValue& document, const SceneOverride& change) {
  Assignment assignment = parsed(change);
  TomlValue* at = &document;
  std::string name = "the scene";
  for (const std::string& step : assignment.path) {
    if (at->kind == Kind::table)
      at = &entry(*at, step, change.label);
    else if (at->kind == Kind::array)
      at = &element(*at, name, step, change);
    else
      fail(change, fmt::format("{} is {} and holds no \"{}\"", printable(name, most_shown),
                               kind_name(at->kind), printable(step, most_shown)));
    name = step;
  }
  *at = std::move(assignment.value);
  const std::vector<std::string>& path = assignment.path;
  if (path == std::vector<std::string>{"time", "dt"}) drop_from_file(document, "time", "cfl");
  if (path == std::vector<std::string>{"time", "cfl"}) drop_from_file(document, "time", "dt");
}

}  // namespace eulersolid
