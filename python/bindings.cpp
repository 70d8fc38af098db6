// The module eulersolid._core: the C++ interface, class by class. What is more convenient in Python
// is written in Python (python/eulersolid/).

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "eulersolid/eulersolid.h"

namespace nb = nanobind;
namespace es = eulersolid::api;
using namespace nb::literals;

extern "C" int eulersolid_main(int argc, char** argv);  // all of the program but main()

namespace {

using Release = nb::call_guard<nb::gil_scoped_release>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const int, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Numbers as an array of numpy that owns them: nothing is copied.
template <class T>
auto array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(owned->data(), shape, owner);
}

template <class T>
auto array_of(std::vector<T> values) {
  const std::size_t size = values.size();
  return array_of(std::move(values), {size});
}

/// Vectors of three as rows.
template <class T>
auto rows_of(std::vector<T> values, std::size_t columns = 3) {
  const std::size_t rows = values.size() / columns;
  return array_of(std::move(values), {rows, columns});
}

std::span<const double> span_of(const Numbers& numbers) { return {numbers.data(), numbers.size()}; }

nb::dict dict_of(es::Table table) {
  nb::dict columns;
  for (es::Column& column : table) {
    const nb::str name(column.name.c_str());
    if (column.unit.empty())
      columns[name] = nb::cast(column.texts);
    else
      columns[name] = array_of(std::move(column.numbers));
  }
  return columns;
}

es::SparseMatrix matrix_of(int rows, int columns, const Indices& start, const Indices& column,
                           const Numbers& value) {
  return {rows,
          columns,
          {start.data(), start.data() + start.size()},
          {column.data(), column.data() + column.size()},
          {value.data(), value.data() + value.size()}};
}

nb::tuple tuple_of(es::SparseMatrix A) {
  return nb::make_tuple(A.rows, A.columns, array_of(std::move(A.row_start)),
                        array_of(std::move(A.column)), array_of(std::move(A.value)));
}

/// Are there signals whose handlers, as that of Ctrl-C, have thrown?
void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

/// What `each` of a step says, and whether Ctrl-C was pressed.
bool call(const nb::object& each, auto&&... arguments) {
  check_signals();
  if (each.is_none()) return true;
  const nb::object answer = each(std::forward<decltype(arguments)>(arguments)...);
  // A number or nothing is no answer; a bool of numpy is one.
  const std::string_view type = Py_TYPE(answer.ptr())->tp_name;
  const bool is_answer = nb::isinstance<nb::bool_>(answer) || type.starts_with("numpy.bool");
  return !(is_answer && PyObject_IsTrue(answer.ptr()) == 0);
}

void bind_scene(nb::module_& m) {
  nb::class_<es::Scene>(m, "Scene", "A scene, checked, with every default filled in.")
      .def_static("_load", &es::Scene::load, "file"_a, "changes"_a, Release())
      .def_static("_parse", &es::Scene::parse, "toml"_a, "name"_a, "changes"_a, Release())
      .def("_with", &es::Scene::with, "changes"_a, Release())
      .def("toml", &es::Scene::toml, "The whole scene as TOML.")
      .def_prop_ro("warnings", &es::Scene::warnings)
      .def_prop_ro("duration", &es::Scene::duration, "[s]")
      .def_prop_ro("cell_size", &es::Scene::cell_size, "[m]")
      .def_prop_ro("has_fixed_step", &es::Scene::has_fixed_step, "Is there a time.dt?")
      .def_prop_ro("fps", &es::Scene::fps, "Frames for each second [1/s].")
      .def_prop_ro("bodies", &es::Scene::bodies, "Names of the bodies.")
      .def_prop_ro("obstacles", &es::Scene::obstacles, "Names of the obstacles.")
      .def("regions", &es::Scene::regions, "body"_a, "Names of the regions of a body.");
}

