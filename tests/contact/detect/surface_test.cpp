#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "contact/detect/contact_merger.h"
#include "contact/detect/point_blocks.h"
#include "contact/detect/sight.h"
#include "contact/detect/surface_search.h"
#include "grid/trilinear.h"
#include "kernels/core/parallel_for.h"
#include "tests/contact/analytic_body.h"

using namespace eulersolid;

namespace {

constexpr double pi = 3.14159265358979323846;

std::vector<Patch> find_patches(const GridSpec& grid, const std::vector<BodyView>& bodies,
                                const std::vector<ObstacleState>& obstacles = {}) {
  SceneTables scene;
  SurfaceSearch search;
  scene.load(grid, bodies, obstacles, {int(bodies.size()), int(obstacles.size()), 0.5});
  const Span<const Patch> found = search.find(scene);
  DeviceVector<Patch> copy;
  copy.copy_from(found);
  return copy.to_host();
}

/// By point of a pair: is it near what it sees?
std::vector<std::uint8_t> who_sees(const SceneView& scene, int pair, Index count) {
  DeviceVector<std::uint8_t> sees(count);
  const Span<std::uint8_t> out = sees.span();
  parallel_for(count, [=] ES_DEVICE(Index n) {
    out[n] = sight_of(scene, pair, n).near(0.5 * scene.grid.h);
  });
  return sees.to_host();
}

}  // namespace

/// Blocks of points are left out only where none of them sees the other surface, and most are.
TEST(PointBlocks, HoldAllPointsThatAreNear) {
  const GridSpec grid{{0.02, 0.01, 0}, 0.1};
  ObstacleState floor, post;
  floor.shape = Shape::plane({0, 0, 1});
  post.shape = Shape::box({0.2, 0.2, 3});
  post.pose.position = {1.83, 0, 0.3};
  AnalyticBody ball = make_ball(grid, {0, 0, 1.01}, 1, {}),
               beside = make_box(grid, {1.32, 0, 0.52}, {0.3, 0.5, 0.5}, {}),
               away = make_ball(grid, {-1.4, 0, 1.6}, 0.5, {});
  SceneTables scene;
  scene.load(grid, {ball.view(), beside.view(), away.view()}, {floor, post}, {3, 2, 0.5});
  PointBlocks blocks;
  DeviceVector<PointBlock> copy;
  copy.copy_from(blocks.near(scene));
  const std::vector<PointBlock> held = copy.to_host();
  EXPECT_TRUE(std::ranges::is_sorted(held, [](const PointBlock& a, const PointBlock& b) {
    return a.pair != b.pair ? a.pair < b.pair : a.first < b.first;
  }));
  Index near = 0, points = 0, in_blocks = 0;
  for (std::size_t p = 0; p < scene.pairs.size(); ++p) {
    const ContactPair& pair = scene.pairs[p];
    const auto partner = std::size_t(pair.partner);
    const Index count = scene.bodies[std::size_t(pair.body)].points.size +
                        (pair.with_obstacle ? scene.obstacle_points[partner].at.size()
                                            : scene.bodies[partner].points.size);
    std::vector<bool> is_held(std::size_t(count), false);
    for (const PointBlock& block : held)
      for (int k = 0; k < block.count && block.pair == int(p); ++k)
        is_held[std::size_t(block.point(k))] = true;
    const std::vector<std::uint8_t> sees = who_sees(scene.view(), int(p), count);
    for (std::size_t n = 0; n < sees.size(); ++n) {
      near += sees[n], in_blocks += is_held[n];
      EXPECT_TRUE(is_held[n] || !sees[n]) << "pair " << p << ", point " << n;
    }
    points += count;
  }
  EXPECT_GT(near, 50);
  EXPECT_LT(in_blocks, points / 2);
}

