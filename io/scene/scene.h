#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "contact/numerics.h"
#include "grid/materials/rigid_model.h"
#include "grid/numerics.h"
#include "io/constants.h"
#include "io/scene/shape_spec.h"
#include "kernels/math/affine_map.h"
#include "shapes/join_bounds.h"
#include "shapes/keyframes.h"
#include "shapes/placed_shape.h"
#include "shapes/turning.h"

namespace eulersolid {

/// A scene as the user wrote it, every default filled in. SI units, Z up. Plain values: nothing
/// here knows the grid or the solvers. Reader and writer walk through the keys that hold one value
/// each by each_key(), which calls visit(key, member) in the order of the written scene.

struct MaterialSpec {
  std::string model = "neo_hookean";
  double density = 0;    ///< [kg/m^3]
  double viscosity = 0;  ///< Kelvin-Voigt coefficient b of b (2 mu D + lambda tr D I) [s]
  std::map<std::string, double, std::less<>> parameters;  ///< of the model, by their keys
  Vec3 fibre{0, 0, 1};     ///< of a model with fibres: along them, before the body is turned
  double fibre_angle = 0;  ///< at which they wind around the line along that through the centre
};

/// A part of a body at rest, and what is done to it.
struct RegionSpec {
  std::string name;
  ShapeSpec shape;  ///< `all` is that of the body
  Vec3 centre;      ///< or the `point` of a plane, from the body's centre, before its rotation [m]
  RotationSpec rotation;
  bool hold = false;                     ///< where it is, or as what follows says
  Vec3 velocity;                         ///< [m/s]
  Turning turning;                       ///< about its centre
  KeyframedVector shift;                 ///< from where it is at the start [m]
  std::string attach;                    ///< to this obstacle or body
  Vec3 acceleration, force;              ///< [m/s^2]; in all [N]
  Vec3 traction;                         ///< on the body's surface in it, of its area at rest [Pa]
  double pressure = 0;                   ///< on that surface as it is, inward [Pa]
  KeyframedVector load;                  ///< its x: of these four, the part that acts
  bool cavity = false;                   ///< is that surface that of a hollow?
  double gas_pressure = 0;               ///< in it at the start, absolute [Pa]
  double gas_exponent = 1;               ///< n of p V^n, which stays [-]
  std::optional<MaterialSpec> material;  ///< in place of the body's
  double activation = 0;                 ///< of its fibres [-]

  bool moves() const { return norm(velocity) > 0 || turning.moves() || !shift.keyframes.empty(); }
  bool has_load() const {
    return norm(acceleration) > 0 || norm(force) > 0 || loads_surface() || activation > 0;
  }
  bool loads_surface() const { return norm(traction) > 0 || pressure != 0 || cavity; }
};

struct BodySpec {
  std::string name;
  ShapeSpec shape;
  Vec3 centre;     ///< [m]
  std::string on;  ///< name of what it lies on; empty where its centre says where it is
  double gap = 0;  ///< between the two [m]
  RotationSpec rotation;
  Vec3 velocity;                   ///< [m/s]
  Vec3 angular_velocity;           ///< about the centre [rad/s]
  Mat3 velocity_gradient{};        ///< of what is added to these, about the centre of mass [1/s]
  Mat3 deformation = identity3();  ///< at the start, about its centre
  MaterialSpec material;
  std::vector<RegionSpec> regions;

  /// Its own, and those of its regions.
  std::vector<MaterialSpec> materials() const {
    std::vector<MaterialSpec> all{material};
    for (const RegionSpec& region : regions)
      if (region.material) all.push_back(*region.material);
    return all;
  }
  bool is_rigid() const { return material.model == rigid_model; }
  bool is_deformed() const {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (deformation[i][j] != (i == j ? 1 : 0)) return true;
    return false;
  }
};

/// What holds two rigid bodies together, or one in its place.
struct JointSpec {
  std::string name;
  std::string type = "hinge";       ///< ball, hinge or fixed
  std::vector<std::string> bodies;  ///< one, which is held in space, or two
  Vec3 at;                          ///< at the start [m]
  Vec3 axis{0, 0, 1};               ///< of a hinge, at the start
  double torque = 0;                ///< on the first body about it, against the second [N m]
  double speed = 0;                 ///< that its motor keeps up [rad/s] ...
  double max_torque = 0;            ///< ... with no more than this [N m]
  KeyframedVector load;             ///< its x: the part of torque and speed that acts
};

struct ObstacleSpec {
  std::string name;
  ShapeSpec shape;
  KeyframedVector motion;  ///< of its `centre`, or of the `point` of a plane
  RotationSpec rotation;   ///< about that, without keyframes of it
  Turning turning;

  bool moves() const { return !motion.keyframes.empty() || turning.moves(); }
  std::optional<double> friction, static_friction;  ///< override those of [contact]
};

/// Contact of one pair of named bodies or obstacles; overrides everything else.
struct PairContact {
  std::string first, second;
  std::optional<double> friction;         ///< of those that touch
  std::optional<double> static_friction;  ///< friction when left out
  bool touch = true;                      ///< else they pass through each other

