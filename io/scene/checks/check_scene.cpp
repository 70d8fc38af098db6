#include "io/scene/checks/check_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "grid/materials/law_table.h"
#include "io/constants.h"
#include "io/printable.h"
#include "io/scene/checks/check_deformation.h"
#include "io/scene/checks/check_preview.h"
#include "io/scene/checks/check_regions.h"
#include "io/scene/checks/check_rigid.h"
#include "io/scene/checks/check_time.h"
#include "io/scene/checks/shared_checks.h"

namespace eulersolid {

namespace {

void check_names(const Scene& scene, const ScenePlaces& places) {
  std::set<std::string> names;
  const auto check_one = [&](const std::string& kind, std::size_t number, const std::string& name,
                             const std::string& place) {
    const std::string label = fmt::format("[{} {}] name", kind, number);
    check_name(name, place, label);
    if (!names.insert(name).second)
      fail_at(place,
              fmt::format("{} is \"{}\", but another body or obstacle has that name", label, name));
  };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    check_one("body", i + 1, scene.bodies[i].name, places.of_body(i, "name"));
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    check_one("obstacle", i + 1, scene.obstacles[i].name, places.of_obstacle(i, "name"));
}

/// Laws whose parameters do not include Poisson's ratio have one too.
void check_material(const MaterialSpec& material, const std::string& place,
                    const std::string& label) {
  const Moduli m = small_strain(make_law(material.model, material.parameters));
  const double nu = m.lambda / (2 * (m.lambda + m.mu));
  if (nu >= -1e-9 && nu <= max_poissons_ratio + 1e-9) return;
  fail_at(place, fmt::format("{} material has a Poisson's ratio of {:.6g} at small strain{}, but "
                             "must have one between 0 and {}",
                             label, nu, material.model == Maxwell::name ? ", with its branch" : "",
                             max_poissons_ratio));
}

void check_materials(const BodySpec& body, std::size_t number, const ScenePlaces& places) {
  const auto check = [&](const MaterialSpec& material, std::vector<std::string> path,
                         const std::string& label) {
    path.insert(path.begin(), {"body", std::to_string(number)});
    path.push_back("material");
    check_material(material, places.of(path), label);
    path.push_back("fibre");
    if (has_fibres(material.model))
      require_direction(material.fibre, places.of(path), label + " material.fibre");
  };
  const std::string label = fmt::format("[body \"{}\"]", body.name);
  check(body.material, {}, label);
  for (std::size_t r = 0; r < body.regions.size(); ++r)
    if (const auto& material = body.regions[r].material)
      check(*material, {"region", std::to_string(r)},
            fmt::format("{} region \"{}\"", label, body.regions[r].name));
}

/// A vector, and its keyframes if it has any, as a scene has them.
struct Keyframed {
  const KeyframedVector& vector;
  bool given;         ///< not by keyframes alone
  std::string label;  ///< of the table, with a space after it
  std::string key, keyframes_key;
  std::string_view claim;  ///< of the keyframes: `put it at`
};

/// @param place_of_time  of the time of a keyframe, by its number
template <class Place>
void check_keyframes(const Keyframed& k, const std::string& place, Place place_of_time) {
  std::vector<double> times;
  for (const Keyframe& frame : k.vector.keyframes) times.push_back(frame.time);
  check_times(times, k.label, k.keyframes_key, place_of_time);
  const Vec3 start = value_at(k.vector, 0), given = k.vector.value;
  if (k.given && norm(start - given) > 1e-9 * (norm(start) + norm(given)))
    fail_at(place, fmt::format("{}{} is [{}, {}, {}], but its keyframes {} [{}, {}, {}] at time 0; "
                               "leave {} out",
                               k.label, k.key, given.x, given.y, given.z, k.claim, start.x, start.y,
                               start.z, k.key));
}

void check_gravity(const KeyframedVector& gravity, const ScenePlaces& places) {
  check_keyframes(
      {gravity, places.has_at_top("gravity"), "", "gravity", "gravity_keyframes", "make it"},
      places.of({"gravity"}), [&](std::size_t i) {
        return places.of({"gravity_keyframes", std::to_string(i), "time"});
      });
}

/// What some keyframes prescribe all of them do.
void check_keyframes_agree(const ObstacleSpec& obstacle, std::size_t number,
                           const ScenePlaces& places, const std::string& label) {
  const std::string table = std::to_string(number);
  const std::size_t rows = places.count({"obstacle", table, "keyframes"});
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string row = std::to_string(i);
    const std::string place = places.of({"obstacle", table, "keyframes", row});
    const bool moves = places.has({"obstacle", table, "keyframes", row, "position"}),
               turns = places.has({"obstacle", table, "keyframes", row, "rotation"});
    if (!moves && !turns)
      fail_at(place, fmt::format("{} keyframes[{}] has neither position nor rotation", label, i));
    if (!moves && !obstacle.motion.keyframes.empty())
      fail_at(place, fmt::format("{} keyframes[{}].position is missing [m]; other keyframes have "
                                 "one, so that all must",
                                 label, i));
    if (!turns && !obstacle.turning.keyframes.empty())
      fail_at(place, fmt::format("{} keyframes[{}].rotation is missing; other keyframes have one, "
                                 "so that all must",
                                 label, i));
    if (turns)
      check_axis(obstacle.turning.keyframes[i].rotation,
                 places.of({"obstacle", table, "keyframes", row, "rotation"}),
                 fmt::format("{} keyframes[{}]", label, i));
  }
  const std::vector<RotationKeyframe>& turns = obstacle.turning.keyframes;
  std::vector<double> times;
  for (const RotationKeyframe& turn : turns) times.push_back(turn.time);
  check_times(times, label + " ", "keyframes", [&](std::size_t i) {
    return places.of({"obstacle", table, "keyframes", std::to_string(i), "time"});
  });
  if (turns.empty()) return;
  for (const char* key : {"rotation", "angular_velocity"})
    if (places.has("obstacle", number, key))
      fail_at(places.of_obstacle(number, key),
              fmt::format("{} {} and rotations of keyframes are both given, but exclude each other",
                          label, key));
}

void check_obstacle(const ObstacleSpec& obstacle, std::size_t number, const ScenePlaces& places) {
  const std::string label = fmt::format("[obstacle \"{}\"]", obstacle.name);
  check_shape(obstacle.shape, places, {"obstacle", std::to_string(number)}, label);
  check_keyframes_agree(obstacle, number, places, label);
  check_axis(obstacle.rotation, places.of_obstacle(number, "rotation"), label);
  if (obstacle.shape.values.contains("normal"))
    require_direction(obstacle.shape.vector("normal"), places.of_obstacle(number, "normal"),
                      label + " normal");
  const std::string key(shape_named(obstacle.shape.name).place);
  const bool given = places.has("obstacle", number, key);
  const bool has_home = shape_named(obstacle.shape.name).has_home;
  if (!given && !has_home && obstacle.motion.keyframes.empty())
    fail_at(places.of_obstacle(number, ""),
            label + " " + key + " is missing [m]; only keyframes replace it");
  check_keyframes({obstacle.motion, given, label + " ", key, "keyframes", "put it at"},
                  places.of_obstacle(number, key), [&](std::size_t i) {
                    return places.of({"obstacle", std::to_string(number), "keyframes",
                                      std::to_string(i), "time"});
                  });
}

std::string known_names(const Scene& scene) {
  std::string text;
  for (const BodySpec& body : scene.bodies) text += (text.empty() ? "" : ", ") + body.name;
  for (const ObstacleSpec& obstacle : scene.obstacles) text += ", " + obstacle.name;
  return text.size() <= 200 ? text : text.substr(0, 200) + "...";
}

template <class Specs>
bool has_name(const Specs& specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(),
                     [&](const auto& spec) { return spec.name == name; });
}

