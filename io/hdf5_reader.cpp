#include "io/hdf5_reader.h"

#include <limits>
#include <system_error>

#include "io/hdf5_handle.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// Deflate makes at most 1032 bytes of one: an array of more was never written.
constexpr double most_compression = 1032;

}  // namespace

struct Hdf5Reader::File {
  fs::path path;
  Hdf5Handle file;

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(path.string() + ": " + what);
  }
  Hdf5Handle dataset(const std::string& name) const {
    Hdf5Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (set.failed()) refuse("it holds no " + name);
    return set;
  }
  /// How many elements it has, all of which the file holds.
  std::size_t size(const std::string& name, const Hdf5Handle& set) const {
    const Hdf5Handle space(H5Dget_space(set), H5Sclose), type(H5Dget_type(set), H5Tclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count < 0) refuse(name + " is no array");
    const double stored = static_cast<double>(H5Dget_storage_size(set));
    if (static_cast<double>(count) * static_cast<double>(H5Tget_size(type)) >
        most_compression * stored)
      refuse(name + " claims more numbers than the file holds");
    return std::size_t(count);
  }
  template <class T>
  std::vector<T> list(const std::string& name, H5T_class_t kind, hid_t type) const {
    const Hdf5Handle set = dataset(name), stored(H5Dget_type(set), H5Tclose);
    const H5T_class_t given = H5Tget_class(stored);
    if (given != kind && given != H5T_INTEGER) refuse(name + " does not hold numbers of its kind");
    std::vector<T> values(size(name, set));
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      refuse(name + " cannot be read");
    return values;
  }
};

Hdf5Reader::Hdf5Reader(const fs::path& path) {
  silence_hdf5();
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw InputError(path.string() + ": there is no such file");
  if (H5Fis_hdf5(path.c_str()) <= 0) throw InputError(path.string() + ": it is no HDF5 file");
  file_ = std::make_unique<File>(
      File{path, Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose)});
  if (file_->file.failed()) refuse("it is cut or damaged: HDF5 cannot open it");
}
Hdf5Reader::~Hdf5Reader() = default;

void Hdf5Reader::refuse(const std::string& what) const { file_->refuse(what); }

bool Hdf5Reader::has(const std::string& name) const {
  for (std::size_t end = name.find('/');; end = name.find('/', end + 1)) {
    if (H5Lexists(file_->file, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

bool Hdf5Reader::is_written(const std::string& name) const {
  return has(name) && H5Dget_storage_size(file_->dataset(name)) > 0;
}

std::vector<int> Hdf5Reader::integers(const std::string& name) const {
  const auto wide = file_->list<long long>(name, H5T_INTEGER, H5T_NATIVE_LLONG);
  std::vector<int> values;
  values.reserve(wide.size());
  for (const long long value : wide) {
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
      refuse(name + " holds " + std::to_string(value) + ", which is out of range");
    values.push_back(int(value));
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(const std::string& name) const {
  return file_->list<double>(name, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}

int Hdf5Reader::integer(const std::string& name) const {
  const std::vector<int> values = integers(name);
  if (values.size() != 1) refuse(name + " is not one number");
  return values[0];
}

std::string Hdf5Reader::text(const std::string& name) const {
  if (!has(name)) return "";
  const Hdf5Handle set = file_->dataset(name), type(H5Dget_type(set), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      file_->size(name, set) != 1)
    return "";
  std::string text(H5Tget_size(type), '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) return "";
  return text.substr(0, text.find('\0'));
}

}  // namespace eulersolid
