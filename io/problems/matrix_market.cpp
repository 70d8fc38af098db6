#include "io/problems/matrix_market.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

#include "io/text_file.h"

namespace eulersolid {

namespace {

constexpr long long max_rows = std::numeric_limits<int>::max();

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t from = line.find_first_not_of(blanks);
    if (from == std::string_view::npos) return words;
    line.remove_prefix(from);
    const std::size_t length = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if ('A' <= c && c <= 'Z') c = char(c - 'A' + 'a');
  return result;
}

/// Reads the parts of one Matrix Market file, each checked.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : file_(path) {}

  /// The first line; returns the symmetry.
  std::string banner(const std::string& format, const std::vector<std::string>& symmetries) {
    std::string line;
    file_.next(line);
    std::vector<std::string> words;
    for (const std::string_view word : words_of(line)) words.push_back(lower_case(word));
    if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix")
      file_.fail(
          "a Matrix Market file begins with \"%%MatrixMarket matrix FORMAT FIELD SYMMETRY\"");
    one_of("format", words[2], {format});
    one_of("field", words[3], {"real", "integer"});
    one_of("symmetry", words[4], symmetries);
    return words[4];
  }

  /// The words of the next line that is neither empty nor a comment; none at the end of the file.
  std::span<const std::string_view> next(std::size_t count, const std::string& what) {
    while (file_.next(line_)) {
      if (line_.starts_with('%')) continue;
      words_ = words_of(line_);
      if (words_.empty()) continue;
      if (words_.size() != count) file_.fail(fmt::format("\"{}\" is not {}", shown(line_), what));
      return words_;
    }
    return {};
  }

  long long whole(std::string_view word, const char* what, long long low, long long high) {
    long long value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size())
      file_.fail(fmt::format("{} is \"{}\", but must be a whole number", what, shown(word)));
    if (error != std::errc() || value < low || value > high)
      file_.fail(
          fmt::format("{} is {}, but must lie between {} and {}", what, shown(word), low, high));
    return value;
  }

  double number(std::string_view word, Infinite infinite) {
    double value = 0;
    std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size())
      file_.fail(fmt::format("\"{}\" is not a number", shown(word)));
    const bool infinite_here = std::isinf(value) && infinite == Infinite::allowed;
    if (error != std::errc() || !(std::isfinite(value) || infinite_here))
      file_.fail(fmt::format("{} is not a finite number that a double holds", shown(word)));
    return value;
  }

  [[noreturn]] void fail(const std::string& message) const { file_.fail(message); }
  [[noreturn]] void fail(const std::string& message, long line) const { file_.fail(message, line); }
  long line() const { return file_.line(); }

 private:
  static std::string shown(std::string_view text) {
    constexpr std::size_t most = 40;
    return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
  }
  void one_of(const char* what, const std::string& word, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), word) == known.end())
      file_.fail(fmt::format("the {} is \"{}\", but must be {}", what, shown(word),
                             fmt::join(known, " or ")));
  }

  TextFile file_;
  std::string line_;
  std::vector<std::string_view> words_;
};

/// An element as the file gives it, and where.
struct Given {
  SparseSymmetric::Entry entry;
  bool above;  ///< the diagonal
  long line;
};

std::vector<Given> read_entries(Reader& reader, int order, long long count) {
  std::vector<Given> given;
  given.reserve(std::size_t(std::min(count, 1LL << 24)));  // a count is only a claim
  for (long long k = 0; k < count; ++k) {
    const auto words = reader.next(3, "an element: row, column and value");
    if (words.empty()) reader.fail(fmt::format("the file ends after {} of {} elements", k, count));
    const int i = int(reader.whole(words[0], "the row", 1, order)) - 1;
    const int j = int(reader.whole(words[1], "the column", 1, order)) - 1;
    const double value = reader.number(words[2], Infinite::refused);
    given.push_back({{std::max(i, j), std::min(i, j), value}, i < j, reader.line()});
  }
  if (!reader.next(3, "an element: row, column and value").empty())
    reader.fail(fmt::format("there are more than the {} elements announced", count));
  return given;
}

std::string place(const Given& g) {
  const int i = g.entry.row + 1, j = g.entry.column + 1;
  return g.above ? fmt::format("({}, {})", j, i) : fmt::format("({}, {})", i, j);
}

/// Is `b`, the next in order, the same element as `a`, or its mirror image?
bool same_element(const Given& a, const Given& b) {
  return a.entry.row == b.entry.row && a.entry.column == b.entry.column;
}

/// No element twice; in a general matrix the two mirror images are two elements.
void refuse_duplicates(const Reader& reader, const std::vector<Given>& given, bool general) {
  for (std::size_t k = 1; k < given.size(); ++k) {
    const Given &a = given[k - 1], &b = given[k];
    if (!same_element(a, b) || (general && a.above != b.above)) continue;
    const auto [first, second] = std::minmax(a.line, b.line);
    reader.fail(fmt::format("element {} is also given in line {}", place(b), first), second);
  }
}

