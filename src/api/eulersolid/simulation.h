#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eulersolid/friction.h"
#include "eulersolid/scene.h"

namespace eulersolid::api {
inline namespace v0 {

/// What a simulation runs on: "auto" is the GPU where there is one.
struct Options {
  std::string backend = "auto";         ///< of the bodies: auto, cpu or gpu
  std::string solver_backend = "auto";  ///< of the contact QPs; auto: the same
  int threads = 0;                      ///< of the cpu; 0: all. Of the whole process
  bool keep_steps = true;               ///< rows for steps(), a kilobyte each
};

/// What one step came to; steps() has the rest.
struct Step {
  int number = 0;           ///< 1 for the first
  double time = 0, dt = 0;  ///< at its end [s]
  int contacts = 0, active_contacts = 0;
  bool converged = true;                         ///< did staggered projections?
  double kinetic = 0, elastic = 0, gravity = 0;  ///< energies of all bodies [J]
  double max_overlap = 0;                        ///< [cells]
  double min_det = 1;                            ///< of grad X
};

/// What the nodes of a body's node box hold: a box of the grid, x fastest.
struct NodeFields {
  Vector origin{};                   ///< where the first node is [m]
  double cell_size = 0;              ///< [m]
  std::array<int, 3> nodes{};        ///< along x, y and z
  std::vector<double> displacement;  ///< x - X, three each [m]
  std::vector<double> velocity;      ///< three each, of the middle of the step [m/s]
  std::vector<double> mass;          ///< [kg]; zero where no degree of freedom is
  std::vector<std::uint8_t> active;  ///< is it a degree of freedom?
};

/// The deformed surface of a body: closed, of triangles.
struct Mesh {
  std::vector<double> positions;           ///< of vertices, three each [m]
  std::vector<int> triangles;              ///< three vertices each, counter-clockwise from outside
  std::vector<float> normals, velocities;  ///< of vertices, three each [-], [m/s]
  std::vector<float> rest;                 ///< where their material was at rest [m]
  std::vector<std::pair<std::string, std::vector<float>>> values;  ///< those of output.extra
};

/// What loads a region of a body.
struct RegionLoad {
  Vector acceleration{};  ///< [m/s^2]
  Vector force{};         ///< in all [N]
  Vector traction{};      ///< of the surface's area at rest [Pa]
  double pressure = 0;    ///< inward [Pa]
  double activation = 0;  ///< of fibres [-]
};

/// A scene in motion. After a SimulationError it is where the failed step left it, and takes no
/// further step. Not for several threads at once.
class ES_API Simulation {
 public:
  /// @throws InputError where it cannot start, MachineError where there is no such backend
  explicit Simulation(const Scene& scene, const Options& options = {});
  /// Goes on from a file of save(), with the same bits. @throws InputError, MachineError
  static Simulation resume(const std::filesystem::path& file, const Options& options = {});
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  const Scene& scene() const;
  double time() const;  ///< [s]
  int steps_taken() const;
  /// The longest step that is stable now [s].
  double stable_dt();

  /// One step: the scene's fixed one, or else the longest that is stable.
  Step step();
  /// One step of this length. @throws InputError where it is not stable
  Step step(double dt);
  /// Steps as a run of the program takes them, to just this time [s]; in a static scene to balance.
  /// @param each  is told of each step, and may end it by returning false; may be empty
  /// @throws InputError for a time that is past
  void advance_to(double time, const std::function<bool(const Step&)>& each = {});

  Table steps() const;                  ///< as steps.csv: all since this object was made
  Table bodies() const;                 ///< as bodies.csv: one row each, now
  Table contacts();                     ///< as contacts.csv: means since it was last asked
  Table regions();                      ///< as regions.csv, likewise
  Table joints();                       ///< as joints.csv, likewise
  std::vector<std::string> warnings();  ///< since last asked

  NodeFields nodes(const std::string& body) const;  ///< @throws InputError for no such body
  Mesh mesh(const std::string& body) const;         ///< with vertices about half a cell apart
  /// Write VDB files and whatever else the scene's [output] asks for of this moment, as a frame.
  void write_frame(const std::filesystem::path& folder, int number) const;

  // What may be changed between two steps. Loads are no part of what save() writes.

  void set_gravity(const Vector& gravity);  ///< [m/s^2]
  /// @throws InputError where there is no such region, or it lacks in the scene what this needs
  void set_load(const std::string& body, const std::string& region, const RegionLoad& load);
  /// Of a whole body, about its centre of mass. @param spin  [rad/s]
  void set_motion(const std::string& body, const Vector& velocity, const Vector& spin = {});
  /// Of its nodes, as nodes() has them. @throws InputError, also for a rigid body
  void set_velocities(const std::string& body, std::span<const double> velocity);

  /// What contact solved in the last step; nothing where bodies did not touch. Problems are kept
  /// once this was asked for.
  std::optional<FrictionProblem> contact_problem();

  /// All that the next step depends on, but for loads that were set, in one file. @throws
  /// MachineError, and SimulationError where a step has failed
  void save(const std::filesystem::path& file) const;

 private:
  struct Content;
  explicit Simulation(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

struct RunOptions : Options {
  bool force = false;            ///< replace the files of an earlier run in the folder
  bool resume = false;           ///< go on with the run in the folder, or begin it
  double checkpoint_every = 60;  ///< of wall time [s]; 0: at the end only
  bool quiet = true;             ///< else progress is printed as the program prints it
  /// Told of each step, with the number of the frame that it reached, if any; false ends the run as
  /// an interrupt does. What it throws does so, too, and is thrown on.
  std::function<bool(const Step&, std::optional<int> frame)> each = {};
};

/// Simulate a scene into a run folder, as `eulersolid run` does.
/// @return false where SIGINT, SIGTERM or `each` ended it: it can be resumed
/// @throws InputError, SimulationError, MachineError
ES_API bool run(const Scene& scene, const std::filesystem::path& folder,
                const RunOptions& options = {});

/// Names and units of the totals in run.json that are results, not times; and of the columns of
/// bodies(), in their order.
ES_API std::vector<std::pair<std::string, std::string>> total_units();
ES_API std::vector<std::pair<std::string, std::string>> body_units();

}  // namespace v0
}  // namespace eulersolid::api
