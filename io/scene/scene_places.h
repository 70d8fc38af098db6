#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "io/toml/toml_value.h"
#include "kernels/math/vec3.h"

namespace eulersolid {

/// Where a scene's values were written, so that a fault found late can still name its place.
class ScenePlaces {
 public:
  explicit ScenePlaces(const TomlValue& document) : document_(&document) {}

  /// Place of the value at a path, or of the last part of the path that the file has. Elements of
  /// an array are named by their index.
  std::string of(std::span<const std::string> path) const;
  std::string of(std::initializer_list<std::string> path) const {
    return of(std::span(path.begin(), path.size()));
  }
  std::string of_body(std::size_t body, const std::string& key) const;
  std::string of_obstacle(std::size_t obstacle, const std::string& key) const;
  bool has_at_top(std::string_view key) const { return document_->find(key) != nullptr; }
  bool has(std::initializer_list<std::string> path) const { return find(path) != nullptr; }
  /// Elements of the array at a path; 0 where there is none.
  std::size_t count(std::initializer_list<std::string> path) const;
  bool has(std::string_view table, std::size_t index, std::string_view key) const;

 private:
  const TomlValue* find(std::initializer_list<std::string> path) const;

  const TomlValue* document_;
};

/// Report a fault of the scene at its place.
/// @throws InputError
[[noreturn]] void fail_at(const std::string& place, const std::string& what);

/// Refuse a vector that is zero, or so short that its square has no digits left.
/// @throws InputError likewise, for `what` the vector is
void require_direction(Vec3 v, const std::string& place, const std::string& what);

}  // namespace eulersolid
