#include "io/run/records.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "io/run/output_docs.h"
#include "io/run/statistics.h"
#include "tests/io/run/record_difference.h"

/// The lists of fields: that they name every member once, and what follows from them.

namespace eulersolid {
namespace {

struct Anything {
  template <class T>
  operator T() const;
};

/// Number of members of a struct: the most initialisers that its braces take.
template <class Record, class... Initialisers>
constexpr std::size_t member_count() {
  if constexpr (requires { Record{Initialisers{}..., Anything{}}; })
    return member_count<Record, Initialisers..., Anything>();
  else
    return sizeof...(Initialisers);
}

// Catches a member that was added to a struct but not to its list.
static_assert(member_count<FrameStamp>() == std::size(frame_fields));
static_assert(member_count<EnergyRecord>() == std::size(energy_fields<&BodyRecord::energy>));
static_assert(member_count<DriftRecord>() == std::size(drift_fields<&BodyRecord::drift>));
static_assert(member_count<BodyRecord>() == std::size(own_body_fields) + 2);  // energy, drift
static_assert(member_count<ContactRecord>() == std::size(contact_fields));
static_assert(member_count<RegionRecord>() == std::size(region_fields));

void set(int& member, int number) { member = number; }
void set(double& member, int number) { member = number + 1.0 / 3; }
void set(Vec3& member, int number) { member = {number + 0.1, number + 0.2, number + 0.3}; }
void set(std::string& member, int number) { member = "body " + std::to_string(number); }

/// A record whose members all differ: from each other, from those of other numbers, and from those
/// of a record in which nothing has happened.
template <class Record>
Record filled(std::type_identity_t<RecordFields<Record>> fields, int number) {
  Record record;
  for (const RecordField<Record>& field : fields)
    std::visit([&](const auto member) { set(member.get(record), number += 7); }, field.member);
  return record;
}

template <class Record>
void expect_whole_list(std::type_identity_t<RecordFields<Record>> fields, const Record& record) {
  std::set<std::string_view> names;
  std::set<const void*> members;
  visit_record(fields, record, [&](const RecordField<Record>& field, const auto& value) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name << " comes twice";
    EXPECT_TRUE(members.insert(&value).second) << field.name << " shows what another column shows";
    constexpr bool is_text = std::is_same_v<std::decay_t<decltype(value)>, std::string>;
    EXPECT_EQ(field.unit.empty(), is_text) << field.name;
    EXPECT_FALSE(field.meaning.empty()) << field.name;
    EXPECT_EQ(field.meaning.find('|'), std::string_view::npos) << "breaks the table of the page";
    constexpr bool is_number = std::is_arithmetic_v<std::decay_t<decltype(value)>>;
    EXPECT_TRUE(is_number || field.total.kind == RunTotal::Kind::none) << field.name;
    EXPECT_EQ(field.total.kind == RunTotal::Kind::none, field.total.name.empty()) << field.name;
    // By its name tools/compare_runs.py knows a time of the clock.
    EXPECT_EQ(field.source == ValueSource::clock, field.name.starts_with("seconds")) << field.name;
  });
}

TEST(Records, ListsNameEveryMemberOnceAndSayWhatItIs) {
  expect_whole_list(step_fields, StepRecord{});
  expect_whole_list(frame_fields, FrameStamp{});
  expect_whole_list(body_fields, BodyRecord{});
  expect_whole_list(contact_fields, ContactRecord{});
  expect_whole_list(region_fields, RegionRecord{});
}

/// Of the report of contact a table shows what is of interest; the rest of a step it shows whole.
TEST(Records, ListOfAStepNamesAllOfItsOwnMembers) {
  const StepRecord record;
  const auto address = [](const auto& value) { return reinterpret_cast<std::uintptr_t>(&value); };
  const std::uintptr_t contact = address(record.contact);
  std::size_t own = 0;
  visit_record(step_fields, record, [&](const auto&, const auto& value) {
    own += address(value) - contact >= sizeof record.contact;
  });
  const std::size_t inner =
      member_count<EnergyRecord>() + member_count<DriftRecord>() + member_count<StepSeconds>();
  EXPECT_EQ(own,
            member_count<StepRecord>() - 5 + inner);  // contact, deepest, energy, drift, operators
}

struct ThreeSteps {
  int count = 0;
  double most = 0, least = 1, energy = 0, ignored = 5;
  Vec3 vector;
};
constexpr RecordField<ThreeSteps> three_fields[] = {
    {"count", at<&ThreeSteps::count>, "-", "", RunTotal::sum("a")},
    {"most", at<&ThreeSteps::most>, "-", "", RunTotal::largest("b")},
    {"least", at<&ThreeSteps::least>, "-", "", RunTotal::least("c")},
    {"energy", at<&ThreeSteps::energy>, "J", "", RunTotal::last("d")},
    {"ignored", at<&ThreeSteps::ignored>, "-", ""},
    {"vector", at<&ThreeSteps::vector>, "-", ""},
};

TEST(Records, TotalsAreFormedAsTheListSays) {
  ThreeSteps totals;
  for (const ThreeSteps& step :
       {ThreeSteps{3, 0.25, 0.5, 9, 1, {1, 2, 3}}, ThreeSteps{4, 0.75, 0.125, 8, 2, {4, 5, 6}},
        ThreeSteps{5, 0.5, 0.25, 7, 3, {7, 8, 9}}})
    add_to_totals(three_fields, step, totals);
  EXPECT_EQ(test::differences(three_fields, totals, ThreeSteps{12, 0.75, 0.125, 7, 5, {}}), "");
}

TEST(Records, DifferencesNameEveryFieldButTimesOfTheClock) {
  const StepRecord one = filled<StepRecord>(step_fields, 0);
  EXPECT_EQ(test::differences(step_fields, one, one), "");
  for (const RecordField<StepRecord>& field : step_fields) {
    StepRecord other = one;
    std::visit([&](const auto member) { set(member.get(other), 1000); }, field.member);
    const std::string found = test::differences(step_fields, one, other);
    const bool is_clock = field.source == ValueSource::clock;
    EXPECT_EQ(found.starts_with(std::string(field.name) + ": "), !is_clock) << found;
  }
  StepRecord zero, minus_zero;
  minus_zero.kinetic = -0.0;
  EXPECT_EQ(test::differences(step_fields, zero, minus_zero), "kinetic: 0 and -0; ");
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream rest(line);
  for (std::string cell; std::getline(rest, cell, ',');) all.push_back(cell);
  return all;
}

using Table = std::map<std::string, std::string>;

void read(const Table& row, std::string_view name, int& value) {
  value = std::stoi(row.at(std::string(name)));
}
void read(const Table& row, std::string_view name, double& value) {
  value = std::stod(row.at(std::string(name)));
}
void read(const Table& row, std::string_view name, std::string& value) {
  value = row.at(std::string(name));
}
void read(const Table& row, std::string_view name, Vec3& value) {
  read(row, std::string(name) + "_x", value.x);
  read(row, std::string(name) + "_y", value.y);
  read(row, std::string(name) + "_z", value.z);
}

/// The record that a row of a table was made of.
template <class Record>
Record read_back(std::type_identity_t<RecordFields<Record>> fields, const TableRow& row) {
  const auto names = cells(row.names), values = cells(row.values);
  EXPECT_EQ(names.size(), values.size());
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) table[names[i]] = values.at(i);
  Record record;
  for (const RecordField<Record>& field : fields)
    std::visit([&](const auto member) { read(table, field.name, member.get(record)); },
               field.member);
  return record;
}

