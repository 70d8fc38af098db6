#pragma once

/// Frames with a known answer, and a place for the files of a test.

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "io/vdb/frame.h"

namespace eulersolid {

/// A folder of its own that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("eulersolid_test_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline Vec3 cell_centre(const FrameSample& frame, Int3 cell) {
  return frame.origin + frame.h * Vec3{cell.x + 0.5, cell.y + 0.5, cell.z + 0.5};
}

/// Add a body by its signed distance, given for points in space. Velocity is (1, 2 x, 3); the
/// material has come from X = x - (1, 0, 0).
template <class Distance>
void add_body(FrameSample& frame, const std::string& name, Int3 first, Cells cells,
              Distance distance) {
  BodySample body;
  body.name = name, body.first = first, body.cells = cells;
  for (Index c = 0; c < cells.count(); ++c) {
    const Vec3 x = cell_centre(frame, first + cells.coordinates(c));
    body.sdf.push_back(float(distance(x)));
    body.velocity.push_back({1, float(2 * x.x), 3});
    body.rest.push_back({float(x.x - 1), float(x.y), float(x.z)});
  }
  frame.bodies.push_back(body);
}

/// Add a sphere in a box of cells that leaves 5 cells around it.
inline void add_sphere(FrameSample& frame, const std::string& name, Vec3 centre, double radius) {
  const Vec3 low = (1 / frame.h) * (centre - frame.origin - radius * Vec3{1, 1, 1});
  const Int3 first{int(std::floor(low.x)) - 5, int(std::floor(low.y)) - 5,
                   int(std::floor(low.z)) - 5};
  const int n = int(std::ceil(2 * radius / frame.h)) + 11;
  add_body(frame, name, first, {n, n, n}, [=](Vec3 x) { return norm(x - centre) - radius; });
}

/// One sphere somewhere off the grid's symmetries, `cells` cells in radius.
inline FrameSample sphere_frame(double cells) {
  FrameSample frame;
  frame.frame = 7, frame.time = 0.24;
  frame.origin = {-0.3, 0.2, 0.1}, frame.h = 0.05;
  add_sphere(frame, "ball", {0.513, 0.871, 0.702}, cells * frame.h);
  return frame;
}

}  // namespace eulersolid
