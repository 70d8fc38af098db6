#include "io/scene/checks/check_regions.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "grid/materials/law_table.h"
#include "io/constants.h"
#include "io/printable.h"
#include "io/scene/checks/shared_checks.h"
#include "io/scene/nearest_word.h"

namespace eulersolid {

namespace {

/// One region, and where it is in its file.
class RegionCheck {
 public:
  RegionCheck(const Scene& scene, std::size_t body, std::size_t number, const ScenePlaces& places)
      : scene_(scene),
        body_(scene.bodies[body]),
        region_(body_.regions[number]),
        label_(fmt::format("[body \"{}\"] region \"{}\"", scene.bodies[body].name, region_.name)),
        path_{"body", std::to_string(body), "region", std::to_string(number)},
        places_(places) {}

  void all(std::vector<std::string>& warnings) const {
    if (region_.shape.name != whole_body) check_place();
    check_material();
    warn_of_degrees(region_.rotation, place({"rotation", "angle"}), label_, warnings);
    check_motions();
    check_rows();
    check_cavity();
    check_load(warnings);
  }

 private:
  std::string place(std::vector<std::string> steps) const {
    steps.insert(steps.begin(), path_.begin(), path_.end());
    return places_.of(steps);
  }
  [[noreturn]] void fail(std::vector<std::string> steps, const std::string& what) const {
    fail_at(place(std::move(steps)), label_ + " " + what);
  }

  void check_place() const {
    check_shape(region_.shape, places_, path_, label_);
    check_axis(region_.rotation, place({"rotation"}), label_);
    if (region_.shape.values.contains("normal"))
      require_direction(region_.shape.vector("normal"), place({"normal"}), label_ + " normal");
  }

  /// The material that its fibres are of, or null where it has none of its own and is not all.
  const MaterialSpec* activated() const {
    if (region_.material) return &*region_.material;
    return region_.shape.name == whole_body ? &body_.material : nullptr;
  }

  void check_material() const {
    if (region_.material && region_.shape.name == whole_body)
      fail({"material"},
           "has a material, but no shape: what all of a body is made of is the "
           "body's material");
    if (region_.activation == 0) return;
    const MaterialSpec* material = activated();
    if (material == nullptr)
      fail({"activation"},
           "has an activation, but neither a material of its own nor all of the "
           "body, whose fibres would pull");
    if (!has_fibres(material->model))
      fail({"activation"}, fmt::format("has an activation, but its material, {}, has no fibres; "
                                       "they need model = \"fibre_reinforced\"",
                                       material->model));
    for (const RegionSpec& other : body_.regions) {
      if (&other == &region_) return;
      if (other.activation > 0 && !other.material && !region_.material)
        fail({"activation"}, fmt::format("activates the body's fibres, but region \"{}\" does so, "
                                         "too",
                                         other.name));
    }
  }

