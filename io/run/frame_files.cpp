#include "io/run/frame_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "io/mesh/body_mesh.h"
#include "io/mesh/image_file.h"
#include "io/preview/preview.h"
#include "io/run/frame_names.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What was sampled for surfaces only is not for the volumes.
void leave_out(FrameSample& sample, const std::vector<std::string>& extra) {
  for (BodySample& body : sample.bodies)
    std::erase_if(body.values, [&](const NamedValues& its) { return !contains(extra, its.name); });
}

/// The obstacles of a frame within a box; views the frame.
ObstacleField shown(const FrameMaps& frame, const Bounds& box) {
  const auto distance = [&frame](Vec3 x) {
    double least = INFINITY;
    for (const ObstaclePlace& obstacle : frame.obstacles)
      least = std::fmin(least, signed_distance(obstacle.shape, x));
    return least;
  };
  return {distance, box.low, box.high};
}

}  // namespace

FrameFiles::FrameFiles(fs::path dir, const RunFolderOptions& options, FilePut put)
    : dir_(std::move(dir)),
      options_(options),
      put_(std::move(put)),
      surfaces_(dir_, options_, put_),
      first_unlisted_(options.start_frame) {}

std::vector<fs::path> FrameFiles::names(const FrameMaps& frame) const {
  const auto file = [&](const std::string& extension) {
    return numbered(options_.name, frame.frame, extension);
  };
  std::vector<fs::path> names{fs::path("vdb") / file(".vdb")};
  for (const BodyMap& body : frame.bodies)
    if (options_.per_body) names.push_back(volume_name(body.name, options_.name, frame.frame));
  for (const fs::path& name : surfaces_.names(frame)) names.push_back(name);
  if (options_.vti) {
    names.push_back(fs::path("vti") / file(".vti"));
    names.push_back(fs::path("vti") / (options_.name + ".pvd"));
  }
  if (options_.preview) names.push_back(fs::path("preview") / file(".png"));
  return names;
}

void FrameFiles::write(const FrameMaps& maps) {
  const double voxel = options_.voxel_size > 0 ? options_.voxel_size : 0.5 * maps.h;
  try {
    write(maps, voxel);
  } catch (const std::bad_alloc&) {
    throw DeviceError(fmt::format(
        "while putting together frame {} with voxels of {} m: there is not enough memory; take a "
        "larger output.voxel_size{}",
        maps.frame, voxel, options_.vti ? ", or output.vti = false" : ""));
  }
}

void FrameFiles::write(const FrameMaps& maps, double voxel) {
  const auto attempt_part = [&](std::string_view part, const std::function<void()>& make) {
    attempt(maps.frame, part, make);
  };
  const bool has_surfaces = !options_.surface.empty();
  attempt_part("what is sampled", [&] {
    FrameSample sample = sample_frame(maps, voxel);
    leave_out(sample, options_.extra);
    attempt_part("vdb", [&] { write_volumes(sample, maps); });
    if (options_.vti) attempt_part("vti", [&] { write_image(sample, maps); });
    if (has_surfaces) attempt_part("surface", [&] { surfaces_.write(frame_meshes(maps, sample)); });
  });
  if (has_surfaces)
    attempt_part("embedded surface", [&] { surfaces_.write_embedded(maps, voxel); });
  if (options_.preview) attempt_part("preview", [&] { write_picture(maps); });
  if (has_surfaces) attempt_part("surface list", [&] { surfaces_.write_lists(maps); });
  write_series(maps);
}

void FrameFiles::attempt(int frame, std::string_view part, const std::function<void()>& make) {
  try {
    make();
  } catch (const std::system_error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const DeviceError&) {
    throw;
  } catch (const std::exception& fault) {
    missing_.push_back(fmt::format("frame {}: {} is not written, it cannot be made: {}", frame,
                                   part, fault.what()));
  }
}

void FrameFiles::write_volumes(const FrameSample& frame, const FrameMaps& maps) const {
  VdbOptions options{.scene = options_.name,
                     .fps = options_.fps,
                     .velocity_name = options_.velocity_name,
                     .half = options_.half,
                     .rest_by_body = contains(options_.extra, "rest_by_body")};
  if (contains(options_.extra, "obstacles")) options.obstacles = shown(maps, options_.domain);
  put_(fs::path("vdb") / numbered(options_.name, frame.frame, ".vdb"), vdb_bytes(frame, options));
  for (std::size_t body = 0; options_.per_body && body < frame.bodies.size(); ++body) {
    VdbOptions its_options = options;
    its_options.first_id = int(body) + 1;
    its_options.rest_by_body = false;  // `rest` is
    its_options.obstacles = {};
    const FrameSample alone{frame.frame, frame.time, frame.origin, frame.h, {frame.bodies[body]}};
    put_(volume_name(frame.bodies[body].name, options_.name, frame.frame),
         vdb_bytes(alone, its_options));
  }
}

void FrameFiles::write_image(const FrameSample& frame, const FrameMaps& maps) const {
  VdbOptions options;
  options.velocity_name = options_.velocity_name;
  options.rest_by_body = contains(options_.extra, "rest_by_body");
  if (contains(options_.extra, "obstacles")) options.obstacles = shown(maps, options_.domain);
  const DenseImage image = dense_image(frame, options, options_.domain.low, options_.domain.high);
  put_(fs::path("vti") / numbered(options_.name, frame.frame, ".vti"), vti_bytes(image, frame));
}

std::vector<std::string> FrameFiles::take_remarks() { return surfaces_.take_remarks(); }
std::vector<std::string> FrameFiles::take_missing() { return std::exchange(missing_, {}); }

/// ParaView's list of the images so far, also of those that were written before a run went on.
void FrameFiles::write_series(const FrameMaps& frame) {
  for (; first_unlisted_ <= frame.frame; ++first_unlisted_) {
    const double time = (first_unlisted_ - options_.start_frame) / options_.fps;
    const std::string file = numbered(options_.name, first_unlisted_, ".vti");
    if (fs::exists(dir_ / "vti" / file)) images_.push_back({time, 0, "", file});
  }
  if (options_.vti) put_(fs::path("vti") / (options_.name + ".pvd"), pvd_text(images_));
}

void FrameFiles::write_picture(const FrameMaps& frame) {
  if (!obstacles_) obstacles_.emplace(options_.obstacles);
  const PreviewOptions picture{.width = 640,
                               .height = 480,
                               .view = options_.view,
                               .solids = obstacles_->at(frame.time),
                               .planes = planes_of(options_.obstacles, frame.time),
                               .look = options_.look};
  put_(fs::path("preview") / numbered(options_.name, frame.frame, ".png"),
       preview_png(frame, picture));
}

}  // namespace eulersolid
