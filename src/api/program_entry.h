#pragma once

#include "eulersolid/basics.h"

/// The whole program: what its main() calls, which is all of it that is not in the shared library.
/// No part of the interface.
extern "C" ES_API int eulersolid_main(int argc, char** argv);
