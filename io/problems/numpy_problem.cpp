#include "io/problems/numpy_problem.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include "io/printable.h"
#include "io/problems/numpy_archive.h"
#include "io/problems/problem_parts.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

constexpr int max_size = std::numeric_limits<int>::max() / 3;

class ArchiveParts final : public ProblemParts {
 public:
  explicit ArchiveParts(const fs::path& path) : path_(path), arrays_(read_numpy_archive(path)) {
    if (!has("W") && !has("M"))
      fail("has neither W nor M, the matrix of a problem (" + names() + ")");
  }

  bool has(const std::string& name) const override {
    return arrays_.contains(name) || arrays_.contains(name + "_data");
  }
  /// In one row or column, or three numbers to a contact.
  std::vector<double> numbers(const std::string& name) const override {
    const NumpyArray& found = array(name);
    const std::vector<std::size_t>& shape = found.shape;
    if (shape.size() > 2 ||
        (shape.size() == 2 && shape[0] != 1 && shape[1] != 1 && shape[1] != 3 && shape[1] != 5))
      fail(
          fmt::format("{} has the shape ({}), but must be one of numbers in a row, or of three "
                      "or five to a contact",
                      name, fmt::join(shape, ", ")));
    return found.values;
  }
  SparseMatrix matrix(const std::string& name) const override {
    if (arrays_.contains(name)) return dense(name);
    const std::vector<int> shape = whole(name + "_shape", max_size);
    if (shape.size() != 2) fail(name + "_shape must have two numbers");
    const std::vector<double>& value = array(name + "_data").values;
    const bool by_rows = arrays_.contains(name + "_indptr");
    const std::vector<int> column = whole(name + (by_rows ? "_indices" : "_col"), shape[1] - 1),
                           row = by_rows ? rows_of(name, shape[0], value.size())
                                         : whole(name + "_row", shape[0] - 1);
    if (row.size() != value.size() || column.size() != value.size())
      fail(fmt::format("{0}_data has {1} numbers, but there are places of {2} and {3}", name,
                       value.size(), row.size(), column.size()));
    std::vector<MatrixEntry> entries;
    for (std::size_t e = 0; e < value.size(); ++e) entries.push_back({row[e], column[e], value[e]});
    return sparse_matrix(shape[0], shape[1], entries);
  }
  std::string where() const override { return path_.string(); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_.string() + ": " + what);
  }
  std::string names() const {
    std::string all;
    for (const auto& [name, array] : arrays_)
      all += (all.empty() ? "" : ", ") + printable(name, max_shown);
    return all.empty() ? "there are no arrays in it" : "there are " + all;
  }
  const NumpyArray& array(const std::string& name) const {
    const auto found = arrays_.find(name);
    if (found == arrays_.end()) fail("there is no array " + name + " (" + names() + ")");
    if (!found->second.other.empty())
      fail(fmt::format("{} is of type {}, but must hold floating or whole numbers of up to 8 bytes",
                       name, printable(found->second.other, max_shown)));
    return found->second;
  }
  /// Whole numbers between 0 and a largest one.
  std::vector<int> whole(const std::string& name, int largest) const {
    std::vector<int> numbers;
    for (const double value : array(name).values) {
      if (!(value >= 0 && value <= largest && value == double(int(value))))
        fail(fmt::format("{} has a {:.6g}, but must have whole numbers in 0 ... {}", name, value,
                         largest));
      numbers.push_back(int(value));
    }
    return numbers;
  }
  /// Of each element, from where rows start.
  std::vector<int> rows_of(const std::string& name, int rows, std::size_t elements) const {
    const std::vector<int> start = whole(name + "_indptr", int(elements));
    if (start.size() != std::size_t(rows) + 1 || start.front() != 0 ||
        std::size_t(start.back()) != elements)
      fail(fmt::format("{}_indptr must go from 0 to {} in {} numbers", name, elements, rows + 1));
    std::vector<int> row;
    for (int i = 0; i < rows; ++i) {
      const int size = start[std::size_t(i) + 1] - start[std::size_t(i)];
      if (size < 0) fail(name + "_indptr does not ascend");
      row.insert(row.end(), std::size_t(size), i);
    }
    return row;
  }
  SparseMatrix dense(const std::string& name) const {
    const NumpyArray& found = array(name);
    if (found.shape.size() != 2)
      fail(fmt::format("{} has {} dimensions, but must have two", name, found.shape.size()));
    if (found.shape[0] > std::size_t(max_size) || found.shape[1] > std::size_t(max_size))
      fail(name + " has more than 2^31 / 3 rows or columns");
    std::vector<MatrixEntry> entries;
    const std::size_t columns = found.shape[1];
    for (std::size_t k = 0; k < found.values.size(); ++k)
      if (found.values[k] != 0)
        entries.push_back({int(k / columns), int(k % columns), found.values[k]});
    return sparse_matrix(int(found.shape[0]), int(columns), entries);
  }

  const fs::path& path_;
  std::map<std::string, NumpyArray> arrays_;
};

}  // namespace

bool is_numpy_problem(const fs::path& path) { return path.extension() == ".npz"; }

FclibProblem read_numpy_problem(const fs::path& path) {
  FclibProblem problem = problem_of(ArchiveParts(path));
  problem.title = path.stem().string();
  return problem;
}

}  // namespace eulersolid
