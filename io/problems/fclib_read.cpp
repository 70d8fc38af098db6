#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "io/hdf5_reader.h"
#include "io/problems/fclib.h"
#include "io/problems/fclib_joints.h"
#include "io/problems/problem_faults.h"

namespace eulersolid {

namespace {

void require(const Hdf5Reader& file, const std::string& fault) {
  if (!fault.empty()) file.refuse(fault);
}

std::vector<double> vector_of(const Hdf5Reader& file, const std::string& name, int size) {
  std::vector<double> values = file.numbers(name);
  require(file, fault_of_numbers(name, values, std::size_t(size)));
  return values;
}

/// A list of a matrix, cut to the length that it needs: files may have room beyond it.
template <class T>
std::vector<T> cut(const Hdf5Reader& file, const std::string& name, std::vector<T> values,
                   std::size_t size) {
  if (values.size() < size)
    file.refuse(fmt::format("{} has {} numbers, but must have {}", name, values.size(), size));
  values.resize(size);
  return values;
}

int checked_index(const Hdf5Reader& file, const std::string& name, int value, int size) {
  if (value < 0 || value >= size)
    file.refuse(
        fmt::format("{} holds the index {}, but must be in 0 ... {}", name, value, size - 1));
  return value;
}

/// The elements of a compressed matrix: `lines` are its rows or columns.
std::vector<MatrixEntry> compressed_entries(const Hdf5Reader& file, const std::string& name,
                                            int lines, int length, bool by_rows) {
  const std::vector<int> start =
      cut(file, name + "/p", file.integers(name + "/p"), std::size_t(lines) + 1);
  if (start[0] != 0 || !std::is_sorted(start.begin(), start.end()))
    file.refuse(name + "/p does not ascend from 0");
  const auto count = std::size_t(start.back());
  const std::vector<int> index = cut(file, name + "/i", file.integers(name + "/i"), count);
  const std::vector<double> value = cut(file, name + "/x", file.numbers(name + "/x"), count);
  std::vector<MatrixEntry> entries;
  entries.reserve(count);
  for (int line = 0; line < lines; ++line) {
    for (auto e = std::size_t(start[std::size_t(line)]);
         e < std::size_t(start[std::size_t(line) + 1]); ++e) {
      const int other = checked_index(file, name + "/i", index[e], length);
      entries.push_back(by_rows ? MatrixEntry{line, other, value[e]}
                                : MatrixEntry{other, line, value[e]});
    }
  }
  return entries;
}

std::vector<MatrixEntry> triplets(const Hdf5Reader& file, const std::string& name, int rows,
                                  int columns, std::size_t count) {
  const std::vector<int> i = cut(file, name + "/i", file.integers(name + "/i"), count);
  const std::vector<int> j = cut(file, name + "/p", file.integers(name + "/p"), count);
  const std::vector<double> x = cut(file, name + "/x", file.numbers(name + "/x"), count);
  std::vector<MatrixEntry> entries;
  entries.reserve(count);
  for (std::size_t e = 0; e < count; ++e)
    entries.push_back({checked_index(file, name + "/i", i[e], rows),
                       checked_index(file, name + "/p", j[e], columns), x[e]});
  return entries;
}

SparseMatrix matrix_of(const Hdf5Reader& file, const std::string& name) {
  const int rows = file.integer(name + "/m"), columns = file.integer(name + "/n");
  const int kind = file.integer(name + "/nz");
  if (rows < 0 || columns < 0 || kind < -2)
    file.refuse(
        fmt::format("{} is {} x {} with nz = {}, which is no matrix", name, rows, columns, kind));
  // A row or column without elements takes room in p only; of triplets it takes none.
  constexpr int most = std::numeric_limits<int>::max() / 3;
  if (rows > most || columns > most) file.refuse(name + " is too large");
  const std::vector<MatrixEntry> entries =
      kind >= 0    ? triplets(file, name, rows, columns, std::size_t(kind))
      : kind == -1 ? compressed_entries(file, name, columns, rows, false)
                   : compressed_entries(file, name, rows, columns, true);
  SparseMatrix matrix = sparse_matrix(rows, columns, entries);
  require(file, fault_of_numbers(name + "/x", matrix.value, matrix.elements()));
  return matrix;
}

void require_square(const Hdf5Reader& file, const std::string& name, int rows, int columns) {
  if (rows != columns)
    file.refuse(fmt::format("{} is {} x {}, but must be square", name, rows, columns));
}

int contacts_of(const Hdf5Reader& file, const std::string& name, int components, int each) {
  if (components < 0 || components % each != 0)
    file.refuse(fmt::format("{} has {} components, but each contact has {}", name, components,
                            told_components(each)));
  return components / each;
}

/// Numbers of a problem with rolling friction. @param mu  coefficients of contacts
FiveByContact five_of(const Hdf5Reader& file, const std::string& group,
                      const std::vector<double>& mu, const SparseMatrix& W, const SparseMatrix& H,
                      const std::vector<double>& q) {
  const std::string name = group + "vectors/mu_r";
  const std::vector<double> rolling = vector_of(file, name, int(mu.size()));
  require(file, fault_of_frictions(group + "vectors/mu", mu, mu.size()));
  require(file, fault_of_frictions(name, rolling, mu.size(), "rolling friction"));
  return {W, H, q, mu, rolling};
}

/// @param each  components of a contact, 3 or 5
FrictionProblem read_local(const Hdf5Reader& file, int each) {
  const std::string group = "fclib_local/";
  const int rows = file.integer(group + "W/m");
  require_square(file, "W", rows, file.integer(group + "W/n"));
  FrictionProblem problem;
  problem.mu = vector_of(file, group + "vectors/mu", contacts_of(file, "W", rows, each));
  const std::vector<double> q = vector_of(file, group + "vectors/q", rows);
  const SparseMatrix W = matrix_of(file, group + "W");
  if (each == rolling_components) {
    set_rolling(problem, five_of(file, group, problem.mu, W, {}, q));
  } else {
    problem.q = by_contact(q), problem.W = block_matrix(W);
  }
  require(file, fault_of(problem, {group + "vectors/", group, "/x"}));
  return problem;
}

GlobalForm read_global(const Hdf5Reader& file, const std::string& group, int each) {
  const int dofs = file.integer(group + "M/m"), components = file.integer(group + "H/n");
  require_square(file, "M", dofs, file.integer(group + "M/n"));
  if (file.integer(group + "H/m") != dofs)
    file.refuse(fmt::format("H has {} rows, but M has {}", file.integer(group + "H/m"), dofs));
  GlobalForm problem;
  problem.mu = vector_of(file, group + "vectors/mu", contacts_of(file, "H", components, each));
  problem.f = vector_of(file, group + "vectors/f", dofs);
  const std::vector<double> w = vector_of(file, group + "vectors/w", components);
  problem.M = matrix_of(file, group + "M");
  problem.H = matrix_of(file, group + "H");
  if (each == rolling_components) {
    set_rolling(problem, five_of(file, group, problem.mu, {}, problem.H, w));
  } else {
    problem.w = by_contact(w);
  }
  require(file, fault_of(problem, {group + "vectors/", group, "/x"}));
  return problem;
}

/// Is a matrix there that has elements, or could have?
bool has_matrix(const Hdf5Reader& file, const std::string& name) {
  return file.has(name) && file.has(name + "/m");
}

void require_size(const Hdf5Reader& file, const std::string& name, const SparseMatrix& A, int rows,
                  int columns) {
  if (A.rows != rows || A.columns != columns)
    file.refuse(
        fmt::format("{} is {} x {}, but must be {} x {}", name, A.rows, A.columns, rows, columns));
}

/// Those of a global problem, G and b; none where there are none.
FclibEquations read_equations(const Hdf5Reader& file, const std::string& group,
                              const GlobalForm& problem) {
  FclibEquations equations;
  if (!has_matrix(file, group + "G")) return equations;
  equations.G = matrix_of(file, group + "G");
  if (equations.G.columns == 0) return equations;
  equations.b = file.numbers(group + "vectors/b");
  require(file, fault_of(equations, problem, group + "vectors/b"));
  return equations;
}

/// Those of a local one, V, R and s.
FclibEquations read_equations(const Hdf5Reader& file, const std::string& group,
                              const FrictionProblem& problem) {
  FclibEquations equations;
  if (!has_matrix(file, group + "V") && !has_matrix(file, group + "R")) return equations;
  equations.R = matrix_of(file, group + "R");
  equations.V = matrix_of(file, group + "V");
  const int count = equations.R.rows;
  require_size(file, "R", equations.R, count, count);
  require_size(file, "V", equations.V, 3 * problem.contacts(), count);
  if (count == 0) return equations;
  std::vector<double> own(std::size_t(count), 0);
  for (int k = 0; k < count; ++k)
    for (int e = equations.R.row_start[std::size_t(k)];
         e < equations.R.row_start[std::size_t(k) + 1]; ++e)
      if (equations.R.column[std::size_t(e)] == k)
        own[std::size_t(k)] = equations.R.value[std::size_t(e)];
  for (std::size_t k = 0; k < own.size(); ++k)
    if (!(own[k] > 0))
      file.refuse(
          fmt::format("the diagonal of R at equation {} is {}, but must be > 0", k, own[k]));
  equations.b = vector_of(file, group + "vectors/s", count);
  return equations;
}

/// Impulses and velocities with those of the joints, whose velocities are zero.
/// @param each  components of a contact, 3 or 5
FclibState read_state(const Hdf5Reader& file, const std::string& group, int contacts, int each,
                      int dofs, int equations) {
  const auto with_joints = [&](std::vector<double> values, const std::vector<double>& joints) {
    if (each == rolling_components) return by_contact(in_triples(values));  // without joints
    values.insert(values.end(), joints.begin(), joints.end());
    values.resize(std::size_t(3 * (contacts + joints_of(equations))), 0);
    return by_contact(values);
  };
  FclibState state;
  std::vector<double> l;
  if (equations > 0 && file.is_written(group + "/l")) l = vector_of(file, group + "/l", equations);
  state.r = with_joints(vector_of(file, group + "/r", each * contacts), l);
  if (file.is_written(group + "/u"))
    state.u = with_joints(vector_of(file, group + "/u", each * contacts), {});
  if (dofs > 0 && file.is_written(group + "/v")) {
    state.v = vector_of(file, group + "/v", dofs);
    state.v.resize(state.v.size() + std::size_t(3 * joints_of(equations) - equations), 0);
  }
  return state;
}

/// Of each contact: three, or five with rolling friction.
int components_of(const Hdf5Reader& file, const std::string& group) {
  const bool rolls = group == "fclib_global_rolling",
             has_rolling = file.has(group + "/vectors/mu_r");
  const int each = rolls || has_rolling ? rolling_components : 3;
  const std::string name = group + "/spacedim";
  const int said = file.has(name) ? file.integer(name) : each;
  if (said == rolling_components && !has_rolling)
    file.refuse("the problem has 5 dimensions, but no " + group + "/vectors/mu_r");
  if (said != each)
    file.refuse(fmt::format("the problem has {} dimensions, but must have {}{}", said, each,
                            has_rolling ? " with " + group + "/vectors/mu_r" : ""));
  return each;
}

}  // namespace

FclibProblem read_fclib(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  const bool local = file.has("fclib_local");
  const std::string global = file.has("fclib_global") ? "fclib_global" : "fclib_global_rolling";
  if (!local && !file.has(global))
    file.refuse(
        "it is no problem of FCLIB: there is no fclib_local, fclib_global or fclib_global_rolling "
        "in it");
  const std::string group = local ? "fclib_local" : global;
  const int each = components_of(file, group);
  FclibProblem problem;
  if (local)
    problem.local = read_local(file, each);
  else
    problem.global = read_global(file, group + "/", each);
  const int triples = local ? problem.local->contacts() : problem.global->contacts();
  const int contacts = each == rolling_components ? triples / 2 : triples;
  const int dofs = local ? 0 : problem.global->M.rows;
  if (each == rolling_components)
    for (const char* part : {"/G", "/V", "/R"})
      if (has_matrix(file, group + part) && file.integer(group + part + "/n") > 0)
        file.refuse("it has equality constraints beside rolling friction; expected one of them");
  const FclibEquations equations = local ? read_equations(file, group + "/", *problem.local)
                                         : read_equations(file, group + "/", *problem.global);
  problem.equations = equations.count();
  if (problem.equations > 0)
    local ? add_equations(*problem.local, equations) : add_equations(*problem.global, equations);
  problem.title = file.text(group + "/info/title");
  problem.description = file.text(group + "/info/description");
  problem.math_info = file.text(group + "/info/math_info");
  const auto state_in = [&](const std::string& name) {
    return read_state(file, name, contacts, each, dofs, problem.equations);
  };
  // Nothing is stored of a list without elements.
  const auto has_state = [&file, contacts](const std::string& name) {
    return contacts > 0 ? file.is_written(name + "/r") : file.has(name + "/r");
  };
  for (int guess = 1; has_state(fmt::format("guesses/{}", guess)); ++guess)
    problem.guesses.push_back(state_in(fmt::format("guesses/{}", guess)));
  if (has_state("solution")) problem.solution = state_in("solution");
  return problem;
}

}  // namespace eulersolid
