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
constexpr double max_compression = 1032;

constexpr int deepest = 16;            // groups within groups
constexpr std::size_t most = 2000000;  // names: seven for each body of a checkpoint

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
    add_list(name), add(entry.kind), add(entry.is_written), add(entry.width);
    add_list(entry.sizes), add_list(entry.integers), add_list(entry.numbers);
    add_list(entry.text), add_list(entry.columns);
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
    take_list(name), take(kind), take(is_written), take(entry.width);
    entry.kind = static_cast<Hdf5Entry::Kind>(kind), entry.is_written = is_written != 0;
    take_list(entry.sizes), take_list(entry.integers), take_list(entry.numbers);
    take_list(entry.text), take_list(entry.columns);
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
    entry.sizes = sizes_of(space);
    if (count < 0 || double(count) != product(entry.sizes)) {
      entry.text = name + " is no array";
      return;
    }
    const std::size_t width = entry.width = H5Tget_size(type);
    entry.columns = columns_of(set);
    const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
    const bool is_elsewhere = H5Pget_external_count(creation) != 0;
    if (is_elsewhere || double(count) * double(width) > max_compression * double(stored)) {
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
    const bool has_sign = H5Tget_sign(type) != H5T_SGN_NONE;
    if (given == H5T_INTEGER)
      take(Kind::integers, has_sign ? H5T_NATIVE_LLONG : H5T_NATIVE_ULLONG, entry.integers,
           std::size_t(count));
    else if (given == H5T_FLOAT)
      take(Kind::numbers, H5T_NATIVE_DOUBLE, entry.numbers, std::size_t(count));
    else if (given == H5T_STRING && H5Tis_variable_str(type) == 0 && count == 1)
      take(Kind::text, type, entry.text, width);
    else
      entry.text = name + " does not hold numbers of its kind";
  }

  static std::vector<std::size_t> sizes_of(const Hdf5Handle& space) {
    const int dimensions = H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> sizes(dimensions > 0 ? std::size_t(dimensions) : 0);
    if (!sizes.empty()) H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    return {sizes.begin(), sizes.end()};
  }
  static double product(const std::vector<std::size_t>& sizes) {
    double product = 1;
    for (const std::size_t size : sizes) product *= double(size);
    return product;
  }
  static std::string columns_of(const Hdf5Handle& set) {
    constexpr std::size_t longest = 1 << 16;
    const Hdf5Handle attribute(H5Aopen(set, hdf5_columns, H5P_DEFAULT), H5Aclose);
    if (attribute.failed()) return "";
    const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
    const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
        H5Sget_simple_extent_npoints(space) != 1 || H5Tget_size(type) > longest)
      return "";
    std::string text(H5Tget_size(type), '\0');
    return H5Aread(attribute, type, text.data()) >= 0 ? text : "";
  }

  Sender& sender_;
  std::size_t count_ = 0;
};

/// @param opened  on the disk, or under a name that there is only in memory, where `access` says so
std::string everything_in(const fs::path& path, const char* opened, const Hdf5Handle& access) {
  const Hdf5Handle file(H5Fopen(opened, H5F_ACC_RDONLY, access), H5Fclose);
  if (file.failed())
    throw InputError(path.string() + ": it is cut or damaged: HDF5 cannot open it");
  Sender sender;
  Walk(sender).group(file, "", 0);
  return sender.take();
}

std::string everything_in_file(const fs::path& path) {
  if (H5Fis_hdf5(path.c_str()) <= 0) throw InputError(path.string() + ": it is no HDF5 file");
  return everything_in(path, path.c_str(), Hdf5Handle(H5Pcreate(H5P_FILE_ACCESS), H5Pclose));
}

std::string everything_in_image(const fs::path& path, std::string image) {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth = 1 << 20;  // which does not happen
  if (image.empty() || H5Pset_fapl_core(access, growth, false) < 0 ||
      H5Pset_file_image(access, image.data(), image.size()) < 0)
    throw InputError(path.string() + ": it is no HDF5 file");
  return everything_in(path, "image", access);
}

std::map<std::string, Hdf5Entry> received(const std::string& sent, const fs::path& path) {
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

}  // namespace

std::map<std::string, Hdf5Entry> hdf5_contents(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InputError(path.string() +
                     (fs::exists(path, error) ? ": it is no file" : ": there is no such file"));
  const Hdf5Lock lock;
  return received(work_in_child(
                      path.string(), [&] { return everything_in_file(path); },
                      limits_of_file(path.string(), 4)),
                  path);
}

std::map<std::string, Hdf5Entry> hdf5_contents(const fs::path& path, const std::string& image) {
  const Hdf5Lock lock;
  return received(work_in_child(
                      path.string(), [&] { return everything_in_image(path, image); },
                      limits_of_file(path.string(), 4)),
                  path);
}

}  // namespace eulersolid
