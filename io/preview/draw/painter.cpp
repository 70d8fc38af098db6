#include "io/preview/draw/painter.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "io/preview/draw/colours.h"
#include "io/preview/draw/depth_buffer.h"
#include "io/preview/draw/ground.h"
#include "io/preview/draw/labels.h"
#include "io/preview/draw/shadow_map.h"

namespace eulersolid {

namespace {

const Vec3 to_light = normalized({0.55, -0.45, 1.0});  // from the upper right, before the picture

/// Samples of a pixel along each side.
constexpr int finer = 2;

std::vector<ScreenVertex> on_screen(const PreviewMesh& mesh, const PreviewCamera& camera) {
  std::vector<ScreenVertex> vertices(mesh.positions.size());
  const double scale = finer / camera.pixel;
  for (std::size_t n = 0; n < vertices.size(); ++n) {
    const Vec3 way = mesh.positions[n] - camera.eye;
    const double depth = dot(way, camera.forward);
    if (!(depth > 0)) continue;
    vertices[n] = {float(0.5 * finer * camera.width + scale * dot(way, camera.right) / depth),
                   float(0.5 * finer * camera.height - scale * dot(way, camera.up) / depth),
                   float(1 / depth), true};
  }
  return vertices;
}

PreviewMesh together(const PreviewMesh& a, const PreviewMesh& b) {
  PreviewMesh both;
  both.is_closed = a.is_closed && b.is_closed;
  both.positions = a.positions, both.triangles = a.triangles;
  const int first = int(a.positions.size());
  both.positions.insert(both.positions.end(), b.positions.begin(), b.positions.end());
  for (const auto& t : b.triangles)
    both.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  return both;
}

/// A place on a surface.
struct Fragment {
  Vec3 at, normal;   ///< the normal towards the eye
  Vec3 rest;         ///< [m]
  double value = 0;  ///< of the mesh
  double depth = 0;  ///< in units of the ray's direction
};

/// Where a ray meets a triangle that it is known to meet, or nearly.
Fragment fragment_of(const PreviewMesh& mesh, int triangle, Vec3 eye, Vec3 ray) {
  const auto& corners = mesh.triangles[std::size_t(triangle)];
  const auto corner = [&](int n) { return mesh.positions[std::size_t(corners[std::size_t(n)])]; };
  const Vec3 a = corner(0), ab = corner(1) - a, ac = corner(2) - a, area = cross(ab, ac);
  const double along = dot(ray, area), square = std::max(dot(area, area), 1e-300);
  Fragment f;
  f.depth = along != 0 ? dot(a - eye, area) / along : norm(a - eye) / norm(ray);
  f.at = eye + f.depth * ray;
  const Vec3 from_a = f.at - a;
  const double wb = std::clamp(dot(cross(from_a, ac), area) / square, 0.0, 1.0);
  const double wc = std::clamp(dot(cross(ab, from_a), area) / square, 0.0, 1.0);
  const std::array<double, 3> w{1 - wb - wc, wb, wc};
  const Vec3 flat = normalized(area);
  for (std::size_t n = 0; n < 3; ++n) {
    constexpr double smooth = 0.8;  // at edges a vertex has the normal of one side
    const Vec3 normal = mesh.normals[std::size_t(corners[n])];
    f.normal += w[n] * (dot(normal, flat) > smooth ? normal : flat);
    if (!mesh.rest.empty()) f.rest += w[n] * mesh.rest[std::size_t(corners[n])];
    if (!mesh.values.empty()) f.value += w[n] * double(mesh.values[std::size_t(corners[n])]);
  }
  f.normal = normalized(f.normal);
  if (dot(f.normal, ray) > 0) f.normal = -f.normal;
  return f;
}

/// How often closed surfaces wind around a point: the sum of the solid angles of their triangles
/// (van Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125-126) over 4 pi.
double winding_number(const PreviewMesh& mesh, Vec3 point) {
  double sum = 0;
  for (const auto& corners : mesh.triangles) {
    const auto way = [&](std::size_t n) { return mesh.positions[std::size_t(corners[n])] - point; };
    const Vec3 a = way(0), b = way(1), c = way(2);
    const double na = norm(a), nb = norm(b), nc = norm(c);
    sum += std::atan2(dot(a, cross(b, c)),
                      na * nb * nc + dot(a, b) * nc + dot(b, c) * na + dot(c, a) * nb);
  }
  return sum / (2 * std::numbers::pi);
}

/// Obstacles from the front to the back, as far as there are bodies behind them.
class ObstacleLayers {
 public:
  /// @param bodies  on the same screen
  ObstacleLayers(const PreviewMesh& solids, const std::vector<ScreenVertex>& vertices,
                 const DepthBuffer& bodies)
      : solids_(solids),
        hidden_(1 + std::size_t(solids.owner.empty() ? 0 : std::ranges::max(solids.owner))) {
    constexpr std::size_t most = 4;
    samples_ = std::ranges::count_if(bodies.triangle, [](int triangle) { return triangle >= 0; });
    do {
      const DepthBuffer* before = layers_.empty() ? nullptr : &layers_.back();
      layers_.push_back(draw_depth(solids, vertices, bodies.width, bodies.height, before));
    } while (count_hidden(bodies, layers_.back()) && layers_.size() < most);
  }

