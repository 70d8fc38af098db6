#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// How the values of the steps make a total of the run, and what run.json calls it; fields of one
/// name are added there. A total starts from a record in which nothing has happened yet.
struct RunTotal {
  enum class Kind { none, sum, largest, least, last };
  Kind kind = Kind::none;
  std::string_view name = {};  ///< empty: not in run.json

  static constexpr RunTotal sum(std::string_view name) { return {Kind::sum, name}; }
  static constexpr RunTotal largest(std::string_view name) { return {Kind::largest, name}; }
  static constexpr RunTotal least(std::string_view name) { return {Kind::least, name}; }
  static constexpr RunTotal last(std::string_view name) { return {Kind::last, name}; }
};

/// Where a value comes from: the same scene gives the same results, but not the same times.
enum class ValueSource { result, clock };

/// How to reach a value in a record.
template <class Record, class Value>
struct Access {
  Value& (*get)(Record&);
  const Value& (*read)(const Record&);
};

template <auto first, auto... rest>
constexpr auto& member_of(auto& record) {
  if constexpr (sizeof...(rest) == 0)
    return record.*first;
  else
    return member_of<rest...>(record.*first);
}

template <class Owner, class Value>
Owner owner_of(Value Owner::*);
/// The struct that a member belongs to.
template <auto member>
using OwnerOf = decltype(owner_of(member));

template <auto first, auto... rest>
constexpr auto access_to() {
  using Record = OwnerOf<first>;
  using Value =
      std::remove_reference_t<decltype(member_of<first, rest...>(std::declval<Record&>()))>;
  return Access<Record, Value>{
      [](Record& r) -> Value& { return member_of<first, rest...>(r); },
      [](const Record& r) -> const Value& { return member_of<first, rest...>(r); }};
}
/// The member of a record at the end of a path: a member of it, a member of that, and so on.
template <auto... path>
inline constexpr auto at = access_to<path...>();

/// One field of a record: all that tables, totals, comparisons and docs/outputs.md know of it.
template <class Record>
struct RecordField {
  using Member = std::variant<Access<Record, int>, Access<Record, double>, Access<Record, Vec3>,
                              Access<Record, std::string>>;

  std::string_view name;  ///< of the column; a vector has three, NAME_x, NAME_y and NAME_z
  Member member;
  std::string_view unit;  ///< "-" for a pure number or a count; empty for text
  std::string_view meaning;
  RunTotal total = {};  ///< of numbers only
  ValueSource source = ValueSource::result;
};

/// One list after the other.
template <class Record, std::size_t... counts>
constexpr auto joined(const std::array<RecordField<Record>, counts>&... lists) {
  std::array<RecordField<Record>, (counts + ...)> all{};
  auto end = all.begin();
  ((end = std::copy(lists.begin(), lists.end(), end)), ...);
  return all;
}

/// The column of one component of a vector.
inline std::string vector_column(std::string_view name, int axis) {
  return std::string(name) + '_' + "xyz"[axis];
}

template <class Record>
using RecordFields = std::span<const RecordField<Record>>;

/// Call `visit(field, value)` for each field, in the order of the list.
template <class Record, class Visit>
void visit_record(std::type_identity_t<RecordFields<Record>> fields, const Record& record,
                  Visit visit) {
  for (const RecordField<Record>& field : fields)
    std::visit([&](const auto member) { visit(field, member.read(record)); }, field.member);
}

/// What a total becomes with one more step.
template <class Number>
Number total_with(RunTotal::Kind kind, Number total, Number step) {
  switch (kind) {
    case RunTotal::Kind::none:
      break;
    case RunTotal::Kind::sum:
      return total + step;
    case RunTotal::Kind::largest:
      return std::max(total, step);
    case RunTotal::Kind::least:
      return std::min(total, step);
    case RunTotal::Kind::last:
      return step;
  }
  return total;
}

/// Take one more step into the totals of a run, each in the member that it is the total of.
template <class Record>
void add_to_totals(std::type_identity_t<RecordFields<Record>> fields, const Record& step,
                   Record& totals) {
  for (const RecordField<Record>& field : fields) {
    std::visit(
        [&](const auto member) {
          auto& total = member.get(totals);
          if constexpr (std::is_arithmetic_v<std::decay_t<decltype(total)>>)
            total = total_with(field.total.kind, total, member.read(step));
        },
        field.member);
  }
}

}  // namespace eulersolid
