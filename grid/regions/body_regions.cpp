#include "grid/regions/body_regions.h"

#include "grid/layers/layers.h"
#include "kernels/core/error.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"

ES_BEGIN

namespace {

/// By the masses of the active nodes.
RegionPlace place_of_region(const Region& region, const BodyState& state,
                            const BodyDerived& derived, const GridSpec& grid) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Region part_of = region;
  const Span<const int> active = derived.active.span();
  const Span<const double> mass = state.mass.span();
  const Span<const Vec3> u = state.u.span();
  return sum<RegionPlace>(active.size, [=] ES_DEVICE(Index a) -> RegionPlace {
    const Index n = active[a];
    const Vec3 x = lattice.position(node_box.to_grid(n));
    const double m = part_of.part(x - u[n], lattice.h) * mass[n];
    return {m, m * x, m * u[n]};
  });
}

void add_acceleration(const Region& region, const BodyState& state, const BodyDerived& derived,
                      const GridSpec& grid, Vec3 acceleration, Span<Vec3> load) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Region part_of = region;
  const Span<const int> active = derived.active.span();
  const Span<const double> mass = state.mass.span();
  const Span<const Vec3> u = state.u.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    const Index n = active[a];
    const Vec3 X = lattice.position(node_box.to_grid(n)) - u[n];
    load[n] += (part_of.part(X, lattice.h) * mass[n]) * acceleration;
  });
}

/// v += dt l / m. @return sums of l and x times l [N], [N m]
HeldSum kick_by(Span<const Vec3> load, BodyState& state, const BodyDerived& derived,
                const GridSpec& grid, double dt) {
  const NodeBox node_box = state.node_box;
  const GridSpec lattice = grid;
  const Span<const int> active = derived.active.span();
  const Span<const double> mass = state.mass.span();
  const Span<Vec3> v = state.v.span();
  parallel_for(active.size, [=] ES_DEVICE(Index a) {
    v[active[a]] += (dt / mass[active[a]]) * load[active[a]];
  });
  return sum<HeldSum>(active.size, [=] ES_DEVICE(Index a) -> HeldSum {
    const Index n = active[a];
    return {load[n], cross(lattice.position(node_box.to_grid(n)), load[n]), 0};
  });
}

double mean_power(Span<const Vec3> load, const BodyState& state, const BodyDerived& derived,
                  Span<const Vec3> before) {
  const Span<const int> active = derived.active.span();
  const Span<const Vec3> v = state.v.span();
  return sum<double>(active.size, [=] ES_DEVICE(Index a) -> double {
    const Index n = active[a];
    return 0.5 * dot(load[n], before[n] + v[n]);
  });
}

/// Sum of |l|^2 / m over the active nodes.
double sum_by_mass(Span<const Vec3> load, const BodyState& state, const BodyDerived& derived) {
  const Span<const int> active = derived.active.span();
  const Span<const double> mass = state.mass.span();
  return sum<double>(active.size, [=] ES_DEVICE(Index a) -> double {
    const Index n = active[a];
    return dot(load[n], load[n]) / mass[n];
  });
}

bool is_zero(Vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

}  // namespace

std::vector<PlacedMaterial> placed_materials(const std::vector<RegionSetup>& regions) {
  std::vector<PlacedMaterial> placed;
  for (const RegionSetup& region : regions)
    if (region.material) placed.push_back({*region.shape, *region.material});
  return placed;
}

void BodyRegions::make(const std::string& body, const std::vector<RegionSetup>& regions,
                       const DeviceVector<Vec3>& points, const std::vector<RestFace>& faces) {
  setups_ = regions;
  faces_.resize(regions.size()), loads_.resize(regions.size());
  cavity_volumes_.resize(regions.size());
  const std::vector<Vec3> at = points.to_host();
  for (const RegionSetup& setup : regions) {
    const auto r = regions_.size();
    samples_.push_back(std::make_unique<DeviceSamples>());
    Region& region = regions_.emplace_back();
    region.is_all = !setup.shape;
    if (setup.shape) region.shape = {samples_[r]->upload(setup.shape->shape), setup.shape->pose};
    if (setup.is_held) held_regions_.push_back(int(r));
    if (!setup.loads_surface) continue;
    const std::vector<LoadedFace> loaded = faces_in(setup, at, faces);
    faces_[r].assign(loaded);
    if (!setup.cavity) continue;
    const double volume = enclosed_volume(faces_[r].span(), points.span());
    require_cavity(r, body, loaded, volume);
    for (std::size_t other = 0; other < r; ++other)
      if (regions[other].cavity && share_a_face(loaded, faces_[other].to_host()))
        throw InputError("[body \"" + body + "\"] regions \"" + name(other) + "\" and \"" +
                         name(r) + "\" are cavities of one hollow, but each must have its own");
    cavity_volumes_[r] = setup.cavity->growth * volume;
  }
  totals_.resize(regions.size());
  for (std::size_t r = 0; r < regions.size(); ++r) totals_[r].cavity_volume = cavity_volumes_[r];
}