  /// It can be moved in one way.
  void check_motions() const {
    const bool by_keyframes =
        !region_.shift.keyframes.empty() || !region_.turning.keyframes.empty();
    for (const auto& [key, given] : {std::pair{"velocity", norm(region_.velocity) > 0},
                                     std::pair{"angular_velocity", norm(region_.turning.rate) > 0}})
      if (given && by_keyframes)
        fail({key}, fmt::format("{} and keyframes are both given, but exclude each other", key));
    if (region_.attach.empty()) return;
    if (region_.moves())
      fail({"attach"}, "is attached and moved by other keys, but can be moved in one way only");
    if (region_.hold && is_tied(scene_, region_))
      fail({"attach"}, "is held and attached to a body, but can be moved in one way only");
    if (region_.attach == body_.name) fail({"attach"}, "is attached to its own body");
    check_ties();
    std::vector<std::string> names;
    for (const ObstacleSpec& obstacle : scene_.obstacles) names.push_back(obstacle.name);
    for (const BodySpec& body : scene_.bodies)
      if (body.name != body_.name) names.push_back(body.name);
    if (std::find(names.begin(), names.end(), region_.attach) != names.end()) return;
    const std::string near = nearest_word(region_.attach, names);
    fail({"attach"},
         fmt::format("attach names \"{}\", but there is no such obstacle or other body{}",
                     printable(region_.attach, max_shown),
                     near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
  }

  /// Two bodies are tied once, so that it is clear which region bears what.
  void check_ties() const {
    if (!is_tied(scene_, region_)) return;
    const auto ties_too = [&](const BodySpec& body, const std::string& partner) {
      for (const RegionSpec& other : body.regions) {
        if (&other == &region_) return;
        if (other.attach != partner) continue;
        fail({"attach"},
             fmt::format("is attached to \"{}\", but region \"{}\" of \"{}\" ties the two already; "
                         "make them one",
                         region_.attach, other.name, body.name));
      }
    };
    ties_too(body_, region_.attach);
    const BodySpec& partner = *body_named(scene_, region_.attach);
    if (&partner < &body_) ties_too(partner, body_.name);
  }

  /// What some keyframes prescribe all of them do, and at time 0 it is where it is.
  void check_rows() const {
    const std::size_t rows = places_.count({path_[0], path_[1], path_[2], path_[3], "keyframes"});
    const auto& shifts = region_.shift.keyframes;
    const auto& turns = region_.turning.keyframes;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::string row = std::to_string(i);
      const bool shifted = has("keyframes", row, "shift"),
                 turned = has("keyframes", row, "rotation");
      if (!shifted && !turned)
        fail({"keyframes", row}, fmt::format("keyframes[{}] has neither shift nor rotation", i));
      if (shifted == shifts.empty() || turned == turns.empty())
        fail({"keyframes", row},
             fmt::format("keyframes[{}].{} is missing; other keyframes have one, so that all must",
                         i, shifted ? "rotation" : "shift"));
      if (turned)
        check_axis(turns[i].rotation, place({"keyframes", row, "rotation"}),
                   fmt::format("{} keyframes[{}]", label_, i));
    }
    std::vector<double> times;
    for (std::size_t i = 0; i < rows; ++i)
      times.push_back(shifts.empty() ? turns[i].time : shifts[i].time);
    check_rising(times, "keyframes");
    if (rows == 0) return;
    if (norm(value_at(region_.shift, 0)) > 0 ||
        norm(rotation_vector(rotation_at({}, region_.turning, 0))) > 1e-9)
      fail({"keyframes", "0"},
           "keyframes move it at time 0 already, but must leave it there where it is: begin with a "
           "keyframe at time 0 that does not");
  }

  void check_rising(const std::vector<double>& times, const std::string& key) const {
    check_times(times, label_ + " ", key, [&](std::size_t i) {
      return place({key, std::to_string(i), "time"});
    });
  }

  void check_cavity() const {
    if (region_.cavity) return;
    for (const auto& [key, given] : {std::pair{"gas_pressure", region_.gas_pressure != 0},
                                     std::pair{"gas_exponent", region_.gas_exponent != 1}})
      if (given) fail({key}, fmt::format("has a {}, but needs cavity = true for it", key));
  }

  void check_load(std::vector<std::string>& warnings) const {
    std::vector<double> times;
    for (const Keyframe& keyframe : region_.load.keyframes) times.push_back(keyframe.time);
    check_rising(times, "load_keyframes");
    if (!times.empty() && !region_.has_load())
      fail({"load_keyframes"},
           "has load_keyframes, but no acceleration, force, traction, pressure or activation");
    if (is_held(scene_, region_) && region_.has_load() && region_.activation == 0)
      warnings.push_back(fmt::format(
          "{}: {} is held and has a load, which goes to what holds it alone", place({}), label_));
  }

  bool has(const std::string& list, const std::string& row, const std::string& key) const {
    return places_.has({path_[0], path_[1], path_[2], path_[3], list, row, key});
  }

  const Scene& scene_;
  const BodySpec& body_;
  const RegionSpec& region_;
  std::string label_;
  std::vector<std::string> path_;
  const ScenePlaces& places_;
};

/// Whether something of a body is in a region; of its surface, if that is asked for.
bool has_something(const BodySpec& body, const RegionSpec& region, double h, bool of_surface) {
  if (region.shape.name == whole_body) return true;
  const PlacedShape solid = placed(body), part = placed(region, body);
  const Bounds box = bounds(solid);
  const auto is_there = [&](Vec3 x) {
    const double depth = signed_distance(solid, x);
    if (of_surface ? std::fabs(depth) > h : depth > 0.5 * h) return false;
    return signed_distance(part, x) < 0.5 * h;
  };
  for (double z = box.low.z; z <= box.high.z + h; z += h)
    for (double y = box.low.y; y <= box.high.y + h; y += h)
      for (double x = box.low.x; x <= box.high.x + h; x += h)
        if (is_there({x, y, z})) return true;
  return false;
}

}  // namespace

void check_regions(const Scene& scene, const ScenePlaces& places,
                   std::vector<std::string>& warnings) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    std::set<std::string> names;
    if (body.regions.size() > max_regions)
      fail_at(places.of_body(b, "region"),
              fmt::format("[body \"{}\"] has {} regions, but may have {}", body.name,
                          body.regions.size(), max_regions));
    for (std::size_t r = 0; r < body.regions.size(); ++r) {
      const std::string& name = body.regions[r].name;
      const std::string label = fmt::format("[body \"{}\"] region[{}].name", body.name, r),
                        place = places.of(
                            {"body", std::to_string(b), "region", std::to_string(r), "name"});
      check_name(name, place, label);
      if (!names.insert(name).second)
        fail_at(place, fmt::format("{} is \"{}\", but another region of the body has that name",
                                   label, name));
      RegionCheck(scene, b, r, places).all(warnings);
    }
  }
}

namespace {

void warn_of_thin(const BodySpec& body, std::size_t b, std::size_t r, double h,
                  const ScenePlaces& places, std::vector<std::string>& warnings) {
  const Shape shape = shape_of(body.regions[r].shape);
  if (shape.kind == ShapeKind::plane || thickness(shape) >= h * (1 - 1e-9)) return;
  warnings.push_back(fmt::format(
      "{}: [body \"{}\"] region \"{}\" is {:.2g} cells thin, too thin for a material of its own, "
      "whose mass and stiffness will be wrong; give it at least a cell",
      places.of({"body", std::to_string(b), "region", std::to_string(r), "material"}), body.name,
      body.regions[r].name, thickness(shape) / h));
}

}  // namespace

void check_regions_at_start(const Scene& scene, const ScenePlaces& places,
                            std::vector<std::string>& warnings) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodySpec& body = scene.bodies[b];
    for (std::size_t r = 0; r < body.regions.size(); ++r) {
      const RegionSpec& region = body.regions[r];
      const bool of_surface = region.loads_surface();
      if (region.material) warn_of_thin(body, b, r, scene.grid.cell_size, places, warnings);
      if (has_something(body, region, scene.grid.cell_size, of_surface)) continue;
      fail_at(
          places.of({"body", std::to_string(b), "region", std::to_string(r), "shape"}),
          fmt::format("[body \"{}\"] region \"{}\" has nothing of the body{} in it at the start, "
                      "but must have some of it; places are from the body's centre",
                      body.name, region.name, of_surface ? "'s surface" : ""));
    }
  }
}

}  // namespace eulersolid