void bind_step(nb::module_& m) {
  nb::class_<es::Step>(m, "Step", "What one step came to.")
      .def_ro("number", &es::Step::number, "1 for the first.")
      .def_ro("time", &es::Step::time, "At its end [s].")
      .def_ro("dt", &es::Step::dt, "[s]")
      .def_ro("contacts", &es::Step::contacts)
      .def_ro("active_contacts", &es::Step::active_contacts)
      .def_ro("converged", &es::Step::converged)
      .def_ro("kinetic", &es::Step::kinetic, "Of all bodies [J].")
      .def_ro("elastic", &es::Step::elastic, "Of all bodies [J].")
      .def_ro("gravity", &es::Step::gravity, "Of all bodies [J].")
      .def_ro("max_overlap", &es::Step::max_overlap, "[cells]")
      .def_ro("min_det", &es::Step::min_det, "Of grad X.")
      .def("__repr__", [](const es::Step& step) {
        return nb::str("Step({}, time={}, dt={}, contacts={})")
            .format(step.number, step.time, step.dt, step.contacts);
      });
}

/// Arrays of a moment, each a view of memory that it owns.
nb::dict arrays_of(es::NodeFields fields) {
  const auto [x, y, z] = fields.nodes;
  const std::size_t nx = std::size_t(x), ny = std::size_t(y), nz = std::size_t(z);
  nb::dict arrays;
  arrays["origin"] = fields.origin;
  arrays["cell_size"] = fields.cell_size;
  arrays["displacement"] = array_of(std::move(fields.displacement), {nz, ny, nx, 3});
  arrays["velocity"] = array_of(std::move(fields.velocity), {nz, ny, nx, 3});
  arrays["mass"] = array_of(std::move(fields.mass), {nz, ny, nx});
  arrays["active"] = array_of(std::move(fields.active), {nz, ny, nx});
  return arrays;
}

nb::dict arrays_of(es::Mesh mesh) {
  nb::dict arrays, values;
  arrays["positions"] = rows_of(std::move(mesh.positions));
  arrays["triangles"] = rows_of(std::move(mesh.triangles));
  arrays["normals"] = rows_of(std::move(mesh.normals));
  arrays["velocities"] = rows_of(std::move(mesh.velocities));
  arrays["rest"] = rows_of(std::move(mesh.rest));
  for (auto& [name, numbers] : mesh.values) values[name.c_str()] = array_of(std::move(numbers));
  arrays["values"] = values;
  return arrays;
}

es::Options options_of(const std::string& backend, const std::string& solver_backend, int threads,
                       bool keep_steps) {
  return {backend, solver_backend, threads, keep_steps};
}

template <class F>
auto without_gil(F f) {
  nb::gil_scoped_release release;
  return f();
}

