#include "grid/body.h"
#include "grid/constants.h"
#include "grid/layers/fits.h"
#include "grid/layers/layers.h"
#include "grid/motion/resample.h"
#include "grid/motion/transport.h"
#include "grid/node_box.h"
#include "kernels/core/error.h"
#include "surface/constants.h"

ES_BEGIN

void Body::set_state(const HostState& state) {
  if (Index(state.points.size()) != points_.rest.size())
    throw InputError("the state of body \"" + name_ + "\" is damaged: it has " +
                     std::to_string(state.points.size()) + " points, but the surface has " +
                     std::to_string(points_.rest.size()));
  if (Index(state.history_at.size()) != history_.points() ||
      Index(state.history.size()) != history_numbers * history_.points())
    throw InputError("the state of body \"" + name_ + "\" is damaged: what its solid remembers " +
                     "does not fit its points");
  from_host(state, state_);
  history_.renew(state_);
  const WorkspaceLoan work = borrow();
  resize_by_node(state_.node_box, derived_, *work);
  list_active(state_, derived_, *work);
  update_layers(state_, derived_, *work);
  regions_.renew(state_, derived_, grid_);
  renew_cell_points(*work);
}

void Body::continue_from(Body& other) {
  const Extended fields = other.extended();
  const BodyState& from = other.state_;
  const GridFields coarse{other.grid_, from.node_box, from.layers.span(), fields.u, fields.v};
  const Int3 last{from.node_box.nodes.nx - 1, from.node_box.nodes.ny - 1,
                  from.node_box.nodes.nz - 1};
  const Int3 low = cell_at(grid_, other.grid_.position(from.node_box.first)),
             high = cell_at(grid_, other.grid_.position(from.node_box.first + last));
  const NodeBox node_box = node_box_around(low, high + Int3{1, 1, 1});
  const WorkspaceLoan work(pool_, kept_, node_box);
  open_node_box(node_box, state_, derived_, *work);
  resample(coarse, grid_, state_);
  state_.ledger = from.ledger, state_.last_dt = from.last_dt;
  BodyTotals& totals = state_.totals;
  totals = {};
  totals.approach = from.totals.approach;
  history_.take_from(other.history_, from, coarse, state_);
  integrate_given_map(*work);
  check_geometry();
  const double factor = renew_layers(*work);
  extrapolate_outer(state_, derived_, state_.u.span(), layer::last);
  extrapolate_outer(state_, derived_, state_.v.span(), layer::last);
  renew_cell_points(*work);  // as one that is given this state does
  settle_momentum(factor);
  totals.restored = {};  // by no step
  // Velocities are those of the middle of the last step, and so is this.
  totals.elastic = totals.geometry.energy + (from.totals.elastic - from.totals.geometry.energy);
  ledger().count_anew(totals.momentum.kinetic + totals.elastic);
  place_points(coarse, other.points_.rest.to_host(), from.points.to_host(),
               point_spacing * other.grid_.h, points_.rest.to_host(), state_.points);
}

Body::Extended Body::extended() {
  WorkspaceLoan work = borrow();
  work->vector1.copy_from(state_.u.span());
  work->vector2.copy_from(state_.v.span());
  extrapolate(state_, derived_, work->vector1.span(), layer::last);
  extrapolate(state_, derived_, work->vector2.span(), layer::last);
  const double cell_mass = materials_.min_density() * grid_.h * grid_.h * grid_.h;
  keep_advected(derived_.ghosts.span(), inverted_nodes(*work), state_.layers.span(),
                state_.mass.span(), grid_.numerics.advected_mass_fraction * cell_mass,
                work->vector1.span(), state_.u.span(), work->vector1.span());
  const Span<const Vec3> u = work->vector1.span(), v = work->vector2.span();
  return {std::move(work), u, v};
}

ES_END
