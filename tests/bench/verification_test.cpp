#include <cmath>

#include "bench/verification/page.h"
#include "bench/verification/plot.h"
#include "kernels/core/error.h"
#include "tests/bench/bench_call.h"

namespace eulersolid {
namespace {

using VerificationBench = Bench;

std::string name_of(const testing::TestParamInfo<VerificationCase>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<VerificationCase> with_coarse_grids() {
  std::vector<VerificationCase> cases = verification_cases();
  std::erase_if(cases, [](const VerificationCase& one) { return one.coarse == 0; });
  return cases;
}

/// Few cells, so a few per cent: a wrong factor, sign or formula is more. The grids on which errors
/// are small are in verification_slow_test.cpp.
class CoarseGrids : public testing::TestWithParam<VerificationCase> {};
INSTANTIATE_TEST_SUITE_P(Verification, CoarseGrids, testing::ValuesIn(with_coarse_grids()),
                         name_of);

TEST_P(CoarseGrids, AreNearTheExactValue) {
  const Verified result = verify(GetParam(), Backend::cpu, Grids::coarse);
  ASSERT_EQ(result.failure, "");
  RecordProperty("error", std::to_string(result.finest().error));
  EXPECT_LE(result.finest().error, GetParam().max_coarse);
}

TEST(VerificationCases, HaveNamesOfTheirOwnAndGridsFromCoarseToFine) {
  std::set<std::string> names;
  for (const VerificationCase& one : verification_cases()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_TRUE(std::is_sorted(one.cells.begin(), one.cells.end())) << one.name;
    EXPECT_GE(one.cells.size(), 2u) << one.name;
    EXPECT_LE(std::size_t(one.coarse), one.cells.size()) << one.name;
    EXPECT_GT(std::fabs(one.exact) + one.scale, 0) << one.name;
  }
}

/// errors = 3 h^1.7 on grids of any ratio; nothing where one is rounding, or larger than before.
TEST(Verified, OrderIsThePowerOfTheCellSize) {
  std::vector<VerifiedSize> sizes;
  for (const int n : {3, 4, 9}) sizes.push_back({n, 0, 3 * std::pow(n, -1.7), 0});
  EXPECT_NEAR(order_of(sizes).value(), 1.7, 1e-12);
  EXPECT_FALSE(order_of(std::span(sizes).first(1)).has_value());
  const double error = sizes[1].error;
  sizes[1].error = 1e-12;
  EXPECT_FALSE(order_of(sizes).has_value());
  sizes[1].error = error, sizes[2].error = 1.1 * error;
  EXPECT_FALSE(order_of(sizes).has_value());
}

/// A wrong value fails the case by its error, and a run that ends early by that.
TEST(Verified, HoldsOnlyWhatIsNearEnough) {
  VerificationCase one;
  one.cells = {2, 4}, one.exact = 10;
  one.measure = [](Backend, int n) { return 10 + 1.6 / (n * n); };
  EXPECT_NEAR(verify(one, Backend::cpu, Grids::all).finest().error, 0.01, 1e-12);
  EXPECT_NEAR(verify(one, Backend::cpu, Grids::all).order.value(), 2, 1e-9);
  one.most = 0.0101;
  EXPECT_TRUE(verify(one, Backend::cpu, Grids::all).holds());
  one.exact = 10.3;
  EXPECT_FALSE(verify(one, Backend::cpu, Grids::all).holds());
  one.measure = [](Backend, int n) -> double {
    if (n == 4) throw SimulationError("no more");
    return 10;
  };
  const Verified ended = verify(one, Backend::cpu, Grids::all);
  EXPECT_EQ(ended.sizes.size(), 1u);
  EXPECT_EQ(ended.failure, "no more");
  EXPECT_FALSE(ended.holds());
}

TEST_F(VerificationBench, WritesTableJsonAndPage) {
  const std::string page = (folder_ / "page.md").string();
  const json content = result({"verification", "--case", "ball-mass,box-mass", "--page", page});
  ASSERT_EQ(content.at("rows").size(), 6u);
  const json &first = content.at("rows")[0], &last = content.at("rows")[5];
  EXPECT_EQ(first.at("case"), "ball-mass");
  EXPECT_NEAR(first.at("exact"), 0.523598775598, 1e-9);  // 1000 pi / 6 0.1^3
  EXPECT_NEAR(first.at("error"),
              std::fabs(first.at("ours").get<double>() / first.at("exact").get<double>() - 1),
              1e-12);
  EXPECT_TRUE(first.at("order").is_null());
  EXPECT_EQ(last.at("cells"), 16);
  EXPECT_EQ(last.at("holds"), true);
  std::ifstream file(page);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(text.find("[`box-mass`](page/box-mass.svg)"), std::string::npos) << text;
  EXPECT_NE(text.find("2 of 2 cases"), std::string::npos) << text;
  EXPECT_TRUE(fs::exists(folder_ / "page" / "ball-mass.svg"));
}

/// The page in the repository is that of the cases there are.
TEST(VerificationPage, ShowsEveryCase) {
  const fs::path docs = ES_SOURCE_DIR "/docs";
  std::ifstream file(docs / "verification.md");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::size_t plots = 0;
  for (const VerificationCase& one : verification_cases()) {
    EXPECT_NE(text.find("\n### " + one.name + "\n"), std::string::npos) << one.name;
    EXPECT_TRUE(fs::exists(docs / "verification" / (one.name + ".svg"))) << one.name;
  }
  for ([[maybe_unused]] const auto& plot : fs::directory_iterator(docs / "verification")) ++plots;
  EXPECT_EQ(plots, verification_cases().size());
}

}  // namespace
}  // namespace eulersolid
