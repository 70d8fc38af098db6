#include <algorithm>
#include <string>

#include "contact/solvers/coulomb/rolling_friction.h"
#include "io/hdf5_handle.h"
#include "io/output_file.h"
#include "io/problems/fclib.h"
#include "io/problems/fclib_joints.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

void require(bool done) {
  if (!done) throw DeviceError("HDF5 could not put a problem together; is there memory left?");
}

Hdf5Handle in_memory() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth = 1 << 20;
  require(H5Pset_fapl_core(access, growth, false) >= 0);
  return access;
}

/// An HDF5 file that is put together in memory.
class Writer {
 public:
  Writer() {
    require(!file_.failed() && H5Pset_create_intermediate_group(links_, 1) >= 0 &&
            H5Pset_obj_track_times(untimed_, false) >= 0);
  }

  void add(const std::string& name, const std::vector<int>& values) {
    add(name, H5T_NATIVE_INT, values.data(), values.size());
  }
  void add(const std::string& name, const std::vector<double>& values) {
    add(name, H5T_NATIVE_DOUBLE, values.data(), values.size());
  }
  void add(const std::string& name, const std::string& text) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose), scalar(H5Screate(H5S_SCALAR), H5Sclose);
    require(H5Tset_size(type, std::max<std::size_t>(1, text.size())) >= 0);
    write(name, type, scalar, text.data());
  }
  std::string image() {
    require(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0);
    std::string bytes(std::size_t(std::max<ssize_t>(0, H5Fget_file_image(file_, nullptr, 0))),
                      '\0');
    require(!bytes.empty() &&
            H5Fget_file_image(file_, bytes.data(), bytes.size()) == ssize_t(bytes.size()));
    return bytes;
  }

 private:
  void add(const std::string& name, hid_t type, const void* values, std::size_t count) {
    const hsize_t size = count;
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    write(name, type, space, values);
  }
  void write(const std::string& name, hid_t type, hid_t space, const void* values) {
    const Hdf5Handle set(
        H5Dcreate2(file_, name.c_str(), type, space, links_, untimed_, H5P_DEFAULT), H5Dclose);
    require(!set.failed() && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  }

  Hdf5Handle access_ = in_memory();
  Hdf5Handle file_{H5Fcreate("problem", H5F_ACC_TRUNC, H5P_DEFAULT, access_), H5Fclose};
  Hdf5Handle untimed_{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};  ///< one problem, one file
  Hdf5Handle links_{H5Pcreate(H5P_LINK_CREATE), H5Pclose};
};

void add_matrix(Writer& file, const std::string& name, const SparseMatrix& A,
                FclibStorage storage) {
  const bool columns = storage == FclibStorage::compressed_columns;
  const SparseMatrix lines = columns ? transposed(A) : A;
  const int count = int(A.elements());
  file.add(name + "/m", std::vector<int>{A.rows});
  file.add(name + "/n", std::vector<int>{A.columns});
  file.add(name + "/nzmax", std::vector<int>{count});
  file.add(name + "/x", lines.value);
  if (storage != FclibStorage::triplets) {
    file.add(name + "/nz", std::vector<int>{columns ? -1 : -2});
    file.add(name + "/p", lines.row_start);
    file.add(name + "/i", lines.column);
    return;
  }
  std::vector<int> rows;
  for (int i = 0; i < A.rows; ++i)
    rows.insert(rows.end(),
                std::size_t(A.row_start[std::size_t(i) + 1] - A.row_start[std::size_t(i)]), i);
  file.add(name + "/nz", std::vector<int>{count});
  file.add(name + "/i", rows);
  file.add(name + "/p", lines.column);
}

