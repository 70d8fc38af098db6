#include <gtest/gtest.h>

#include <algorithm>

#include "grid/layers/fits.h"
#include "tests/grid/cases.h"

/// Layers around the active nodes, and the fits that give them values.

namespace eulersolid::test {
namespace {

/// From 3 to 12 cells thick, along the grid and tilted.
const Case cases[] = {{"ball", ball({0.013, 0.02, 0}, 0.3)},
                      {"small ball", ball({0.013, 0.02, 0}, 0.08)},
                      {"box", box({0.01, 0, 0.007}, {0.5, 0.35, 0.25})},
                      {"tilted box", box({0.01, 0, 0.007}, {0.5, 0.35, 0.25}, tilt)},
                      {"tilted plate", box({0, 0.02, 0.007}, {0.6, 0.5, 0.15}, tilt)},
                      {"tilted cylinder", cylinder({0.01, 0, 0.02}, 0.12, 0.6, tilt)}};

/// Largest error of a fit of values that change by 1 per cell. Where a fit is not degenerate,
/// det K > 1e-4 (tr K/3)^3, so that its smallest eigenvalue is above 1e-4 (4/9) tr K/3 and its
/// condition below 3 (9/4) 1e4 = 7e4; that times the machine's 2.2e-16 and an offset of at most
/// 3.5 cells is 5e-11, and four layers, each fitted to the last, add up to four times that.
constexpr double fit_error = 2e-10;

constexpr int reach = ghost_reach;

/// Calls visit(weight, offset, support) for the nodes of layers below `below` around a node.
template <class Visit>
void for_masters(const Fields& f, const std::vector<std::int8_t>& layers, Index node, int below,
                 const GhostFit& fit, Visit visit) {
  const Strides s = strides(f.nodes());
  const DistanceWeights weights = distance_weights();
  for (int dz = -reach; dz <= reach; ++dz) {
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const Index support = node + dx * s.x + dy * s.y + dz * s.z;
        if (layers[std::size_t(support)] >= below) continue;
        visit(ghost_weight(fit, {dx, dy, dz}, weights), Vec3{double(dx), double(dy), double(dz)},
              support);
      }
    }
  }
}

bool degenerate(const GhostFit& fit) { return norm(fit.slope) == 0; }

/// Checks the weights of one list of fits; returns how many are degenerate.
int check_weights(const Fields& f, const DeviceVector<int>& list,
                  const DeviceVector<GhostFit>& fits, bool to_active) {
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  const std::vector<int> nodes = list.to_host();
  const std::vector<GhostFit> host = fits.to_host();
  EXPECT_EQ(nodes.size(), host.size());
  int averages = 0;
  for (std::size_t s = 0; s < nodes.size(); ++s) {
    double sum = 0, least = 0;
    Vec3 moment;
    const int below = to_active ? 1 : layers[std::size_t(nodes[s])];
    for_masters(f, layers, nodes[s], below, host[s], [&](double w, Vec3 d, Index) {
      sum += w, moment += w * d, least = std::fmin(least, w);
    });
    EXPECT_NEAR(sum, 1, fit_error);
    if (degenerate(host[s])) {
      EXPECT_GE(least, 0);
      ++averages;
    } else {
      EXPECT_LT(norm(moment), fit_error);
    }
  }
  return averages;
}

/// How many ghost nodes of a layer have fits that are degenerate.
int averages_of_layer(const Fields& f, int layer) {
  const std::vector<GhostFit> fits = f.derived.fits.to_host();
  const std::vector<int> ghosts = f.derived.ghosts.to_host();
  const std::vector<std::int8_t> layers = f.state.layers.to_host();
  int count = 0;
  for (std::size_t s = 0; s < fits.size(); ++s)
    count += layers[std::size_t(ghosts[s])] == layer && degenerate(fits[s]);
  return count;
}

TEST(Layers, AreTheLargestIndexDistanceToAnActiveNode) {
  for (const Case& c : cases) {
    const Fields f = make(c);
    const Strides s = strides(f.nodes());
    std::vector<std::int8_t> expected(std::size_t(f.nodes().count()), layer::unknown);
    for (const int node : f.derived.active.to_host()) {
      for (int dz = -layer::last; dz <= layer::last; ++dz) {
        for (int dy = -layer::last; dy <= layer::last; ++dy) {
          for (int dx = -layer::last; dx <= layer::last; ++dx) {
            std::int8_t& at = expected[std::size_t(node + dx * s.x + dy * s.y + dz * s.z)];
            at = std::int8_t(
                std::min({int(at), std::max({std::abs(dx), std::abs(dy), std::abs(dz)})}));
          }
        }
      }
    }
    EXPECT_EQ(f.state.layers.to_host(), expected) << c.name;
  }
}

TEST(Layers, AreListedInAscendingOrder) {
  for (const Case& c : cases) {
    const Fields f = make(c);
    const std::vector<std::int8_t> layers = f.state.layers.to_host();
    const auto nodes_of = [&](int from, int to) {
      std::vector<int> list;
      for (std::size_t n = 0; n < layers.size(); ++n) {
        if (from <= layers[n] && layers[n] <= to) list.push_back(int(n));
      }
      return list;
    };
    EXPECT_EQ(f.derived.active.to_host(), nodes_of(0, 0)) << c.name;
    EXPECT_EQ(f.derived.ghosts.to_host(), nodes_of(1, 2)) << c.name;
    for (int o = 0; o < 3; ++o) {
      EXPECT_EQ(f.derived.outer[o].to_host(), nodes_of(o + 2, o + 2)) << c.name << ", " << o + 2;
    }
  }
}

