#include <algorithm>
#include <cmath>

#include "grid/ledger/given_velocities.h"
#include "kernels/core/error.h"
#include "src/simulation/grid_simulation.h"
#include "src/simulation/region_actions.h"

ES_BEGIN

namespace {

bool is_finite(Vec3 v) { return std::isfinite(norm1(v)); }

}  // namespace

void GridSimulation::set_gravity(Vec3 gravity) {
  if (!is_finite(gravity)) throw InputError("gravity is not finite");
  scene_.gravity = {gravity, {}};
}

std::size_t GridSimulation::number_of(const std::string& body) const {
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (bodies_[b].name() == body) return b;
  throw InputError("there is no body \"" + body + "\"");
}

void GridSimulation::set_load(const std::string& body, const std::string& region,
                              const RegionLoad& load) {
  const std::size_t b = number_of(body);
  std::vector<RegionSpec>& regions = scene_.bodies[b].regions;
  const auto found = std::ranges::find(regions, region, &RegionSpec::name);
  const std::string name = "region \"" + region + "\" of body \"" + body + "\"";
  if (found == regions.end()) throw InputError("there is no " + name);
  const auto r = std::size_t(found - regions.begin());
  const RegionSetup& setup = bodies_[b].regions().setup(r);
  if (const std::string fault = fault_of(load, setup); !fault.empty())
    throw InputError(name + " " + fault);
  activation_before_.insert({{b, r}, found->activation * value_at(found->load, time_).x});
  put_load(load, *found);
}

std::vector<RegionAction> GridSimulation::actions_in(const Step& step, std::size_t body) const {
  std::vector<RegionAction> actions =
      region_actions(scene_, scene_.bodies[body], step.loads, rigid_.carrier(step.dt));
  for (const auto& [place, before] : activation_before_)
    if (place.first == body) actions[place.second].activation_before = before;
  return actions;
}

void GridSimulation::set_motion(const std::string& body, Vec3 velocity, Vec3 spin) {
  const std::size_t b = number_of(body);
  if (!is_finite(velocity) || !is_finite(spin))
    throw InputError("body \"" + body + "\" is given a velocity that is not finite");
  if (rigid_.has(b)) {
    rigid_.set_motion(b, velocity, spin);
    bodies_[b].follow(rigid_.placement(b), last_dt());
    return;
  }
  const Body& own = bodies_[b];
  const RigidMotion motion{own.totals().momentum.centroid(), velocity, spin};
  const NodeBox node_box = own.state().node_box;
  std::vector<Vec3> v;
  for (Index n = 0; n < node_box.nodes.count(); ++n)
    v.push_back(motion.at(grid_.position(node_box.to_grid(n))));
  give_velocities(bodies_[b], grid_, v);
}

void GridSimulation::set_velocities(const std::string& body, const std::vector<Vec3>& v) {
  const std::size_t b = number_of(body);
  if (rigid_.has(b))
    throw InputError("body \"" + body +
                     "\" is rigid: it is given a motion, not velocities of nodes");
  give_velocities(bodies_[b], grid_, v);
}

ES_END
