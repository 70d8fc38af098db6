#pragma once

#include <cstdint>
#include <memory>

#include "grid/body_view.h"
#include "grid/layers/stencil.h"
#include "grid/quadrature/cell_force.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// What a body keeps of a step until the next one.
struct BodyKept {
  DeviceVector<Vec3> before;  ///< v before the kick, by node [m/s]
  DeviceVector<int> cells;    ///< lower corners of the cells with solid in them
  // By cell of the list.
  DeviceVector<MassPoints> points;
  DeviceVector<CellState> states;

  void swap(BodyKept& other) noexcept;
};

/// Arrays that a body's step borrows (WorkspaceLoan). All but what it keeps are anyone's before and
/// afterwards: nothing is in them. Those "by node" have an entry for each node of the node box.
struct BodyWorkspace : BodyKept {
  // By node.
  DeviceVector<double> mass_before;  ///< before transport, as `before` then is [kg]
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
  DeviceVector<int> around, positions;
  DeviceVector<GhostFit> fits;  ///< of a list as it was, beside it
  DeviceVector<Stencil> stencils, stencils_around;
  // By cell of the list.
  DeviceVector<CellLoads> loads;

  /// Gives the arrays by node the size of a node box.
  void resize(NodeBox node_box);
};

/// Workspaces of all bodies: as many as have steps at the same time, whatever bodies there are. On
/// the cpu a thread that takes body after body has the same one for all of them, in its caches.
class WorkspacePool;

/// The pool of this process, as long as anyone holds it.
std::shared_ptr<WorkspacePool> workspace_pool();

/// A workspace while a body needs one. What the body keeps is in it meanwhile.
class WorkspaceLoan {
 public:
  WorkspaceLoan(std::shared_ptr<WorkspacePool> pool, BodyKept& kept, NodeBox node_box);
  WorkspaceLoan(WorkspaceLoan&&) = default;
  WorkspaceLoan& operator=(WorkspaceLoan&&) = delete;
  ~WorkspaceLoan();

  BodyWorkspace& operator*() const { return *work_; }
  BodyWorkspace* operator->() const { return work_.get(); }

 private:
  std::shared_ptr<WorkspacePool> pool_;
  BodyKept& kept_;
  std::unique_ptr<BodyWorkspace> work_;
};

ES_END
