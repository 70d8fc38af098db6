#include "eulersolid/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "grid/constants.h"
#include "io/mesh/body_mesh.h"
#include "io/output_file.h"
#include "io/run/folder_options.h"
#include "io/run/frame_files.h"
#include "io/scene/read_scene.h"
#include "io/scene/write_scene.h"
#include "io/surface/sample_frame.h"
#include "kernels/choice/backend_choice.h"
#include "kernels/core/threads.h"
#include "src/api/errors.h"
#include "src/api/of_program.h"
#include "src/api/tables.h"
#include "src/run/alarms.h"
#include "src/run/checkpoint.h"
#include "src/run/run_loop.h"
#include "src/simulation/simulation.h"

namespace eulersolid::api {
inline namespace v0 {

namespace {

constexpr double shortest_step = 1e-12;  // [s]
constexpr double largest_number = 1e30;  // as in scenes: squares of it do not overflow
constexpr int max_frames = 1000000;      // likewise

void require_within(const char* name, std::span<const double> values) {
  for (const double value : values)
    if (!(std::fabs(value) <= largest_number))
      throw InputError(fmt::format("{} holds {}, but must be {}", name, value,
                                   std::isfinite(value) ? "within 1e30" : "finite"));
}

Vec3 vector_of(const char* name, const Vector& v) {
  require_within(name, v);
  return {v[0], v[1], v[2]};
}

template <class Number>
std::vector<Number> flat_numbers(const auto& vectors) {
  std::vector<Number> values;
  values.reserve(3 * vectors.size());
  for (const auto& v : vectors)
    values.insert(values.end(), {Number(v.x), Number(v.y), Number(v.z)});
  return values;
}

}  // namespace

Step step_of(const StepRecord& record) {
  return {.number = record.step,
          .time = record.time,
          .dt = record.dt,
          .contacts = record.contact.count,
          .active_contacts = record.contact.solver.active,
          .converged = record.sp_unconverged == 0,
          .kinetic = record.kinetic,
          .elastic = record.elastic,
          .gravity = record.gravity,
          .max_overlap = record.contact.max_overlap,
          .min_det = record.min_det};
}

struct Simulation::Content {
  Scene scene;
  Options options;
  Backend backend, solver;
  std::unique_ptr<eulersolid::Simulation> simulation;
  Stepper stepper;
  Alarms alarms;
  Table steps = columns_of<StepRecord>(step_fields);
  int taken = 0;  ///< steps, with those before it was saved
  std::atomic<bool> busy = false;
  bool keeps_problems = false;
  std::vector<std::string> warnings = {};
  std::string failure = {};                           ///< that ended it
  mutable std::optional<SimulationState> state = {};  ///< of this moment, once it was asked for
  mutable std::optional<FrameMaps> maps = {};         ///< likewise

  Content(Scene its_scene, const Options& its_options)
      : scene(std::move(its_scene)),
        options(applied(its_options)),
        backend(choose_backend(options.backend)),
        solver(choose_solver_backend(options.solver_backend, backend)),
        simulation(started()),
        stepper(*simulation, scene.content(),
                [this](const std::string& text) { warnings.push_back(text); }),
        alarms(alarms_of(scene.content())) {}

  std::unique_ptr<eulersolid::Simulation> started() const {
    start_threads();
    return make_simulation(backend, scene.content(), solver);
  }

  void require_sound() const {
    if (!failure.empty()) throw SimulationError("the simulation has failed: " + failure);
  }
  void forget_moment() { state.reset(), maps.reset(); }

  /// Whoever takes steps: one at a time, and no other from within.
  class Turn {
   public:
    explicit Turn(Content& content) : content_(content) {
      content.require_sound();
      if (content.busy.exchange(true))
        throw InputError("the simulation is taking steps already, for another call");
    }
    ~Turn() { content_.busy = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Content& content_;
  };

  /// A step, watched as those of a run are.
  template <class Take>
  StepRecord take(Take&& take_step) {
    forget_moment();
    try {
      StepRecord record = take_step();
      ++taken;
      if (options.keep_steps) add_row<StepRecord>(steps, step_fields, record);
      for (const std::string& text : simulation->warnings()) warnings.push_back(text);
      alarms.check(record, simulation->bodies());
      return record;
    } catch (const std::exception& error) {
      failure = error.what();
      throw;
    }
  }

  const SimulationState& moment() const {
    if (!state) state = simulation->state();
    return *state;
  }
  const FrameMaps& shown() const {
    if (!maps) maps = simulation->sample(0);
    return *maps;
  }
  std::size_t number_of(const std::string& body) const {
    const std::vector<BodySpec>& bodies = scene.content().bodies;
    const auto found = std::ranges::find(bodies, body, &BodySpec::name);
    if (found == bodies.end()) throw InputError("there is no body \"" + body + "\"");
    return std::size_t(found - bodies.begin());
  }
  Checkpoint checkpoint() const {
    Checkpoint checkpoint;
    checkpoint.version = ES_VERSION;
    checkpoint.backend = backend_name(backend), checkpoint.solver_backend = backend_name(solver);
    checkpoint.scene = write_scene(scene.content()), checkpoint.source = scene.content().source;
    checkpoint.simulation = moment();
    checkpoint.sums.steps.step = checkpoint.simulation.steps;
    return checkpoint;
  }
};

Simulation::Simulation(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Simulation::Simulation(const Scene& scene, const Options& options)
    : content_(translated([&] { return std::make_unique<Content>(scene, options); })) {}

Simulation Simulation::resume(const std::filesystem::path& file, const Options& options) {
  return translated([&] {
    const Checkpoint saved = read_checkpoint(file);
    Options same = options;
    if (same.backend == "auto") same.backend = saved.backend;
    if (same.solver_backend == "auto") same.solver_backend = saved.solver_backend;
    if (saved.version != ES_VERSION || same.backend != saved.backend ||
        same.solver_backend != saved.solver_backend)
      throw InputError(file.string() + ": it was saved by version " + saved.version + " on " +
                       saved.backend + " and " + saved.solver_backend + ", and goes on there only");
    const Scene scene = Scene::parse(saved.scene, saved.source);
    auto content = std::make_unique<Content>(scene, same);
    content->simulation->set_state(saved.simulation);
    content->taken = saved.simulation.steps;
    return Simulation(std::move(content));
  });
}

const Scene& Simulation::scene() const { return content_->scene; }
double Simulation::time() const { return content_->simulation->time(); }
int Simulation::steps_taken() const { return content_->taken; }

double Simulation::stable_dt() {
  return translated([&] { return content_->simulation->stable_dt(); });
}

Step Simulation::step() {
  return translated([&] {
    const auto& time = content_->scene.content().time;
    if (time.is_static())
      throw InputError("a static scene has no single steps: advance_to() takes it to balance");
    const Content::Turn turn(*content_);
    // What stands still is stable however long a step is.
    const double longest = 1 / content_->scene.fps();
    const double way = time.dt.value_or(std::fmin(content_->simulation->stable_dt(), longest));
    const double goal = content_->simulation->time() + way;
    return step_of(content_->take([&] { return content_->stepper.towards(goal).record; }));
  });
}

Step Simulation::step(double dt) {
  return translated([&] {
    if (content_->scene.content().time.is_static()) return step();  // says why not
    const Content::Turn turn(*content_);
    const StepLimit limit = content_->simulation->step_limit();
    const double now = content_->simulation->time();
    if (!(dt >= shortest_step && now + dt > now))
      throw InputError(fmt::format("a step of {:.6g} s is too short for the time to go on", dt));
    if (!std::isfinite(dt) || !(dt <= limit.dt * (1 + 1e-9)))
      throw InputError(
          fmt::format("a step of {:.6g} s is not in 0 ... {:.6g} s, which is stable ({})", dt,
                      limit.dt, limit.why));
    return step_of(content_->take([&] { return content_->simulation->advance(dt); }));
  });
}

void Simulation::advance_to(double time, const std::function<bool(const Step&)>& each) {
  Callback callback;
  translated([&] {
    const double now = content_->simulation->time();
    const bool is_static = content_->scene.content().time.is_static();
    if (!std::isfinite(time)) throw InputError(fmt::format("{:.6g} s is no time to go to", time));
    if (time < now)
      throw InputError(
          fmt::format("{:.6g} s is before {:.6g} s, where the simulation is", time, now));
    const Content::Turn turn(*content_);
    for (bool reached = time == now && !is_static; !reached;) {
      const StepRecord record = content_->take([&] {
        const StepTowards step = content_->stepper.towards(time);
        reached = step.reached;
        return step.record;
      });
      if (each && !callback([&] { return each(step_of(record)); })) return;
    }
  });
  callback.rethrow();
}

Table Simulation::steps() const { return content_->steps; }

Table Simulation::bodies() const {
  return table_of<BodyRecord>(body_fields, content_->simulation->bodies());
}
Table Simulation::contacts() {
  return table_of<ContactRecord>(contact_fields, content_->simulation->contacts());
}
Table Simulation::regions() {
  return table_of<RegionRecord>(region_fields, content_->simulation->regions());
}
Table Simulation::joints() {
  return table_of<JointRecord>(joint_fields, content_->simulation->joints());
}
std::vector<std::string> Simulation::warnings() { return std::exchange(content_->warnings, {}); }

NodeFields Simulation::nodes(const std::string& body) const {
  const HostState& state = content_->moment().bodies[content_->number_of(body)];
  const auto& grid = content_->scene.content().grid;
  NodeFields fields;
  const NodeBox& node_box = state.node_box;
  fields.cell_size = grid.cell_size;
  for (int axis = 0; axis < 3; ++axis)
    fields.origin[std::size_t(axis)] = grid.origin[axis] + grid.cell_size * node_box.first[axis];
  fields.nodes = {node_box.nodes.nx, node_box.nodes.ny, node_box.nodes.nz};
  fields.displacement = flat_numbers<double>(state.u);
  fields.velocity = flat_numbers<double>(state.v);
  for (std::size_t n = 0; n < state.layers.size(); ++n) {
    const bool active = state.layers[n] == layer::active;
    fields.active.push_back(active);
    fields.mass.push_back(active ? state.mass[n] : 0);
  }
  return fields;
}

Mesh Simulation::mesh(const std::string& body) const {
  const std::size_t number = content_->number_of(body);
  return translated([&] {
    FrameMaps maps = content_->shown();
    maps.bodies = {maps.bodies[number]};
    const double voxel = voxel_size(content_->scene.content());
    const FrameSample sample = sample_frame(maps, voxel);
    const SurfaceMesh surface = body_mesh(maps.bodies[0], sample.bodies[0], maps, voxel);
    Mesh mesh;
    mesh.positions = flat_numbers<double>(surface.positions);
    for (const std::array<int, 3>& triangle : surface.triangles)
      mesh.triangles.insert(mesh.triangles.end(), triangle.begin(), triangle.end());
    mesh.normals = flat_numbers<float>(surface.normals);
    mesh.velocities = flat_numbers<float>(surface.velocity);
    mesh.rest = flat_numbers<float>(surface.rest);
    for (const NamedValues& values : surface.scalars)
      mesh.values.push_back({values.name, {values.values.begin(), values.values.end()}});
    return mesh;
  });
}

void Simulation::write_frame(const std::filesystem::path& folder, int number) const {
  if (number < 0 || number > max_frames)
    throw InputError(fmt::format("the frame is {}, but must be in 0 ... {}", number, max_frames));
  translated([&] {
    FrameMaps maps = content_->shown();
    maps.frame = number;
    std::filesystem::create_directories(folder);
    FrameFiles files(folder, folder_options(content_->scene.content()),
                     [&](const std::filesystem::path& file, const std::string& bytes) {
                       std::filesystem::create_directories((folder / file).parent_path());
                       write_whole_file(folder / file, bytes);
                     });
    files.write(maps);
    if (const std::vector<std::string> missing = files.take_missing(); !missing.empty())
      throw MachineError(missing.front());
  });
}

void Simulation::set_gravity(const Vector& gravity) {
  translated([&] { content_->simulation->set_gravity(vector_of("gravity", gravity)); });
}

void Simulation::set_load(const std::string& body, const std::string& region,
                          const RegionLoad& load) {
  translated([&] {
    require_within("pressure", {&load.pressure, 1});
    content_->simulation->set_load(
        body, region,
        {vector_of("acceleration", load.acceleration), vector_of("force", load.force),
         vector_of("traction", load.traction), load.pressure, load.activation});
  });
}

void Simulation::set_motion(const std::string& body, const Vector& velocity, const Vector& spin) {
  content_->forget_moment();
  translated([&] {
    content_->simulation->set_motion(body, vector_of("velocity", velocity),
                                     vector_of("spin", spin));
  });
}

void Simulation::set_velocities(const std::string& body, std::span<const double> velocity) {
  content_->forget_moment();
  if (velocity.size() % 3 != 0)
    throw InputError("velocities have three components each, but there are " +
                     std::to_string(velocity.size()) + " numbers");
  require_within("velocity", velocity);
  translated([&] {
    content_->simulation->set_velocities(body, by_contact({velocity.begin(), velocity.end()}));
  });
}

std::optional<FrictionProblem> Simulation::contact_problem() {
  return translated([&]() -> std::optional<FrictionProblem> {
    std::optional<FclibProblem> problem = content_->simulation->contact_problem();
    if (!std::exchange(content_->keeps_problems, true))
      content_->simulation->keep_contact_problems(true);
    if (!problem) return {};
    return posed(std::move(*problem), "the contact problem");
  });
}

std::vector<std::pair<std::string, std::string>> total_units() {
  std::vector<std::pair<std::string, std::string>> units;
  for (const RecordField<StepRecord>& field : step_fields)
    if (!field.total.name.empty() && field.source == ValueSource::result)
      units.push_back({std::string(field.total.name), std::string(field.unit)});
  return units;
}

std::vector<std::pair<std::string, std::string>> body_units() {
  std::vector<std::pair<std::string, std::string>> units;
  for (const Column& column : columns_of<BodyRecord>(body_fields))
    units.push_back({column.name, column.unit});
  return units;
}

void Simulation::save(const std::filesystem::path& file) const {
  translated([&] {
    content_->require_sound();  // what a step has left half-way is worth nothing
    write_checkpoint(checked_output_file(file), content_->checkpoint());
  });
}

}  // namespace v0
}  // namespace eulersolid::api