  bool is_of(const std::string& a, const std::string& b) const {
    return (first == a && second == b) || (first == b && second == a);
  }
};

/// A point [m], or the name of a body.
using PlaceSpec = std::variant<Vec3, std::string>;

/// The values at the ends of a scale of colours, in the unit of what it shows.
struct ColourRange {
  double low = 0, high = 1;
};

struct Scene {
  std::string source;  ///< path of the file that was read
  struct Time {
    double duration = 0;           ///< [s]
    std::optional<double> dt;      ///< fixed step [s]; otherwise cfl holds
    double cfl = 0.5;              ///< of `courant()`, used when dt is not given
    bool allow_unstable = false;   ///< a fixed step is never divided
    std::string mode = "dynamic";  ///< or static: each frame is in balance
    double imbalance = 1e-3;       ///< of forces at which a static one is [-]
    int max_steps = 100000;        ///< of a static frame

    bool is_static() const { return mode == "static"; }

    /// Part of a cell that the fastest wave may cross in a step.
    double courant() const { return dt ? stable_courant : cfl; }

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("duration", self.duration), visit("dt", self.dt);
      if (!self.dt) visit("cfl", self.cfl);
      visit("allow_unstable", self.allow_unstable), visit("mode", self.mode);
      visit("imbalance", self.imbalance), visit("max_steps", self.max_steps);
    }
  } time;
  struct Domain {
    Vec3 origin, size;                       ///< [m]
    double cell_size = 0;                    ///< [m]
    std::vector<std::string> periodic = {};  ///< axes along which all is there again after the size

    bool repeats(int axis) const {
      return std::ranges::any_of(periodic, [axis](const std::string& name) {
        return name == std::string(1, "xyz"[axis]);
      });
    }
    /// Cells after which all is there again; 0: never.
    Int3 period() const {
      Int3 cells;
      for (int axis = 0; axis < 3; ++axis)
        if (repeats(axis)) cells[axis] = int(std::lround(size[axis] / cell_size));
      return cells;
    }
    /// Calls visit(offset) for those copies of a thing that may reach another one, from which it is
    /// so far away, however many periods that is [m].
    template <class Visit>
    void for_copies(Vec3 away, const Visit& visit) const {
      Vec3 nearest;
      for (int axis = 0; axis < 3; ++axis)
        if (repeats(axis)) nearest[axis] = -size[axis] * std::round(away[axis] / size[axis]);
      const auto far = [this](int axis) { return repeats(axis) ? 1 : 0; };
      for (int z = -far(2); z <= far(2); ++z)
        for (int y = -far(1); y <= far(1); ++y)
          for (int x = -far(0); x <= far(0); ++x)
            visit(nearest + Vec3{x * size.x, y * size.y, z * size.z});
    }

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("origin", self.origin), visit("size", self.size), visit("cell_size", self.cell_size);
      visit("periodic", self.periodic);
    }
  } grid;
  KeyframedVector gravity;  ///< [m/s^2]
  struct Contact {
    double friction = 0;
    std::optional<double> static_friction;  ///< friction when left out
    std::string friction_cone = "disc";     ///< of contact/solvers/friction_cone.h
    std::string solver = "schurpa_sp";      ///< of contact/solvers/solver_names.h
    double tolerance = 1e-3;                ///< of Eq. 4.19 of the thesis
    int max_schur_columns = 500;
    int max_staggered = 20;
    bool allow_overlap = false;  ///< at the start
    std::vector<PairContact> pairs;

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("friction", self.friction), visit("static_friction", self.static_friction);
      visit("friction_cone", self.friction_cone);
      visit("solver", self.solver);
      visit("tolerance", self.tolerance), visit("max_solves", self.max_schur_columns);
      visit("max_staggered", self.max_staggered), visit("allow_overlap", self.allow_overlap);
    }
  } contact;
  struct Alarms {
    // Parts of a body's motion [-]; infinite: never.
    double warn = 0.01, stop = 0.05;
    double stop_made = 0.5;     ///< of what is returned
    double stop_overlap = 0.5;  ///< [cells]
    int refine = 0;             ///< times that a run goes on with smaller cells where it would end

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("warn", self.warn), visit("stop", self.stop);
      visit("stop_made", self.stop_made), visit("stop_overlap", self.stop_overlap);
      visit("refine", self.refine);
    }
  } alarms;
  struct Numerics {
    GridNumerics grid;
    ContactNumerics contact;

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      GridNumerics::each_key(self.grid, visit), ContactNumerics::each_key(self.contact, visit);
    }
  } numerics;
  struct Output {
    std::string name;  ///< stem of the frames' file names
    double fps = 25;
    int start_frame = 1;
    std::string velocity_name = "velocity";
    std::optional<double> voxel_size;  ///< [m]; half a cell when left out
    bool half = false;
    bool per_body = false;
    std::vector<std::string> extra;    ///< further grids, as the schema has them
    std::vector<std::string> surface;  ///< of "ply", "obj", "usd", "vtp"
    bool rest_mesh = true;
    bool vti = false;
    bool preview = false;

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("name", self.name), visit("fps", self.fps), visit("start_frame", self.start_frame);
      visit("velocity_name", self.velocity_name), visit("voxel_size", self.voxel_size);
      visit("half", self.half);
      visit("per_body", self.per_body), visit("extra", self.extra);
      visit("surface", self.surface), visit("rest_mesh", self.rest_mesh);
      visit("vti", self.vti);
      visit("preview", self.preview);
    }
  } output;
  struct Preview {
    std::optional<PlaceSpec> look_at;   ///< in the middle of the picture
    std::optional<Vec3> from;           ///< where the camera is [m]
    double turntable = 0;               ///< turns of the camera in the whole run
    std::optional<std::string> follow;  ///< body that the camera moves along with
    std::string colour = "body";        ///< what colours stand for, as the schema has it
    std::optional<ColourRange> colour_range;
    bool stamp = true;  ///< is the time in the picture?

    template <class Self, class Visit>
    static void each_key(Self& self, Visit visit) {
      visit("look_at", self.look_at), visit("from", self.from);
      visit("turntable", self.turntable), visit("follow", self.follow);
      visit("colour", self.colour), visit("colour_range", self.colour_range);
      visit("stamp", self.stamp);
    }
  } preview;
  std::vector<BodySpec> bodies;
  std::vector<ObstacleSpec> obstacles;
  std::vector<JointSpec> joints;
};

