#pragma once

#include <type_traits>
#include <vector>

#include "eulersolid/basics.h"
#include "io/run/record_field.h"

namespace eulersolid::api {

inline Column new_column(std::string_view name, std::string_view unit) {
  return {std::string(name), std::string(unit), {}, {}};
}

/// The columns of records, empty.
template <class Record>
Table columns_of(std::type_identity_t<RecordFields<Record>> fields) {
  Table table;
  visit_record<Record>(fields, Record{}, [&](const auto& field, const auto& value) {
    if constexpr (std::is_same_v<decltype(value), const Vec3&>)
      for (int axis = 0; axis < 3; ++axis)
        table.push_back(new_column(vector_column(field.name, axis), field.unit));
    else
      table.push_back(new_column(field.name, field.unit));
  });
  return table;
}

/// Adds a row to columns that columns_of() made.
template <class Record>
void add_row(Table& table, std::type_identity_t<RecordFields<Record>> fields,
             const Record& record) {
  auto next = table.begin();
  visit_record<Record>(fields, record, [&](const auto&, const auto& value) {
    if constexpr (std::is_same_v<decltype(value), const Vec3&>)
      for (int axis = 0; axis < 3; ++axis) (next++)->numbers.push_back(value[axis]);
    else if constexpr (std::is_same_v<decltype(value), const std::string&>)
      (next++)->texts.push_back(value);
    else
      (next++)->numbers.push_back(double(value));
  });
}

/// Records as a table.
template <class Record>
Table table_of(std::type_identity_t<RecordFields<Record>> fields,
               const std::vector<Record>& records) {
  Table table = columns_of<Record>(fields);
  for (const Record& record : records) add_row<Record>(table, fields, record);
  return table;
}

}  // namespace eulersolid::api
