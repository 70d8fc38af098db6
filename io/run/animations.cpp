#include "io/run/animations.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "io/mesh/alembic/alembic_archive.h"
#include "io/run/frame_names.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// What bodies.json says of a run's meshes.
struct MeshList {
  std::string name;  ///< stem of the files
  double fps = 0;
  std::vector<std::string> objects;
};

MeshList list_of(const fs::path& run) {
  const fs::path path = run / "bodies.json";
  std::ifstream file(path);
  if (!file) throw InputError(path.string() + " is not there: it says what the run's files are");
  MeshList list;
  try {
    const auto json = nlohmann::json::parse(file);
    list.name = json.at("scene").get<std::string>(), list.fps = json.at("fps").get<double>();
    for (const auto& object : json.at("objects"))
      list.objects.push_back(object.at("name").get<std::string>());
  } catch (const nlohmann::json::exception&) {
    throw InputError(path.string() + " is damaged, so the run's files are not known");
  }
  if (!(list.fps > 0)) throw InputError(path.string() + " has no frames per second");
  return list;
}

/// The number of a frame from the name of its file.
std::optional<int> frame_of(const fs::path& file, const std::string& stem) {
  const std::string name = file.stem().string();
  if (file.extension() != ".ply" || !name.starts_with(stem + "_")) return {};
  int frame = 0;
  const char *first = name.data() + stem.size() + 1, *last = name.data() + name.size();
  const auto [end, fault] = std::from_chars(first, last, frame);
  if (fault != std::errc() || end != last) return {};
  if (file.filename() != numbered(stem, frame, ".ply")) return {};
  return frame;
}

std::set<int> frames_in(const fs::path& folder, const std::string& stem) {
  std::set<int> frames;
  if (!fs::is_directory(folder)) return frames;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (const std::optional<int> frame = frame_of(entry.path(), stem)) frames.insert(*frame);
  return frames;
}

/// The meshes of an object.
struct Sequence {
  fs::path folder;  ///< from that of the run
  std::set<int> frames;
};

Sequence sequence_of(const fs::path& run, const std::string& object, const std::string& stem,
                     MeshKind kind) {
  const fs::path folder = mesh_folder(object, kind);
  return {folder, frames_in(run / folder, stem)};
}

/// What an archive is to show: of what has no mesh of a kind the contour. Nothing where nothing has
/// one.
std::vector<Sequence> sequences_of(const fs::path& run, const MeshList& list, MeshKind kind) {
  std::vector<Sequence> all;
  bool has_kind = false;
  for (const std::string& object : list.objects) {
    all.push_back(sequence_of(run, object, list.name, kind));
    has_kind = has_kind || !all.back().frames.empty();
    if (all.back().frames.empty())
      all.back() = sequence_of(run, object, list.name, MeshKind::contour);
  }
  if (!has_kind) all.clear();
  return all;
}

UsdTimes times_of(const std::vector<Sequence>& sequences, double fps) {
  std::set<int> frames;
  for (const Sequence& its : sequences) frames.insert(its.frames.begin(), its.frames.end());
  return {*frames.begin(), *frames.rbegin(), fps};
}

void write_archive(const fs::path& run, const MeshList& list, const fs::path& file,
                   const std::vector<Sequence>& sequences, Manifest& manifest) {
  manifest.require_own(file);
  manifest.add(file);
  AlembicArchive archive(run / file, times_of(sequences, list.fps));
  const std::vector<std::string> names = identifiers(list.objects);
  for (std::size_t n = 0; n < names.size(); ++n) {
    const Sequence& its = sequences[n];
    if (its.frames.empty()) continue;
    archive.add(names[n], [&](int frame) -> std::optional<PlyMesh> {
      if (!its.frames.contains(frame)) return {};
      return read_ply(run / mesh_name(its.folder, list.name, frame, "ply"));
    });
  }
  manifest.add(file, archive.complete());
  archive.finish();
}

}  // namespace

std::vector<fs::path> write_archives(const fs::path& run, Manifest& manifest,
                                     std::vector<std::string>& left_out) {
  const MeshList list = list_of(run);
  std::vector<fs::path> written;
  for (const MeshKind kind : {MeshKind::contour, MeshKind::original, MeshKind::rest}) {
    const std::vector<Sequence> sequences = sequences_of(run, list, kind);
    if (sequences.empty()) continue;
    written.push_back(archive_name(list.name, kind));
    for (std::size_t n = 0; n < sequences.size(); ++n)
      if (sequences[n].frames.empty())
        left_out.push_back((run / written.back()).string() + " does not show \"" + list.objects[n] +
                           "\", which has no PLY files");
    write_archive(run, list, written.back(), sequences, manifest);
  }
  if (written.empty())
    throw InputError(run.string() +
                     " has no meshes in surface/ to put together; output.surface = [\"abc\"] in "
                     "the scene has a run write them");
  return written;
}

}  // namespace eulersolid
