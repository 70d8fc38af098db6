#include "io/scene/scene_places.h"

#include <fmt/format.h>

#include "io/constants.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

const TomlValue* step_into(const TomlValue& value, const std::string& step) {
  if (value.kind != TomlValue::Kind::array) return value.find(step);
  const std::size_t index = std::stoul(step);
  return index < value.items.size() ? &value.items[index] : nullptr;
}

}  // namespace

std::string ScenePlaces::of(std::span<const std::string> path) const {
  const TomlValue* at = document_;
  for (const std::string& step : path) {
    const TomlValue* next = step_into(*at, step);
    if (next == nullptr) break;
    at = next;
  }
  return at->place;
}

const TomlValue* ScenePlaces::find(std::initializer_list<std::string> path) const {
  const TomlValue* at = document_;
  for (const std::string& step : path)
    if (at != nullptr) at = step_into(*at, step);
  return at;
}

std::size_t ScenePlaces::count(std::initializer_list<std::string> path) const {
  const TomlValue* array = find(path);
  return array == nullptr ? 0 : array->items.size();
}

std::string ScenePlaces::of_body(std::size_t body, const std::string& key) const {
  return of({"body", std::to_string(body), key});
}

std::string ScenePlaces::of_obstacle(std::size_t obstacle, const std::string& key) const {
  return of({"obstacle", std::to_string(obstacle), key});
}

bool ScenePlaces::has(std::string_view table, std::size_t index, std::string_view key) const {
  const TomlValue* at = document_->find(table);
  if (at != nullptr && at->kind == TomlValue::Kind::array)
    at = index < at->items.size() ? &at->items[index] : nullptr;
  return at != nullptr && at->find(key) != nullptr;
}

void fail_at(const std::string& place, const std::string& what) {
  throw InputError(place + ": " + what);
}

void require_direction(Vec3 v, const std::string& place, const std::string& what) {
  if (norm(v) >= smallest_positive) return;
  fail_at(place, fmt::format("{} is [{}, {}, {}], but must have a direction, and a length of {} at "
                             "least",
                             what, v.x, v.y, v.z, smallest_positive));
}

}  // namespace eulersolid
