#pragma once

#include <vector>

#include "contact/friction_table.h"
#include "grid/body.h"
#include "io/scene/scene.h"
#include "shapes/obstacle.h"
#include "src/simulation/region_actions.h"

ES_BEGIN

/// From the user's scene to what the grid and the contact module work with.

GridSpec grid_of(const Scene& scene);
BodySetup setup_of(const Scene& scene, const BodySpec& body);
RigidSetup rigid_setup_of(const BodySpec& body);
/// Their bodies by their numbers among the rigid ones.
std::vector<JointSetup> joints_of(const Scene& scene);
/// What drives joints in the kick of a step.
std::vector<JointAction> joint_actions(const std::vector<JointSpec>& joints, const StepTimes& step);
FrictionTable friction_of(const Scene& scene);

/// The obstacle at `time`, moving so that it reaches its place at time + dt: speeds are the mean
/// over the step, which for keyframes makes the end of the step exact.
/// @param pace  see StepTimes
ObstacleState obstacle_at(const ObstacleSpec& obstacle, double time, double dt, double pace = 1);

ES_END
