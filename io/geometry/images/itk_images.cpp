#include <fmt/format.h>
#include <gdcmTrace.h>
#include <itkGDCMImageIO.h>
#include <itkGDCMSeriesFileNames.h>
#include <itkMetaImageIO.h>
#include <itkNiftiImageIO.h>
#include <itkNrrdImageIO.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "io/geometry/images/image_volume.h"
#include "io/geometry/images/nifti_data.h"
#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

namespace fs = std::filesystem;
using itk::IOComponentEnum;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("{} cannot be read as an image: {}", path, why));
}

/// The reader for files of this name, which is what tells the formats apart.
itk::ImageIOBase::Pointer reader_for(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (char& c : name) c = char(std::tolower(static_cast<unsigned char>(c)));
  const auto ends_with = [&](std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
  };
  if (ends_with({".nii", ".nii.gz", ".hdr", ".img"})) return itk::NiftiImageIO::New().GetPointer();
  if (ends_with({".nrrd", ".nhdr"})) return itk::NrrdImageIO::New().GetPointer();
  if (ends_with({".mha", ".mhd"})) return itk::MetaImageIO::New().GetPointer();
  if (ends_with({".dcm", ".dicom", ".ima"})) return itk::GDCMImageIO::New().GetPointer();
  throw InputError(
      path +
      " is not named like an image: .nii, .nii.gz, .hdr, .nrrd, .nhdr, .mha, .mhd or .dcm; or it "
      "is a folder of a DICOM series");
}

Vec3 axis_of(const itk::ImageIOBase& io, unsigned axis) {
  const std::vector<double> d = io.GetDirection(axis);
  return io.GetSpacing(axis) * Vec3{d[0], d[1], d[2]};
}

/// The image that a header describes, without its values.
ImageVolume described(const itk::ImageIOBase& io, const std::string& path) {
  const unsigned dimensions = io.GetNumberOfDimensions();
  for (unsigned axis = 3; axis < dimensions; ++axis)
    if (io.GetDimensions(axis) != 1)
      refuse(path, fmt::format("it has {} dimensions, but must have 3", dimensions));
  if (dimensions < 3) refuse(path, fmt::format("it has {} dimensions, not 3", dimensions));
  if (io.GetNumberOfComponents() != 1)
    refuse(path, fmt::format("it has {} values for each voxel, but must have one",
                             io.GetNumberOfComponents()));
  double count = 1;
  for (unsigned axis = 0; axis < 3; ++axis) count *= double(io.GetDimensions(axis));
  if (!(count >= 1 && count <= max_voxels))
    refuse(path, fmt::format("it has {} x {} x {} voxels, but may have at most {:.0f} million",
                             io.GetDimensions(0), io.GetDimensions(1), io.GetDimensions(2),
                             max_voxels / 1e6));
  ImageVolume image;
  image.voxels = {int(io.GetDimensions(0)), int(io.GetDimensions(1)), int(io.GetDimensions(2))};
  image.origin = {io.GetOrigin(0), io.GetOrigin(1), io.GetOrigin(2)};
  for (unsigned axis = 0; axis < 3; ++axis) image.steps[axis] = axis_of(io, axis);
  return image;
}

template <class T>
void append_as(const std::vector<char>& bytes, std::vector<float>& values) {
  const T* from = reinterpret_cast<const T*>(bytes.data());
  for (std::size_t n = 0; n < bytes.size() / sizeof(T); ++n) values.push_back(float(from[n]));
}

void append(const std::vector<char>& bytes, IOComponentEnum type, std::vector<float>& values,
            const std::string& path) {
  switch (type) {
    case IOComponentEnum::UCHAR:
      return append_as<unsigned char>(bytes, values);
    case IOComponentEnum::CHAR:
      return append_as<signed char>(bytes, values);
    case IOComponentEnum::USHORT:
      return append_as<unsigned short>(bytes, values);
    case IOComponentEnum::SHORT:
      return append_as<short>(bytes, values);
    case IOComponentEnum::UINT:
      return append_as<unsigned>(bytes, values);
    case IOComponentEnum::INT:
      return append_as<int>(bytes, values);
    case IOComponentEnum::ULONG:
      return append_as<unsigned long>(bytes, values);
    case IOComponentEnum::LONG:
      return append_as<long>(bytes, values);
    case IOComponentEnum::ULONGLONG:
      return append_as<unsigned long long>(bytes, values);
    case IOComponentEnum::LONGLONG:
      return append_as<long long>(bytes, values);
    case IOComponentEnum::FLOAT:
      return append_as<float>(bytes, values);
    case IOComponentEnum::DOUBLE:
      return append_as<double>(bytes, values);
    default:
      refuse(path, "its values are no numbers");
  }
}

