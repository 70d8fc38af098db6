#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/contact/assemble/assembly.h"

using namespace eulersolid;

/// sum_k s_ck = +-1 and sum_k s_ck x_k = +-centroid on both bodies, so that impulses conserve
/// linear and angular momentum.
TEST(Rows, ReproduceConstantAndLinearFields) {
  TwoBalls balls;
  const Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()});
  ASSERT_GT(assembly.set.size(), 10);
  const auto start = Assembly::host(assembly.rows.row_start);
  const auto dof = Assembly::host(assembly.rows.dof);
  const auto value = Assembly::host(assembly.rows.value);
  const auto contacts = Assembly::host(assembly.set.contacts);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    double sum[2] = {0, 0};
    Vec3 first[2];
    const int last = start[c + 1] - 1;
    EXPECT_EQ(dof[std::size_t(last)], assembly.scene.dofs() + Index(c));
    EXPECT_EQ(value[std::size_t(last)], 1);
    for (int e = start[c]; e < last; ++e) {
      const std::size_t side = dof[std::size_t(e)] >= assembly.scene.first_dof[1];
      sum[side] += value[std::size_t(e)];
      first[side] += value[std::size_t(e)] * assembly.position_of_dof(dof[std::size_t(e)]);
      if (e > start[c]) {
        EXPECT_LT(dof[std::size_t(e) - 1], dof[std::size_t(e)]);
      }
    }
    EXPECT_NEAR(sum[0], 1, 1e-13);
    EXPECT_NEAR(sum[1], -1, 1e-13);
    EXPECT_NEAR(norm(first[0] - contacts[c].centroid), 0, 1e-13);
    EXPECT_NEAR(norm(first[1] + contacts[c].centroid), 0, 1e-13);
  }
}

TEST(Rows, ColumnsAreTheTransposeOfTheRows) {
  TwoBalls balls;
  const Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()});
  const auto start = Assembly::host(assembly.rows.row_start);
  const auto dof = Assembly::host(assembly.rows.dof);
  const auto value = Assembly::host(assembly.rows.value);
  std::map<std::pair<int, int>, double> expected, found;  // by (dof, contact)
  for (int c = 0; c + 1 < int(start.size()); ++c) {
    for (int e = start[std::size_t(c)]; e < start[std::size_t(c) + 1]; ++e) {
      expected[{dof[std::size_t(e)], c}] = value[std::size_t(e)];
    }
  }
  const auto column_start = Assembly::host(assembly.rows.column_start);
  const auto contact = Assembly::host(assembly.rows.column_contact);
  const auto column_value = Assembly::host(assembly.rows.column_value);
  for (int k = 0; k + 1 < int(column_start.size()); ++k) {
    for (int e = column_start[std::size_t(k)]; e < column_start[std::size_t(k) + 1]; ++e) {
      found[{k, contact[std::size_t(e)]}] = column_value[std::size_t(e)];
    }
  }
  EXPECT_EQ(expected, found);
}

/// G against dense sums over the rows.
TEST(Gram, EqualsTheDenseProduct) {
  TwoBalls balls;
  const Assembly assembly(balls.grid, {balls.a.view(), balls.b.view()});
  const auto start = Assembly::host(assembly.rows.row_start);
  const auto dof = Assembly::host(assembly.rows.dof);
  const auto value = Assembly::host(assembly.rows.value);
  const auto inverse_mass = assembly.dofs.inverse_mass.to_host();
  const auto order = Assembly::host(assembly.order.order);
  const auto first = Assembly::host(assembly.order.first_column);
  const auto row_start = Assembly::host(assembly.gram.row_start);
  const auto values = Assembly::host(assembly.gram.values);
  const std::size_t m = order.size(), n = inverse_mass.size();
  std::vector<double> dense(m * n, 0);
  for (std::size_t c = 0; c < m; ++c) {
    for (int e = start[c]; e < start[c + 1]; ++e) {
      dense[c * n + std::size_t(dof[std::size_t(e)])] = value[std::size_t(e)];
    }
  }
  double largest = 0;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double g = 0;
      for (std::size_t k = 0; k < n; ++k) {
        g += dense[std::size_t(order[i]) * n + k] * dense[std::size_t(order[j]) * n + k] *
             inverse_mass[k];
      }
      largest = std::fmax(largest, std::fabs(g));
      const bool inside = int(j) >= first[i];
      const double found =
          inside ? values[std::size_t(row_start[i]) + j - std::size_t(first[i])] : 0.0;
      EXPECT_NEAR(found, g, 1e-15);
    }
  }
  EXPECT_GT(largest, 1e-3);  // what 1e-15 is relative to [1/kg]
}

