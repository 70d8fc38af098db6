#include "io/run/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <vector>

namespace eulersolid {
namespace {

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream rest(line);
  for (std::string field; std::getline(rest, field, ',');) all.push_back(field);
  return all;
}

/// The value under a name.
std::string value_of(const TableRow& row, const std::string& name) {
  const auto names = fields(row.names), values = fields(row.values);
  EXPECT_EQ(names.size(), values.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return values[i];
  ADD_FAILURE() << "no column " << name;
  return "";
}

/// The columns that users' scripts read, in the order in which they once came. Others may follow.
constexpr const char* step_contract =
    "step,time,dt,contacts,active_contacts,dim_gc,dim_gf,bandwidth_c,sp_iterations,sp_error,"
    "pdasm_contact,pdasm_friction,solves_contact,solves_friction,factorizations,resets,"
    "warm_contact,warm_friction,kkt_contact,kkt_friction,fallbacks,kinetic,elastic,gravity,"
    "dissipated,momentum_x,momentum_y,momentum_z,max_overlap,min_det,repaired_nodes,"
    "clamped_points,ledger_correction,bandwidth_f,angular_momentum_x,angular_momentum_y,"
    "angular_momentum_z,seconds_grid,seconds_detect,seconds_assemble,seconds_contact,"
    "seconds_friction,seconds_contact_factor,seconds_contact_solve,seconds_friction_factor,"
    "seconds_friction_solve,chosen_contact,chosen_friction,solver_bytes,seconds_output";
constexpr const char* body_contract =
    "frame,time,body,mass,volume,centroid_x,centroid_y,centroid_z,momentum_x,momentum_y,"
    "momentum_z,angular_momentum_x,angular_momentum_y,angular_momentum_z,kinetic,elastic,gravity";
constexpr const char* contact_contract =
    "frame,time,body,partner,force_x,force_y,force_z,torque_x,torque_y,torque_z";

/// A row without the columns that are not in the contract.
TableRow under(const std::string& contract, const TableRow& row) {
  const auto wanted = fields(contract), names = fields(row.names), values = fields(row.values);
  EXPECT_EQ(names.size(), values.size());
  TableRow kept;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(wanted.begin(), wanted.end(), names[i]) == wanted.end()) continue;
    kept.names += (kept.names.empty() ? "" : ",") + names[i];
    kept.values += (kept.values.empty() ? "" : ",") + values[i];
  }
  return kept;
}

TEST(Statistics, TablesHaveTheColumnsOfTheContractInOrder) {
  EXPECT_EQ(under(step_contract, table_row(StepRecord{})).names, step_contract);
  EXPECT_EQ(under(body_contract, table_row({}, BodyRecord{})).names, body_contract);
  EXPECT_EQ(under(contact_contract, table_row({}, ContactRecord{})).names, contact_contract);
}

/// Each member has a value of its own, so that no two columns can be swapped unseen.
TEST(Statistics, EveryValueOfAStepStandsUnderItsName) {
  StepRecord r;
  r.step = 1, r.time = 2.5, r.dt = 3.5, r.contact.count = 4, r.contact.solver.active = 5,
  r.contact.solver.normal.dim_free = 6;
  r.contact.solver.friction.dim_free = 7, r.contact.solver.normal.bandwidth = 8,
  r.contact.solver.friction.bandwidth = 9, r.contact.solver.iterations = 10,
  r.contact.solver.error = 11.5;
  r.contact.solver.normal.iterations = 12, r.contact.solver.friction.iterations = 13,
  r.contact.solver.normal.solves = 14, r.contact.solver.friction.solves = 15;
  r.contact.solver.all_qps.factorizations = 16, r.contact.solver.all_qps.resets = 17,
  r.contact.solver.warm_normal = 18.5, r.contact.solver.warm_friction = 19.5;
  r.contact.solver.normal.kkt = 20.5, r.contact.solver.friction.kkt = 21.5,
  r.contact.solver.all_qps.fallbacks = 22, r.kinetic = 23.5;
  r.elastic = 24.5, r.gravity = 25.5, r.dissipated = 26.5, r.momentum = {27.5, 28.5, 29.5};
  r.angular_momentum = {30.5, 31.5, 32.5}, r.contact.max_overlap = 33.5, r.min_det = 34.5;
  r.repaired_nodes = 35, r.clamped_points = 36, r.ledger_correction = 37.5;
  r.seconds_grid = 38.5, r.contact.seconds_detect = 39.5, r.contact.seconds_assemble = 40.5;
  r.contact.solver.normal.seconds = 41.5, r.contact.solver.friction.seconds = 42.5;
  r.contact.solver.normal.seconds_factor = 44.5, r.contact.solver.normal.seconds_solve = 45.5;
  r.contact.solver.friction.seconds_factor = 46.5, r.contact.solver.friction.seconds_solve = 47.5;
  r.contact.solver.normal.chosen = 48, r.contact.solver.friction.chosen = 49,
  r.contact.solver.bytes = 50.5;
  r.seconds_output = 43.5;
  EXPECT_EQ(under(step_contract, table_row(r)).values,
            "1,2.5,3.5,4,5,6,7,8,10,11.5,12,13,14,15,16,17,18.5,19.5,20.5,21.5,22,23.5,24.5,25.5,"
            "26.5,27.5,28.5,29.5,33.5,34.5,35,36,37.5,9,30.5,31.5,32.5,38.5,39.5,40.5,41.5,42.5,"
            "44.5,45.5,46.5,47.5,48,49,50.5,43.5");
}

TEST(Statistics, EveryValueOfBodiesAndContactsStandsUnderItsName) {
  BodyRecord body;
  body.body = "ball", body.mass = 1.5, body.volume = 2.5, body.centroid = {3, 4, 5};
  body.momentum = {6, 7, 8}, body.angular_momentum = {9, 10, 11};
  body.kinetic = 12.5, body.elastic = 13.5, body.gravity = 14.5;
  EXPECT_EQ(under(body_contract, table_row({3, 0.25}, body)).values,
            "3,0.25,ball,1.5,2.5,3,4,5,6,7,8,9,10,11,12.5,13.5,14.5");
  const ContactRecord contact{"ball", "floor", {1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  EXPECT_EQ(under(contact_contract, table_row({3, 0.25}, contact)).values,
            "3,0.25,ball,floor,1,2,3,4,5,6");
}

TEST(Statistics, NumbersReadBackToTheSameDouble) {
  for (const double x : {1.0 / 3, 0.1, 1e-300, -2.2250738585072014e-308, 6.02214076e23, 5e-324,
                         std::numeric_limits<double>::max()}) {
    StepRecord record;
    record.kinetic = x;
    const std::string text = value_of(table_row(record), "kinetic");
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), x) << text;
  }
}

TEST(Statistics, NamesWithCommasAndQuotesAreQuoted) {
  BodyRecord body;
  body.body = "a, \"b\"";
  EXPECT_EQ(table_row({1, 0}, body).values.substr(0, 18), "1,0,\"a, \"\"b\"\"\",0,0");
}

}  // namespace
}  // namespace eulersolid