void bind_simulation(nb::module_& m) {
  nb::class_<es::Simulation>(m, "_Simulation")
      .def(
          "__init__",
          [](es::Simulation* self, const es::Scene& scene, const std::string& backend,
             const std::string& solver_backend, int threads, bool keep_steps) {
            without_gil([&] {
              return new (self)
                  es::Simulation(scene, options_of(backend, solver_backend, threads, keep_steps));
            });
          },
          "scene"_a, "backend"_a, "solver_backend"_a, "threads"_a, "keep_steps"_a)
      .def_static(
          "_resume",
          [](nb::handle_t<es::Simulation> made, const std::filesystem::path& file,
             const std::string& backend, const std::string& solver_backend, int threads,
             bool keep_steps) {
            auto* self = nb::inst_ptr<es::Simulation>(made);
            without_gil([&] {
              return new (self) es::Simulation(es::Simulation::resume(
                  file, options_of(backend, solver_backend, threads, keep_steps)));
            });
            nb::inst_mark_ready(made);
          },
          "made"_a, "file"_a, "backend"_a, "solver_backend"_a, "threads"_a, "keep_steps"_a)
      .def_prop_ro("scene", &es::Simulation::scene)
      .def_prop_ro("time", &es::Simulation::time)
      .def_prop_ro("steps_taken", &es::Simulation::steps_taken)
      .def("stable_dt", &es::Simulation::stable_dt, Release())
      .def("step", nb::overload_cast<>(&es::Simulation::step), Release())
      .def("step", nb::overload_cast<double>(&es::Simulation::step), "dt"_a, Release())
      .def(
          "advance_to",
          [](es::Simulation& self, double time, const nb::object& each) {
            without_gil([&] {
              self.advance_to(time, [&](const es::Step& step) {
                nb::gil_scoped_acquire acquire;
                return call(each, step);
              });
            });
          },
          "time"_a, "each"_a.none())
      .def("steps", [](const es::Simulation& self) { return dict_of(self.steps()); })
      .def("bodies", [](const es::Simulation& self) { return dict_of(self.bodies()); })
      .def("contacts", [](es::Simulation& self) { return dict_of(self.contacts()); })
      .def("regions", [](es::Simulation& self) { return dict_of(self.regions()); })
      .def("joints", [](es::Simulation& self) { return dict_of(self.joints()); })
      .def("warnings", &es::Simulation::warnings)
      .def(
          "nodes",
          [](const es::Simulation& self, const std::string& body) {
            return arrays_of(without_gil([&] { return self.nodes(body); }));
          },
          "body"_a)
      .def(
          "mesh",
          [](const es::Simulation& self, const std::string& body) {
            return arrays_of(without_gil([&] { return self.mesh(body); }));
          },
          "body"_a)
      .def("write_frame", &es::Simulation::write_frame, "folder"_a, "number"_a, Release())
      .def("set_gravity", &es::Simulation::set_gravity, "gravity"_a)
      .def(
          "set_load",
          [](es::Simulation& self, const std::string& body, const std::string& region,
             const es::Vector& acceleration, const es::Vector& force, const es::Vector& traction,
             double pressure, double activation) {
            self.set_load(body, region, {acceleration, force, traction, pressure, activation});
          },
          "body"_a, "region"_a, "acceleration"_a, "force"_a, "traction"_a, "pressure"_a,
          "activation"_a)
      .def("set_motion", &es::Simulation::set_motion, "body"_a, "velocity"_a, "spin"_a)
      .def(
          "set_velocities",
          [](es::Simulation& self, const std::string& body, const Numbers& velocity) {
            self.set_velocities(body, span_of(velocity));
          },
          "body"_a, "velocity"_a)
      .def("contact_problem", &es::Simulation::contact_problem, Release())
      .def("save", &es::Simulation::save, "file"_a, Release());
  m.def("total_units", &es::total_units);
  m.def("body_units", &es::body_units);
  m.def(
      "run",
      [](const es::Scene& scene, const std::filesystem::path& folder, const std::string& backend,
         const std::string& solver_backend, int threads, bool force, bool resume, bool quiet,
         double checkpoint_every, const nb::object& each) {
        es::RunOptions options;
        static_cast<es::Options&>(options) = options_of(backend, solver_backend, threads, false);
        options.force = force, options.resume = resume, options.quiet = quiet;
        options.checkpoint_every = checkpoint_every;
        options.each = [&](const es::Step& step, std::optional<int> frame) {
          nb::gil_scoped_acquire acquire;
          return call(each, step, frame);
        };
        return without_gil([&] { return es::run(scene, folder, options); });
      },
      "scene"_a, "folder"_a, "backend"_a, "solver_backend"_a, "threads"_a, "force"_a, "resume"_a,
      "quiet"_a, "checkpoint_every"_a, "each"_a.none());
}

