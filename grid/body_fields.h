#pragma once

#include <cstdint>

#include "grid/body_view.h"
#include "grid/quadrature/cell_force.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// The arrays of one body. Those "by node" have window.nodes.count() entries.
struct BodyFields {
  Window window;
  // By node.
  DeviceVector<Vec3> u;                ///< displacement x - X [m]; grows with motion, not position
  DeviceVector<Vec3> v;                ///< velocity [m/s]
  DeviceVector<Vec3> reaction;         ///< change of v by contact in the last step [m/s]
  DeviceVector<Vec3> before;           ///< v at the start of the step [m/s]
  DeviceVector<Vec3> force;            ///< internal force, handed over [N]
  DeviceVector<double> mass;           ///< handed over to the active nodes [kg]
  DeviceVector<double> phi;            ///< level set at X, `far` where X is unknown [m]
  DeviceVector<std::int8_t> layers;    ///< see `layer`
  DeviceVector<std::uint8_t> guarded;  ///< phi was kept from becoming solid
  DeviceVector<int> dof, slave, cell;  ///< positions in `active`, `slaves`, `cells`; or -1
  // Lists of nodes (window indices, ascending).
  DeviceVector<int> active, slaves;      ///< slaves: layers 1 and 2
  DeviceVector<int> outer[3];            ///< layers 2, 3 and 4
  DeviceVector<int> cells;               ///< lower corners of the cells with solid in them
  DeviceVector<SlaveFit> fits;           ///< of `slaves`
  DeviceVector<SlaveFit> outer_fits[3];  ///< of `outer`, to the nodes of lower layers
  // By cell of the list.
  DeviceVector<CellLoads> loads;
  DeviceVector<CellState> states;
  // Workspace, by node.
  DeviceVector<Vec3> kicked, traced;
  DeviceVector<double> scratch_scalar;
  DeviceVector<std::uint8_t> flags;
  DeviceVector<std::int8_t> spread[2];
  DeviceVector<int> around, positions;  ///< lists
};

ES_END
