#pragma once

#include "grid/body.h"
#include "io/surface/frame_maps.h"

ES_BEGIN

/// Which optional values a frame holds.
struct SampleExtras {
  bool stress_vm = false, J = false, pressure = false, plastic_strain = false;
  bool contact_pressure = false, friction_traction = false, slip_speed = false;

  bool of_stress() const { return stress_vm || J || pressure || plastic_strain; }
  bool of_contact() const { return contact_pressure || friction_traction || slip_speed; }
};

/// Copies what a body looks like off the device: its map and velocities at the nodes of its node
/// box, extrapolated to all layers, and what is asked for in the middle of the cells, not-a-number
/// where the map is not known, or turns back outside of the body; those of contact are 0 in all
/// cells that the surface passes through, to be filled in like the shape. The shape is left to be
/// filled in: that of the body views samples on the device. Reads only; uses the body's workspace.
BodyMap sample(Body& body, const GridSpec& grid, const SampleExtras& extras);

ES_END