/// The body of a name, or null.
inline const BodySpec* body_named(const Scene& scene, const std::string& name) {
  const auto found = std::ranges::find(scene.bodies, name, &BodySpec::name);
  return found == scene.bodies.end() ? nullptr : &*found;
}

/// Is it attached to a body that deforms? Then the two move as one where both are.
inline bool is_tied(const Scene& scene, const RegionSpec& region) {
  const BodySpec* partner = body_named(scene, region.attach);
  return partner != nullptr && !partner->is_rigid();
}

/// Is it attached to a rigid body?
inline bool is_carried(const Scene& scene, const RegionSpec& region) {
  const BodySpec* carrier = body_named(scene, region.attach);
  return carrier != nullptr && carrier->is_rigid();
}

/// Is it moved as it is told, whatever the forces?
inline bool is_held(const Scene& scene, const RegionSpec& region) {
  return region.hold || region.moves() || (!region.attach.empty() && !is_tied(scene, region));
}

/// The pairs of names that do not touch each other: those that a `[[contact.pair]]` says so of, and
/// those that are tied, unless one says otherwise. Most scenes have none.
class PassingPairs {
 public:
  explicit PassingPairs(const Scene& scene) {
    for (const BodySpec& body : scene.bodies)
      for (const RegionSpec& region : body.regions)
        if (is_tied(scene, region)) pairs_.insert(std::minmax(body.name, region.attach));
    for (const PairContact& pair : scene.contact.pairs)
      if (pair.touch)
        pairs_.erase(std::minmax(pair.first, pair.second));
      else
        pairs_.insert(std::minmax(pair.first, pair.second));
  }
  bool contains(const std::string& a, const std::string& b) const {
    return !pairs_.empty() && pairs_.contains(std::minmax(a, b));
  }

 private:
  std::set<std::pair<std::string, std::string>> pairs_;  // the lesser name first
};

/// Edge length of the voxels of files [m].
inline double voxel_size(const Scene& scene) {
  const double h = scene.grid.cell_size;
  return scene.output.voxel_size.value_or(std::fmin(std::fmax(0.5 * h, smallest_voxel), h));
}

/// A body at rest, in its place. Here and below, sampled shapes view the samples that the scene
/// keeps.
inline PlacedShape placed(const BodySpec& body) {
  return {shape_of(body.shape), {body.centre, rotation_of(body.rotation)}};
}

/// Where its material is at the start.
inline AffineMap start_map(const BodySpec& body) {
  return affine_about(body.centre, body.deformation);
}

/// A box around it at the start; of a deformed one, around what its box at rest becomes.
inline Bounds bounds_at_start(const BodySpec& body) {
  return image(start_map(body), bounds(placed(body)));
}

/// A region of a body at rest, but for one that is all of it.
inline PlacedShape placed(const RegionSpec& region, const BodySpec& body) {
  const Mat3 turn = rotation_of(body.rotation);
  return {shape_of(region.shape),
          {body.centre + turn * region.centre, turn * rotation_of(region.rotation)}};
}

/// An obstacle at a time [s].
inline PlacedShape placed(const ObstacleSpec& obstacle, double time = 0) {
  return {
      shape_of(obstacle.shape),
      {value_at(obstacle.motion, time), rotation_at(obstacle.rotation, obstacle.turning, time)}};
}

}  // namespace eulersolid
