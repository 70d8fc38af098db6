#pragma once

#include <string>

#include "grid/state.h"

ES_BEGIN

/// What is wrong in a state that anyone may have written, and that no body would go on from as if
/// it were its own: arrays that do not fit their window, a window that is farther away than nodes
/// are numbered or too small for what is read around the active nodes, layers that are none, active
/// nodes without mass. Values are taken to be finite.
/// @return empty where there is nothing wrong
std::string fault_of(const HostState& state);

ES_END
