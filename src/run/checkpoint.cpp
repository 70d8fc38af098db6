#include "src/run/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "io/archive.h"
#include "src/run/state_numbers.h"

namespace eulersolid {

namespace {

/// The numbers of a struct in a row, and what they are.
struct NumberRow {
  std::vector<double> values;
  std::string labels;

  void operator()(const std::string& name, const double& value) {
    labels += (labels.empty() ? "" : ",") + name;
    values.push_back(value);
  }
  void operator()(const std::string& name, const int& value) { (*this)(name, double(value)); }
  void operator()(const std::string& name, const long long& value) {
    (*this)(name, static_cast<double>(value));
  }
  void operator()(const std::string& name, const Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) (*this)(vector_column(name, axis), double(value[axis]));
  }
  void operator()(const std::string&, const std::string&) {}  // no total of a run
};

/// Gives a struct the numbers of a row.
class RowReader {
 public:
  RowReader(const ArchiveReader& archive, const double* next) : archive_(archive), next_(next) {}
  void operator()(const std::string& name, double& value) { value = number(name); }
  void operator()(const std::string& name, int& value) {
    value = static_cast<int>(whole(name, std::numeric_limits<int>::max()));
  }
  void operator()(const std::string& name, long long& value) {
    value = static_cast<long long>(whole(name, 1e18));
  }
  void operator()(const std::string& name, Vec3& value) {
    for (int axis = 0; axis < 3; ++axis) value[axis] = number(name);
  }
  void operator()(const std::string&, std::string&) {}

 private:
  double number(const std::string& name) {
    if (!std::isfinite(*next_)) archive_.refuse("\"" + name + "\" is not finite");
    return *next_++;
  }
  /// The next number, which has to be whole.
  double whole(const std::string& name, double most) {
    const double value = *next_++;
    if (!(std::fabs(value) <= most) || value != std::trunc(value))
      archive_.refuse("\"" + name + "\" is no whole number");
    return value;
  }