/// Bodies are a pair where the boxes overlap in which they are known, and not where nobody sees
/// anything: as found one by one, in this order.
TEST(SceneTables, PairBodiesThatMayBothBeKnown) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody ball = make_ball(grid, {0, 0, 0}, 0.5, {});
  std::vector<BodyView> bodies;
  for (int b = 0; b < 40; ++b) {
    BodyView view = ball.view();
    view.node_box.first = {(37 * b) % 61, (23 * b) % 43, (11 * b) % 29};
    bodies.push_back(view);
  }
  std::vector<std::pair<int, int>> expected, found;
  for (int a = 0; a < 40; ++a)
    for (int b = a + 1; b < 40; ++b) {
      const NodeBox one = known_box(bodies[std::size_t(a)].node_box);
      const Int3 way =
          bodies[std::size_t(b)].node_box.first - bodies[std::size_t(a)].node_box.first;
      const int width = one.nodes.nx - 1;  // a cell has two nodes
      EXPECT_EQ(one.nodes.ny, one.nodes.nx);
      if (std::abs(way.x) < width && std::abs(way.y) < width && std::abs(way.z) < width)
        expected.emplace_back(a, b);
    }
  for (const ContactPair& pair : find_pairs(grid, bodies, {}, {40, 0, 0.5}))
    found.emplace_back(pair.body, pair.partner);
  EXPECT_EQ(found, expected);
  EXPECT_GT(found.size(), 20u);
  EXPECT_LT(found.size(), 390u);
}

/// Away from the edges of two facing boxes every cell holds a full square half way between them.
TEST(Surface, OfFacingBoxesIsFlatWithTheirGap) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody below = make_box(grid, {0, 0, -0.3}, {0.5, 0.5, 0.33}, {});
  AnalyticBody above = make_box(grid, {0, 0, 0.4}, {0.5, 0.5, 0.35}, {});  // gap 0.02 at z = 0.04
  const std::vector<Patch> patches = find_patches(grid, {below.view(), above.view()});
  double area = 0;
  int inner = 0;
  for (const Patch& patch : patches) {
    area += patch.area;
    if (std::fabs(patch.centroid.x) > 0.4 || std::fabs(patch.centroid.y) > 0.4) continue;
    ++inner;
    EXPECT_NEAR(patch.area, 0.01, 1e-15);
    EXPECT_NEAR(patch.gap, 0.02, 1e-14);
    EXPECT_NEAR(patch.centroid.z, 0.04, 1e-14);
    EXPECT_NEAR(patch.normal.z, -1, 1e-14);  // from the partner above to the first body
  }
  EXPECT_EQ(inner, 64);  // centres at -0.35 .. 0.35
  EXPECT_NEAR(area, 1.0, 4 * 0.25 * 0.01);
}

/// What is narrow has four patches a cell, as the tip of a ball: two along each row of cells. Along
/// a wide face, and where nothing touches, cells are whole.
TEST(Surface, OfNarrowContactsIsDivided) {
  const GridSpec grid{{0.031, 0.017, 0}, 0.1};
  ObstacleState floor;
  floor.shape = Shape::plane({0, 0, 1});
  for (const double gap : {0.004, 0.04}) {
    AnalyticBody ball = make_ball(grid, {0, 0, 0.6 + gap}, 0.6, {});
    int divided = 0;
    for (const Patch& patch : find_patches(grid, {ball.view()}, {floor})) {
      divided += patch.halves != 0;
      EXPECT_EQ(part_of_face(patch.halves), patch.halves != 0 ? 0.25 : 1);
    }
    EXPECT_EQ(divided >= 4, gap < 0.01);
    EXPECT_EQ(divided == 0, gap > 0.01);
  }
  AnalyticBody box = make_box(grid, {0, 0, 0.4}, {0.65, 0.15, 0.4}, {});
  double area = 0;
  for (const Patch& patch : find_patches(grid, {box.view()}, {floor})) {
    EXPECT_EQ(patch.halves, 2);  // 13 cells long, 3 wide
    EXPECT_EQ(patch.half, patch.centroid.y > grid.position(patch.cell).y + 0.05 ? 2 : 0);
    area += patch.area;
  }
  EXPECT_NEAR(area, 1.3 * 0.3, 0.02);  // less what points at the rim share with no other
}

