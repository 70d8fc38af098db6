#include "src/solve/solver_choice.h"

#include "contact/solvers/coulomb/parallel/parallel_methods.h"
#include "contact/solvers/host/problem_solvers.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

/// @throws InputError when it has none
void check_device_version(const std::string& name) {
  std::string names;
  for (const CoulombMethod& method : cpu::parallel_methods()) {
    if (method.name == name) return;
    names += (names.empty() ? "" : ", ") + std::string(method.name);
  }
  throw InputError("the solver " + name + " runs on the CPU only; on the GPU there are " + names +
                   "; or pass --backend cpu");
}

}  // namespace

void check_solver_on(Backend backend, const std::string& name) {
  cpu::problem_solver(name);
  if (backend == Backend::gpu) check_device_version(name);
}

CoulombSolver solver_on(Backend backend, const std::string& name) {
  check_solver_on(backend, name);
  choose_backend(backend_name(backend));
#if defined(ES_HAS_GPU)
  if (backend == Backend::gpu) return solver_named(name, gpu::parallel_methods());
#endif
  return cpu::problem_solver(name);
}

}  // namespace eulersolid
