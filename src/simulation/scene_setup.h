#pragma once

#include <vector>

#include "contact/friction_table.h"
#include "grid/body.h"
#include "io/scene/scene.h"
#include "shapes/obstacle.h"

ES_BEGIN

/// From the user's scene to what the grid and the contact module work with.

GridSpec grid_of(const Scene& scene);
BodySetup setup_of(const BodySpec& body);
FrictionTable friction_of(const Scene& scene);

/// The obstacle at `time`, moving so that it reaches its place at time + dt: speeds are the mean
/// over the step, which for keyframes makes the end of the step exact.
ObstacleState obstacle_at(const ObstacleSpec& obstacle, double time, double dt);

ES_END