/// The lower triangle. Of a general matrix both halves are there, unless they are zero.
std::vector<SparseSymmetric::Entry> lower_triangle(const Reader& reader,
                                                   const std::vector<Given>& given, bool general) {
  std::vector<SparseSymmetric::Entry> lower;
  lower.reserve(given.size());
  for (std::size_t k = 0; k < given.size(); ++k) {
    const Given& g = given[k];
    lower.push_back(g.entry);
    if (!general || g.entry.row == g.entry.column) continue;
    const bool both = k + 1 < given.size() && same_element(g, given[k + 1]);
    const double mirrored = both ? given[k + 1].entry.value : 0;
    if (mirrored != g.entry.value)
      reader.fail(
          fmt::format("the matrix is not symmetric: element {} is {}, but its mirror image {}",
                      place(g), g.entry.value, mirrored),
          g.line);
    if (both) ++k;
  }
  return lower;
}

}  // namespace

SparseSymmetric read_symmetric_matrix(const std::filesystem::path& path) {
  Reader reader(path);
  const bool general = reader.banner("coordinate", {"symmetric", "general"}) == "general";
  const auto sizes = reader.next(3, "the numbers of rows, columns and elements");
  if (sizes.empty()) reader.fail("the file ends before its sizes");
  SparseSymmetric matrix;
  matrix.order = int(reader.whole(sizes[0], "the number of rows", 1, max_rows));
  const long long columns = reader.whole(sizes[1], "the number of columns", 1, max_rows);
  const long long order = matrix.order;
  const long long count = reader.whole(sizes[2], "the number of elements", 0, order * order);
  if (columns != order)
    reader.fail(fmt::format("the matrix is {} x {}, but must be square", order, columns));
  std::vector<Given> given = read_entries(reader, matrix.order, count);
  std::sort(given.begin(), given.end(), [](const Given& a, const Given& b) {
    return std::tuple(a.entry.row, a.entry.column, a.above, a.line) <
           std::tuple(b.entry.row, b.entry.column, b.above, b.line);
  });
  refuse_duplicates(reader, given, general);
  matrix.entries = lower_triangle(reader, given, general);
  return matrix;
}

SparseMatrix read_matrix(const std::filesystem::path& path) {
  Reader reader(path);
  const bool symmetric = reader.banner("coordinate", {"symmetric", "general"}) == "symmetric";
  const auto sizes = reader.next(3, "the numbers of rows, columns and elements");
  if (sizes.empty()) reader.fail("the file ends before its sizes");
  const int rows = int(reader.whole(sizes[0], "the number of rows", 1, max_rows));
  const int columns = int(reader.whole(sizes[1], "the number of columns", 1, max_rows));
  const long long most = 1LL * rows * columns;
  const long long count = reader.whole(sizes[2], "the number of elements", 0, most);
  std::vector<MatrixEntry> entries;
  for (long long k = 0; k < count; ++k) {
    const auto words = reader.next(3, "an element: row, column and value");
    if (words.empty()) reader.fail(fmt::format("the file ends after {} of {} elements", k, count));
    const int i = int(reader.whole(words[0], "the row", 1, rows)) - 1;
    const int j = int(reader.whole(words[1], "the column", 1, columns)) - 1;
    entries.push_back({i, j, reader.number(words[2], Infinite::refused)});
    if (symmetric && i != j) entries.push_back({j, i, entries.back().value});
  }
  if (!reader.next(3, "an element: row, column and value").empty())
    reader.fail(fmt::format("there are more than the {} elements announced", count));
  SparseMatrix matrix = sparse_matrix(rows, columns, entries);
  if (matrix.elements() != entries.size()) reader.fail("an element is given twice");
  return matrix;
}

std::vector<double> read_vector(const std::filesystem::path& path, Infinite infinite) {
  Reader reader(path);
  reader.banner("array", {"general"});
  const auto sizes = reader.next(2, "the numbers of rows and columns");
  if (sizes.empty()) reader.fail("the file ends before its sizes");
  const long long rows = reader.whole(sizes[0], "the number of rows", 1, max_rows);
  reader.whole(sizes[1], "the number of columns", 1, 1);
  std::vector<double> values;
  values.reserve(std::size_t(std::min(rows, 1LL << 24)));
  for (long long k = 0; k < rows; ++k) {
    const auto words = reader.next(1, "one number");
    if (words.empty()) reader.fail(fmt::format("the file ends after {} of {} numbers", k, rows));
    values.push_back(reader.number(words[0], infinite));
  }
  if (!reader.next(1, "one number").empty())
    reader.fail(fmt::format("there are more than the {} numbers announced", rows));
  return values;
}

}  // namespace eulersolid
