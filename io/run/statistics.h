#pragma once

#include <string>

#include "io/run/records.h"

namespace eulersolid {

/// One line of a table: the columns' names and the values, both separated by commas. Numbers have
/// the fewest digits that read back to the same double; text with a comma or quote is quoted
/// (RFC 4180).
struct TableRow {
  std::string names, values;
};

/// A row of steps.csv.
/// @param seconds_output  spent on files in the step [s]
TableRow table_row(const StepRecord& step, double seconds_output);
/// A row of bodies.csv.
TableRow table_row(int frame, double time, const BodyRecord& body);
/// A row of contacts.csv.
TableRow table_row(int frame, double time, const ContactRecord& contact);

}  // namespace eulersolid