TEST(Fits, WeightsSumToOneAndCentreOnTheNode) {
  for (const Case& c : cases) {
    const Fields f = make(c);
    // Ghost nodes of layer 2 often see one plane of active nodes; those of layer 1, and what is
    // extrapolated, never do here.
    const int averages = check_weights(f, f.derived.ghosts, f.derived.fits, true);
    EXPECT_EQ(averages, averages_of_layer(f, 2)) << c.name;
    for (int o = 0; o < 3; ++o) {
      EXPECT_EQ(check_weights(f, f.derived.outer[o], f.derived.outer_fits[o], false), 0) << c.name;
    }
  }
}

TEST(Fits, ExtrapolateLinearFieldsExactly) {
  for (const Case& c : cases) {
    Fields f = make(c);
    const std::vector<Vec3> exact = everywhere(f, linear);
    const std::vector<std::int8_t> layers = f.state.layers.to_host();
    std::vector<Vec3> start(exact.size(), Vec3{1e3, 1e3, 1e3});  // must not be read
    for (const int node : f.derived.active.to_host()) {
      start[std::size_t(node)] = exact[std::size_t(node)];
    }
    f.work.vector1.assign(start);
    extrapolate(f.state, f.derived, f.work.vector1.span(), layer::last);
    const std::vector<Vec3> values = f.work.vector1.to_host();
    double worst = 0;
    for (std::size_t n = 0; n < values.size(); ++n) {
      const Vec3 expected = layers[n] <= layer::last ? exact[n] : start[n];
      worst = std::fmax(worst, norm(values[n] - expected));
    }
    EXPECT_LT(worst, fit_error * slope_of_linear * grid.h * 2) << c.name;
  }
}

/// Fits with other layers, as if nothing had been there before.
Fields fresh(const Fields& f) {
  Fields g{f.grid, {}, {}, {}};
  from_host(to_host(f.state), g.state);
  resize_by_node(g.state.node_box, g.derived, g.work);
  renew_layers(g);
  return g;
}

void expect_same(const DeviceVector<GhostFit>& a, const DeviceVector<GhostFit>& b) {
  const std::vector<GhostFit> x = a.to_host(), y = b.to_host();
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t s = 0; s < x.size(); ++s) {
    ASSERT_EQ(x[s].constant, y[s].constant) << s;
    ASSERT_EQ(norm(x[s].slope - y[s].slope), 0) << s;
  }
}

/// Most fits are kept from step to step: those and only those that are still right.
TEST(Fits, DoNotDependOnThoseOfBefore) {
  for (const Case& c : cases) {
    Fields f = make(c);
    std::vector<std::int8_t> layers = f.state.layers.to_host();
    const std::vector<int> active = f.derived.active.to_host();
    for (const std::size_t lost : {active.size() / 3, active.size() / 2, active.size() - 1})
      layers[std::size_t(active[lost])] = 1;
    f.state.layers.assign(layers);
    renew_layers(f);
    const Fields g = fresh(f);
    expect_same(f.derived.fits, g.derived.fits);
    for (int o = 0; o < 3; ++o) expect_same(f.derived.outer_fits[o], g.derived.outer_fits[o]);
  }
}

/// The fits know no slope across a plane: what is extrapolated is the value beneath, not a guess.
TEST(Fits, APlaneOfNodesIsContinuedWithoutSlope) {
  Fields f = box_of_nodes({-10, -10, 0}, {10, 10, 0}, grid);
  const std::vector<GhostFit> fits = f.derived.fits.to_host();
  EXPECT_TRUE(std::all_of(fits.begin(), fits.end(), degenerate));
  f.work.vector1.assign(everywhere(f, linear));
  extrapolate(f.state, f.derived, f.work.vector1.span(), layer::last);
  const std::vector<Vec3> values = f.work.vector1.to_host();
  for (int k = -layer::last; k <= layer::last; ++k) {
    // Two nodes a layer away from what the ends of the plane say, so 8 nodes in all.
    for (int j = -2; j <= 2; ++j) {
      const Vec3 value = values[std::size_t(f.state.node_box.index({1, j, k}))];
      EXPECT_LT(norm(value - linear(grid.position({1, j, 0}))), fit_error) << j << ", " << k;
    }
  }
}

TEST(Fits, LineAndSingleNodeGiveAverages) {
  for (const int length : {0, 5}) {
    Fields f = box_of_nodes({0, 0, 0}, {length, 0, 0}, grid);
    EXPECT_EQ(check_weights(f, f.derived.ghosts, f.derived.fits, true), f.derived.ghosts.size());
    const Vec3 value{1, -2, 3};
    f.work.vector1.assign(everywhere(f, [&](Vec3) { return value; }));
    extrapolate(f.state, f.derived, f.work.vector1.span(), layer::last);
    for (const Vec3 v : f.work.vector1.to_host()) EXPECT_LT(norm(v - value), fit_error);
  }
}

}  // namespace
}  // namespace eulersolid::test