  std::size_t count() const { return layers_.size(); }
  int triangle(std::size_t layer, std::size_t place) const {
    return layers_[layer].triangle[place];
  }
  bool are_same(std::size_t a, std::size_t b) const {
    return std::ranges::all_of(
        layers_, [&](const DepthBuffer& layer) { return layer.triangle[a] == layer.triangle[b]; });
  }

  /// Of the obstacle with a triangle: 1, and less the more of the bodies it hides.
  double opacity(int triangle) const {
    constexpr double little = 0.03, much = 0.2, least = 0.3;
    const double share = double(hidden_[std::size_t(solids_.owner[std::size_t(triangle)])]) /
                         double(std::max(samples_, std::ptrdiff_t(1)));
    const double s = std::clamp((share - little) / (much - little), 0.0, 1.0);
    return 1 - (1 - least) * s * s * (3 - 2 * s);
  }

 private:
  /// @return is there any?
  bool count_hidden(const DepthBuffer& bodies, const DepthBuffer& layer) {
    bool any = false;
    for (std::size_t n = 0; n < layer.triangle.size(); ++n) {
      if (layer.triangle[n] < 0 || bodies.triangle[n] < 0) continue;
      if (layer.nearness[n] <= bodies.nearness[n]) continue;
      ++hidden_[std::size_t(solids_.owner[std::size_t(layer.triangle[n])])];
      any = true;
    }
    return any;
  }

  const PreviewMesh& solids_;
  std::vector<DepthBuffer> layers_;
  std::vector<std::ptrdiff_t> hidden_;  ///< samples of bodies behind each obstacle
  std::ptrdiff_t samples_ = 0;          ///< of bodies
};

class Painter {
 public:
  Painter(const PreviewScene& scene, const PreviewCamera& camera)
      : scene_(scene),
        camera_(camera),
        ground_(scene.planes, scene.view),
        bodies_(draw_depth(scene.bodies, on_screen(scene.bodies, camera), finer * camera.width,
                           finer * camera.height)),
        solids_(scene.solids, on_screen(scene.solids, camera), bodies_),
        shadows_(together(scene.bodies, scene.solids), to_light) {}

  Picture picture() const {
    Picture picture{camera_.width, camera_.height, {}};
    picture.rgb.resize(3 * std::size_t(camera_.width) * std::size_t(camera_.height));
    tbb::parallel_for(0, camera_.height, [&](int y) {
      for (int x = 0; x < camera_.width; ++x) {
        const Vec3 colour = pixel(x, y);
        std::uint8_t* rgb =
            &picture.rgb[3 * (std::size_t(x) + std::size_t(camera_.width) * std::size_t(y))];
        for (int c = 0; c < 3; ++c) rgb[c] = display_value(colour[c]);
      }
    });
    if (const char* note = view_note()) draw_note(picture, note);
    return picture;
  }

