#include "io/archive.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "io/hdf5_contents.h"
#include "io/hdf5_handle.h"
#include "io/output_file.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

void require(bool done) {
  if (!done) throw DeviceError("HDF5 could not put an archive together; is there memory left?");
}

constexpr const char* memory_name = "archive";  // of a file that is nowhere else

/// A file in memory, that HDF5 never writes to the disk itself: a disk that is full would leave it
/// with data that it can neither write nor drop.
Hdf5Handle in_memory() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  constexpr std::size_t growth = 1 << 22;
  require(H5Pset_fapl_core(access, growth, false) >= 0);
  return access;
}

/// What follows the HDF5 file: a mark, its size, and the checksum of both and of the file, so that
/// no byte can change unseen.
constexpr std::string_view mark = "ESarchiv";
constexpr std::size_t trailer_size = mark.size() + sizeof(std::uint64_t) + sizeof(std::uint32_t);

template <class T>
void append(std::string& bytes, T value) {
  std::array<char, sizeof value> raw;
  std::memcpy(raw.data(), &value, sizeof value);
  bytes.append(raw.data(), raw.size());
}

/// Takes the trailer off; false where it does not fit what is before it.
bool take_trailer(std::string& image) {
  if (image.size() < trailer_size) return false;
  const std::size_t size = image.size() - trailer_size;
  std::uint64_t said = 0;
  std::uint32_t sum = 0;
  std::memcpy(&said, image.data() + size + mark.size(), sizeof said);
  std::memcpy(&sum, image.data() + image.size() - sizeof sum, sizeof sum);
  if (std::string_view(image).substr(size, mark.size()) != mark || said != size) return false;
  if (sum != crc32_of(std::string_view(image).substr(0, image.size() - sizeof sum))) return false;
  image.resize(size);
  return true;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof())
    throw std::system_error(errno, std::generic_category(), "cannot read " + path.string());
  return content;
}

Hdf5Handle text_type(std::size_t size) {
  Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, size > 0 ? size : 1);
  return type;
}

}  // namespace

void seal_archive(std::string& image) {
  const std::uint64_t size = image.size();
  image.append(mark);
  append(image, size);
  append(image, crc32_of(image));
}

struct ArchiveWriter::File {
  Hdf5Lock lock;
  Hdf5Handle access = in_memory();
  Hdf5Handle file{H5Fcreate(memory_name, H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
  Hdf5Handle links{H5Pcreate(H5P_LINK_CREATE), H5Pclose};
  Hdf5Handle creation{H5Pcreate(H5P_DATASET_CREATE), H5Pclose};

  File() {
    require(!file.failed() && H5Pset_create_intermediate_group(links, 1) >= 0);
    H5Pset_obj_track_times(creation, false);  // the same state, the same bytes
  }

  Hdf5Handle dataset(std::string_view name, hid_t type, hid_t space) {
    Hdf5Handle set(
        H5Dcreate2(file, std::string(name).c_str(), type, space, links, creation, H5P_DEFAULT),
        H5Dclose);
    require(!set.failed());
    return set;
  }
  template <class T>
  void add_list(std::string_view name, hid_t type, const std::vector<T>& values) {
    const hsize_t size = values.size();
    const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Hdf5Handle set = dataset(name, type, space);
    require(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
  }
};

ArchiveWriter::ArchiveWriter() : file_(std::make_unique<File>()) {}
ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::add(std::string_view name, const double* values, std::size_t rows,
                        std::size_t width, std::string_view labels) {
  const hsize_t size[] = {rows, width};
  const Hdf5Handle space(H5Screate_simple(2, size, nullptr), H5Sclose);
  const Hdf5Handle set = file_->dataset(name, H5T_NATIVE_DOUBLE, space);
  require(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  if (labels.empty()) return;
  const Hdf5Handle scalar(H5Screate(H5S_SCALAR), H5Sclose), type = text_type(labels.size());
  const Hdf5Handle attribute(H5Acreate2(set, hdf5_columns, type, scalar, H5P_DEFAULT, H5P_DEFAULT),
                             H5Aclose);
  require(!attribute.failed() && H5Awrite(attribute, type, labels.data()) >= 0);
}

void ArchiveWriter::add(std::string_view name, const std::vector<std::int8_t>& values) {
  file_->add_list(name, H5T_NATIVE_INT8, values);
}

void ArchiveWriter::add(std::string_view name, const std::vector<std::uint64_t>& values) {
  file_->add_list(name, H5T_NATIVE_UINT64, values);
}

void ArchiveWriter::add(std::string_view name, const std::string& text) {
  file_->add_list(name, H5T_NATIVE_UINT8, std::vector<std::uint8_t>(text.begin(), text.end()));
}

void ArchiveWriter::write(const fs::path& path) {
  require(H5Fflush(file_->file, H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(file_->file, nullptr, 0);
  require(size > 0);
  std::string image;
  image.reserve(std::size_t(size) + trailer_size);
  image.resize(std::size_t(size));
  require(H5Fget_file_image(file_->file, image.data(), image.size()) == size);
  file_.reset();  // as large again
  seal_archive(image);
  write_whole_file(path, image, Sync::yes);
}

struct ArchiveReader::File {
  using Kind = Hdf5Entry::Kind;

  fs::path path;
  std::map<std::string, Hdf5Entry> contents;

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(path.string() + ": " + what);
  }
  const Hdf5Entry& entry(std::string_view name, Kind kind, std::size_t width,
                         std::size_t dimensions) const {
    const std::string text(name);
    const auto found = contents.find(text);
    if (found == contents.end())
      refuse("it holds no \"" + text + "\"; was it written by another program?");
    const Hdf5Entry& entry = found->second;
    if (entry.kind == Kind::other && !entry.text.empty()) refuse(entry.text);
    if (entry.kind != kind || entry.width != width || entry.sizes.size() != dimensions)
      refuse("\"" + text + "\" is no array of the kind that is expected");
    return entry;
  }
  template <class T>
  std::vector<T> list(std::string_view name) const {
    const Hdf5Entry& found = entry(name, Kind::integers, sizeof(T), 1);
    std::vector<T> values;
    values.reserve(found.integers.size());
    for (const long long value : found.integers) values.push_back(static_cast<T>(value));
    return values;
  }
};

ArchiveReader::ArchiveReader(const fs::path& path) {
  std::string content = content_of(path);
  if (!take_trailer(content))
    throw InputError(path.string() + " is cut or damaged: its checksum does not fit what it holds");
  file_ = std::make_unique<File>(File{path, hdf5_contents(path, content)});
}
ArchiveReader::~ArchiveReader() = default;

void ArchiveReader::refuse(const std::string& what) const { file_->refuse(what); }

std::vector<double> ArchiveReader::numbers(std::string_view name, std::size_t width,
                                           std::string_view labels) const {
  const Hdf5Entry& entry = file_->entry(name, Hdf5Entry::Kind::numbers, sizeof(double), 2);
  if (entry.sizes[1] != width || entry.columns != labels)
    refuse("the numbers of \"" + std::string(name) + "\" are not those that are expected");
  return entry.numbers;
}

std::vector<std::int8_t> ArchiveReader::bytes(std::string_view name) const {
  return file_->list<std::int8_t>(name);
}

std::vector<std::uint64_t> ArchiveReader::keys(std::string_view name) const {
  return file_->list<std::uint64_t>(name);
}

std::string ArchiveReader::text(std::string_view name) const {
  const std::vector<std::uint8_t> bytes = file_->list<std::uint8_t>(name);
  return {bytes.begin(), bytes.end()};
}

}  // namespace eulersolid
