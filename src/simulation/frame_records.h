#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <vector>

#include "grid/body.h"
#include "io/run/records.h"
#include "src/simulation/simulation_state.h"

ES_BEGIN

/// What tables show of bodies and their regions.

/// Adds what has changed the energy of a body since the start.
void add_flows(const Body& body, EnergyRecord& record);

/// Takes over what is larger, whatever its sign.
void take_larger(const Ledger& ledger, DriftRecord& record);

/// @param gravity  now [m/s^2]
std::vector<BodyRecord> body_records(const std::vector<Body>& bodies, Vec3 gravity);

/// Adds what regions got in the last step.
void add_received(const std::vector<Body>& bodies, RegionSums& sums);

/// Forces are means over the time that has elapsed since they were last asked for, which begins
/// anew [s].
std::vector<RegionRecord> region_records(const std::vector<Body>& bodies, double elapsed,
                                         RegionSums& sums);

ES_END