/// A layer gives under what ends where surfaces bend away from each other, a ball's and a roll's
/// contact, and not under faces that end at edges, whichever body has them and wherever the grid
/// lies: edges of equal boxes are seen by no face.
TEST(Surface, IsRoundedWhereNoEdgeEndsTheContact) {
  const double h = 0.1;
  ObstacleState floor;
  floor.shape = Shape::plane({0, 0, 1});
  const auto rounded = [](const std::vector<Patch>& patches, double deepest) {
    int yes = 0, no = 0;
    for (const Patch& patch : patches)
      if (patch.gap < deepest) ++(patch.rounded ? yes : no);
    return std::pair(yes, no);
  };
  for (int place = 0; place < 6; ++place) {
    const GridSpec grid{{0.021 * place, 0.013 * place, 0.017 * place}, h};
    const Mat3 tilt = rotation({1, 0.3 * place, 0.2}, 0.2 * place);
    const auto placed = [&](Shape shape, Vec3 at) {
      return AnalyticBody(grid, PlacedShape{shape, {tilt * at, tilt}}, 1000,
                          [](Vec3) { return Vec3{}; });
    };
    floor.pose.rotation = tilt;
    AnalyticBody sphere = placed(Shape::sphere(0.6), {0, 0, 0.596});
    const auto of_ball = rounded(find_patches(grid, {sphere.view()}, {floor}), 0);
    EXPECT_GE(of_ball.first, 1) << place;
    EXPECT_EQ(of_ball.second, 0) << place;

    AnalyticBody box = placed(Shape::box({0.55, 0.8, 0.4}), {0, 0, 0.198});
    EXPECT_EQ(rounded(find_patches(grid, {box.view()}, {floor}), 1).first, 0) << place;

    ObstacleState block;
    block.shape = Shape::box({0.55, 0.8, 0.4}), block.pose = {tilt * Vec3{0, 0, 0.198}, tilt};
    AnalyticBody on_it = placed(Shape::box({0.55, 0.8, 0.4}), {0, 0, 0.55});  // half a cell deep
    EXPECT_EQ(rounded(find_patches(grid, {on_it.view()}, {block}), 1).first, 0) << place;
  }
}

/// A box on a floor, wherever both lie: the patches are the part of the floor below the box, and
/// each has the gap of the faces, those at the edges too. The points' own pull to the middle of
/// their cells leaves 1e-15 of h.
TEST(Surface, OfABoxOnAFloorIsTheFaceOfTheBox) {
  const double h = 0.1, gap = -0.013;
  const Vec3 half{0.25, 0.3, 0.2};
  for (int place = 0; place < 6; ++place) {
    const GridSpec grid{{0.021 * place, 0.013 * place, 0.017 * place}, h};
    ObstacleState floor;
    floor.shape = Shape::plane({0, 0, 1});
    floor.pose.rotation = rotation({1, 0.3 * place, 0.2}, 0.2 * place);
    PlacedShape shape{Shape::box(2 * half), floor.pose};
    shape.pose.position = floor.pose.rotation * Vec3{0, 0, half.z + gap};
    AnalyticBody box(grid, shape, 1000, [](Vec3) { return Vec3{}; });
    double area = 0;
    for (const Patch& patch : find_patches(grid, {box.view()}, {floor})) {
      const Vec3 normal = floor.pose.rotation * Vec3{0, 0, 1};
      if (dot(patch.normal, normal) < 0.99) continue;
      area += patch.area;
      EXPECT_NEAR(patch.gap, gap, 1e-12 * h) << place;
    }
    EXPECT_NEAR(area, 4 * half.x * half.y, 4 * 0.25 * h * h) << place;
  }
}

/// A box that stands on an edge, or on a corner, 0.2 h deep in a floor, wherever both lie.
/// Distances at the corners of a cell see the edge 0.25 h too high in the mean, and a corner 0.64
/// h; in thirds of the cell it is 0.16 and 0.33 h. Of that, 0.03 and 0.05 h are the mid-surface's,
/// which lies above the tip. Distances to a convex body are convex, so that nothing is seen too
/// deep. Before it touches the gap is the tip's.
TEST(Surface, OfABoxOnItsEdgeHasTheGapOfTheTip) {
  const double h = 0.1;
  const int places = 16;
  const Vec3 half{0.4, 0.5, 0.45};
  for (const bool corner : {false, true}) {
    // The edge along y, or a corner, points down.
    const Mat3 tilt =
        corner ? rotation({1, -1, 0}, std::acos(1 / std::sqrt(3))) : rotation({0, 1, 0}, pi / 4);
    double lowest = 0;
    for (int n = 0; n < 8; ++n) {
      const Int3 at = trilinear::corner(n);
      const Vec3 p{(2 * at.x - 1) * half.x, (2 * at.y - 1) * half.y, (2 * at.z - 1) * half.z};
      lowest = std::min(lowest, (tilt * p).z);
    }
    double sunk = 0, open = 0;
    for (int place = 0; place < 2 * places; ++place) {
      const double depth = (place < places ? 0.2 : -0.1) * h;
      const GridSpec grid{{0.021 * place, 0.013 * place, 0.017 * place}, h};
      ObstacleState floor;
      floor.shape = Shape::plane({0, 0, 1});
      floor.pose.rotation = rotation({1, 0.3 * place, 0.2}, 0.2 * place);
      PlacedShape shape{Shape::box(2 * half), {{}, floor.pose.rotation * tilt}};
      shape.pose.position = floor.pose.rotation * Vec3{0, 0, -lowest - depth};
      AnalyticBody box(grid, shape, 1000, [](Vec3) { return Vec3{}; });
      double least = h;
      for (const Patch& patch : find_patches(grid, {box.view()}, {floor}))
        least = std::min(least, patch.gap);
      EXPECT_GT(least, -depth - 1e-12 * h) << place << (corner ? ", corner" : ", edge");
      (place < places ? sunk : open) += (least + depth) / places;
    }
    EXPECT_LT(sunk, (corner ? 0.36 : 0.18) * h);
    EXPECT_LT(open, 0.03 * h);
    RecordProperty(corner ? "corner" : "edge", std::to_string(open / h));
  }
}