void BodyRegions::require_cavity(std::size_t r, const std::string& body,
                                 const std::vector<LoadedFace>& faces, double volume) const {
  const auto fail = [&](const char* why) {
    throw InputError("[body \"" + body + "\"] region \"" + name(r) + "\" is a cavity, but " + why);
  };
  if (faces.empty()) return;  // said elsewhere, of all loads
  if (!is_closed(faces))
    fail(
        "the surface of the body in it is open; it must hold all of that of a hollow, and nothing "
        "else");
  if (!(volume > 0))
    fail("the surface of the body in it is its outside; it must hold that of a hollow alone");
}

/// With what the region's surface is pressed now.
double BodyRegions::pressure_in(std::size_t r, const RegionAction& action,
                                Span<const Vec3> points) {
  const std::optional<Cavity>& cavity = setups_[r].cavity;
  if (!cavity) return action.pressure;
  const double volume = enclosed_volume(faces_[r].span(), points);
  totals_[r].cavity_volume = volume;
  if (!(volume > 0) && cavity->pressure > 0)
    throw SimulationError("the cavity of region \"" + name(r) + "\" has no volume left");
  return action.pressure + cavity->excess(volume / cavity_volumes_[r]);
}

void BodyRegions::renew(const BodyState& state, const BodyDerived& derived, const GridSpec& grid) {
  if (!held_regions_.empty()) held_.list(state, derived, grid, regions_, held_regions_);
}

void BodyRegions::require_right(const std::string& body, const BodyState& state,
                                const BodyDerived& derived, const GridSpec& grid) {
  for (std::size_t r = 0; r < size(); ++r)
    if (!(place(r, state, derived, grid).mass > 0))
      throw InputError("[body \"" + body + "\"] region \"" + name(r) +
                       "\" has nothing of the body in it, but must have some of it at rest");
  for (std::size_t r = 0; r < size(); ++r)
    if (setups_[r].loads_surface && faces_[r].empty())
      throw InputError("[body \"" + body + "\"] region \"" + name(r) +
                       "\" has nothing of the body's surface, on which its load is to act");
  if (held_regions_.size() < 2) return;
  if (held_.list(state, derived, grid, regions_, held_regions_) == 0) return;
  std::string names;
  for (const int r : held_regions_)
    names += (names.empty() ? "\"" : ", \"") + name(std::size_t(r)) + '"';
  throw InputError("[body \"" + body + "\"] two of its held regions, " + names +
                   ", have nodes in common, but must be a cell apart");
}

void BodyRegions::add_load(std::size_t r, const RegionAction& action, const BodyState& state,
                           const BodyDerived& derived, BodyWorkspace& work, const GridSpec& grid,
                           Span<const Vec3> points) {
  DeviceVector<Vec3>& load = loads_[r];
  const double pressure = pressure_in(r, action, points);
  totals_[r].pressure = pressure;
  const bool on_surface = !is_zero(action.traction) || pressure != 0;
  if (!on_surface && is_zero(action.acceleration) && is_zero(action.force)) {
    load.resize(0);
    return;
  }
  load.resize_zero(state.node_box.nodes.count());
  if (on_surface) {
    surface_load_.add(state, derived, grid, faces_[r].span(), points, action.traction, pressure,
                      load.span());
    aggregate(state, derived, work, {{load.span(), {}}, {}});
  }
  Vec3 acceleration = action.acceleration;
  if (!is_zero(action.force))
    acceleration += (1 / place(r, state, derived, grid).mass) * action.force;
  if (!is_zero(acceleration))
    add_acceleration(regions_[r], state, derived, grid, acceleration, load.span());
}

