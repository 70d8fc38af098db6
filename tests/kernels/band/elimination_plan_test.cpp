#include "kernels/band/elimination_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/problems/random_numbers.h"

namespace eulersolid {
namespace {

Profile band(int n, int rho) {
  Profile first;
  for (int i = 0; i < n; ++i) first.push_back(std::max(0, i - rho));
  return first;
}

/// A profile whose rows reach back to random places, now and then far.
Profile ragged(int n, int rho, unsigned seed) {
  RandomNumbers random(seed);
  Profile first;
  for (int i = 0; i < n; ++i) {
    const int width = random.below(rho + 1) * (i % 50 == 0 ? 2 : 1);
    first.push_back(std::max(0, i - width));
  }
  return first;
}

/// Every unknown is eliminated once, no subdomain touches another, and nothing outside the profiles
/// is needed.
void expect_valid(const Profile& first, const EliminationPlan& plan, int tile) {
  const int n = int(first.size());
  std::vector<int> owner(first.size(), -1), place(first.size(), -1);
  for (std::size_t k = 0; k < plan.reduced_system.rows.size(); ++k) {
    owner[std::size_t(plan.reduced_system.rows[k])] = 0,
    place[std::size_t(plan.reduced_system.rows[k])] = int(k);
  }
  for (std::size_t c = 0; c < plan.subdomains.size(); ++c) {
    const Subdomain& subdomain = plan.subdomains[c];
    EXPECT_EQ(subdomain.eliminated % tile, 0);
    EXPECT_GT(subdomain.eliminated, 0);
    for (int i = 0; i < subdomain.eliminated; ++i) {
      int& of = owner[std::size_t(subdomain.rows[std::size_t(i)])];
      EXPECT_EQ(of, -1);
      of = int(c) + 1;
    }
    ASSERT_EQ(subdomain.place.size(), subdomain.rows.size() - std::size_t(subdomain.eliminated));
    for (std::size_t k = 0; k < subdomain.place.size(); ++k) {
      EXPECT_EQ(plan.reduced_system.rows[std::size_t(subdomain.place[k])],
                subdomain.rows[std::size_t(subdomain.eliminated) + k]);
    }
  }
  EXPECT_EQ(std::count(owner.begin(), owner.end(), -1), 0);
  for (int i = 0; i < n; ++i) {
    for (int j = first[std::size_t(i)]; j < i; ++j) {
      const int a = owner[std::size_t(i)], b = owner[std::size_t(j)];
      if (a > 0 && b > 0) {
        ASSERT_EQ(a, b) << i << " " << j;
      }
      if (a == 0 && b == 0) {
        const int row = std::max(place[std::size_t(i)], place[std::size_t(j)]),
                  column = std::min(place[std::size_t(i)], place[std::size_t(j)]);
        ASSERT_LE(plan.reduced_system.first[std::size_t(row)], column);
      }
    }
  }
}

TEST(EliminationPlan, CutsBandsAndRaggedProfiles) {
  for (const int tile : {24, 32}) {
    for (const int subdomains : {1, 2, 3, 8}) {
      for (const int rho : {0, 1, 7, 40}) {
        expect_valid(band(1000, rho), plan_elimination(band(1000, rho), subdomains, tile), tile);
        const Profile profile = ragged(1000, rho, unsigned(rho));
        expect_valid(profile, plan_elimination(profile, subdomains, tile), tile);
      }
    }
  }
}

TEST(EliminationPlan, LeavesOneSubdomainWhereSeparatorsWouldTakeAll) {
  EXPECT_TRUE(plan_elimination(band(100, 99), 2, 24).subdomains.empty());
  EXPECT_TRUE(plan_elimination(band(0, 0), 2, 24).subdomains.empty());
  EXPECT_TRUE(plan_elimination(band(1, 0), 5, 24).subdomains.empty());
}

TEST(EliminationPlan, BothEndsShareTheWork) {
  const EliminationPlan plan = plan_elimination(band(8000, 1000), 2, 24);
  ASSERT_EQ(plan.subdomains.size(), 1u);
  EXPECT_NEAR(plan.subdomains[0].eliminated, 3500, 100);
  EXPECT_NEAR(plan.reduced_system.independent, 3500, 100);
}

TEST(EliminationPlan, NumberOfSubdomainsGoesWithTheShape) {
  EXPECT_EQ(number_of_subdomains(8000, 1000, 132, 24), 2);
  EXPECT_EQ(number_of_subdomains(1000, 700, 132, 24), 1);
  EXPECT_EQ(number_of_subdomains(50000, 100, 132, 32), 125);
  EXPECT_EQ(number_of_subdomains(50000, 100, 2, 24), 2);
  EXPECT_EQ(number_of_subdomains(10, 1, 132, 24), 1);
  EXPECT_EQ(number_of_subdomains(0, 0, 132, 24), 1);
}

TEST(EliminationPlan, FindsRoomForAsManySubdomainsAsItChooses) {
  for (const int n : {150, 400, 1200, 5000}) {
    for (const int rho : {0, 1, 6, 30, 120}) {
      const int subdomains = number_of_subdomains(n, rho, 132, 32);
      EXPECT_EQ(int(plan_elimination(band(n, rho), subdomains, 32).subdomains.size()),
                subdomains - 1)
          << n << " " << rho;
    }
  }
}

}  // namespace
}  // namespace eulersolid
