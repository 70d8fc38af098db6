#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace eulersolid {

/// A check of an option's value, which is to be a finite number above 0: what is wrong with it, or
/// nothing. CLI11's own check prints the largest number there is in 309 digits.
inline std::string check_positive(const std::string& value) {
  double number = 0;
  const char* end = value.data() + value.size();
  const bool whole = std::from_chars(value.data(), end, number).ptr == end;
  if (whole && number > 0 && std::isfinite(number)) return "";
  return value + " must be a finite number greater than 0";
}

}  // namespace eulersolid
