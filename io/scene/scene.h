#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/math/vec3.h"

namespace eulersolid {

/// A scene as the user wrote it, every default filled in. SI units, Z up. Plain values: nothing
/// here knows the grid or the solvers.

struct RotationSpec {
  Vec3 axis{0, 0, 1};
  double angle = 0;  ///< [rad]
};

enum class ShapeKind { sphere, box, cylinder, plane };

/// A shape in its own frame: centred at the origin; a cylinder's axis is z; a plane is solid on the
/// side its normal points away from.
struct ShapeSpec {
  ShapeKind kind = ShapeKind::sphere;
  Vec3 size;             ///< box: edge lengths [m]
  double radius = 0;     ///< sphere, cylinder [m]
  double length = 0;     ///< cylinder [m]
  Vec3 normal{0, 0, 1};  ///< plane: unit outward normal
};

struct MaterialSpec {
  std::string model = "neo_hookean";
  double density = 0;    ///< [kg/m^3]
  double viscosity = 0;  ///< Kelvin-Voigt coefficient b of b (2 mu D + lambda tr D I) [s]
  std::map<std::string, double, std::less<>> parameters;  ///< of the model, by their keys
};

struct BodySpec {
  std::string name;
  ShapeSpec shape;
  Vec3 centre;  ///< [m]
  RotationSpec rotation;
  Vec3 velocity;          ///< [m/s]
  Vec3 angular_velocity;  ///< about the centre [rad/s]
  MaterialSpec material;
};

/// Where an obstacle is at a time; between keyframes position and rotation angle are linear in
/// time.
struct Keyframe {
  double time = 0;  ///< [s]
  Vec3 position;    ///< of the obstacle's point or centre [m]
};

struct ObstacleSpec {
  std::string name;
  ShapeSpec shape;  ///< sphere, box or plane
  Vec3 position;    ///< `centre`, or `point` of a plane [m]
  RotationSpec rotation;
  std::vector<Keyframe> keyframes;  ///< empty: fixed; otherwise ascending times
  std::optional<double> friction;   ///< overrides [contact] friction
};

/// Friction of one pair of named bodies or obstacles; overrides everything else.
struct PairFriction {
  std::string first, second;
  double friction = 0;
};

struct Scene {
  std::string source;  ///< path of the file that was read
  struct Time {
    double duration = 0;       ///< [s]
    std::optional<double> dt;  ///< fixed step [s]; otherwise cfl holds
    double cfl = 0.5;          ///< dt / (largest stable estimate), used when dt is not given
    bool allow_unstable = false;
  } time;
  struct Domain {
    Vec3 origin, size;     ///< [m]
    double cell_size = 0;  ///< [m]
  } grid;
  Vec3 gravity;  ///< [m/s^2]
  struct Contact {
    double friction = 0;
    std::string solver = "schurpa_sp";  ///< or direct_sp
    double tolerance = 1e-3;            ///< of Eq. 4.19 of the thesis
    int max_schur_columns = 500;
    int max_staggered = 20;
    std::vector<PairFriction> pairs;
  } contact;
  struct Output {
    std::string name;  ///< stem of the frames' file names
    double fps = 25;
    int start_frame = 1;
    std::string velocity_name = "velocity";
    bool half = false;
    bool per_body = false;
    std::vector<std::string> extra;  ///< of "stress_vm", "J", "pressure"
    bool preview = false;
  } output;
  std::vector<BodySpec> bodies;
  std::vector<ObstacleSpec> obstacles;
};

}  // namespace eulersolid