/// Least gap of all patches of a body and its partner.
double min_gap(const std::vector<Patch>& patches) {
  double least = INFINITY;
  for (const Patch& patch : patches) least = std::min(least, patch.gap);
  return least;
}

/// Two boxes whose edges cross, 0.1 h apart: along the axes of the grid, where the corners of a
/// cell see nothing of an edge that passes through its middle, and turned; the gap is that between
/// the edges, whose points lie half a cell apart.
TEST(Surface, OfCrossedEdgesHasTheGapBetweenThem) {
  const double h = 0.1, gap = 0.1 * h;
  const Vec3 half{0.4, 0.4, 0.4};
  for (int place = 0; place < 16; ++place) {
    const GridSpec grid{{0.021 * place, 0.013 * place, 0.017 * place}, h};
    const Mat3 turn = rotation({1, 0.3 * place, 0.2}, 0.1 * (place / 2));
    const auto box = [&](Vec3 edge, double side) {
      PlacedShape shape{Shape::box(2 * half), {{}, turn * rotation(edge, pi / 4)}};
      shape.pose.position = turn * Vec3{0, 0, side * (std::sqrt(2) * half.z + 0.5 * gap)};
      return AnalyticBody(grid, shape, 1000, [](Vec3) { return Vec3{}; });
    };
    AnalyticBody upper = box({1, 0, 0}, 1), lower = box({0, 1, 0}, -1);
    EXPECT_NEAR(min_gap(find_patches(grid, {upper.view(), lower.view()})), gap, 0.05 * h) << place;
  }
}

/// A cone stands on its point over a floor, and one as an obstacle under a ball: the end that has
/// no size is no face, and near the point the side is none either. The normal is the other side's,
/// which is smooth. In their mean points beside the tip of a flat one count, too: it is seen 0.1 h
/// too high, and one of 22 degrees, whose tip is one point among few, 0.18 h.
TEST(Surface, OfAConeHasTheGapOfItsPoint) {
  const double h = 0.1, gap = 0.1 * h;
  for (const double slope : {0.4, 1.0, 2.0})  // radius over length
    for (int place = 0; place < 8; ++place) {
      const GridSpec grid{{0.021 * place, 0.013 * place, 0.017 * place}, h};
      const Mat3 turn = rotation({1, 0.3 * place, 0.2}, 0.2 * (place / 2));
      const Shape cone = Shape::cone(0.5 * slope, 0, 0.5);
      ObstacleState floor, spike;
      floor.shape = Shape::plane({0, 0, 1}), floor.pose.rotation = turn;
      AnalyticBody upright(grid,
                           {cone, {turn * Vec3{0, 0, 0.25 + gap}, turn * rotation({1, 0, 0}, pi)}},
                           1000, [](Vec3) { return Vec3{}; });
      EXPECT_NEAR(min_gap(find_patches(grid, {upright.view()}, {floor})), gap,
                  (slope < 1 ? 0.2 : 0.15) * h)
          << place << ", slope " << slope;
      spike.shape = cone, spike.pose = {turn * Vec3{0, 0, -0.25}, turn};
      AnalyticBody ball(grid, {Shape::sphere(0.4), {turn * Vec3{0, 0, 0.4 + gap}, turn}}, 1000,
                        [](Vec3) { return Vec3{}; });
      const std::vector<Patch> patches = find_patches(grid, {ball.view()}, {spike});
      ASSERT_FALSE(patches.empty()) << place << ", slope " << slope;
      EXPECT_NEAR(min_gap(patches), gap, 0.08 * h) << place << ", slope " << slope;
      const auto nearest = std::min_element(patches.begin(), patches.end(),
                                            [](auto& a, auto& b) { return a.gap < b.gap; });
      EXPECT_GT(dot(nearest->normal, turn * Vec3{0, 0, 1}), 0.98) << place << ", slope " << slope;
    }
}

