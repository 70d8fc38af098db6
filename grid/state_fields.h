#pragma once

#include <cstdint>
#include <vector>

#include "grid/body_totals.h"
#include "grid/lattice.h"
#include "grid/ledger/ledger.h"

namespace eulersolid {

/// All that a body carries from one step to the next, and so all that a checkpoint of it holds: a
/// fresh body that is given another's state goes on with the same bits. The arrays but
/// `points` have node_box.nodes.count() entries.
///
/// Mass and force are among it because they cannot be had again from the map: they were integrated
/// with the layers and the velocities as they were before the step renewed them.
template <template <class> class Array>
struct StateFields {
  NodeBox node_box;
  Array<Vec3> u;       ///< displacement x - X [m]; grows with motion, not position
  Array<Vec3> v;       ///< velocity of the active nodes [m/s]; elsewhere by fits of before
  Array<Vec3> force;   ///< internal force, aggregated [N]
  Array<double> mass;  ///< aggregated to the active nodes [kg]
  Array<double> phi;   ///< level set at X, for its guard; `far_outside` h where X is unknown [m]
  Array<std::int8_t> layers;  ///< see `layer`
  /// How the solid of cells was found (grid/quadrature/geometry.h): whether phi at the node was
  /// kept from becoming solid, and whether the cell with it as its corner 0 lay outside.
  Array<std::int8_t> guarded, outside;
  Array<Vec3> points;      ///< where the points of the surface are, one after the other [m]
  Array<Vec3> history_at;  ///< where the points are that remember (grid/history/) [m]
  Array<double> history;   ///< and what: `history_numbers` of each
  Ledger ledger;
  BodyTotals totals;
  double last_dt = 0;  ///< [s]; 0 before the first step
};

/// The same in host memory, of either backend.
template <class T>
using HostArray = std::vector<T>;
using HostState = StateFields<HostArray>;

/// Calls f(name, array of a, array of b) for each array of two states that has a value for each
/// node.
template <class A, class B, class F>
void visit_node_arrays(A& a, B& b, F f) {
  f("u", a.u, b.u);
  f("v", a.v, b.v);
  f("force", a.force, b.force);
  f("mass", a.mass, b.mass);
  f("phi", a.phi, b.phi);
  f("layers", a.layers, b.layers);
  f("guarded", a.guarded, b.guarded);
  f("outside", a.outside, b.outside);
}

/// The same for all arrays.
template <class A, class B, class F>
void visit_arrays(A& a, B& b, F f) {
  visit_node_arrays(a, b, f);
  f("points", a.points, b.points);
  f("history_at", a.history_at, b.history_at);
  f("history", a.history, b.history);
}

/// Copies everything of a state but its arrays.
template <class A, class B>
void copy_values(const A& from, B& to) {
  to.node_box = from.node_box;
  to.ledger = from.ledger;
  to.totals = from.totals;
  to.last_dt = from.last_dt;
}

}  // namespace eulersolid
