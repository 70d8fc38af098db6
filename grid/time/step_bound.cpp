#include <cmath>

#include "grid/body.h"
#include "grid/constants.h"
#include "grid/ledger/momentum.h"
#include "grid/materials/wave_step.h"
#include "grid/motion/kick.h"

ES_BEGIN

double Body::speed() const { return largest_speed(state_, derived_); }

/// Of pressure waves, at its largest [m^2/s]: the viscous moduli do not change as a body deforms,
/// but where its volume has grown there is less mass. With that of the shock that is about to come.
double Body::kinematic_viscosity() const {
  const GeometryReport& geometry = totals().geometry;
  const GridNumerics& numerics = grid_.numerics;
  const double hit = numerics.shock_viscosity * grid_.h * (numerics.hit_growth * totals().approach);
  return larger(geometry.viscosity, hit) / geometry.min_det;
}

StepBound Body::step_bound(double courant, Vec3 gravity,
                           const std::function<std::vector<RegionAction>(double)>& actions) {
  const double max_crossed = grid_.numerics.max_crossed;
  if (is_rigid_) {
    const double s = speed(), g = norm(gravity);
    const double by_speed = max_crossed * grid_.h / s;
    const double by_fall = std::sqrt(max_fallen * grid_.h / g);
    return {smaller(by_speed, by_fall), s, false};
  }
  // The shortest waves have the frequency 2 c/h.
  const double gas = regions_.empty() ? 0 : regions_.gas_rate(state_, derived_, *borrow(), grid_);
  const double most = max_crossed * grid_.h;
  const double fastest = totals().geometry.speed;
  const double c = gas > 0 ? std::hypot(fastest, 0.5 * grid_.h * std::sqrt(gas)) : fastest;
  const double waves = longest_step(courant * grid_.h, c, kinematic_viscosity());
  const double kick_dt = 0.5 * (state_.last_dt + waves);
  double speed = largest_kicked_speed(state_, derived_, kick_dt, gravity);
  if (actions && !regions_.empty())
    speed = larger(speed, regions_.told_speed(actions(waves), state_.node_box, grid_));
  if (speed * waves > most) return {most / speed, speed, false};
  return {waves, c, true};
}

ES_END
