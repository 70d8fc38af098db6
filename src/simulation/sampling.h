#pragma once

#include "grid/body.h"
#include "io/vdb/frame.h"

ES_BEGIN

/// Which optional grids a frame holds.
struct SampleExtras {
  bool stress_vm = false, J = false, pressure = false;
};

/// Samples a body at the centres of its window's cells, on the device, and copies the result out.
/// The signed distance is phi_ref(X) / |grad phi|, so that it is a distance in the deformed space
/// too. Reads only; uses the body's workspace.
BodySample sample(Body& body, const GridSpec& grid, const SampleExtras& extras);

ES_END