void check_pair(const Scene& scene, std::size_t number, const ScenePlaces& places) {
  const PairContact& pair = scene.contact.pairs[number];
  const std::string place = places.of({"contact", "pair", std::to_string(number), "bodies"});
  const std::string label = fmt::format("[contact.pair {}] bodies", number + 1);
  for (const std::string& name : {pair.first, pair.second})
    if (!has_name(scene.bodies, name) && !has_name(scene.obstacles, name))
      fail_at(place, fmt::format("{} names \"{}\", but there are only {}", label,
                                 printable(name, max_shown), known_names(scene)));
  if (pair.first == pair.second)
    fail_at(place, fmt::format("{} names \"{}\" twice, but must name two", label, pair.first));
  if (has_name(scene.obstacles, pair.first) && has_name(scene.obstacles, pair.second))
    fail_at(place, label + " names two obstacles, but at least one must be a body");
  for (std::size_t i = 0; i < number; ++i)
    if (scene.contact.pairs[i].is_of(pair.first, pair.second))
      fail_at(place, fmt::format("{} are those of pair {} already", label, i + 1));
  if (pair.touch && !pair.friction)
    fail_at(places.of({"contact", "pair", std::to_string(number), "friction"}),
            fmt::format("[contact.pair {}] friction is missing [-]", number + 1));
  if (!pair.touch && (pair.friction || pair.static_friction))
    fail_at(places.of({"contact", "pair", std::to_string(number), "touch"}),
            fmt::format("[contact.pair {}] touch is false, so that there can be no friction; leave "
                        "one of them out",
                        number + 1));
}

