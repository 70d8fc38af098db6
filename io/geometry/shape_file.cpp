#include "io/geometry/shape_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t(1) << 30;  // bytes
constexpr double largest_coordinate = 1e15;  // far beyond any, and its cube is finite

[[noreturn]] void cannot_read(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("{} cannot be read: {}", path, why));
}

void require_file(const std::string& path, const ShapeFileRules& rules) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) cannot_read(path, "no such file");
  if (error) cannot_read(path, error.message());
  if (std::filesystem::is_directory(status)) {
    if (rules.may_be_folder) return;
    cannot_read(path, "it is a directory");
  }
  if (!std::filesystem::is_regular_file(status)) cannot_read(path, "it is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) cannot_read(path, error.message());
  if (size == 0) cannot_read(path, "the file is empty");
  if (size > largest_file)
    cannot_read(
        path, fmt::format("it has {} MB, but may have at most {}", size >> 20, largest_file >> 20));
}

/// A line for each remark, an empty one, and the mesh.
std::string packed(const std::function<TriangleMesh(std::vector<std::string>&)>& read) {
  std::vector<std::string> remarks;
  const TriangleMesh mesh = read(remarks);
  std::string bytes;
  for (const std::string& remark : remarks) bytes += printable(remark) + '\n';
  bytes += '\n';
  return bytes += bytes_of(mesh);
}

/// Takes the lines off the front.
std::vector<std::string> take_remarks(std::string_view& bytes) {
  std::vector<std::string> remarks;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (line.empty()) break;
    remarks.push_back(printable(line));  // a hostile file may have changed the child
  }
  return remarks;
}

}  // namespace

TriangleMesh read_shape_file(
    const std::string& path,
    const std::function<TriangleMesh(std::vector<std::string>& remarks)>& read,
    std::vector<std::string>* remarks, const ShapeFileRules& rules) {
  require_file(path, rules);
  const std::string sent = work_in_child(
      path, [&] { return packed(read); }, rules.limits ? *rules.limits : limits_of_file(path, 10));
  std::string_view bytes = sent;
  const std::vector<std::string> said = take_remarks(bytes);
  if (remarks != nullptr) remarks->insert(remarks->end(), said.begin(), said.end());
  const TriangleMesh mesh = mesh_of_bytes(bytes, path);
  for (const Vec3 p : mesh.points)
    for (int axis = 0; axis < 3; ++axis)
      if (!(std::fabs(p[axis]) <= largest_coordinate))
        throw InputError(
            fmt::format("{} has a vertex at [{}, {}, {}], but coordinates must be "
                        "finite, {:g} at most",
                        path, p.x, p.y, p.z, largest_coordinate));
  TriangleMesh clean = joined(mesh);
  if (clean.triangles.empty()) throw InputError(path + " has no triangles");
  return clean;
}

}  // namespace eulersolid