void bind_friction(nb::module_& m) {
  nb::class_<es::FrictionProblem>(m, "_FrictionProblem")
      .def_static("local",
                  [](int rows, int columns, const Indices& start, const Indices& column,
                     const Numbers& value, const Numbers& q, const Numbers& mu,
                     const Numbers& compliance, const Numbers& mu_rolling) {
                    return es::FrictionProblem::local(
                        matrix_of(rows, columns, start, column, value), span_of(q), span_of(mu),
                        span_of(compliance), span_of(mu_rolling));
                  })
      .def_static("global_",
                  [](int m_rows, int m_columns, const Indices& m_start, const Indices& m_column,
                     const Numbers& m_value, int h_rows, int h_columns, const Indices& h_start,
                     const Indices& h_column, const Numbers& h_value, int g_rows, int g_columns,
                     const Indices& g_start, const Indices& g_column, const Numbers& g_value,
                     const Numbers& f, const Numbers& w, const Numbers& mu, const Numbers& b,
                     const Numbers& compliance, const Numbers& mu_rolling) {
                    return es::FrictionProblem::global(
                        matrix_of(m_rows, m_columns, m_start, m_column, m_value),
                        matrix_of(h_rows, h_columns, h_start, h_column, h_value), span_of(f),
                        span_of(w), span_of(mu),
                        matrix_of(g_rows, g_columns, g_start, g_column, g_value), span_of(b),
                        span_of(compliance), span_of(mu_rolling));
                  })
      .def_static("load", &es::FrictionProblem::load, "file"_a, Release())
      .def(
          "save",
          [](const es::FrictionProblem& self, const std::filesystem::path& file,
             const std::optional<Numbers>& r) {
            self.save(file, r ? span_of(*r) : std::span<const double>{});
          },
          "file"_a, "r"_a.none())
      .def_prop_ro("contacts", &es::FrictionProblem::contacts)
      .def_prop_ro("is_global", &es::FrictionProblem::is_global)
      .def("W", [](const es::FrictionProblem& self) { return tuple_of(self.W()); })
      .def("M", [](const es::FrictionProblem& self) { return tuple_of(self.M()); })
      .def("H", [](const es::FrictionProblem& self) { return tuple_of(self.H()); })
      .def("q", [](const es::FrictionProblem& self) { return array_of(self.q()); })
      .def("mu", [](const es::FrictionProblem& self) { return array_of(self.mu()); })
      .def("mu_rolling",
           [](const es::FrictionProblem& self) { return array_of(self.mu_rolling()); })
      .def("f", [](const es::FrictionProblem& self) { return array_of(self.f()); })
      .def("w", [](const es::FrictionProblem& self) { return array_of(self.w()); })
      .def("guess", [](const es::FrictionProblem& self) { return array_of(self.guess()); });
  m.def(
      "solve",
      [](const es::FrictionProblem& problem, const std::string& solver, double tolerance,
         double max_seconds, const std::optional<Numbers>& guess) {
        es::SolveOptions options{solver, tolerance, max_seconds, {}};
        if (guess) options.guess.assign(guess->data(), guess->data() + guess->size());
        es::FrictionSolution s = without_gil([&] { return es::solve(problem, options); });
        nb::dict solution;
        solution["solver"] = s.solver, solution["solved"] = s.solved;
        solution["reason"] = s.reason, solution["error"] = s.error;
        solution["relaxed_error"] = s.relaxed_error;
        solution["complementarity"] = s.complementarity;
        solution["penetration"] = s.penetration, solution["cone_violation"] = s.cone_violation;
        solution["iterations"] = s.iterations, solution["seconds"] = s.seconds;
        const auto each = std::size_t(problem.components());
        solution["r"] = rows_of(std::move(s.r), each);
        solution["u"] = rows_of(std::move(s.u), each);
        solution["v"] = array_of(std::move(s.v)), solution["history"] = s.history;
        return solution;
      },
      "problem"_a, "solver"_a, "tolerance"_a, "max_seconds"_a, "guess"_a.none());
  m.def("friction_solvers", &es::friction_solvers);
}

/// The errors of the interface as the classes in errors.py, which find file and line in the text.
void translate(const std::exception_ptr& pointer, void*) {
  const auto raise = [](const char* name, const char* text) {
    const nb::object type = nb::module_::import_("eulersolid.errors").attr(name);
    // A path in it may be no UTF-8.
    const nb::object message =
        nb::steal(PyUnicode_DecodeUTF8(text, Py_ssize_t(std::strlen(text)), "backslashreplace"));
    PyErr_SetObject(type.ptr(), message.ptr());
  };
  try {
    std::rethrow_exception(pointer);
  } catch (const es::InputError& error) {
    raise("InputError", error.what());
  } catch (const es::SimulationError& error) {
    raise("SimulationError", error.what());
  } catch (const es::Error& error) {
    raise("MachineError", error.what());
  }
}

}  // namespace

NB_MODULE(_core, m) {
  nb::register_exception_translator(translate);
  m.attr("__version__") = es::version();
  bind_scene(m);
  bind_step(m);
  bind_simulation(m);
  bind_friction(m);
  m.def(
      "program",
      [](std::vector<std::string> words) {
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        return eulersolid_main(int(words.size()), arguments.data());
      },
      "words"_a, nb::call_guard<nb::gil_scoped_release>(),
      "The program with its command line, its own name first; it ends the process.");
}
