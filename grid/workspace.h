#pragma once

#include <cstdint>

#include "grid/body_view.h"
#include "grid/quadrature/cell_force.h"
#include "grid/stencil.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Arrays that a body's step borrows: nothing in them outlives the call that fills them, but where
/// it is said. Those "by node" have an entry for each node of the node box.
struct BodyWorkspace {
  // By node.
  DeviceVector<Vec3> before;  ///< v before the kick, and before transport once it begins [m/s]
  DeviceVector<double> mass_before;  ///< before transport [kg]
  DeviceVector<double> mass_after;   ///< of the new map, aggregated to the former active nodes [kg]
  DeviceVector<double> brought;      ///< by momentum's fluxes in a time, of mass [kg/s]
  DeviceVector<Vec3> momentum;       ///< and of momentum [N]; then each node's own [kg m/s]
  DeviceVector<Vec3> vector1, vector2, vector3, vector4;
  DeviceVector<double> scalar;
  DeviceVector<std::uint8_t> flags;
  DeviceVector<std::int8_t> spread[2];
  DeviceVector<int> cell;  ///< position in `cells`, or -1
  DeviceVector<int> kink;  ///< position in the list of kinks, or -1
  // Lists of nodes.
  DeviceVector<int> cells;  ///< lower corners of the cells with solid in them
  DeviceVector<int> around, positions;
  DeviceVector<GhostFit> fits;  ///< of a list as it was, beside it
  DeviceVector<Stencil> stencils, stencils_around;
  // By cell of the list.
  DeviceVector<CellLoads> loads;
  DeviceVector<MassPoints> points;  ///< hold until the next step, as `cells` does
  DeviceVector<CellState> states;
};

ES_END
