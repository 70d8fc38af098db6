#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// What a TOML document says at one place, as plain data that remembers the place. It keeps the
/// parser, which is slow to compile, out of every other file.
struct TomlValue {
  enum class Kind { boolean, integer, number, text, date, array, table };
  struct Entry;

  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;  ///< also of an integer
  std::string text;
  std::vector<TomlValue> items;  ///< of an array
  std::vector<Entry> entries;    ///< of a table
  std::string place;             ///< where the value stands, such as `scene.toml:12:5`
  std::string key_place;         ///< where the key before it stands

  const TomlValue* find(std::string_view key) const;
  TomlValue* find(std::string_view key);
};

struct TomlValue::Entry {
  std::string key;
  TomlValue value;
};

/// Why a scene file cannot be read, whatever it holds: `no such file`; empty where it can be.
std::string why_unreadable(const std::string& path);

/// Read a scene file of at most 16 MB.
/// @throws InputError: no such file, not a file, not readable, too large, empty, not TOML
TomlValue read_toml(const std::string& path);

/// @param name  of the document, the first part of every place
/// @throws InputError when the text is not TOML, or nested deeper than any scene
TomlValue parse_toml(std::string_view text, const std::string& name);

/// The vector that an array of three numbers holds.
Vec3 vector_of(const TomlValue& value);

/// The value as one would write it, cut to a readable length, for messages.
std::string shown(const TomlValue& value);

/// `a string`, `a whole number` ..., for messages.
std::string_view kind_name(TomlValue::Kind kind);

}  // namespace eulersolid
