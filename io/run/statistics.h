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
TableRow table_row(const StepRecord& step);
/// A row of bodies.csv.
TableRow table_row(const FrameStamp& frame, const BodyRecord& body);
/// A row of contacts.csv.
TableRow table_row(const FrameStamp& frame, const ContactRecord& contact);
/// A row of regions.csv.
TableRow table_row(const FrameStamp& frame, const RegionRecord& region);
/// A row of joints.csv.
TableRow table_row(const FrameStamp& frame, const JointRecord& joint);

}  // namespace eulersolid
