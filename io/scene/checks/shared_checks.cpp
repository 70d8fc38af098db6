#include "io/scene/checks/shared_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/printable.h"

namespace eulersolid {

namespace {

/// Names become folders, columns and keys: no separators of either, and nothing that is not shown.
bool usable_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && name[0] != '.' && name.front() != ' ' &&
         name.back() != ' ' && name.find_first_of("/\\,;\"'") == name.npos &&
         printable(name) == name;
}

}  // namespace

void check_name(const std::string& name, const std::string& place, const std::string& what) {
  if (usable_name(name)) return;
  fail_at(place, fmt::format("{} cannot be used in the names of files: it must have 1 to 100 "
                             "characters, none of / \\ , ; \" ', and not begin with a dot",
                             what));
}

void warn_of_degrees(const RotationSpec& rotation, const std::string& place,
                     const std::string& label, std::vector<std::string>& warnings) {
  constexpr double turn = 2 * std::numbers::pi;
  if (std::fabs(rotation.angle) <= turn * (1 + 1e-9)) return;
  warnings.push_back(fmt::format(
      "{}: {} rotation.angle is {} rad, which is {:.3g} revolutions; for degrees write \"{} deg\"",
      place, label, rotation.angle, rotation.angle / turn, rotation.angle));
}

void check_axis(const RotationSpec& rotation, const std::string& place, const std::string& label) {
  require_direction(rotation.axis, place, label + " rotation.axis");
}

void check_shape(const ShapeSpec& shape, const ScenePlaces& places,
                 const std::vector<std::string>& path, const std::string& label) {
  const auto at = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> longer = path;
    longer.insert(longer.end(), more);
    return longer;
  };
  if (const std::optional<ShapeFault> fault = fault_of(shape)) {
    const std::string key(fault->key);
    fail_at(places.of(at({key})), fmt::format("{} {} {}", label, key, fault->why));
  }
  for (std::size_t n = 0; n < shape.parts.size(); ++n) {
    const std::string part = fmt::format("{} parts[{}]", label, n), number = std::to_string(n);
    check_axis(shape.parts[n].rotation, places.of(at({"parts", number, "rotation"})), part);
    check_shape(shape.parts[n].shape, places, at({"parts", number}), part);
  }
}

void check_times(const std::vector<double>& times, const std::string& label, std::string_view key,
                 const std::function<std::string(std::size_t)>& place) {
  for (std::size_t i = 1; i < times.size(); ++i)
    if (!(times[i] > times[i - 1]))
      fail_at(place(i),
              fmt::format("{}{}[{}].time is {} s, but must be later than the {} s before it", label,
                          key, i, times[i], times[i - 1]));
}

}  // namespace eulersolid
