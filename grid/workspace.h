#pragma once

#include <cstdint>

#include "grid/body_view.h"
#include "grid/quadrature/cell_force.h"
#include "grid/stencil.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Arrays that a body's step borrows: nothing in them outlives the call that fills them, but where
/// it is said. Those "by node" have an entry for each node of the window.
struct BodyWorkspace {
  // By node.
  DeviceVector<Vec3> before;  ///< v at the start of the step, until it ends [m/s]
  DeviceVector<Vec3> vector1, vector2, vector3, vector4;
  DeviceVector<double> scalar;
  DeviceVector<std::uint8_t> flags;
  DeviceVector<std::uint8_t> guarded;  ///< phi was kept from becoming solid; for the quadrature
  DeviceVector<std::int8_t> spread[2];
  DeviceVector<int> cell;  ///< position in `cells`, or -1
  DeviceVector<int> kink;  ///< position in the list of kinks, or -1
  // Lists of nodes.
  DeviceVector<int> cells;  ///< lower corners of the cells with solid in them
  DeviceVector<int> around, positions;
  DeviceVector<SlaveFit> fits;  ///< of a list as it was, beside it
  DeviceVector<Stencil> stencils;
  // By cell of the list.
  DeviceVector<CellLoads> loads;
  DeviceVector<CellState> states;
};

ES_END