/// Of two boxes, patches are where both have their faces, whichever is the larger and the first.
TEST(Surface, OfBoxesOfTwoSizesIsTheSmallerFace) {
  const double h = 0.1, gap = 0.013;
  const GridSpec grid{{0.021, 0.013, 0.017}, h};
  const Vec3 small{0.2, 0.25, 0.2}, large{0.4, 0.45, 0.2};
  for (const bool large_above : {false, true}) {
    const Vec3 upper = large_above ? large : small, lower = large_above ? small : large;
    AnalyticBody above = make_box(grid, {0, 0, upper.z + gap}, upper, {});
    AnalyticBody below = make_box(grid, {0, 0, -lower.z}, lower, {});
    ObstacleState block;
    block.shape = Shape::box(2 * lower), block.pose.position = {0, 0, -lower.z};
    for (const bool with_obstacle : {false, true}) {
      double area = 0;
      for (const Patch& patch : with_obstacle ? find_patches(grid, {above.view()}, {block})
                                              : find_patches(grid, {above.view(), below.view()})) {
        // Points of the larger face beyond the smaller one see its edge, aslant: they count with
        // the cosine of that, and with exp(-gap/tip_depth h).
        EXPECT_NEAR(patch.gap, gap, 0.05 * h);
        EXPECT_NEAR(patch.normal.z, 1, 0.01);
        area += patch.area;
      }
      // Sharp points of an obstacle count beside the body's own.
      EXPECT_GT(area, 0.95 * 4 * small.x * small.y);
      EXPECT_LT(area, 1.5 * 4 * small.x * small.y);
    }
  }
}

/// Two equal balls that overlap by d share a lens; its mid-surface is a disc of radius
/// sqrt(R^2 - (R - d/2)^2). Cells are in or out as a whole: first order.
TEST(Surface, OfOverlappingBallsConvergesToTheLens) {
  const double R = 0.5, d = 0.05, exact = pi * (R * R - (R - d / 2) * (R - d / 2));
  for (const double h : {0.05, 0.025}) {
    const GridSpec grid{{0.013, 0.007, 0.003}, h};
    AnalyticBody a = make_ball(grid, {-R + d / 2, 0, 0}, R, {});
    AnalyticBody b = make_ball(grid, {R - d / 2, 0, 0}, R, {});
    double area = 0, deepest = 0;
    for (const Patch& patch : find_patches(grid, {a.view(), b.view()})) {
      EXPECT_NEAR(patch.normal.x, -1, 0.02);
      if (patch.gap < 0) area += patch.area;
      deepest = std::fmin(deepest, patch.gap);
    }
    EXPECT_NEAR(area / exact, 1, 2 * h / std::sqrt(exact / pi));
    EXPECT_NEAR(deepest, -d, h * h / R);
  }
}

