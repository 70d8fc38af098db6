#include "io/hdf5_contents.h"

#include <array>
#include <cstring>
#include <string_view>

#include "io/child_work.h"
#include "io/hdf5_handle.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// Deflate makes at most 1032 bytes of one: an array of more was never written.
constexpr double most_compression = 1032;

constexpr int deepest = 16;           // groups within groups
constexpr std::size_t most = 100000;  // names

/// Numbers, lists and texts one after the other, as the child sends them.
class Sender {
 public:
  template <class T>
  void add(const T& value) {
    std::array<char, sizeof value> raw;
    std::memcpy(raw.data(), &value, sizeof value);
    bytes_.append(raw.data(), raw.size());
  }
  template <class List>
  void add_list(const List& values) {
    add(values.size());
    if (!values.empty())
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
  }
  void add(const std::string& name, const Hdf5Entry& entry) {
    add_list(name), add(entry.kind), add(entry.is_written);
    add_list(entry.integers), add_list(entry.numbers), add_list(entry.text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// What a child sends may be anything, too: it may have been overwritten by what it read.
class Receiver {
 public:
  Receiver(std::string_view bytes, const fs::path& path) : bytes_(bytes), path_(path) {}

  bool at_end() const { return bytes_.empty(); }
  template <class T>
  void take(T& value) {
    take(&value, sizeof value);
  }
  template <class List>
  void take_list(List& values) {
    std::size_t count = 0;
    take(count);
    if (count > bytes_.size() / sizeof values[0]) refuse();
    values.resize(count);
    take(values.data(), count * sizeof values[0]);
  }
  void take(std::string& name, Hdf5Entry& entry) {
    char kind = 0, is_written = 0;
    take_list(name), take(kind), take(is_written);
    entry.kind = static_cast<Hdf5Entry::Kind>(kind), entry.is_written = is_written != 0;
    take_list(entry.integers), take_list(entry.numbers), take_list(entry.text);
  }

 private:
  void take(void* to, std::size_t size) {
    if (size > bytes_.size()) refuse();
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  [[noreturn]] void refuse() const {
    throw InputError(path_.string() + " cannot be read; it is damaged");
  }

  std::string_view bytes_;
  const fs::path& path_;
};

/// In the child: goes through the groups of a file.
class Walk {
 public:
  explicit Walk(Sender& sender) : sender_(sender) {}

  void group(const Hdf5Handle& at, const std::string& name, int depth) {
    H5G_info_t info{};
    if (H5Gget_info(at, &info) < 0) return;
    for (hsize_t n = 0; n < info.nlinks && count_ < most; ++n) {
      std::array<char, 256> link{};
      const ssize_t length = H5Lget_name_by_idx(at, ".", H5_INDEX_NAME, H5_ITER_INC, n, link.data(),
                                                link.size(), H5P_DEFAULT);
      if (length <= 0 || length >= ssize_t(link.size())) continue;
      H5L_info_t kind{};
      if (H5Lget_info(at, link.data(), &kind, H5P_DEFAULT) < 0 || kind.type != H5L_TYPE_HARD)
        continue;
      object(at, link.data(), name + link.data(), depth);
    }
  }

 private:
  void object(const Hdf5Handle& at, const char* link, const std::string& name, int depth) {
    ++count_;
    const Hdf5Handle object(H5Oopen(at, link, H5P_DEFAULT), H5Oclose);
    if (object.failed()) return;
    const H5I_type_t type = H5Iget_type(object);
    Hdf5Entry entry;
    if (type == H5I_GROUP) entry.kind = Hdf5Entry::Kind::group;
    if (type == H5I_DATASET) read(object, name, entry);
    sender_.add(name, entry);
    if (type == H5I_GROUP && depth < deepest) group(object, name + "/", depth + 1);
  }

  static void read(const Hdf5Handle& set, const std::string& name, Hdf5Entry& entry) {
    using Kind = Hdf5Entry::Kind;
    const Hdf5Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
    const hsize_t stored = H5Dget_storage_size(set);
    entry.is_written = stored > 0;
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count < 0) {
      entry.text = name + " is no array";
      return;
    }
    const std::size_t width = H5Tget_size(type);
    if (double(count) * double(width) > most_compression * double(stored)) {
      entry.text = name + " claims more numbers than the file holds";
      return;
    }
    const auto take = [&](Kind kind, hid_t as, auto& values, std::size_t size) {
      values.resize(size);
      entry.kind = kind;
      if (H5Dread(set, as, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0) return;
      entry = {};
      entry.text = name + " cannot be read";
    };
    const H5T_class_t given = H5Tget_class(type);
    if (given == H5T_INTEGER)
      take(Kind::integers, H5T_NATIVE_LLONG, entry.integers, std::size_t(count));
    else if (given == H5T_FLOAT)
      take(Kind::numbers, H5T_NATIVE_DOUBLE, entry.numbers, std::size_t(count));
    else if (given == H5T_STRING && H5Tis_variable_str(type) == 0 && count == 1)
      take(Kind::text, type, entry.text, width);
    else
      entry.text = name + " does not hold numbers of its kind";
  }

  Sender& sender_;
  std::size_t count_ = 0;
};

std::string everything_in(const fs::path& path) {
  silence_hdf5();
  if (H5Fis_hdf5(path.c_str()) <= 0) throw InputError(path.string() + ": it is no HDF5 file");
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (file.failed())
    throw InputError(path.string() + ": it is cut or damaged: HDF5 cannot open it");
  Sender sender;
  Walk(sender).group(file, "", 0);
  return sender.take();
}

}  // namespace

std::map<std::string, Hdf5Entry> hdf5_contents(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InputError(path.string() + ": there is no such file");
  const std::string sent = work_in_child(
      path.string(), [&] { return everything_in(path); }, limits_of_file(path.string(), 4));
  std::map<std::string, Hdf5Entry> contents;
  Receiver receiver(sent, path);
  while (!receiver.at_end()) {
    std::string name;
    Hdf5Entry entry;
    receiver.take(name, entry);
    contents.insert_or_assign(std::move(name), std::move(entry));
  }
  return contents;
}

}  // namespace eulersolid
