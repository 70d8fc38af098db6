#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/device_vector.h"
#include "kernels/core/search.h"
#include "kernels/core/vectors.h"

using namespace eulersolid;

namespace {

using Numbers = std::vector<double>;

Span<const int> view(const std::vector<int>& list) { return {list.data(), Index(list.size())}; }

struct SquareIsBelow {
  Index limit;
  bool operator()(Index i) const { return i * i < limit; }
};

}  // namespace

/// Against the standard library: empty lists, repeated values, values before, between and behind.
TEST(Search, FindsWhatTheStandardLibraryFinds) {
  const std::vector<std::vector<int>> lists{{}, {4}, {1, 1, 1}, {0, 2, 2, 5, 9, 9, 12}};
  for (const std::vector<int>& list : lists) {
    for (int value = -1; value < 14; ++value) {
      const auto at = std::lower_bound(list.begin(), list.end(), value);
      EXPECT_EQ(lower_bound(view(list), value), at - list.begin());
      const bool found = at != list.end() && *at == value;
      EXPECT_EQ(find_sorted(view(list), value), found ? at - list.begin() : -1);
    }
  }
}

TEST(Search, CountsWhatComesBefore) {
  EXPECT_EQ(partition_point(100, SquareIsBelow{50}), 8);
  EXPECT_EQ(partition_point(5, SquareIsBelow{50}), 5);
  EXPECT_EQ(partition_point(100, SquareIsBelow{0}), 0);
  EXPECT_EQ(partition_point(0, SquareIsBelow{50}), 0);
}

TEST(Vectors, GatherAndScatterFollowTheList) {
  const DeviceVector<int> list(std::vector<int>{3, 0, 2});
  const DeviceVector<double> from(Numbers{10, 11, 12, 13});
  DeviceVector<double> packed(3, -1.0), all(4, -1.0);
  gather(list.span(), from.span(), packed.span());
  EXPECT_EQ(packed.to_host(), (Numbers{13, 10, 12}));
  scatter(list.span(), packed.span(), all.span());
  EXPECT_EQ(all.to_host(), (Numbers{10, -1, 12, 13}));
}

TEST(Vectors, DoArithmeticByElement) {
  DeviceVector<double> x(Numbers{1, 2, -3}), y(3);
  const DeviceVector<double> d(Numbers{4, 0.5, 2});
  copy(x.span(), y.span());
  scale(y.span(), 2);
  EXPECT_EQ(y.to_host(), (Numbers{2, 4, -6}));
  add_multiple(-2, d.span(), y.span());
  EXPECT_EQ(y.to_host(), (Numbers{-6, 3, -10}));
  subtract(d.span(), y.span());
  EXPECT_EQ(y.to_host(), (Numbers{-10, 2.5, -12}));
  EXPECT_EQ(dot(x.span(), d.span()), -1);
  fill(y.span(), 7.0);
  EXPECT_EQ(to_host(y.span()), Numbers(3, 7.0));
  fill_zero(y.span());
  EXPECT_EQ(to_host(y.span()), Numbers(3, 0.0));
}

TEST(Vectors, LoseNoInvalidValueInAMaximum) {
  const DeviceVector<double> x(Numbers{1, 2, -3}), below(Numbers{-1, -2}), none,
      bad(Numbers{1, std::numeric_limits<double>::quiet_NaN(), 2});
  EXPECT_EQ(largest(x.span()), 2);
  EXPECT_EQ(largest_magnitude(x.span()), 3);
  EXPECT_EQ(largest(below.span()), -1);
  EXPECT_EQ(largest(none.span()), 0);
  EXPECT_EQ(largest_magnitude(none.span()), 0);
  EXPECT_EQ(largest(bad.span()), HUGE_VAL);
  EXPECT_EQ(largest_magnitude(bad.span()), HUGE_VAL);
}