 private:
  /// Samples that see the same triangles see the same colour.
  Vec3 pixel(int x, int y) const {
    std::array<std::size_t, finer * finer> place{};
    for (int n = 0; n < finer * finer; ++n)
      place[std::size_t(n)] = bodies_.at(finer * x + n % finer, finer * y + n / finer);
    const auto same = [&](std::size_t a, std::size_t b) {
      return bodies_.triangle[place[a]] == bodies_.triangle[place[b]] &&
             solids_.are_same(place[a], place[b]);
    };
    const bool uniform = same(0, 1) && same(0, 2) && same(0, 3);
    if (uniform) return sample(place[0], x + 0.5, y + 0.5);
    std::array<Vec3, finer * finer> colour;
    Vec3 sum;
    for (std::size_t n = 0; n < place.size(); ++n) {
      std::size_t before = 0;
      while (before < n && !same(before, n)) ++before;
      const double dx = (double(n % finer) + 0.5) / finer, dy = (double(n / finer) + 0.5) / finer;
      colour[n] = before < n ? colour[before] : sample(place[n], x + dx, y + dy);
      sum += (1.0 / (finer * finer)) * colour[n];
    }
    return sum;
  }

  /// The colour of a point of the picture. @param place  of its sample in the buffers
  Vec3 sample(std::size_t place, double x, double y) const;
  const char* view_note() const;
  Vec3 seen_through(Vec3 behind, std::size_t place, Vec3 ray, double depth, bool is_body) const;
  Vec3 body(int triangle, const Fragment& f, Vec3 ray) const;
  Vec3 ground(const GroundHit& hit, Vec3 ray, Vec3 sky) const;
  Vec3 lit(Vec3 at, Vec3 normal, Vec3 ray, Vec3 colour) const;

