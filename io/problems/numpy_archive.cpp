#include "io/problems/numpy_archive.h"

#include <fmt/format.h>
#include <minizip/unzip.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;

/// Bytes of one array: what fits in memory beside what is made of it.
constexpr std::uint64_t max_bytes = std::uint64_t(1) << 36;

class Archive {
 public:
  explicit Archive(const fs::path& path) : path_(path), zip_(unzOpen64(path.c_str())) {
    if (zip_ != nullptr) return;
    std::error_code ignored;
    fail(fs::exists(path, ignored) ? "is no NumPy archive (a zip file of arrays)"
                                   : "there is no such file");
  }
  ~Archive() { unzClose(zip_); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_.string() + ": " + what);
  }

  /// Calls visit(name, bytes) for each file in it.
  template <class Visit>
  void for_each(Visit visit) {
    for (int at = unzGoToFirstFile(zip_); at == UNZ_OK; at = unzGoToNextFile(zip_)) {
      char name[512];
      unz_file_info64 info;
      if (unzGetCurrentFileInfo64(zip_, &info, name, sizeof name, nullptr, 0, nullptr, 0) != UNZ_OK)
        fail("the archive is damaged");
      name[sizeof name - 1] = 0;
      visit(std::string(name), bytes(name, info.uncompressed_size));
    }
  }

 private:
  std::string bytes(const char* name, std::uint64_t size) {
    const auto damaged = [&] {
      fail(fmt::format("\"{}\" is damaged", printable(name, max_shown)));
    };
    if (size > max_bytes) damaged();
    if (unzOpenCurrentFile(zip_) != UNZ_OK) damaged();
    std::string all;  // grows with what is there, whatever the size that is told
    std::vector<char> piece(std::size_t(1) << 20);
    while (all.size() <= size) {
      const int got = unzReadCurrentFile(zip_, piece.data(), unsigned(piece.size()));
      if (got < 0) damaged();
      if (got == 0) break;
      all.append(piece.data(), std::size_t(got));
    }
    if (unzCloseCurrentFile(zip_) != UNZ_OK || all.size() != size) damaged();
    return all;
  }

  const fs::path& path_;
  unzFile zip_;
};

/// What stands behind 'key': in the header, a dictionary as Python prints it.
std::string_view entry(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  return rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
}

/// `(3, 4)`, `(5,)` or `()`.
std::optional<std::vector<std::size_t>> shape_of(std::string_view text) {
  if (!text.starts_with('(')) return {};
  std::vector<std::size_t> shape;
  std::size_t number = 0;
  bool digits = false;  // there are some of a number
  for (const char c : text.substr(1)) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + std::size_t(c - '0'), digits = true;
      if (number > max_bytes) return {};
    } else if (c == ',' || c == ')') {
      if (digits) shape.push_back(number);
      number = 0, digits = false;
      if (c == ')') return shape;
    } else if (c != ' ') {
      return {};
    }
  }
  return {};
}

template <class T>
void append(std::string_view data, std::vector<double>& values) {
  for (std::size_t at = 0; at + sizeof(T) <= data.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.data() + at, sizeof(T));
    values.push_back(double(value));
  }
}

using Append = void (*)(std::string_view, std::vector<double>&);

/// @param kind  letter and width, as `f8`
Append append_of(std::string_view kind) {
  if (kind == "f8") return append<double>;
  if (kind == "f4") return append<float>;
  if (kind == "i8") return append<std::int64_t>;
  if (kind == "i4") return append<std::int32_t>;
  if (kind == "i2") return append<std::int16_t>;
  if (kind == "i1") return append<std::int8_t>;
  if (kind == "u8") return append<std::uint64_t>;
  if (kind == "u4") return append<std::uint32_t>;
  if (kind == "u2") return append<std::uint16_t>;
  if (kind == "u1" || kind == "b1") return append<std::uint8_t>;
  return nullptr;
}

/// Columns of a matrix in the order of Fortran become rows.
void transpose(NumpyArray& array) {
  const std::size_t rows = array.shape[0], columns = array.shape[1];
  std::vector<double> values(array.values.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) values[i * columns + j] = array.values[j * rows + i];
  array.values = std::move(values);
}

/// The array in a file of NumPy's format (versions 1 to 3).
/// @param fail  throws
template <class Fail>
NumpyArray array_of(std::string_view bytes, const Fail& fail) {
  if (bytes.size() < 12 || !bytes.starts_with("\x93NUMPY")) fail("is no array");
  const bool first = bytes[6] == 1;
  const auto byte = [&](std::size_t at) { return std::size_t(std::uint8_t(bytes[at])); };
  const std::size_t begin = first ? 10 : 12,
                    length = byte(8) + (byte(9) << 8) +
                             (first ? 0 : (byte(10) << 16) + (byte(11) << 24));
  if (length > bytes.size() - begin) fail("is cut short");
  const std::string_view header = bytes.substr(begin, length), data = bytes.substr(begin + length);
  const std::string_view type = entry(header, "descr");
  const std::optional<std::vector<std::size_t>> shape = shape_of(entry(header, "shape"));
  if (!shape || type.size() < 5) fail("has a header that is none of NumPy's");
  const Append append = append_of(type.substr(2, type.find('\'', 1) - 2));
  if (append == nullptr) return {*shape, {}, std::string(type.substr(0, type.find('\'', 1) + 1))};
  if (type[1] == '>') fail("has its bytes in the order of another machine");
  NumpyArray array;
  array.shape = *shape;
  append(data, array.values);
  std::size_t size = 1;
  for (const std::size_t n : *shape) size = n != 0 && size > max_bytes / n ? max_bytes : size * n;
  if (array.values.size() != size || data.size() % std::max(size, std::size_t(1)) != 0)
    fail("has more or fewer numbers than its shape");
  if (entry(header, "fortran_order").starts_with("True") && shape->size() > 1) {
    if (shape->size() > 2) fail("has more than two dimensions in the order of Fortran");
    transpose(array);
  }
  return array;
}

}  // namespace

std::map<std::string, NumpyArray> read_numpy_archive(const fs::path& path) {
  std::map<std::string, NumpyArray> arrays;
  Archive archive(path);
  archive.for_each([&](std::string name, const std::string& bytes) {
    if (!name.ends_with(".npy")) return;
    name.resize(name.size() - 4);
    const auto fail = [&](const char* what) {
      archive.fail(fmt::format("the array \"{}\" {}", printable(name, max_shown), what));
    };
    arrays.emplace(name, array_of(bytes, fail));
  });
  return arrays;
}

}  // namespace eulersolid
