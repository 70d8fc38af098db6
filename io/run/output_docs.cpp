#include "io/run/output_docs.h"

#include <fmt/format.h>

#include <type_traits>

#include "io/run/records.h"

namespace eulersolid {

namespace {

constexpr std::string_view introduction = R"(# Tables of a run

A run folder holds three tables with a header and comma-separated values; numbers read back to the same
double. Read columns by name: new ones may come between. Units are SI, vectors have a column for each
component. This page is what `eulersolid schema --outputs` prints.
)";

std::string total_text(const RunTotal& total) {
  const std::string name(total.name);
  switch (total.kind) {
    case RunTotal::Kind::none:
      break;
    case RunTotal::Kind::sum:
      return fmt::format("`{}`, the sum", name);
    case RunTotal::Kind::largest:
      return fmt::format("`{}`, the largest", name);
    case RunTotal::Kind::least:
      return fmt::format("`{}`, the least", name);
    case RunTotal::Kind::last:
      return fmt::format("`{}`, the last", name);
  }
  return "";
}

template <class Value>
std::string column_text(std::string_view name, const Value&) {
  return fmt::format("`{}`", name);
}
std::string column_text(std::string_view name, const Vec3&) {
  return fmt::format("`{}`, `{}`, `{}`", vector_column(name, 0), vector_column(name, 1),
                     vector_column(name, 2));
}

template <class Record>
void add_columns(std::type_identity_t<RecordFields<Record>> fields, const Record& record,
                 std::string& text) {
  visit_record(fields, record, [&](const RecordField<Record>& field, const auto& value) {
    text += fmt::format("| {} | {} | {} |\n", column_text(field.name, value), field.unit,
                        field.meaning);
  });
}

constexpr std::string_view column_head = "| column | unit | meaning |\n| --- | --- | --- |\n";

}  // namespace

std::string outputs_markdown() {
  std::string text(introduction);
  text += fmt::format("\n## steps.csv: a row for each step\n\n{}", column_head);
  add_columns(step_fields, StepRecord{}, text);
  text += fmt::format("\n## bodies.csv: a row for each frame and body\n\n{}", column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(body_fields, BodyRecord{}, text);
  text += fmt::format(
      "\n## contacts.csv: a row for each frame, body and partner that touched since the frame "
      "before\n\n"
      "Two bodies have a row each. What has no row did not touch.\n\n{}",
      column_head);
  add_columns(frame_fields, FrameStamp{}, text);
  add_columns(contact_fields, ContactRecord{}, text);
  text += "\n## run.json: totals of the steps\n\n| column | its total |\n| --- | --- |\n";
  for (const RecordField<StepRecord>& field : step_fields)
    if (!field.total.name.empty())
      text += fmt::format("| `{}` | {} |\n", field.name, total_text(field.total));
  return text +
         "\nColumns whose totals share a name are added. Besides: `frames` written, `seconds` "
         "on the clock since the\nstart, and `peak_memory` [bytes] of the arrays of the "
         "backend that holds the bodies.\n";
}

}  // namespace eulersolid
