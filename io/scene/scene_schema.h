#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/math/range.h"

namespace eulersolid {

/// `named` tables have names of the user's own: `[material.NAME]`.
/// A `matrix` is three rows, a `place` a point or the name of a body, an `interval` two numbers,
/// the lower one first.
enum class KeyType {
  number,
  integer,
  boolean,
  text,
  vector,
  matrix,
  place,
  interval,
  texts,
  table,
  tables,
  named
};

/// One key of a scene file: all that the checker, `eulersolid schema` and docs/scenes.md know of
/// it.
struct SchemaKey {
  std::string_view table = {};  ///< path of the table it stands in; empty: at the top of the file
  std::string_view key = {};
  KeyType type = KeyType::number;
  std::string_view unit = {};           ///< "-" for a pure number; empty where none applies
  std::string_view default_value = {};  ///< as TOML; empty: none, or what `doc` says
  Range range = {};  ///< of a number, of each component of a vector, of the length of a list
  bool may_be_infinite = false;  ///< `inf` is allowed, whatever the range
  bool required = false;         ///< in each table it belongs to
  bool is_short = false;         ///< stands for other keys, which a scene as it is run has instead
  bool selects = false;  ///< its choice, the kind of its table, decides which other keys belong
  std::string_view kinds = {};    ///< that it belongs to, separated by spaces; empty: all
  std::string_view choices = {};  ///< the texts it may be, separated by spaces; empty: any
  std::string_view doc = {};
};

/// Every key of a scene, tables before their keys. What a material law brings is in its
/// own file, what a shape brings in shape_spec.cpp.
std::span<const SchemaKey> scene_schema();

/// The keys that may stand in the table with this path.
std::vector<SchemaKey> keys_of(std::string_view table);

/// The key among those of a table that selects its kind; null where all tables are of one kind.
const SchemaKey* selecting_key(const std::vector<SchemaKey>& keys);

/// Does a key belong to tables of this kind?
bool belongs(const SchemaKey& key, std::string_view kind);

/// Are its tables the elements of an array, not each headed `[[...]]`?
bool is_inline_list(const SchemaKey& key);

/// The path of the table that `key` holds: of key `material` in `body`, `body.material`.
std::string path_of(const SchemaKey& key);

/// The words of a list separated by spaces.
std::vector<std::string> words(std::string_view list);

/// `>= 0`, `> 0 and < 0.5`, `between 0 and 10`; empty when any value is allowed.
std::string range_text(const Range& range);

/// The same of a key, with `inf` where it may be that.
std::string allowed_text(const SchemaKey& key);

}  // namespace eulersolid
