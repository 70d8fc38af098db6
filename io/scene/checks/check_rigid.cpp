#include "io/scene/checks/check_rigid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/constants.h"
#include "io/printable.h"
#include "io/scene/checks/shared_checks.h"
#include "io/scene/nearest_word.h"

namespace eulersolid {

namespace {

void check_body(const BodySpec& body, std::size_t number, const ScenePlaces& places) {
  const std::string label = fmt::format("[body \"{}\"]", body.name);
  const std::string table = std::to_string(number);
  for (std::size_t r = 0; r < body.regions.size(); ++r) {
    const auto& material = body.regions[r].material;
    if (material && material->model == rigid_model)
      fail_at(places.of({"body", table, "region", std::to_string(r), "material"}),
              fmt::format("{} region \"{}\" has a rigid material, but only whole bodies are rigid; "
                          "hold the region, or make it a body of its own",
                          label, body.regions[r].name));
  }
  if (!body.is_rigid()) return;
  if (!body.regions.empty())
    fail_at(places.of_body(number, "region"),
            fmt::format("{} is rigid and has a region, but only what deforms has regions", label));
  if (body.is_deformed())
    fail_at(places.of_body(number, "deformation"),
            fmt::format("{} is rigid, but has a deformation", label));
  const Mat3& gradient = body.velocity_gradient;
  for (int i = 0; i < 3; ++i)
    if (norm(gradient[i]) > 0)
      fail_at(places.of_body(number, "velocity_gradient"),
              fmt::format("{} is rigid, but has a velocity_gradient; it has an angular_velocity "
                          "alone",
                          label));
  if (body.material.viscosity != 0)
    fail_at(places.of({"body", table, "material", "viscosity"}),
            fmt::format("{} material.viscosity is {} s, but a rigid material has a density alone",
                        label, body.material.viscosity));
}

std::string names_of_rigid(const Scene& scene) {
  std::string names;
  for (const BodySpec& body : scene.bodies)
    if (body.is_rigid()) names += (names.empty() ? "" : ", ") + body.name;
  return names.size() <= 200 ? names : names.substr(0, 200) + "...";
}

void check_bodies_of(const Scene& scene, const JointSpec& joint, const std::string& label,
                     const std::string& place) {
  if (joint.bodies.empty())
    fail_at(place, label + " bodies is empty, but must name one or two rigid bodies");
  for (const std::string& name : joint.bodies) {
    const auto body = std::find_if(scene.bodies.begin(), scene.bodies.end(),
                                   [&](const BodySpec& other) { return other.name == name; });
    if (body != scene.bodies.end() && body->is_rigid()) continue;
    const std::string rigid = names_of_rigid(scene);
    fail_at(place, fmt::format("{} bodies names \"{}\", {}; {}", label, printable(name, max_shown),
                               body == scene.bodies.end() ? "but there is no such body"
                                                          : "but that body is not rigid",
                               rigid.empty() ? "there is no rigid body: rigid = true makes one"
                                             : "rigid are " + rigid));
  }
  if (joint.bodies.size() == 2 && joint.bodies[0] == joint.bodies[1])
    fail_at(place,
            fmt::format("{} bodies names \"{}\" twice, but must name two", label, joint.bodies[0]));
}

void check_joint(const Scene& scene, std::size_t number, const ScenePlaces& places) {
  const JointSpec& joint = scene.joints[number];
  const std::string table = std::to_string(number);
  const std::string label = fmt::format("[joint \"{}\"]", joint.name);
  check_bodies_of(scene, joint, label, places.of({"joint", table, "bodies"}));
  require_direction(joint.axis, places.of({"joint", table, "axis"}), label + " axis");
  std::vector<double> times;
  for (const Keyframe& keyframe : joint.load.keyframes) times.push_back(keyframe.time);
  check_times(times, label + " ", "load_keyframes", [&](std::size_t i) {
    return places.of({"joint", table, "load_keyframes", std::to_string(i), "time"});
  });
  if (joint.speed != 0 && joint.max_torque == 0)
    fail_at(places.of({"joint", table, "speed"}),
            fmt::format("{} has a speed of {} rad/s, but its max_torque is 0 N m, so that nothing "
                        "keeps it up",
                        label, joint.speed));
  if (!times.empty() && joint.torque == 0 && joint.speed == 0)
    fail_at(places.of({"joint", table, "load_keyframes"}),
            label + " has load_keyframes, but neither torque nor speed");
}

}  // namespace

void check_rigid(const Scene& scene, const ScenePlaces& places) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) check_body(scene.bodies[b], b, places);
  std::set<std::string> names;
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const std::string place = places.of({"joint", std::to_string(j), "name"});
    const std::string label = fmt::format("[joint {}] name", j + 1);
    check_name(scene.joints[j].name, place, label);
    if (!names.insert(scene.joints[j].name).second)
      fail_at(place, fmt::format("{} is \"{}\", but another joint has that name", label,
                                 scene.joints[j].name));
    check_joint(scene, j, places);
  }
}

}  // namespace eulersolid