/// Gaps and normals of curved surfaces do not depend on where the grid lies: distances are exact at
/// points, and a patch has the mean of what lies in a cell, h^2/12 of its second derivatives off
/// what it is at the centroid: second order.
TEST(Surface, OfBallsHasTheirGapAndNormalAnywhereOnTheGrid) {
  const double R = 0.5, apart = 0.01;
  const Vec3 n = normalized({0.8, 0.5, -0.33});
  const Vec3 at_a = (R + apart / 2) * n, at_b = -1 * at_a;
  const auto gap = [&](Vec3 x) { return norm(x - at_a) + norm(x - at_b) - 2 * R; };
  double gap_error[2] = {}, tilt[2] = {};
  for (const int level : {0, 1}) {
    const double h = level == 0 ? 0.1 : 0.05;
    for (const double shift : {0.0, 0.23, 0.5, 0.71}) {
      const GridSpec grid{{0.013 + shift * h, 0.007 - 0.6 * shift * h, 0.4 * shift * h}, h};
      AnalyticBody a = make_ball(grid, at_a, R, {}), b = make_ball(grid, at_b, R, {});
      const std::vector<Patch> patches = find_patches(grid, {a.view(), b.view()});
      ASSERT_GT(patches.size(), 4u);
      for (const Patch& patch : patches) {
        if (patch.gap > 0.25 * h) continue;  // farther out one side sees the other and is not seen
        const double error = std::fabs(patch.gap - gap(patch.centroid));
        gap_error[level] = std::fmax(gap_error[level], error / h);
        const Vec3 x = patch.centroid;
        const Vec3 normal = normalized(normalized(x - at_b) - normalized(x - at_a));
        tilt[level] = std::fmax(tilt[level], norm(patch.normal - normal));
      }
    }
  }
  // Seen: 0.046, 0.018 h and 0.006, 0.0015 rad.
  EXPECT_LT(gap_error[0], 0.06);
  EXPECT_LT(tilt[0], 0.008);
  EXPECT_LT(gap_error[1], 0.6 * gap_error[0]);  // in h, so of second order
  EXPECT_LT(tilt[1], tilt[0] / 3);
}

TEST(Surface, NothingWhereNothingTouches) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody a = make_ball(grid, {0, 0, 0}, 0.3, {}), b = make_ball(grid, {0.7, 0, 0}, 0.3, {});
  AnalyticBody c = make_ball(grid, {5, 5, 5}, 0.3, {});
  EXPECT_TRUE(find_patches(grid, {a.view(), b.view(), c.view()}).empty());
  EXPECT_TRUE(find_patches(grid, {}).empty());
  EXPECT_TRUE(find_patches(grid, {a.view()}).empty());
}

/// Where one ball touches another from inside, the surfaces face the same way: no contact there.
TEST(Surface, NeedsOpposingNormals) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody large = make_ball(grid, {0, 0, 0}, 0.5, {});
  AnalyticBody small = make_ball(grid, {0.25, 0, 0}, 0.3, {});
  for (const Patch& patch : find_patches(grid, {large.view(), small.view()})) {
    EXPECT_LT(patch.centroid.x, 0.4);
  }
}

/// Where a map is nearly inverted, distances hardly change in a cell, and a distance over its
/// gradient means nothing: a patch of a sliver was "2 cells deep", and made 12 % of the energy in a
/// step.
TEST(Surface, AGradientNearZeroMakesNoDeepGap) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  ObstacleState plane;
  plane.shape = Shape::plane({0, 0, 1});
  AnalyticBody ball = make_ball(grid, {0.05, 0.05, 0.58}, 0.6, {});  // 0.02 deep
  BodyView view = ball.view();
  DeviceVector<double> phi;
  phi.copy_from(view.phi);
  std::vector<double> values = phi.to_host();
  for (int n = 0; n < 8; ++n)  // the cell of the deepest point
    values[std::size_t(view.node_box.index(Int3{0, 0, -1} + trilinear::corner(n)))] =
        -0.002 * (1 + 1e-6 * trilinear::corner(n).z);
  phi.assign(values);
  view.phi = phi.span();
  const std::vector<Patch> patches = find_patches(grid, {view}, {plane});
  ASSERT_GT(patches.size(), 4u);
  for (const Patch& patch : patches) EXPECT_GT(patch.gap, -0.5 * grid.h);
}

/// A ball that rests on a tilted moving plane: the normal is the plane's, the gap is measured along
/// it.
TEST(Surface, OfABallOnAPlaneHasThePlanesNormal) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  ObstacleState plane;
  plane.shape = Shape::plane({0, 0, 1}), plane.pose.rotation = rotation({0, 1, 0}, 0.3);
  const Vec3 up = plane.pose.rotation * Vec3{0, 0, 1};
  AnalyticBody ball = make_ball(grid, 0.58 * up, 0.6, {});  // 0.02 deep
  const std::vector<Patch> patches = find_patches(grid, {ball.view()}, {plane});
  ASSERT_FALSE(patches.empty());
  double deepest = 0;
  Vec3 weighted;
  for (const Patch& patch : patches) {
    weighted += patch.area * patch.normal;
    deepest = std::fmin(deepest, patch.gap);
  }
  EXPECT_NEAR(dot(normalized(weighted), up), 1, 1e-3);
  EXPECT_NEAR(deepest, -0.02, 0.01);
}
