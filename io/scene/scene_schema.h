#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eulersolid {

enum class KeyType { number, integer, boolean, text, vector, texts, table, tables };

/// What a number, or every component of a vector, or the length of a list of texts may be.
struct KeyRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_open = false, high_open = false;  ///< the end itself is not allowed

  bool contains(double value) const {
    return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
  }
  bool limits() const { return low > -std::numeric_limits<double>::infinity() || bounded_above(); }
  bool bounded_above() const { return high < std::numeric_limits<double>::infinity(); }
};

/// One key of a scene file: all that the checker, `eulersolid schema` and docs/scenes.md know of
/// it.
struct SchemaKey {
  std::string_view table;  ///< path of the table it stands in; empty: at the top of the file
  std::string_view key;
  KeyType type = KeyType::number;
  std::string_view unit = {};           ///< "-" for a pure number; empty where none applies
  std::string_view default_value = {};  ///< as TOML; empty: none, or what `doc` says
  KeyRange range = {};
  bool required = false;          ///< in each table it belongs to
  std::string_view shapes = {};   ///< the shapes it belongs to, separated by spaces; empty: all
  std::string_view choices = {};  ///< the texts it may be, separated by spaces; empty: any
  std::string_view doc = {};
};

/// Every key of a scene, tables before their keys.
std::span<const SchemaKey> scene_schema();

/// The keys that may stand in the table with this path.
std::vector<SchemaKey> keys_of(std::string_view table);

/// The path of the table that `key` holds: of key `material` in `body`, `body.material`.
std::string path_of(const SchemaKey& key);

/// The words of a list separated by spaces.
std::vector<std::string> words(std::string_view list);

/// `>= 0`, `> 0 and < 0.5`, `between 0 and 10`; empty when any value is allowed.
std::string range_text(const KeyRange& range);

/// JSON Schema (draft 2020-12) of a scene, as `eulersolid schema` prints it.
std::string schema_json();

/// The text of docs/scenes.md.
std::string schema_markdown();

}  // namespace eulersolid