void check_static_friction(std::optional<double> at_rest, double kinetic, const std::string& place,
                           const std::string& label) {
  if (!at_rest || *at_rest >= kinetic) return;
  fail_at(place, fmt::format("{} static_friction is {} [-], but must be at least the friction of "
                             "what slides, {}",
                             label, *at_rest, kinetic));
}

void check_friction(const Scene& scene, const ScenePlaces& places) {
  const Scene::Contact& contact = scene.contact;
  check_static_friction(contact.static_friction, contact.friction,
                        places.of({"contact", "static_friction"}), "[contact]");
  for (std::size_t i = 0; i < contact.pairs.size(); ++i)
    check_static_friction(contact.pairs[i].static_friction, contact.pairs[i].friction.value_or(0),
                          places.of({"contact", "pair", std::to_string(i), "static_friction"}),
                          fmt::format("[contact.pair {}]", i + 1));
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    const ObstacleSpec& obstacle = scene.obstacles[i];
    check_static_friction(obstacle.static_friction, obstacle.friction.value_or(contact.friction),
                          places.of_obstacle(i, "static_friction"),
                          fmt::format("[obstacle \"{}\"]", obstacle.name));
  }
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The folders of surfaces lie beside the lists of them.
void check_list_name(const Scene& scene, const std::string& list, std::string_view file_kind,
                     const ScenePlaces& places) {
  if (!has(scene.output.surface, file_kind)) return;
  const auto check_one = [&](const char* kind, const std::string& name, const std::string& place) {
    if (name == list)
      fail_at(place, fmt::format("[{0} \"{1}\"] name is that of the list surface/{1}, which "
                                 "output.surface = [\"{2}\"] makes; take another one",
                                 kind, name, file_kind));
  };
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    check_one("body", scene.bodies[i].name, places.of_body(i, "name"));
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i)
    check_one("obstacle", scene.obstacles[i].name, places.of_obstacle(i, "name"));
}

void check_list_names(const Scene& scene, const ScenePlaces& places) {
  check_list_name(scene, scene.output.name + ".pvd", "vtp", places);
  for (const char* which : {"", "_original", "_rest"}) {
    check_list_name(scene, scene.output.name + which + ".usda", "usd", places);
    check_list_name(scene, scene.output.name + which + ".abc", "abc", places);
  }
}

/// `rest_1`, `rest_2` ... are those of bodies.
bool is_rest_of_body(const std::string& grid) {
  return grid.starts_with("rest_") && grid.size() > 5 &&
         grid.find_first_not_of("0123456789", 5) == grid.npos;
}

