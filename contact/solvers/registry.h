#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <memory>
#include <string>

#include "contact/solvers/solver.h"
#include "contact/solvers/solver_names.h"

ES_BEGIN

// The makers, each defined beside its solver.
#define ES_DECLARE(name, summary) \
  std::unique_ptr<FrictionSolver> make_##name(const SolverSettings& settings);
ES_CONTACT_SOLVERS(ES_DECLARE)
#undef ES_DECLARE

/// @throws InputError when no solver has this name
std::unique_ptr<FrictionSolver> make_solver(const std::string& name,
                                            const SolverSettings& settings);

ES_END
