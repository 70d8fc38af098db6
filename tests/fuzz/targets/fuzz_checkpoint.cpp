#include <hdf5.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "io/archive.h"
#include "io/hdf5_handle.h"
#include "io/scene/read_scene.h"
#include "kernels/core/threads.h"
#include "src/run/checkpoint_folder.h"
#include "src/run/run_loop.h"
#include "src/simulation/simulation.h"
#include "tests/fuzz/targets/target.h"

/// A checkpoint whose bytes and values were changed and whose checksum fits again: it is refused,
/// or the run goes on from it for a step, or fails as a run may.
///
/// An input is a list of changes of 16 bytes each: kind, array, value, nothing, 4 bytes of a place,
/// 8 of a value.

namespace eulersolid {
namespace {

/// A ball in contact with a plane, so that there is something of everything.
constexpr std::string_view scene_text = R"(
time = { duration = 0.1, cfl = 0.5 }
grid = { origin = [0, 0, 0], size = [1, 1, 1], cell_size = 0.1 }
gravity = [0, 0, -9.81]
[[body]]
name = "ball"
shape = "sphere"
centre = [0.5, 0.5, 0.43]
radius = 0.2
velocity = [0.1, 0, -1]
material = { density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.3, viscosity = 0.1 }
[[obstacle]]
shape = "plane"
point = [0, 0, 0.24]
normal = [0, 0, 1]
)";

/// Where the values of an array are in a file.
struct Array {
  std::size_t start = 0, count = 0, width = 0;
};

herr_t note_array(hid_t file, const char* name, const H5O_info_t* info, void* arrays) {
  if (info->type != H5O_TYPE_DATASET) return 0;
  const Hdf5Handle set(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  const std::size_t width = H5Tget_size(type), bytes = H5Dget_storage_size(set);
  if (bytes > 0)
    static_cast<std::vector<Array>*>(arrays)->push_back({H5Dget_offset(set), bytes / width, width});
  return 0;
}

class Base {
 public:
  Base() : scene(parse_scene(scene_text, "scene.toml")) {
    set_threads(1);  // OpenMP's do not survive a fork
    const auto simulation = make_simulation(Backend::cpu, scene);
    while (simulation->time() < 0.03)
      checkpoint_.sums.steps.step = simulation->advance(first_step(*simulation, scene)).step;
    checkpoint_.simulation = simulation->state();
    const std::string path =
        (std::filesystem::temp_directory_path() / ("fuzz" + std::to_string(::getpid()))).string();
    write_checkpoint(path, checkpoint_);
    std::ifstream file(path, std::ios::binary);
    image_.assign(std::istreambuf_iterator<char>(file), {});
    find_places(path);
    std::filesystem::remove(path);
  }

  std::string changed(const std::uint8_t* data, std::size_t size) const {
    constexpr std::size_t length = 16, most = 64;
    std::string changed = image_;
    for (std::size_t n = 0; n < most && size >= length; ++n, data += length, size -= length)
      change(changed, data);
    seal_archive(changed);
    return changed;
  }

  const Scene scene;

 private:
  void find_places(const std::string& path) {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    hsize_t size = 0;
    H5Fget_filesize(file, &size);
    H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, note_array, &arrays_);
    // The trailer goes, which is made anew.
    constexpr std::size_t trailer = 20;
    image_.resize(image_.size() - trailer);
    std::vector<bool> is_value(image_.size());
    for (const Array& array : arrays_)
      for (std::size_t n = 0; n < array.count * array.width; ++n) is_value[array.start + n] = true;
    for (std::size_t n = 0; n < is_value.size(); ++n)
      if (!is_value[n]) structure_.push_back(n);
    if (arrays_.size() < 12 || structure_.empty()) std::abort();
  }

  void change(std::string& image, const std::uint8_t* record) const {
    std::uint32_t place = 0;
    std::memcpy(&place, record + 4, sizeof place);
    if (record[0] % 4 == 0) {
      image[structure_[place % structure_.size()]] = char(record[8]);
      return;
    }
    const Array& array = arrays_[record[1] % arrays_.size()];
    char* at = image.data() + array.start + place % array.count * array.width;
    if (array.width == sizeof(double) && record[0] % 4 == 1) {
      double value = 0;
      std::memcpy(&value, at, sizeof value);
      value = other_value(value, record[2]);
      std::memcpy(at, &value, sizeof value);
    } else {
      std::memcpy(at, record + 8, std::min<std::size_t>(array.width, 8));
    }
  }

  static double other_value(double value, int which) {
    const double others[] = {
        0,      -value, 2 * value, value + 1, value - 1, 1e300, -1e300,       1e18,
        1e-300, 1e9,    -1,        1e5,       INFINITY,  NAN,   2147483647.0, value * (1 + 1e-9)};
    return others[std::size_t(which) % std::size(others)];
  }

  Checkpoint checkpoint_;
  std::string image_;
  std::vector<Array> arrays_;
  std::vector<std::size_t> structure_;  ///< bytes that are no values
};

const Base& base() {
  static const Base base;
  return base;
}

void go_on(const Checkpoint& checkpoint) {
  const Scene& scene = base().scene;
  const auto simulation = make_simulation(Backend::cpu, scene);
  require_possible(checkpoint, scene);
  simulation->set_state(checkpoint.simulation);
  try {
    simulation->advance(first_step(*simulation, scene));
    simulation->contacts();
  } catch (const SimulationError&) {
  }
}

}  // namespace
}  // namespace eulersolid

/// Once, before any input.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  eulersolid::base();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace eulersolid;
  const std::string changed = base().changed(data, size);
  const InputFile file(reinterpret_cast<const std::uint8_t*>(changed.data()), changed.size());
  expect_done_or_refused([&] { go_on(read_checkpoint(file.path())); });
  return 0;
}
