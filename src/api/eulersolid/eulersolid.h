#pragma once

/// All of eulersolid's C++ interface; docs/cpp.md has examples.

#include "eulersolid/basics.h"
#include "eulersolid/friction.h"
#include "eulersolid/scene.h"
#include "eulersolid/simulation.h"
