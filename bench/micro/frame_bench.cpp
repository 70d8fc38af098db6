/// What a frame costs: to copy it off the backend, to write it with voxels of a cell and of half a
/// cell, to draw pictures of it, in processor seconds, which do not depend on the number of
/// threads.
///
///   frame_bench SCENE [STEPS]

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <utility>

#include "bench/bench_numbers.h"
#include "io/mesh/body_mesh.h"
#include "io/preview/preview.h"
#include "io/preview/preview_view.h"
#include "io/scene/read_scene.h"
#include "io/surface/sample_frame.h"
#include "io/vdb/vdb.h"
#include "src/simulation/simulation.h"

namespace eulersolid {
namespace {

template <class Work>
double processor_seconds(Work work) {
  return median_of(5, [&] {
    const std::clock_t start = std::clock();
    work();
    return double(std::clock() - start) / CLOCKS_PER_SEC;
  });
}

void report(const char* what, double seconds) { std::printf("  %-44s %8.4f s\n", what, seconds); }

void measure(const std::string& file, int steps) {
  const Scene scene = read_scene(file);
  const auto simulation = make_simulation(Backend::cpu, scene);
  for (int step = 0; step < steps; ++step)
    simulation->advance(scene.time.dt ? *scene.time.dt : simulation->stable_dt());
  std::printf("%s after %d steps\n", file.c_str(), steps);
  const double copied = processor_seconds([&] { simulation->sample(0); });
  report("copied off the backend", copied);
  const FrameMaps maps = simulation->sample(0);
  double seconds[2];
  for (const int parts : {1, 2}) {
    const double voxel = scene.grid.cell_size / parts;
    const std::string size = parts == 1 ? " at a cell" : " at half a cell";
    const double sampled = processor_seconds([&] { sample_frame(maps, voxel); });
    report(("sampled" + size).c_str(), sampled);
    const FrameSample sample = sample_frame(maps, voxel);
    const double written = processor_seconds([&] { vdb_bytes(sample, {}); });
    report(("put into a VDB file" + size).c_str(), written);
    seconds[parts - 1] = copied + sampled + written;
  }
  const FrameMeshes meshes = frame_meshes(maps, sample_frame(maps, maps.h));
  report("surfaces for a picture",
         processor_seconds([&] { frame_meshes(maps, sample_frame(maps, maps.h)); }));
  const std::filesystem::path picture = std::filesystem::temp_directory_path() / "frame_bench.png";
  for (const auto& [width, height] : {std::pair{480, 360}, {960, 720}, {1920, 1080}}) {
    PreviewOptions options;
    options.width = width, options.height = height, options.view = expected_view(scene);
    const std::string name = "picture of " + std::to_string(width) + " x " + std::to_string(height);
    report(name.c_str(), processor_seconds([&] { render_preview(meshes, picture, options); }));
  }
  std::filesystem::remove(picture);
  std::printf("  a frame at half a cell over one at a cell: %.2f\n", seconds[1] / seconds[0]);
}

}  // namespace
}  // namespace eulersolid

int main(int count, char** words) {
  if (count < 2) {
    std::fprintf(stderr, "frame_bench SCENE [STEPS]\n");
    return 2;
  }
  eulersolid::measure(words[1], count > 2 ? std::atoi(words[2]) : 0);
}