TEST(Records, RowsReadBackToTheSameBits) {
  const StepRecord step = filled<StepRecord>(step_fields, 0);
  const FrameStamp frame{12, 1.0 / 3};
  const BodyRecord body = filled<BodyRecord>(body_fields, 2);
  const ContactRecord contact = filled<ContactRecord>(contact_fields, 3);
  const StepRecord step_read = read_back<StepRecord>(step_fields, table_row(step));
  EXPECT_EQ(test::differences(step_fields, step, step_read), "");
  EXPECT_EQ(step_read.seconds_output, step.seconds_output);
  EXPECT_EQ(test::differences(body_fields, body,
                              read_back<BodyRecord>(body_fields, table_row(frame, body))),
            "");
  EXPECT_EQ(test::differences(contact_fields, contact,
                              read_back<ContactRecord>(contact_fields, table_row(frame, contact))),
            "");
  const RegionRecord region = filled<RegionRecord>(region_fields, 4);
  EXPECT_EQ(test::differences(region_fields, region,
                              read_back<RegionRecord>(region_fields, table_row(frame, region))),
            "");
}

TEST(Records, RowsOfAFrameBeginWithItsStamp) {
  const std::string stamp = "frame,time,body,", values = "12,0.3333333333333333,";
  for (const TableRow& row :
       {table_row({12, 1.0 / 3}, BodyRecord{}), table_row({12, 1.0 / 3}, ContactRecord{}),
        table_row({12, 1.0 / 3}, RegionRecord{})}) {
    EXPECT_TRUE(row.names.starts_with(stamp)) << row.names;
    EXPECT_TRUE(row.values.starts_with(values)) << row.values;
  }
}

TEST(Records, DocumentIsUpToDate) {
  std::ifstream file(ES_SOURCE_DIR "/docs/outputs.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), outputs_markdown())
      << "write it anew: eulersolid schema --outputs > docs/outputs.md";
}

}  // namespace
}  // namespace eulersolid