  const ArchiveReader& archive_;
  const double* next_;
};

template <class T>
NumberRow row_of(const T& values) {
  NumberRow row;
  visit_numbers(values, row);
  return row;
}

/// One row for each struct of a list.
template <class T>
void add_rows(ArchiveWriter& archive, const std::string& name, const std::vector<T>& list) {
  const NumberRow form = row_of(T{});
  std::vector<double> values;
  for (const T& item : list) {
    const NumberRow row = row_of(item);
    values.insert(values.end(), row.values.begin(), row.values.end());
  }
  archive.add(name, values.data(), list.size(), form.values.size(), form.labels);
}

template <class T>
void add_row(ArchiveWriter& archive, const std::string& name, const T& values) {
  const NumberRow row = row_of(values);
  archive.add(name, row.values.data(), 1, row.values.size(), row.labels);
}

/// As many structs as there are rows.
template <class T>
std::vector<T> read_rows(const ArchiveReader& archive, const std::string& name) {
  const NumberRow form = row_of(T{});
  const std::vector<double> values = archive.numbers(name, form.values.size(), form.labels);
  std::vector<T> list(values.size() / form.values.size());
  for (std::size_t n = 0; n < list.size(); ++n) {
    RowReader reader(archive, values.data() + n * form.values.size());
    visit_numbers(list[n], reader);
  }
  return list;
}

template <class T>
T read_row(const ArchiveReader& archive, const std::string& name) {
  std::vector<T> list = read_rows<T>(archive, name);
  if (list.size() != 1) archive.refuse("\"" + name + "\" does not have one row");
  return std::move(list[0]);
}

// Lists of names as JSON, since a name may hold any separator.
using Names = std::vector<std::string>;

void add_names(ArchiveWriter& archive, const std::string& name, const Names& names) {
  archive.add(name, nlohmann::json(names).dump());
}

Names read_names(const ArchiveReader& archive, const std::string& name) {
  const auto json = nlohmann::json::parse(archive.text(name), nullptr, false);
  if (!json.is_array()) archive.refuse("\"" + name + "\" is no list");
  Names names;
  for (const auto& item : json) {
    if (!item.is_string()) archive.refuse("\"" + name + "\" is no list of names");
    names.push_back(item.get<std::string>());
  }
  return names;
}

using NamePair = std::pair<std::string, std::string>;

std::vector<NamePair> read_pairs(const ArchiveReader& archive, const std::string& name) {
  const Names names = read_names(archive, name);
  if (names.size() % 2 != 0) archive.refuse("\"" + name + "\" is no list of pairs");
  std::vector<NamePair> pairs;
  for (std::size_t n = 0; n < names.size(); n += 2) pairs.emplace_back(names[n], names[n + 1]);
  return pairs;
}

// Arrays by node.
static_assert(sizeof(Vec3) == 3 * sizeof(double));
constexpr const char* vector_labels = "x,y,z";

void add_array(ArchiveWriter& archive, const std::string& name, const std::vector<Vec3>& array) {
  archive.add(name, array.empty() ? nullptr : &array[0].x, array.size(), 3, vector_labels);
}
void add_array(ArchiveWriter& archive, const std::string& name, const std::vector<double>& array) {
  archive.add(name, array.data(), array.size());
}
void add_array(ArchiveWriter& archive, const std::string& name,
               const std::vector<std::int8_t>& array) {
  archive.add(name, array);
}

std::vector<double> finite_numbers(const ArchiveReader& archive, const std::string& name,
                                   std::size_t width = 1, std::string_view labels = {}) {
  std::vector<double> values = archive.numbers(name, width, labels);
  const bool are_finite =
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (!are_finite) archive.refuse("\"" + name + "\" has values that are not finite");
  return values;
}

void read_array(const ArchiveReader& archive, const std::string& name, std::vector<Vec3>& array) {
  const std::vector<double> values = finite_numbers(archive, name, 3, vector_labels);
  array.resize(values.size() / 3);
  for (std::size_t n = 0; n < array.size(); ++n)
    array[n] = {values[3 * n], values[3 * n + 1], values[3 * n + 2]};
}
void read_array(const ArchiveReader& archive, const std::string& name, std::vector<double>& array) {
  array = finite_numbers(archive, name);
}
void read_array(const ArchiveReader& archive, const std::string& name,
                std::vector<std::int8_t>& array) {
  array = archive.bytes(name);
}

std::string body_group(std::size_t body) { return "bodies/" + std::to_string(body) + "/"; }

void add_bodies(ArchiveWriter& archive, const std::vector<HostState>& bodies) {
  add_rows(archive, "bodies/numbers", bodies);
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    visit_arrays(bodies[b], bodies[b], [&](const char* name, const auto& array, const auto&) {
      add_array(archive, body_group(b) + name, array);
    });
  }
}

std::vector<HostState> read_bodies(const ArchiveReader& archive) {
  std::vector<HostState> bodies = read_rows<HostState>(archive, "bodies/numbers");
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Cells nodes = bodies[b].node_box.nodes;
    constexpr int most = 1 << 20;  // so that their product is a number
    for (const int size : {nodes.nx, nodes.ny, nodes.nz})
      if (size < 0 || size > most) archive.refuse("a bounding box has no such number of nodes");
    visit_node_arrays(bodies[b], bodies[b], [&](const char* name, auto& array, const auto&) {
      read_array(archive, body_group(b) + name, array);
      if (Index(array.size()) != nodes.count())
        archive.refuse(body_group(b) + name + " does not have a value for each node");
    });
    read_array(archive, body_group(b) + "points", bodies[b].points);
    read_array(archive, body_group(b) + "history_at", bodies[b].history_at);
    read_array(archive, body_group(b) + "history", bodies[b].history);
  }
  return bodies;
}

constexpr const char* warm_labels = "normal,friction_x,friction_y,friction_z,slip";

void add_memory(ArchiveWriter& archive, const WarmMemory& memory) {
  std::vector<double> entries;
  for (const WarmEntry& e : memory.entries)
    entries.insert(entries.end(), {e.normal, e.friction.x, e.friction.y, e.friction.z, e.slip});
  std::vector<std::uint64_t> pairs, cells, parts;
  for (const WarmKey& key : memory.keys)
    pairs.push_back(key.pair), cells.push_back(key.cell), parts.push_back(key.part);
  archive.add("contact/pairs", pairs);
  archive.add("contact/cells", cells);
  archive.add("contact/parts", parts);
  archive.add("contact/tractions", entries.data(), memory.entries.size(), 5, warm_labels);
  add_rows(archive, "contact/losses", memory.losses.pairs);
}

