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
  RowBuilder& add(const std::string& name, Vec3 value) {
    return add(name + "_x", value.x).add(name + "_y", value.y).add(name + "_z", value.z);
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

void add_solver_columns(RowBuilder& row, const StepRecord& r) {
  row.add("contacts", r.contacts)
      .add("active_contacts", r.active_contacts)
      .add("dim_gc", r.dim_gc)
      .add("dim_gf", r.dim_gf)
      .add("bandwidth_c", r.bandwidth_c)
      .add("sp_iterations", r.sp_iterations)
      .add("sp_error", r.sp_error)
      .add("pdasm_contact", r.pdasm_contact)
      .add("pdasm_friction", r.pdasm_friction)
      .add("solves_contact", r.solves_contact)
      .add("solves_friction", r.solves_friction)
      .add("factorizations", r.factorizations)
      .add("resets", r.resets)
      .add("warm_contact", r.warm_contact)
      .add("warm_friction", r.warm_friction)
      .add("kkt_contact", r.kkt_contact)
      .add("kkt_friction", r.kkt_friction)
      .add("fallbacks", r.fallbacks);
}

}  // namespace

TableRow table_row(const StepRecord& r, double seconds_output) {
  RowBuilder row;
  row.add("step", r.step).add("time", r.time).add("dt", r.dt);
  add_solver_columns(row, r);
  row.add("kinetic", r.kinetic)
      .add("elastic", r.elastic)
      .add("gravity", r.gravity)
      .add("dissipated", r.dissipated)
      .add("momentum", r.momentum)
      .add("max_overlap", r.max_overlap)
      .add("min_det", r.min_det)
      .add("repaired_nodes", r.repaired_nodes)
      .add("clamped_points", r.clamped_points)
      .add("ledger_correction", r.ledger_correction)
      .add("bandwidth_f", r.bandwidth_f)
      .add("angular_momentum", r.angular_momentum)
      .add("seconds_grid", r.seconds_grid)
      .add("seconds_detect", r.seconds_detect)
      .add("seconds_assemble", r.seconds_assemble)
      .add("seconds_contact", r.seconds_contact)
      .add("seconds_friction", r.seconds_friction)
      .add("seconds_contact_factor", r.seconds_contact_factor)
      .add("seconds_contact_solve", r.seconds_contact_solve)
      .add("seconds_friction_factor", r.seconds_friction_factor)
      .add("seconds_friction_solve", r.seconds_friction_solve)
      .add("chosen_contact", r.chosen_contact)
      .add("chosen_friction", r.chosen_friction)
      .add("solver_bytes", r.solver_bytes)
      .add("seconds_output", seconds_output);
  return row.row();
}

TableRow table_row(int frame, double time, const BodyRecord& r) {
  RowBuilder row;
  row.add("frame", frame).add("time", time).add("body", r.body);
  row.add("mass", r.mass).add("volume", r.volume);
  row.add("centroid", r.centroid).add("momentum", r.momentum);
  row.add("angular_momentum", r.angular_momentum);
  row.add("kinetic", r.kinetic).add("elastic", r.elastic).add("gravity", r.gravity);
  return row.row();
}

TableRow table_row(int frame, double time, const ContactRecord& r) {
  RowBuilder row;
  row.add("frame", frame).add("time", time).add("body", r.body).add("partner", r.partner);
  row.add("force", r.force).add("torque", r.torque);
  return row.row();
}

}  // namespace eulersolid
