#include "io/preview/draw/preview_mesh.h"

namespace eulersolid {

namespace {

void add(PreviewMesh& all, const SurfaceMesh& mesh, int owner) {
  const int first = int(all.positions.size());
  all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
  for (const Vec3f n : mesh.normals) all.normals.push_back({n.x, n.y, n.z});
  for (const Vec3f X : mesh.rest) all.rest.push_back({X.x, X.y, X.z});
  for (const auto& t : mesh.triangles) {
    all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    all.owner.push_back(owner);
  }
}

}  // namespace

PreviewMesh preview_mesh(const std::vector<SurfaceMesh>& meshes) {
  PreviewMesh all;
  all.is_closed = true;
  for (std::size_t n = 0; n < meshes.size(); ++n) add(all, meshes[n], int(n) + 1);
  return all;
}

}  // namespace eulersolid
