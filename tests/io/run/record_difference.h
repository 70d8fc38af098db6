#pragma once

#include <cstring>
#include <sstream>
#include <string>
#include <type_traits>

#include "io/run/records.h"

namespace eulersolid::test {

inline bool same_bits(int a, int b) { return a == b; }
inline bool same_bits(const std::string& a, const std::string& b) { return a == b; }
/// Zero and minus zero differ here, and a number that is none is the same as itself.
inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
inline bool same_bits(Vec3 a, Vec3 b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}

inline std::string text_of(Vec3 v) {
  std::ostringstream text;
  text.precision(17);
  text << v.x << ' ' << v.y << ' ' << v.z;
  return text.str();
}
template <class Value>
std::string text_of(const Value& value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

/// The fields in which two records differ, but for times of the clock; empty when there are none.
template <class Record>
std::string differences(std::type_identity_t<RecordFields<Record>> fields, const Record& a,
                        const Record& b) {
  std::string found;
  for (const RecordField<Record>& field : fields) {
    if (field.source == ValueSource::clock) continue;
    std::visit(
        [&](const auto member) {
          if (!same_bits(member.read(a), member.read(b)))
            found += std::string(field.name) + ": " + text_of(member.read(a)) + " and " +
                     text_of(member.read(b)) + "; ";
        },
        field.member);
  }
  return found;
}

}  // namespace eulersolid::test
