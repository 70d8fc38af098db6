#include "io/scene/language/rotation_example.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace eulersolid {

namespace {

using Kind = TomlValue::Kind;

/// Numbers beyond a whole turn of radians are meant as degrees.
std::string angle_text(const TomlValue& value) {
  const bool is_number = value.kind == Kind::integer || value.kind == Kind::number;
  if (value.kind == Kind::text) return shown(value);
  if (!is_number || !std::isfinite(value.number)) return "\"45 deg\"";
  if (std::fabs(value.number) <= 2 * std::numbers::pi) return shown(value);
  return fmt::format("\"{} deg\"", value.number);
}

bool is_zero(const TomlValue& value) {
  return (value.kind == Kind::integer || value.kind == Kind::number) && value.number == 0;
}

}  // namespace

std::string rotation_example(const TomlValue& value) {
  int axis = 2;
  std::string angle = "\"45 deg\"";
  if (value.kind != Kind::array) {
    angle = angle_text(value);
  } else if (value.items.size() == 3) {
    int turns = 0, about = axis;
    for (int n = 0; n < 3; ++n)
      if (!is_zero(value.items[std::size_t(n)])) ++turns, about = n;
    if (turns == 1) axis = about, angle = angle_text(value.items[std::size_t(about)]);
  }
  return fmt::format("rotation = {{ axis = [{}, {}, {}], angle = {} }}", int(axis == 0),
                     int(axis == 1), int(axis == 2), angle);
}

}  // namespace eulersolid