/// What libraries print while it lives: of files that are cut some say no more than that.
class Heard {
 public:
  Heard() : out_(std::cout.rdbuf(text_.rdbuf())), err_(std::cerr.rdbuf(text_.rdbuf())) {
    gdcm::Trace::SetWarningStream(text_), gdcm::Trace::WarningOn();
  }
  Heard(const Heard&) = delete;
  Heard& operator=(const Heard&) = delete;
  ~Heard() {
    std::cout.rdbuf(out_), std::cerr.rdbuf(err_);
    gdcm::Trace::SetWarningStream(std::cerr);
  }

  bool that_it_is_cut() const {
    const std::string text = text_.str();
    return text.find("not read completely") != text.npos ||  // MetaIO
           text.find("Incomplete") != text.npos;             // GDCM
  }

 private:
  std::ostringstream text_;
  std::streambuf *out_, *err_;
};

bool is_nifti(const itk::ImageIOBase& io) {
  return dynamic_cast<const itk::NiftiImageIO*>(&io) != nullptr;
}

/// Of a NIfTI file in metres the library has read all when it finds that numbers as small make no
/// matrix; place_nifti() looks at them.
void read_header(itk::ImageIOBase& io, const std::string& path) {
  try {
    io.ReadImageInformation();
  } catch (const itk::ExceptionObject& error) {
    const std::string_view why = error.GetDescription();
    if (why.find("orthonormal") == why.npos || !is_nifti(io) || !has_other_unit(path)) throw;
  }
}

/// Reads a file's header, asks what to make of it, and appends the values to the image it names.
/// @param keep  (image that the header describes) -> where the values go
template <class Keep>
void read_file(itk::ImageIOBase& io, const std::string& path, Keep keep) {
  const Heard heard;
  io.SetFileName(path);
  read_header(io, path);
  std::vector<float>& values = keep(described(io, path));
  itk::ImageIORegion all(io.GetNumberOfDimensions());
  for (unsigned axis = 0; axis < io.GetNumberOfDimensions(); ++axis)
    all.SetSize(axis, io.GetDimensions(axis));
  io.SetIORegion(all);
  std::vector<char> bytes(std::size_t(io.GetImageSizeInBytes()));
  io.Read(bytes.data());
  if (heard.that_it_is_cut()) refuse(path, "it is cut");
  append(bytes, io.GetComponentType(), values, path);
}

void require_place(const ImageVolume& image, const std::string& path) {
  const double size =
      dot(image.steps[0], cross(image.steps[1], image.steps[2]));  // of a voxel [mm^3]
  if (!(std::fabs(size) > 1e-12 && std::fabs(size) < 1e12 && std::isfinite(norm(image.origin))))
    refuse(path, fmt::format("its voxels have a volume of {} mm^3", std::fabs(size)));
}

std::string chosen_series(itk::GDCMSeriesFileNames& names, const std::string& folder,
                          const std::string& wanted) {
  std::vector<std::string> fitting;
  std::string all;
  for (const std::string& series : names.GetSeriesUIDs()) {
    if (series.starts_with(wanted)) fitting.push_back(series);
    all += (all.empty() ? "\"" : ", \"") + printable(series, 64) + '"';
  }
  if (all.empty()) throw InputError(folder + " holds no DICOM series");
  if (fitting.size() == 1) return fitting.front();
  if (wanted.empty())
    throw InputError(printable(
        fmt::format("{} holds several DICOM series; name one as `series`: {}", folder, all), 900));
  throw InputError(
      printable(fmt::format("{} holds {} DICOM series \"{}\"; it holds {}", folder,
                            fitting.empty() ? "no" : "several", printable(wanted, max_shown), all),
                900));
}