/// A box on a floor that is nearly a plane of nodes and cuts it inside a column: merged contacts
/// tile the face once. Without merging the columns that are cut would hold two.
TEST(Merge, MakesOneContactPerColumnOnAPlaneOfNodes) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  for (const double tilt : {-0.02, 0.0, 1e-9, 0.02}) {
    ObstacleState floor;
    floor.shape = Shape::plane({0, 0, 1}), floor.pose.position = {0.03, 0, 0};
    floor.pose.rotation = rotation({0, 1, 0}, tilt);
    AnalyticBody box = make_box(grid, {0.05, 0.05, 0.4}, {0.45, 0.45, 0.4}, {});
    const Assembly assembly(grid, {box.view()}, {floor});
    std::map<std::pair<int, int>, int> columns;
    int inner = 0;
    for (const Contact& contact : Assembly::host(assembly.set.contacts)) {
      ++columns[{contact.low.x, contact.low.y}];
      const double off_centre =
          std::fmax(std::fabs(contact.centroid.x - 0.05), std::fabs(contact.centroid.y - 0.05));
      if (off_centre > 0.42) continue;  // beyond the face, at 0.45
      ++inner;
      EXPECT_NEAR(contact.area, 0.01, 5e-3);  // of the rim points share nothing
    }
    EXPECT_GE(inner, 72);  // 81 but for a row at the rim
    for (const auto& [column, count] : columns) EXPECT_EQ(count, 1);
    if (std::fabs(tilt) > 1e-9) {
      EXPECT_GT(assembly.set.patches.size, assembly.set.size());
    }
  }
}

/// On diagonals rounding must not choose the axes, or mirrored bodies would get different contacts.
TEST(Merge, DecidesTiesAlike) {
  const double e = 1e-13;
  EXPECT_EQ(dominant_axis({1, 1 + e, 0}), dominant_axis({1 + e, 1, 0}));
  EXPECT_EQ(dominant_axis({0.1, 1, 1 + e}), dominant_axis({0.1, -1 - e, 1}));
  EXPECT_EQ(dominant_axis({0.1, -0.2, 0.3}), 2);
  const Vec3 a = first_tangent(normalized({1, 1 + e, 2})),
             b = first_tangent(normalized({1 + e, 1, 2}));
  EXPECT_NEAR(norm(a - b), 0, 1e-12);
  const Vec3 flat = first_tangent({0, 0, 1});
  EXPECT_EQ(norm(flat - Vec3{1, 0, 0}), 0);
}

/// A slope of 30 degrees cuts a column of cells at two heights; the two parts become one contact.
TEST(Merge, JoinsThePartsOfAColumn) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  ObstacleState slope;
  slope.shape = Shape::plane({0, 0, 1}), slope.pose.rotation = rotation({0, 1, 0}, 0.52);
  const Vec3 up = slope.pose.rotation * Vec3{0, 0, 1};
  AnalyticBody ball = make_ball(grid, 0.75 * up, 0.8, {});
  const Assembly assembly(grid, {ball.view()}, {slope});
  EXPECT_LT(assembly.set.size(), assembly.set.patches.size);
  double patch_area = 0, contact_area = 0;
  for (const Patch& patch : Assembly::host(assembly.set.patches)) patch_area += patch.area;
  int merged = 0;
  for (const Contact& contact : Assembly::host(assembly.set.contacts)) {
    contact_area += contact.area;
    merged += !(contact.low == contact.high);
    EXPECT_NEAR(norm(contact.normal), 1, 1e-14);
    EXPECT_NEAR(dot(contact.tangent1, contact.normal), 0, 1e-14);
    EXPECT_NEAR(norm(cross(contact.tangent1, contact.tangent2) - contact.normal), 0, 1e-14);
  }
  EXPECT_GT(merged, 5);
  EXPECT_NEAR(contact_area, patch_area, 1e-14);
}

/// Two separate clusters, side by side along y: the cheapest order must not pay for their distance.
TEST(Ordering, FollowsTheCheapestAxis) {
  const GridSpec grid{{0, 0, 0}, 0.1};
  AnalyticBody plank = make_box(grid, {0, 0, 0.15}, {0.35, 2.05, 0.22}, {});
  const ObstacleState floor{{Shape::plane({0, 0, 1}), {}}, {}, {}};
  const Assembly assembly(grid, {plank.view()}, {floor});
  const auto contacts = Assembly::host(assembly.set.contacts);
  const auto order = Assembly::host(assembly.order.order);
  for (std::size_t i = 1; i < order.size(); ++i) {
    EXPECT_LE(contacts[std::size_t(order[i - 1])].low.y, contacts[std::size_t(order[i])].low.y);
  }
  const auto first = Assembly::host(assembly.order.first_column);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_LT(int(i) - first[i], 14 * 9);  // 7 columns in halves, coupled over less than 9 rows
  }
}
