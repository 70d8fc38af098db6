#pragma once

#include "eulersolid/friction.h"
#include "eulersolid/simulation.h"
#include "io/problems/fclib.h"
#include "io/run/records.h"

namespace eulersolid::api {
inline namespace v0 {

/// What one step of the program came to, as the interface has it.
Step step_of(const StepRecord& record);

/// Sets the threads, and gives the options back.
/// @throws InputError for what is no backend and no number of threads
const Options& applied(const Options& options);

/// Likewise a problem. @param name  what messages call it
FrictionProblem posed(FclibProblem problem, const char* name);

}  // namespace v0
}  // namespace eulersolid::api