/// From each slice to the next, by their origins: where the table moved, also if the gantry was
/// tilted against it.
Vec3 step_between(const std::vector<Vec3>& origins, const std::vector<std::string>& files) {
  std::vector<double> gaps;
  for (std::size_t n = 1; n < origins.size(); ++n)
    gaps.push_back(norm(origins[n] - origins[n - 1]));
  std::vector<double> sorted = gaps;
  std::ranges::sort(sorted);
  const double usual = sorted[sorted.size() / 2];
  for (std::size_t n = 0; n < gaps.size(); ++n)
    if (!(std::fabs(gaps[n] - usual) <= 0.05 * usual) || !(usual > 0))
      throw InputError(
          fmt::format("{} is {:.4g} mm from the slice before it, but others are {:.4g} mm apart: "
                      "slices are missing, twice there, or not evenly spaced",
                      files[n + 1], gaps[n], usual));
  return (1.0 / double(gaps.size())) * (origins.back() - origins.front());
}

ImageVolume load_series(const std::string& folder, const std::string& wanted) {
  const auto names = itk::GDCMSeriesFileNames::New();
  names->SetDirectory(folder);
  const std::vector<std::string> files = names->GetFileNames(chosen_series(*names, folder, wanted));
  if (files.size() < 2) throw InputError(folder + " holds a series of one slice only");
  ImageVolume all;
  std::vector<Vec3> origins;
  for (const std::string& file : files) {
    const auto io = itk::GDCMImageIO::New();
    read_file(*io, file, [&](const ImageVolume& slice) -> std::vector<float>& {
      if (origins.empty()) {
        all = slice;
        all.values.reserve(std::size_t(slice.voxels.count()) * files.size());
      }
      const Cells is = slice.voxels, first = all.voxels;
      if (is.nx != first.nx || is.ny != first.ny || is.nz != 1)
        refuse(file, fmt::format("it has {} x {} x {} voxels, but the first slice of its series "
                                 "{} x {} x {}",
                                 is.nx, is.ny, is.nz, first.nx, first.ny, first.nz));
      if (double(first.nx) * first.ny * double(files.size()) > max_voxels)
        refuse(folder, "it has too many voxels");
      origins.push_back(slice.origin);
      return all.values;
    });
  }
  all.voxels.nz = int(files.size());
  all.steps[2] = step_between(origins, files);
  require_place(all, folder);
  return all;
}

ImageVolume load_file(const std::string& path) {
  const itk::ImageIOBase::Pointer io = reader_for(path);
  ImageVolume image;
  read_file(*io, path, [&](ImageVolume described) -> std::vector<float>& {
    image = std::move(described);
    if (is_nifti(*io) && has_other_unit(path)) place_nifti(path, image);
    require_place(image, path);
    image.values.reserve(std::size_t(image.voxels.count()));
    return image.values;
  });
  if (is_nifti(*io)) check_nifti_data(path, image.values);
  const Cells size = image.voxels;
  if (std::min({size.nx, size.ny, size.nz}) < 2)
    refuse(path, fmt::format("it has {} x {} x {} voxels, but must have two at least along each "
                             "axis (of slices of a DICOM series, name the folder)",
                             size.nx, size.ny, size.nz));
  return image;
}

/// What ITK says, without the name and the address of who says it: its first line, and where that
/// announces a reason, the last.
std::string reason_of(const itk::ExceptionObject& error) {
  std::string text = error.GetDescription();
  if (const std::size_t end = text.find("): "); text.find("ERROR: ") < end && end != text.npos)
    text.erase(0, end + 3);
  while (text.ends_with('\n')) text.pop_back();
  std::string reason = text.substr(0, text.find('\n'));
  if (reason.ends_with(':')) reason += ' ' + text.substr(text.rfind('\n') + 1);
  return printable(reason, max_shown);
}

}  // namespace

bool can_load_images() { return true; }

ImageVolume load_image(const std::string& path, const std::string& series) {
  try {
    return fs::is_directory(path) ? load_series(path, series) : load_file(path);
  } catch (const itk::ExceptionObject& error) {
    refuse(path, reason_of(error));
  }
}

}  // namespace eulersolid
