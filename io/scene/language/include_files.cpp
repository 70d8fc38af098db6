#include "io/scene/language/include_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "io/geometry/mesh_names.h"
#include "io/printable.h"
#include "io/scene/scene_places.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;
using Kind = TomlValue::Kind;

constexpr std::size_t max_included = 100;  // files

/// Messages quote paths.
void require_path(const TomlValue& value, std::string_view key) {
  constexpr std::size_t longest = 400;
  if (!value.text.empty() && printable(value.text, longest) == value.text) return;
  fail_at(value.place,
          fmt::format("{} is {}, but must be a path of 1 to {} characters, none of them control "
                      "characters",
                      key, shown(value), longest));
}

/// Paths of shapes' files, from the folder of the document.
void resolve_files(TomlValue& value, const fs::path& folder) {
  for (TomlValue& item : value.items) resolve_files(item, folder);
  for (TomlValue::Entry& entry : value.entries) {
    resolve_files(entry.value, folder);
    if (entry.key != "file" || entry.value.kind != Kind::text) continue;
    require_path(entry.value, entry.key);
    entry.value.text = (folder / entry.value.text).lexically_normal().string();
  }
}

bool holds_tables(const TomlValue& value) {
  return value.kind == Kind::array && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(),
                     [](const TomlValue& item) { return item.kind == Kind::table; });
}

/// Adds what `value` lacks.
void merge(TomlValue& value, TomlValue&& other) {
  for (TomlValue::Entry& entry : other.entries) {
    TomlValue* own = value.find(entry.key);
    if (own == nullptr) {
      value.entries.push_back(std::move(entry));
    } else if (own->kind == Kind::table && entry.value.kind == Kind::table) {
      merge(*own, std::move(entry.value));
    } else if (holds_tables(*own) && holds_tables(entry.value)) {
      own->items.insert(own->items.begin(), entry.value.items.begin(), entry.value.items.end());
    }
  }
}

std::vector<TomlValue> named_files(const TomlValue& include) {
  if (include.kind == Kind::text) return {include};
  const bool are_paths = include.kind == Kind::array &&
                         std::all_of(include.items.begin(), include.items.end(),
                                     [](const TomlValue& item) { return item.kind == Kind::text; });
  if (are_paths) return include.items;
  fail_at(include.place, fmt::format("include is {}, but must be an array of strings, the paths of "
                                     "files",
                                     shown(include)));
}

class Includer {
 public:
  TomlValue with_includes(TomlValue document, const fs::path& path) {
    resolve_files(document, path.parent_path());
    const TomlValue* found = document.find("include");
    if (found == nullptr) return document;
    const TomlValue include = *found;
    std::erase_if(document.entries, [](const auto& entry) { return entry.key == "include"; });
    chain_.push_back(path.lexically_normal());
    const std::vector<TomlValue> files = named_files(include);
    TomlValue included;
    for (const TomlValue& file : files) {
      TomlValue one = read(file, path);
      merge(one, std::move(included));
      included = std::move(one);
    }
    chain_.pop_back();
    merge(document, std::move(included));
    return document;
  }

 private:
  TomlValue read(const TomlValue& file, const fs::path& from) {
    require_path(file, "include");
    const fs::path path = (from.parent_path() / file.text).lexically_normal();
    if (std::find(chain_.begin(), chain_.end(), path) != chain_.end())
      fail_at(file.place, fmt::format("include is \"{}\", which includes this file in turn",
                                      printable(file.text, max_shown)));
    if (++count_ > max_included)
      fail_at(file.place, fmt::format("more than {} files are included", max_included));
    if (const std::string why = why_unreadable(path.string()); !why.empty())
      fail_at(file.place, fmt::format("include is \"{}\", which cannot be read: {}",
                                      printable(file.text, max_shown), why));
    return with_includes(read_toml(path.string()), path);
  }

  std::vector<fs::path> chain_;
  std::size_t count_ = 0;
};

}  // namespace

TomlValue read_document(const std::string& path) {
  try {
    return Includer().with_includes(read_toml(path), path);
  } catch (const InputError& error) {
    std::error_code unknown;
    if (!fs::exists(path, unknown) && fs::exists(path + ".toml", unknown))
      throw InputError(fmt::format("{}; {}.toml is there", error.what(), path));
    if (has_extension(path, ".toml") || has_extension(path, "")) throw;
    throw InputError(
        std::string(error.what()) +
        "; a scene is a .toml file, as `eulersolid new` writes one; meshes, volumes and "
        "images are named in it");
  }
}

TomlValue parse_document(std::string_view text, const std::string& name) {
  return Includer().with_includes(parse_toml(text, name), name);
}

}  // namespace eulersolid
