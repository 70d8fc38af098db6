#include "io/toml/toml_value.h"

#include <fmt/format.h>

// The parser's assertions fail on texts that are no TOML; without them it refuses these.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/printable.h"
#include "io/toml/toml_depth.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr std::uintmax_t largest_file = 16u << 20;  // bytes; a scene is text that a person writes
constexpr std::size_t longest_shown = 60;           // characters of a value in a message

std::string place_of(const toml::source_region& region, const std::string& name) {
  return fmt::format("{}:{}:{}", name, region.begin.line, region.begin.column);
}

TomlValue converted(const toml::node& node, const std::string& name) {
  using Kind = TomlValue::Kind;
  TomlValue value;
  value.place = value.key_place = place_of(node.source(), name);
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, child] : *table) {
      value.entries.push_back({std::string(key.str()), converted(child, name)});
      value.entries.back().value.key_place = place_of(key.source(), name);
    }
  } else if (const toml::array* array = node.as_array()) {
    value.kind = Kind::array;
    for (const toml::node& child : *array) value.items.push_back(converted(child, name));
  } else if (const auto text = node.as_string()) {
    value.kind = Kind::text, value.text = text->get();
  } else if (const auto integer = node.as_integer()) {
    value.kind = Kind::integer, value.integer = integer->get();
    value.number = static_cast<double>(value.integer);
  } else if (const auto number = node.as_floating_point()) {
    value.kind = Kind::number, value.number = number->get();
  } else if (const auto boolean = node.as_boolean()) {
    value.kind = Kind::boolean, value.boolean = boolean->get();
  } else {
    value.kind = Kind::date;
  }
  return value;
}

[[noreturn]] void cannot_read(const std::string& path, std::string_view why) {
  throw InputError(fmt::format("{}: cannot read the scene: {}", path, why));
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& candidate) { return candidate.key == key; });
  return entry == entries.end() ? nullptr : &entry->value;
}

TomlValue* TomlValue::find(std::string_view key) {
  return const_cast<TomlValue*>(std::as_const(*this).find(key));
}

TomlValue read_toml(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) cannot_read(path, "no such file");
  if (error) cannot_read(path, error.message());
  if (std::filesystem::is_directory(status)) cannot_read(path, "it is a directory");
  if (!std::filesystem::is_regular_file(status)) cannot_read(path, "it is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) cannot_read(path, error.message());
  if (size == 0) cannot_read(path, "the file is empty");
  if (size > largest_file)
    cannot_read(path,
                fmt::format("it has {:.0f} MB, but a scene has at most {} MB",
                            std::ceil(static_cast<double>(size) / (1 << 20)), largest_file >> 20));
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  if (!file || !file.read(text.data(), static_cast<std::streamsize>(size)))
    cannot_read(path, std::strerror(errno));
  return parse_toml(text, path);
}

TomlValue parse_toml(std::string_view text, const std::string& name) {
  require_shallow_toml(text, name);
  try {
    return converted(toml::parse(text), name);
  } catch (const toml::parse_error& error) {
    throw InputError(place_of(error.source(), name) +
                     ": not valid TOML: " + printable(error.description(), most_shown));
  }
}

Vec3 vector_of(const TomlValue& value) {
  return {value.items[0].number, value.items[1].number, value.items[2].number};
}

std::string shown(const TomlValue& value) {
  const auto joined = [](const auto& parts, auto show) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : ", ") + show(part);
    return text;
  };
  std::string text;
  switch (value.kind) {
    case TomlValue::Kind::boolean:
      return value.boolean ? "true" : "false";
    case TomlValue::Kind::integer:
      return std::to_string(value.integer);
    case TomlValue::Kind::number:
      return fmt::format("{}", value.number);
    case TomlValue::Kind::text:
      text = '"' + printable(value.text) + '"';
      break;
    case TomlValue::Kind::date:
      return "a date";
    case TomlValue::Kind::array:
      text = '[' + joined(value.items, shown) + ']';
      break;
    case TomlValue::Kind::table:
      text = "{ " +
             joined(value.entries,
                    [](const auto& entry) { return entry.key + " = " + shown(entry.value); }) +
             " }";
      break;
  }
  return printable(text, longest_shown);
}

std::string_view kind_name(TomlValue::Kind kind) {
  switch (kind) {
    case TomlValue::Kind::boolean:
      return "a truth value";
    case TomlValue::Kind::integer:
      return "a whole number";
    case TomlValue::Kind::number:
      return "a number";
    case TomlValue::Kind::text:
      return "a string";
    case TomlValue::Kind::date:
      return "a date";
    case TomlValue::Kind::array:
      return "an array";
    case TomlValue::Kind::table:
      break;
  }
  return "a table";
}

}  // namespace eulersolid
