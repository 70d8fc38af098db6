#include "contact/solvers/registry.h"

#include "kernels/core/error.h"

ES_BEGIN

namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<FrictionSolver> (*make)(const SolverSettings&);
};

#define ES_ENTRY(name, summary) {#name, make_##name},
constexpr Entry entries[] = {ES_CONTACT_SOLVERS(ES_ENTRY)};
#undef ES_ENTRY

}  // namespace

std::unique_ptr<FrictionSolver> make_solver(const std::string& name,
                                            const SolverSettings& settings) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return entry.make(settings);
  }
  throw InputError("there is no contact solver \"" + name + "\"; there are " +
                   std::string(solver_names));
}

ES_END
