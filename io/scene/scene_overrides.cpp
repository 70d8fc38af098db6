#include "io/scene/scene_overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "io/scene/nearest_word.h"
#include "io/scene/scene_keys.h"
#include "io/toml/toml_depth.h"
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

/// A quantity such as 2cm or 1.5*30 deg: TOML has no values that begin with a digit and hold these.
bool is_expression(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) &&
         text.find_first_of("\"'[]{}=,#") == std::string::npos &&
         text.find_first_not_of("0123456789. \t") != std::string::npos;
}

/// A name, or a path to a file.
bool is_word(const std::string& text) {
  const bool is_path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
  const auto is_letter = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.' || c == '/';
  };
  const bool reserved = text == "true" || text == "false" || text == "inf" || text == "nan";
  return !text.empty() && (is_path || std::isalpha(static_cast<unsigned char>(text[0]))) &&
         !reserved && std::all_of(text.begin(), text.end(), is_letter);
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
    if (!value && is_expression(text)) {
      value.emplace().kind = Kind::text;
      value->text = text;
    }
  }
  if (!value)
    fail(change, fmt::format("{} is not a value in TOML, such as 0.5, [1, 0, 0] or \"text\"",
                             text.empty() ? "nothing" : printable(text, max_shown)));
  set_place(*value, change.label);
  return *value;
}

/// Reads the parts of a key up to its `=`, and returns where that is: parts are separated by dots,
/// and one in quotes may hold dots of its own.
std::size_t read_key(const SceneOverride& change, std::vector<std::string>& path) {
  const std::string& text = change.assignment;
  for (std::size_t at = 0;; ++at) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    std::string part;
    if (const char quote = at < text.size() ? text[at] : '='; quote == '"' || quote == '\'') {
      const std::size_t closing = text.find(quote, at + 1);
      if (closing == std::string::npos) fail(change, "has a key whose quotes do not close");
      part = text.substr(at + 1, closing - at - 1);
      at = std::min(text.find_first_not_of(" \t", closing + 1), text.size());
      if (at < text.size() && text[at] != '.' && text[at] != '=')
        fail(change, "has a key in quotes that goes on behind them");
    } else {
      const std::size_t end = std::min(text.find_first_of(".=", at), text.size());
      part = trimmed(text.substr(at, end - at));
      at = end;
    }
    if (at == text.size()) fail(change, "is not of the form KEY=VALUE");
    if (part.empty()) fail(change, "has an empty key");
    path.push_back(part);
    if (text[at] == '=') return at;
  }
}

Assignment parsed(const SceneOverride& change) {
  if (change.assignment.find('\n') != std::string::npos) fail(change, "must be on one line");
  Assignment assignment;
  const std::size_t equals = read_key(change, assignment.path);
  if (assignment.path.size() > std::size_t(max_dots) + 1)
    fail(change, fmt::format("its key has more than {} dots", max_dots));
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
  const std::string near = nearest_word(step, names), written = printable(step, max_shown);
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

/// @param step  of the path that is to be gone next
/// @param name  of `at`
void set_at(TomlValue& at, const Assignment& assignment, std::size_t step, const std::string& name,
            const SceneOverride& change) {
  if (step == assignment.path.size()) {
    at = assignment.value;
    return;
  }
  const std::string& key = assignment.path[step];
  const bool is_list =
      step == 0 && (key == "body" || key == "obstacle" || key == "joint" || key == "array");
  if (is_list && at.find(key) == nullptr && assignment.path.size() > 1)
    fail(change, "the scene has no " + key);
  if (at.kind == Kind::table) {
    set_at(entry(at, key, change.label), assignment, step + 1, key, change);
  } else if (at.kind == Kind::array && key == "*") {
    if (at.items.empty()) fail(change, "there is no " + printable(name, max_shown));
    for (TomlValue& item : at.items) set_at(item, assignment, step + 1, key, change);
  } else if (at.kind == Kind::array) {
    set_at(element(at, name, key, change), assignment, step + 1, key, change);
  } else {
    fail(change, fmt::format("{} is {} and holds no \"{}\"", printable(name, max_shown),
                             kind_name(at.kind), printable(key, max_shown)));
  }
}

/// What is set takes the place of what does not go with it.
struct Replaced {
  std::string_view table, set, dropped;
};
constexpr Replaced replaced[] = {{"time", "dt", "cfl"},
                                 {"time", "cfl", "dt"},
                                 {"preview", "follow", "look_at"},
                                 {"preview", "look_at", "follow"},
                                 {"preview", "colour", "colour_range"}};

void drop_from_file(TomlValue& document, std::string_view table, std::string_view key) {
  TomlValue* found = document.find(table);
  if (found == nullptr) return;
  std::erase_if(found->entries, [&](const TomlValue::Entry& candidate) {
    return candidate.key == key && !candidate.value.place.starts_with("--");
  });
}

}  // namespace

void apply_override(TomlValue& document, const SceneOverride& change) {
  const Assignment assignment = parsed(change);
  if (assignment.path.front() == "include")
    fail(change, "include cannot be set here: files are included before anything is set");
  set_at(document, assignment, 0, "the scene", change);
  const std::vector<std::string>& path = assignment.path;
  for (const Replaced& by : replaced)
    if (path.size() == 2 && path[0] == by.table && path[1] == by.set)
      drop_from_file(document, by.table, by.dropped);
}

bool is_about_copies(const SceneOverride& change) {
  const std::string first = parsed(change).path.front();
  return first != "template" && first != "material" && first != "array";
}

}  // namespace eulersolid