WarmMemory read_memory(const ArchiveReader& archive) {
  WarmMemory memory;
  const std::vector<std::uint64_t> pairs = archive.keys("contact/pairs");
  const std::vector<std::uint64_t> cells = archive.keys("contact/cells");
  const std::vector<std::uint64_t> parts = archive.keys("contact/parts");
  if (pairs.size() != cells.size() || pairs.size() != parts.size())
    archive.refuse("contacts lack their cells");
  for (std::size_t n = 0; n < pairs.size(); ++n)
    memory.keys.push_back({pairs[n], cells[n], parts[n]});
  const std::vector<double> entries = finite_numbers(archive, "contact/tractions", 5, warm_labels);
  if (entries.size() != 5 * memory.keys.size()) archive.refuse("contacts lack their tractions");
  for (std::size_t n = 0; n < entries.size(); n += 5)
    memory.entries.push_back(
        {entries[n], {entries[n + 1], entries[n + 2], entries[n + 3]}, entries[n + 4]});
  memory.losses.pairs = read_rows<PairLoss>(archive, "contact/losses");
  return memory;
}

template <class T>
void add_by_pairs(ArchiveWriter& archive, const std::string& group,
                  const std::map<NamePair, T>& values) {
  Names names;
  std::vector<T> rows;
  for (const auto& [pair, value] : values) {
    names.push_back(pair.first), names.push_back(pair.second);
    rows.push_back(value);
  }
  add_names(archive, group + "/pairs", names);
  add_rows(archive, group + "/impulses", rows);
}

template <class T>
void read_by_pairs(const ArchiveReader& archive, const std::string& group,
                   std::map<NamePair, T>& values) {
  const std::vector<NamePair> pairs = read_pairs(archive, group + "/pairs");
  const auto rows = read_rows<T>(archive, group + "/impulses");
  if (rows.size() != pairs.size()) archive.refuse("\"" + group + "\" does not have a row for each");
  for (std::size_t n = 0; n < pairs.size(); ++n) values[pairs[n]] = rows[n];
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  const SimulationState& state = checkpoint.simulation;
  ArchiveWriter archive;
  archive.add("version", checkpoint.version);
  archive.add("backend", checkpoint.backend);
  archive.add("solver_backend", checkpoint.solver_backend);
  archive.add("scene", checkpoint.scene);
  archive.add("source", checkpoint.source);
  add_row(archive, "sums", checkpoint.sums);
  add_row(archive, "folder", checkpoint.folder);
  add_row(archive, "simulation", state);
  add_names(archive, "outside", {state.outside.begin(), state.outside.end()});
  add_by_pairs(archive, "received", state.received);
  add_by_pairs(archive, "regions", state.by_region);
  add_memory(archive, state.contact);
  add_bodies(archive, state.bodies);
  add_rows(archive, "rigid/bodies", state.rigid.bodies);
  add_array(archive, "rigid/kinetic", state.rigid.kinetic);
  add_rows(archive, "rigid/joints", state.rigid.joints);
  archive.write(path);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const ArchiveReader archive(path);
  Checkpoint checkpoint;
  checkpoint.version = archive.text("version");
  checkpoint.backend = archive.text("backend");
  checkpoint.solver_backend = archive.text("solver_backend");
  checkpoint.scene = archive.text("scene");
  checkpoint.source = archive.text("source");
  checkpoint.sums = read_row<RunSums>(archive, "sums");
  checkpoint.folder = read_row<FolderState>(archive, "folder");
  SimulationState& state = checkpoint.simulation;
  state = read_row<SimulationState>(archive, "simulation");
  for (const std::string& name : read_names(archive, "outside")) state.outside.insert(name);
  read_by_pairs(archive, "received", state.received);
  read_by_pairs(archive, "regions", state.by_region);
  state.contact = read_memory(archive);
  state.bodies = read_bodies(archive);
  state.rigid.bodies = read_rows<RigidState>(archive, "rigid/bodies");
  read_array(archive, "rigid/kinetic", state.rigid.kinetic);
  state.rigid.joints = read_rows<JointState>(archive, "rigid/joints");
  return checkpoint;
}

}  // namespace eulersolid