  const PreviewScene& scene_;
  const PreviewCamera& camera_;
  Ground ground_;
  DepthBuffer bodies_;
  ObstacleLayers solids_;
  ShadowMap shadows_;
};

/// What is wrong with a picture that shows no body from outside, if it does not.
const char* Painter::view_note() const {
  const PreviewMesh& mesh = scene_.bodies;
  if (mesh.triangles.empty()) return nullptr;
  if (winding_number(mesh, camera_.eye) > 0.5) return "the camera is inside a body";
  const bool any =
      std::ranges::any_of(bodies_.triangle, [](int triangle) { return triangle >= 0; });
  return any ? nullptr : "no body is in view";
}

/// Light, and darker towards the bottom of the picture.
/// @param height  in the picture, 0 at its top, 1 at its bottom
Vec3 sky_colour(double height) {
  static const Vec3 high = srgb(240, 243, 248), low = srgb(192, 200, 211);
  return mix(high, low, height);
}

Vec3 Painter::sample(std::size_t place, double x, double y) const {
  const Vec3 ray = camera_.direction(x, y);
  const int body_triangle = bodies_.triangle[place];
  const Vec3 sky = sky_colour(y / camera_.height);
  Vec3 colour = sky;
  double depth = INFINITY;
  const GroundHit hit = ground_.first_hit(camera_.eye, ray);
  bool is_body = false;
  if (body_triangle >= 0) {
    const Fragment f = fragment_of(scene_.bodies, body_triangle, camera_.eye, ray);
    // Bodies lie in their planes by a part of a cell: what is before them by less hides nothing.
    if (f.depth < hit.distance * (1 + 1e-9) || !hit.plane)
      colour = body(body_triangle, f, ray), depth = f.depth, is_body = true;
  }
  if (hit.plane != nullptr && hit.distance < depth)
    colour = ground(hit, ray, sky), depth = hit.distance, is_body = false;
  return seen_through(colour, place, ray, depth, is_body);
}

/// A colour with the obstacles before it.
/// @param depth    of what has it
/// @param is_body  or something else?
Vec3 Painter::seen_through(Vec3 behind, std::size_t place, Vec3 ray, double depth,
                           bool is_body) const {
  static const Vec3 grey = srgb(176, 181, 190);
  constexpr double before_bodies = 0.55;  // what presses on a body must not hide it
  for (std::size_t layer = solids_.count(); layer-- > 0;) {
    const int triangle = solids_.triangle(layer, place);
    if (triangle < 0) continue;
    const Fragment f = fragment_of(scene_.solids, triangle, camera_.eye, ray);
    if (!(f.depth < depth)) continue;
    const double opacity = std::min(solids_.opacity(triangle), is_body ? before_bodies : 1.0);
    const double facing = std::fabs(dot(f.normal, ray)) / norm(ray), edge = 1 - facing;
    behind = mix(behind, lit(f.at, f.normal, ray, grey),
                 is_body ? opacity : opacity + (1 - opacity) * edge * edge * edge);
  }
  return behind;
}

Vec3 Painter::body(int triangle, const Fragment& f, Vec3 ray) const {
  const Vec3 colour = scene_.bodies.values.empty()
                          ? body_colour(scene_.bodies.owner[std::size_t(triangle)])
                          : scale_colour(scene_.scale.share(f.value));
  double pattern = 1;
  if (!scene_.bodies.rest.empty() && scene_.checker > 0) {
    constexpr double shift = 0.37;  // so that faces of boxes of whole fields lie on no border
    const double width = f.depth * camera_.pixel / scene_.checker;
    for (int axis = 0; axis < 3; ++axis)
      pattern *= soft_wave(f.rest[axis] / scene_.checker + shift, width);
  }
  const double contrast = scene_.bodies.values.empty() ? 1 : 0.2;  // values are to be read
  const Vec3 dark = (1 - 0.38 * contrast) * colour;
  const Vec3 bright = mix(colour, {1, 1, 1}, 0.12 * contrast);
  return lit(f.at, f.normal, ray, mix(dark, bright, 0.5 + 0.5 * pattern));
}

Vec3 Painter::ground(const GroundHit& hit, Vec3 ray, Vec3 sky) const {
  static const Vec3 dark = srgb(188, 192, 199), bright = srgb(214, 217, 222),
                    far = srgb(222, 226, 232);
  const GroundPlane& plane = *hit.plane;
  const Vec3 at = camera_.eye + hit.distance * ray;
  const double slant = std::max(1e-3, -dot(ray, plane.normal) / norm(ray));
  const double tiles = ground_.tiles(plane, at, hit.distance * camera_.pixel / slant);
  Vec3 colour = mix(dark, bright, 0.5 + 0.5 * tiles);
  if (plane.is_reference) colour = mix(colour, far, 0.6);
  return mix(lit(at, plane.normal, ray, colour), sky, ground_.fading(plane, at));
}

Vec3 Painter::lit(Vec3 at, Vec3 n, Vec3 ray, Vec3 colour) const {
  double sun = std::max(0.0, dot(n, to_light));
  if (sun > 0) sun *= shadows_.light(at, n);
  const Vec3 sky = (0.40 + 0.16 * n.z) * Vec3{0.92, 0.97, 1.08};
  const Vec3 light = sky + (0.72 * sun) * Vec3{1.05, 1.0, 0.92};
  double gloss = 0;
  if (sun > 0) {
    const double facing = std::max(0.0, dot(n, normalized(to_light - normalized(ray))));
    const double power = facing * facing * facing * facing;
    gloss = 0.1 * power * power * power * power * power * power;
  }
  return times(colour, light) + gloss * Vec3{1, 1, 1};
}

}  // namespace

Picture paint(const PreviewScene& scene, const PreviewCamera& camera) {
  return Painter(scene, camera).picture();
}

}  // namespace eulersolid