void check_output(const Scene::Output& output, const ScenePlaces& places) {
  check_name(output.name, places.of({"output", "name"}),
             fmt::format("[output] name \"{}\"", printable(output.name, max_shown)));
  std::set<std::string> grids{"density", "surface", "rest", "object_id"};
  for (std::size_t i = 0; i < output.extra.size(); ++i)
    if (!grids.insert(output.extra[i]).second)
      fail_at(
          places.of({"output", "extra", std::to_string(i)}),
          fmt::format("[output] extra[{}] is \"{}\", which is there already", i, output.extra[i]));
  const std::string& velocity = output.velocity_name;
  const std::string place = places.of({"output", "velocity_name"});
  const bool is_grid =
      grids.count(velocity) != 0 || (grids.count("rest_by_body") != 0 && is_rest_of_body(velocity));
  if (velocity.empty() || is_grid || velocity == "object_id_extended")
    fail_at(place, fmt::format("[output] velocity_name is \"{}\", but must not be empty nor the "
                               "name of another grid",
                               printable(velocity, max_shown)));
  if (printable(velocity) != velocity)
    fail_at(place, fmt::format("[output] velocity_name is \"{}\", but must have no control "
                               "characters",
                               printable(velocity, max_shown)));
}

/// A file written twice is a mistake.
void check_surface(const std::vector<std::string>& kinds, const ScenePlaces& places) {
  std::set<std::string> before;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (!before.insert(kinds[i]).second)
      fail_at(places.of({"output", "surface", std::to_string(i)}),
              fmt::format("[output] surface[{}] is \"{}\", which is there already", i, kinds[i]));
}

/// Pictures are drawn from maps, which do not say what a solid remembers.
void check_stress_colour(const Scene& scene, const ScenePlaces& places) {
  if (scene.preview.colour != "stress") return;
  for (const BodySpec& body : scene.bodies)
    for (const MaterialSpec& material : body.materials())
      if (has_memory(material.model))
        fail_at(places.of({"preview", "colour"}),
                fmt::format("[preview] colour is \"stress\", but that of a {} material, as body "
                            "\"{}\" has, is in volumes and meshes alone (output.extra = "
                            "[\"stress_vm\"])",
                            material.model, body.name));
}

void check_alarms(const Scene::Alarms& alarms, const ScenePlaces& places) {
  if (alarms.warn <= alarms.stop) return;
  const bool given = places.has("alarms", 0, "warn");
  fail_at(places.of({"alarms", given ? "warn" : "stop"}),
          fmt::format("[alarms] warn is {} [-]{}, but must be at most stop, {}", alarms.warn,
                      given ? "" : " when left out", alarms.stop));
}

}  // namespace

void check_meaning(const Scene& scene, const ScenePlaces& places,
                   std::vector<std::string>& warnings) {
  if (scene.bodies.empty())
    fail_at(places.of({"body"}), "the scene has no body, but must have at least one [[body]]");
  check_names(scene, places);  // first: what follows quotes them
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) check_materials(scene.bodies[i], i, places);
  check_time(scene, places, warnings);
  check_gravity(scene.gravity, places);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const std::string label = fmt::format("[body \"{}\"]", scene.bodies[i].name);
    const ShapeSpec& shape = scene.bodies[i].shape;
    check_shape(shape, places, {"body", std::to_string(i)}, label);
    const bool is_placed = places.has("body", i, "centre") || !scene.bodies[i].on.empty();
    if (!is_placed && !shape_named(shape.name).has_home)
      fail_at(places.of_body(i, ""), label + " centre is missing [m]");
    check_axis(scene.bodies[i].rotation, places.of_body(i, "rotation"), label);
    warn_of_degrees(scene.bodies[i].rotation,
                    places.of({"body", std::to_string(i), "rotation", "angle"}), label, warnings);
  }
  check_rigid(scene, places);
  check_deformations(scene, places);
  check_regions(scene, places, warnings);
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    check_obstacle(scene.obstacles[i], i, places);
    warn_of_degrees(scene.obstacles[i].rotation,
                    places.of({"obstacle", std::to_string(i), "rotation", "angle"}),
                    fmt::format("[obstacle \"{}\"]", scene.obstacles[i].name), warnings);
  }
  for (std::size_t i = 0; i < scene.contact.pairs.size(); ++i) check_pair(scene, i, places);
  check_friction(scene, places);
  check_alarms(scene.alarms, places);
  check_output(scene.output, places);
  check_list_names(scene, places);
  check_surface(scene.output.surface, places);
  std::vector<std::string> names;
  for (const BodySpec& body : scene.bodies) names.push_back(body.name);
  check_preview(scene.preview, names, places);
  check_stress_colour(scene, places);
}

}  // namespace eulersolid