RegionEffect BodyRegions::act(const std::vector<RegionAction>& actions, BodyState& state,
                              const BodyDerived& derived, BodyWorkspace& work, const GridSpec& grid,
                              Span<const Vec3> points, double dt) {
  actions_ = actions;
  totals_.assign(size(), {});
  RegionEffect effect;
  if (actions.empty()) return effect;
  for (std::size_t r = 0; r < size(); ++r) {
    add_load(r, actions[r], state, derived, work, grid, points);
    if (loads_[r].empty()) continue;
    const HeldSum load = kick_by(loads_[r].span(), state, derived, grid, dt);
    totals_[r].load = dt * load.impulse, totals_[r].load_torque = dt * load.torque;
    effect.impulse += totals_[r].load, effect.torque += totals_[r].load_torque;
  }
  for (const int r : held_regions_) {
    RegionTotals& total = totals_[std::size_t(r)];
    const HeldSum taken = held_.hold(state, grid, r, actions[std::size_t(r)].motion);
    total.reaction = taken.impulse, total.reaction_torque = taken.torque;
    effect.impulse += taken.impulse, effect.torque += taken.torque;
  }
  return effect;
}

RegionEffect BodyRegions::settle(const BodyState& state, const BodyDerived& derived,
                                 const GridSpec& grid, Span<const Vec3> before, double dt,
                                 Vec3 gravity) {
  RegionEffect effect;
  if (actions_.empty()) return effect;
  for (std::size_t r = 0; r < size(); ++r) {
    if (loads_[r].empty()) continue;
    totals_[r].load_work = dt * mean_power(loads_[r].span(), state, derived, before);
    effect.load_work += totals_[r].load_work;
  }
  for (const int r : held_regions_) {
    RegionTotals& total = totals_[std::size_t(r)];
    const HeldSum passed = held_.sum_passed(state, grid, before, r);
    total.reaction -= passed.impulse, total.reaction_torque -= passed.torque;
    total.hold_work = held_.work_of_rest(state, before, dt, gravity, r) - passed.work;
    for (const DeviceVector<Vec3>& load : loads_)
      if (!load.empty()) total.hold_work -= dt * held_.power_of(state, load.span(), before, r);
    effect.impulse -= passed.impulse, effect.torque -= passed.torque;
    effect.hold_work += total.hold_work;
  }
  return effect;
}

void BodyRegions::hold_map(BodyState& state, const BodyDerived& derived,
                           const GridSpec& grid) const {
  if (actions_.empty()) return;
  for (const int r : held_regions_)
    eulersolid::hold_map(state, derived, grid, regions_[std::size_t(r)],
                         actions_[std::size_t(r)].end);
}

double BodyRegions::gas_rate(const BodyState& state, const BodyDerived& derived,
                             BodyWorkspace& work, const GridSpec& grid) {
  double rate = 0;
  const Span<const Vec3> points = state.points.span();
  for (std::size_t r = 0; r < size(); ++r) {
    const std::optional<Cavity>& cavity = setups_[r].cavity;
    if (!cavity || cavity->pressure == 0) continue;
    const double volume = enclosed_volume(faces_[r].span(), points);
    if (!(volume > 0)) continue;  // said by the step
    unit_load_.resize_zero(state.node_box.nodes.count());
    surface_load_.add(state, derived, grid, faces_[r].span(), points, {}, 1, unit_load_.span());
    aggregate(state, derived, work, {{unit_load_.span(), {}}, {}});
    const double pressure = cavity->pressure + cavity->excess(volume / cavity_volumes_[r]);
    rate += cavity->exponent * pressure / volume * sum_by_mass(unit_load_.span(), state, derived);
  }
  return rate;
}

double BodyRegions::told_speed(const std::vector<RegionAction>& actions, const NodeBox& node_box,
                               const GridSpec& grid) const {
  const Vec3 low = grid.position(node_box.first),
             size = grid.h * Vec3{double(node_box.nodes.nx - 1), double(node_box.nodes.ny - 1),
                                  double(node_box.nodes.nz - 1)};
  double most = 0;
  for (const int r : held_regions_)
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 x =
          low + Vec3{corner & 1 ? size.x : 0, corner & 2 ? size.y : 0, corner & 4 ? size.z : 0};
      most = larger(most, norm(actions[std::size_t(r)].motion.at(x)));
    }
  return most;
}

RegionPlace BodyRegions::place(std::size_t r, const BodyState& state, const BodyDerived& derived,
                               const GridSpec& grid) const {
  return place_of_region(regions_[r], state, derived, grid);
}

ES_END
