#pragma once

#include <vector>

#include "io/preview/draw/preview_mesh.h"

namespace eulersolid {

/// A vertex on the screen: x and y in samples, and what is linear there: the inverse of the depth
/// for a perspective, the depth with its sign turned for a parallel one. Nearer is larger.
struct ScreenVertex {
  float x = 0, y = 0, nearness = 0;
  bool visible = false;  ///< in front of the eye
};

/// What is nearest at each sample of a picture.
struct DepthBuffer {
  int width = 0, height = 0;
  std::vector<float> nearness;  ///< `nothing_near` where there is nothing
  std::vector<int> triangle;    ///< -1 where there is nothing

  std::size_t at(int x, int y) const {
    return std::size_t(x) + std::size_t(width) * std::size_t(y);
  }
};

constexpr float nothing_near = -1e30F;

/// Draw triangles, of a closed mesh only those that face the eye, on every thread of the machine.
/// @param before  what of them was nearest, to draw what is behind that; null: all of them
DepthBuffer draw_depth(const PreviewMesh& mesh, const std::vector<ScreenVertex>& vertices,
                       int width, int height, const DepthBuffer* before = nullptr);

}  // namespace eulersolid
