#include "bench/verification/scenes.h"

#include <cmath>

namespace eulersolid::verification {

Scene empty_scene(double cell_size, Vec3 node) {
  Scene scene;
  scene.source = "verification";
  scene.grid = {node, {1, 1, 1}, cell_size};
  return scene;
}

MaterialSpec soft(double poissons_ratio, double viscosity) {
  return {.density = density,
          .viscosity = viscosity,
          .parameters = {{"youngs_modulus", youngs_modulus}, {"poissons_ratio", poissons_ratio}}};
}

namespace {

BodySpec solid(const std::string& name, Vec3 centre, const MaterialSpec& material) {
  BodySpec body;
  body.name = name, body.centre = centre, body.material = material;
  return body;
}

RegionSpec region(const std::string& name, const ShapeSpec& shape, Vec3 centre) {
  RegionSpec region;
  region.name = name, region.shape = shape, region.centre = centre;
  region.load.value = {1, 0, 0};  // all of the load, always
  return region;
}

}  // namespace

BodySpec box(const std::string& name, Vec3 centre, Vec3 size, const MaterialSpec& material) {
  BodySpec body = solid(name, centre, material);
  body.shape = {"box", {{"size", size}}};
  return body;
}

BodySpec ball(const std::string& name, Vec3 centre, double radius, const MaterialSpec& material) {
  BodySpec body = solid(name, centre, material);
  body.shape = {"sphere", {{"radius", radius}}};
  return body;
}

BodySpec cylinder(const std::string& name, Vec3 centre, double radius, double length,
                  const MaterialSpec& material) {
  BodySpec body = solid(name, centre, material);
  body.shape = {"cylinder", {{"radius", radius}, {"length", length}}};
  return body;
}

ObstacleSpec plane(const std::string& name, Vec3 point, Vec3 normal) {
  ObstacleSpec obstacle;
  obstacle.name = name, obstacle.motion.value = point;
  obstacle.shape = {"plane", {{"normal", (1 / norm(normal)) * normal}}};
  return obstacle;
}

RegionSpec all_of_it(const std::string& name) { return region(name, {"all", {}}, {}); }

RegionSpec beyond(const std::string& name, Vec3 point, Vec3 outward) {
  return region(name, {"plane", {{"normal", -1 * outward}}}, point);
}

RegionSpec face(const std::string& name, Vec3 outward, Vec3 box_size) {
  Vec3 size = box_size, centre;
  for (int axis = 0; axis < 3; ++axis) {
    if (outward[axis] == 0) {
      size[axis] *= 2;
    } else {
      size[axis] *= 0.1;
      centre[axis] = 0.5 * outward[axis] * (box_size[axis] + (1 - 1e-9) * size[axis]);
    }
  }
  return region(name, {"box", {{"size", size}}}, centre);
}

KeyframedVector ramp(Vec3 value, double rise) { return {{}, {{0, {}}, {rise, value}}}; }

void run_to(Simulation& simulation, double time,
            const std::function<void(const StepRecord&)>& each) {
  while (simulation.time() < time * (1 - 1e-12)) {
    const double left = time - simulation.time();
    const StepRecord step =
        simulation.advance(left / std::ceil(left / simulation.stable_dt() - 1e-9));
    if (each) each(step);
  }
}

double mean_until(Simulation& simulation, double time, const std::function<double()>& measured) {
  constexpr int moments = 24;
  const double start = simulation.time();
  double sum = 0;
  for (int n = 0; n < moments; ++n) {
    run_to(simulation, start + (n + 0.5) / moments * (time - start));
    sum += measured();
  }
  run_to(simulation, time);
  return sum / moments;
}

Vec3 force_by(Simulation& simulation, const std::string& partner) {
  Vec3 force;
  for (const ContactRecord& contact : simulation.contacts())
    if (contact.partner == partner) force += contact.force;
  return force;
}

void Crossings::add(double time, double value) {
  if (begun_ && (value_ < 0) != (value < 0))
    times_.push_back(time_ + (time - time_) * value_ / (value_ - value));
  begun_ = true, time_ = time, value_ = value;
}

double root_of(const std::function<double(double)>& f, double low, double high) {
  for (int round = 0; round < 100; ++round) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace eulersolid::verification
