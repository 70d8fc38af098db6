#include "kernels/core/algorithms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "kernels/core/vectors.h"

/// Scans, selections, sorts and reductions against the standard library, of sizes around those at
/// which they change what they do.

namespace eulersolid {
namespace {

/// Around a block, a few blocks, and many.
class Algorithms : public testing::TestWithParam<int> {
 protected:
  std::size_t size() const { return std::size_t(GetParam()); }
  std::mt19937_64 random_{GetParam() + 1U};
};

TEST_P(Algorithms, ScanAddsWhatComesBefore) {
  std::vector<int> in(size()), sums(size());
  for (int& x : in) x = int(random_() % 7) - 3;
  std::exclusive_scan(in.begin(), in.end(), sums.begin(), 0);
  const DeviceVector<int> values(in);
  DeviceVector<int> out(Index(in.size()));
  EXPECT_EQ(exclusive_scan(values.span(), out.span()), std::accumulate(in.begin(), in.end(), 0));
  EXPECT_EQ(out.to_host(), sums);
  DeviceVector<int> same(in);  // in place
  exclusive_scan(same.span(), same.span());
  EXPECT_EQ(same.to_host(), sums);
}

TEST_P(Algorithms, SelectListsWhatIsFlagged) {
  std::vector<std::uint8_t> flags(size());
  for (const int one_in : {1, 3, 1000, 0}) {  // all, some, few, none
    std::vector<int> expected;
    for (std::size_t i = 0; i < size(); ++i) {
      flags[i] = one_in > 0 && random_() % unsigned(one_in) == 0 ? 1 + random_() % 255 : 0;
      if (flags[i] != 0) expected.push_back(int(i));
    }
    const DeviceVector<std::uint8_t> on_device(flags);
    DeviceVector<int> list, known, position{std::vector<int>(size(), 7)};
    select(on_device.span(), list);
    EXPECT_EQ(list.to_host(), expected) << one_in;
    std::vector<int> places(size(), -1);
    for (std::size_t i = 0; i < expected.size(); ++i) places[std::size_t(expected[i])] = int(i);
    select(on_device.span(), list, position.span());
    EXPECT_EQ(list.to_host(), expected) << one_in;
    EXPECT_EQ(position.to_host(), places) << one_in;
    select(on_device.span(), Index(expected.size()), known);
    EXPECT_EQ(known.to_host(), expected) << one_in;
  }
}

TEST_P(Algorithms, SelectBitsListsEachBit) {
  std::vector<std::uint8_t> flags(size());
  for (const int lists : {1, 3, 4}) {
    std::vector<int> expected[4];
    for (std::size_t i = 0; i < size(); ++i) {
      flags[i] =
          random_() % 3 == 0 ? std::uint8_t(random_() % 256) : 0;  // bits without a list, too
      for (int l = 0; l < lists; ++l)
        if (flags[i] >> l & 1) expected[l].push_back(int(i));
    }
    const DeviceVector<std::uint8_t> on_device(flags);
    DeviceVector<int> a, b(7), c, d;
    if (lists == 1) select_bits(on_device.span(), {&a});
    if (lists == 3) select_bits(on_device.span(), {&a, &b, &c});
    if (lists == 4) select_bits(on_device.span(), {&a, &b, &c, &d});
    EXPECT_EQ(a.to_host(), expected[0]);
    EXPECT_EQ(lists > 1 ? b.to_host() : expected[1], expected[1]);
    EXPECT_EQ(c.to_host(), expected[2]);
    EXPECT_EQ(d.to_host(), expected[3]);
  }
}

/// Equal keys keep their order; the highest and the lowest bits count.
TEST_P(Algorithms, SortIsStable) {
  std::vector<std::pair<std::uint64_t, int>> items(size());
  for (std::size_t i = 0; i < size(); ++i)
    items[i] = {(random_() % 2 << 63) + (random_() % 50 << 20) + random_() % 3, int(i)};
  const auto sorted = [&](Index length) {
    std::vector<std::uint64_t> keys;
    std::vector<int> values;
    for (const auto& [key, value] : items) keys.push_back(key), values.push_back(value);
    DeviceVector<std::uint64_t> on_device(keys);
    DeviceVector<int> carried(values);
    if (length == Index(size()))
      sort_by_key(on_device.span(), carried.span());
    else
      sort_by_key(on_device.span(), carried.span(), length);
    for (std::size_t b = 0; b < size(); b += std::size_t(length))
      std::stable_sort(items.begin() + Index(b), items.begin() + Index(b) + length,
                       [](const auto& a, const auto& c) { return a.first < c.first; });
    const auto found = carried.to_host();
    const auto ascending = on_device.to_host();
    for (std::size_t i = 0; i < size(); ++i)
      if (found[i] != items[i].second || ascending[i] != items[i].first) return false;
    return true;
  };
  const Index n = Index(size());
  if (n % 25 == 0 && n > 0) {
    EXPECT_TRUE(sorted(n / 25));
  }
  EXPECT_TRUE(sorted(n));
}

/// Numbers whose sums are exact, so that no order of addition is another.
TEST_P(Algorithms, ReductionsSeeEveryElement) {
  std::vector<double> x(size()), y(size());
  double sum = 0, largest = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    x[i] = double(int(random_() % 2001) - 1000), y[i] = double(random_() % 16);
    sum += x[i] * y[i], largest = std::max(largest, std::fabs(x[i]));
  }
  const DeviceVector<double> a(x), b(y);
  EXPECT_EQ(dot(a.span(), b.span()), sum);
  EXPECT_EQ(largest_magnitude(a.span()), largest);
  if (x.empty()) return;
  for (const std::size_t place : {std::size_t(0), size() / 2, size() - 1}) {
    std::vector<double> spoiled = x;
    spoiled[place] = std::numeric_limits<double>::quiet_NaN();
    const DeviceVector<double> c(spoiled);
    EXPECT_EQ(largest_magnitude(c.span()), HUGE_VAL) << place;  // never lost
  }
}

INSTANTIATE_TEST_SUITE_P(OfSize, Algorithms,
                         testing::Values(0, 1, 1023, 1025, 100'000, 10'000'000));

}  // namespace
}  // namespace eulersolid
