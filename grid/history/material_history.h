#pragma once

#include "grid/history/history_view.h"
#include "grid/motion/resample.h"
#include "grid/quadrature/body_materials.h"
#include "grid/state.h"
#include "kernels/math/affine_map.h"

ES_BEGIN

/// What the solid of a body remembers: nothing where no material has a memory.
///
/// It belongs to the material, and so to points that move with it: those of a lattice over the body
/// at rest, as far apart as the cells, that lie in the body. Nothing is advected and nothing blurs.
/// Each step takes the points to where the map has them (as those of the surface), and lets the law
/// flow there, at the map's F. Between the points, at those of integration, memory is trilinear in
/// X; nodes of the lattice outside of the body follow those inside linearly.
class MaterialHistory {
 public:
  /// @param shape  on the host
  /// @param place  where its material is at the start
  /// @param state  gets a history of nothing
  void make(const PlacedShape& shape, const BodyMaterials& materials, double h,
            const AffineMap& place, BodyState& state);

  bool empty() const { return inside_.empty(); }

  /// Advects the points, and lets the solid flow.
  /// @param dt  of the motion just made [s]; velocities and map are known in all layers
  void advance(const BodyMaterials& materials, const GridSpec& grid, double dt, BodyState& state);

  /// Fills the lattice from a state that was given.
  void renew(const BodyState& state);

  /// A state's history from that of the same body on cells of another size.
  /// @param map  of the body, on these cells
  void take_from(const MaterialHistory& other, const BodyState& from, const GridFields& map,
                 BodyState& state);

  HistoryView view() const { return {first_, spacing_, nodes_, now_.span(), before_.span()}; }

  /// How many points there are.
  Index points() const { return inside_.size(); }

 private:
  void fill(const BodyState& state);

  Vec3 first_;
  double spacing_ = 1;
  Cells nodes_;
  std::vector<Vec3> rest_;              // of the points
  DeviceVector<Vec3> rest_now_;         // the same on this backend
  DeviceVector<int> inside_;            // nodes of the lattice: the points
  DeviceVector<std::int8_t> material_;  // of the points
  // Nodes outside: points that their values are fitted to, and the nearest of them.
  DeviceVector<int> outside_, nearest_, fit_start_, fit_of_;
  DeviceVector<double> fit_weight_;
  DeviceVector<Inelastic> now_, before_;
};

/// Numbers of a point in a state's history: those of Inelastic.
inline constexpr Index history_numbers = 7;

ES_END