/// @param equations  of which the last joints of the state are made
/// @param rolls  has it rolling friction?
void add_state(Writer& file, const std::string& group, const FclibState& state, int equations,
               bool rolls) {
  const auto behind = [&](std::vector<double>& values) {
    const auto contacts = values.end() - 3 * joints_of(equations);
    const std::vector<double> joints(contacts, contacts + equations);
    values.erase(contacts, values.end());
    return joints;
  };
  std::vector<double> r = flat(state.r), u = flat(state.u), v = state.v;
  if (rolls) r = in_fives(r), u = in_fives(u);
  if (equations > 0) file.add(group + "/l", behind(r));
  file.add(group + "/r", r);
  if (!u.empty()) behind(u), file.add(group + "/u", u);
  if (v.empty()) return;
  v.resize(v.size() - std::size_t(3 * joints_of(equations) - equations));
  file.add(group + "/v", v);
}

void add_vectors(Writer& file, const std::string& group, const std::string& velocities,
                 const FiveByContact& five) {
  file.add(group + velocities, five.q);
  file.add(group + "/vectors/mu", five.mu);
  file.add(group + "/vectors/mu_r", five.rolling);
}

/// @param equations  of which the last contacts are made
void add_problem(Writer& file, const std::string& group, const FrictionProblem& problem,
                 int equations, FclibStorage storage) {
  if (equations > 0) {
    FrictionProblem rest = problem;
    const FclibEquations own = take_equations(rest, equations);
    add_matrix(file, group + "/V", own.V, storage);
    add_matrix(file, group + "/R", own.R, storage);
    file.add(group + "/vectors/s", own.b);
    return add_problem(file, group, rest, 0, storage);
  }
  if (!problem.rolling.empty()) {
    const FiveByContact five = five_by_contact(problem);
    add_matrix(file, group + "/W", five.W, storage);
    return add_vectors(file, group, "/vectors/q", five);
  }
  add_matrix(file, group + "/W", sparse_matrix(problem.W), storage);
  file.add(group + "/vectors/q", flat(problem.q));
  file.add(group + "/vectors/mu", problem.mu);
}

void add_problem(Writer& file, const std::string& group, const GlobalForm& problem, int equations,
                 FclibStorage storage) {
  if (equations > 0) {
    GlobalForm rest = problem;
    const FclibEquations own = take_equations(rest, equations);
    add_matrix(file, group + "/G", own.G, storage);
    file.add(group + "/vectors/b", own.b);
    return add_problem(file, group, rest, 0, storage);
  }
  add_matrix(file, group + "/M", problem.M, storage);
  file.add(group + "/vectors/f", problem.f);
  if (!problem.rolling.empty()) {
    const FiveByContact five = five_by_contact(problem);
    add_matrix(file, group + "/H", five.H, storage);
    return add_vectors(file, group, "/vectors/w", five);
  }
  add_matrix(file, group + "/H", problem.H, storage);
  file.add(group + "/vectors/w", flat(problem.w));
  file.add(group + "/vectors/mu", problem.mu);
}

}  // namespace

void write_fclib(const std::filesystem::path& path, const FclibProblem& problem,
                 FclibStorage storage) {
  const Hdf5Lock lock;
  Writer file;
  const bool rolls = !(problem.local ? problem.local->rolling : problem.global->rolling).empty();
  const std::string group = problem.local ? "fclib_local"
                            : rolls       ? "fclib_global_rolling"
                                          : "fclib_global";
  file.add(group + "/spacedim", std::vector<int>{rolls ? rolling_components : 3});
  if (problem.local)
    add_problem(file, group, *problem.local, problem.equations, storage);
  else
    add_problem(file, group, *problem.global, problem.equations, storage);
  file.add(group + "/info/title", problem.title);
  file.add(group + "/info/description", problem.description);
  file.add(group + "/info/math_info", problem.math_info);
  if (!problem.guesses.empty())
    file.add("guesses/number_of_guesses", std::vector<int>{int(problem.guesses.size())});
  for (std::size_t k = 0; k < problem.guesses.size(); ++k)
    add_state(file, "guesses/" + std::to_string(k + 1), problem.guesses[k], problem.equations,
              rolls);
  if (problem.solution) add_state(file, "solution", *problem.solution, problem.equations, rolls);
  write_whole_file(path, file.image());
}

}  // namespace eulersolid
