#include <gtest/gtest.h>

#include "bench/verification/verify.h"

namespace eulersolid {
namespace {

std::string name_of(const testing::TestParamInfo<VerificationCase>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class AllGrids : public testing::TestWithParam<VerificationCase> {};
INSTANTIATE_TEST_SUITE_P(Verification, AllGrids, testing::ValuesIn(verification_cases()), name_of);

/// The finest grid has the error that it is to have. Where it is known to have a larger one, that
/// grows no further, and once it is cured the case has to say so.
TEST_P(AllGrids, ComeNearTheExactValue) {
  const VerificationCase& one = GetParam();
  const Verified result = verify(one, Backend::cpu, Grids::all);
  ASSERT_EQ(result.failure, "");
  RecordProperty("error", std::to_string(result.finest().error));
  if (one.known > 0) {
    EXPECT_LE(result.finest().error, one.known);
    EXPECT_GT(result.finest().error, one.most) << "no longer known to be more: drop `known`";
  } else {
    EXPECT_LE(result.finest().error, one.most);
  }
  if (one.order) {
    ASSERT_TRUE(result.order.has_value());
    EXPECT_GE(*result.order, *one.order);
  }
}

}  // namespace
}  // namespace eulersolid
