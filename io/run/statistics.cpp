#include "io/run/statistics.h"

#include <fmt/format.h>

#include <string_view>

namespace eulersolid {

namespace {

/// Collects names and values side by side, so that they cannot get out of step.
class RowBuilder {
 public:
  RowBuilder& add(std::string_view name, int value) { return append(name, fmt::to_string(value)); }
  RowBuilder& add(std::string_view name, double value) {
    return append(name, fmt::format("{}", value));
  }
  RowBuilder& add(std::string_view name, Vec3 value) {
    for (int axis = 0; axis < 3; ++axis) add(vector_column(name, axis), value[axis]);
    return *this;
  }
  RowBuilder& add(std::string_view name, const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return append(name, text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return append(name, quoted + '"');
  }
  TableRow row() const { return row_; }

 private:
  RowBuilder& append(std::string_view name, const std::string& value) {
    const std::string_view comma = row_.names.empty() ? "" : ",";
    row_.names.append(comma).append(name);
    row_.values.append(comma).append(value);
    return *this;
  }
  TableRow row_;
};

template <class Record>
void add_record(std::type_identity_t<RecordFields<Record>> fields, const Record& record,
                RowBuilder& row) {
  visit_record(fields, record,
               [&](const auto& field, const auto& value) { row.add(field.name, value); });
}

}  // namespace

TableRow table_row(const StepRecord& step) {
  RowBuilder row;
  add_record(step_fields, step, row);
  return row.row();
}

TableRow table_row(const FrameStamp& frame, const BodyRecord& body) {
  RowBuilder row;
  add_record(frame_fields, frame, row);
  add_record(body_fields, body, row);
  return row.row();
}

TableRow table_row(const FrameStamp& frame, const ContactRecord& contact) {
  RowBuilder row;
  add_record(frame_fields, frame, row);
  add_record(contact_fields, contact, row);
  return row.row();
}

TableRow table_row(const FrameStamp& frame, const RegionRecord& region) {
  RowBuilder row;
  add_record(frame_fields, frame, row);
  add_record(region_fields, region, row);
  return row.row();
}

TableRow table_row(const FrameStamp& frame, const JointRecord& joint) {
  RowBuilder row;
  add_record(frame_fields, frame, row);
  add_record(joint_fields, joint, row);
  return row.row();
}

}  // namespace eulersolid
