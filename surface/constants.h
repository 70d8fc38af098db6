#pragma once

namespace eulersolid {

/// The constants of the points that stand for a surface, with what they rest on.

/// Distance between the points of a surface at rest, in cells. Edges that cross are seen late by
/// up to a quarter of it, and a curved surface by its square over 8 R; four points a cell's face
/// cost a tenth of a step, and nine a quarter. Not a simple fraction, so that faces of usual sizes
/// lie in no plane of the lattice that points are made on.
constexpr double point_spacing = 0.493;

/// The points of an obstacle are those in whose neighbourhood normals turn by more than the angle
/// of this cosine, 18 degrees: edges and corners. What is flatter is seen from the bodies' points.
constexpr double sharp_cosine = 0.95;

/// Weight that pulls a point to the middle of the crossings around it, beside the planes through
/// them, each of which has one [-]. With 0 a flat surface says nothing of where in it the point is;
/// 0.01 takes a hundredth of the spacing off corners.
constexpr double pull_to_middle = 1e-3;

/// Steps of Newton's method that find a point in the map of the next step: from where the velocity
/// takes it two reach 1e-6 of a cell.
constexpr int map_rounds = 2;
/// What such a step goes at most, in cells: more, and the map there is not that of the point.
constexpr double farthest_round = 0.5;

/// Edge of the cubes that the points at rest are looked for in, in cells: some four points each.
constexpr double cube_edge = 1;
/// How many cubes from its own a point at rest is looked for. Of material that is deeper in a body
/// the points say nothing; few ask for any that deep.
constexpr int seen_cubes = 6;

/// Material is at most so much farther from the nearest point of its surface than it was at rest
/// [-], and so many cells beyond that; else its map is wrong. A surface may be stretched fourfold
/// along one axis and threefold along two, as points are half a cell apart. What maps claim outside
/// of bodies that roll, drop and are pressed is one and a half to four cells off.
constexpr double witnessed_stretch = 2;
constexpr double witnessed_within = 0.5;

}  // namespace eulersolid
