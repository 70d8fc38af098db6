#pragma once

#include <string>

#include "grid/body_view.h"
#include "grid/layers/stencil.h"
#include "grid/state_fields.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// A body's state in the memory of this backend.
using BodyState = StateFields<DeviceVector>;

/// What follows from a state: which nodes are degrees of freedom, which are around them, and how
/// the latter are fitted to the former.
struct BodyDerived {
  DeviceVector<int> dof, ghost;  ///< by node: positions in `active` and `ghosts`, or -1
  // Lists of nodes (node box indices, ascending).
  DeviceVector<int> active, ghosts;                   ///< ghost nodes: layers 1 and 2
  DeviceVector<int> outer[3];                         ///< layers 2, 3 and 4
  DeviceVector<GhostFit> fits;                        ///< of `ghosts`, to active nodes
  DeviceVector<GhostFit> outer_fits[3];               ///< of `outer`, to the nodes of lower layers
  DeviceVector<Stencil> stencils, outer_stencils[3];  ///< what these follow from
  DeviceVector<Stencil> around, outer_around[3];      ///< and with other parts of the body in them
  DeviceVector<Stencil> givers;    ///< by active node: the ghost nodes that are aggregated to it
  DeviceVector<int> outer_place;   ///< by node: position in its list of `outer`, if it is in one
  DeviceVector<FitTables> tables;  ///< of the fits, one
};

HostState to_host(const BodyState& state);
void from_host(const HostState& host, BodyState& state);

/// What is wrong in a state that anyone may have written, and that no body would go on from as if
/// it were its own: arrays that do not fit their node box, a node box that is farther away than
/// nodes are numbered or too small for what is read around the active nodes, layers that are none,
/// active nodes without mass, points of the surface where no node box may be. Values are taken to
/// be finite.
/// @return empty where there is nothing wrong
std::string fault_of(const HostState& state, const GridSpec& grid);

ES_END
