#include "tests/grid/materials/random_laws.h"

#include <set>

/// The table of laws, from which schema, reader and simulation take what they need.

namespace eulersolid::test {
namespace {

/// Two laws that share a key share its meaning: the schema lists it once.
TEST(LawTable, NamesEachLawOnceAndEachKeyWithOneMeaning) {
  std::set<std::string_view> names;
  std::map<std::string_view, LawParameter> known;
  for (const LawEntry& law : laws()) {
    EXPECT_TRUE(names.insert(law.name).second) << law.name;
    EXPECT_FALSE(law.doc.empty()) << law.name;
    for (const LawParameter& parameter : law.parameters) {
      const LawParameter& first = known.emplace(parameter.key, parameter).first->second;
      EXPECT_EQ(parameter.unit, first.unit) << parameter.key;
      EXPECT_EQ(parameter.doc, first.doc) << parameter.key;
      EXPECT_EQ(parameter.range.low, first.range.low) << parameter.key;
      EXPECT_EQ(parameter.range.high, first.range.high) << parameter.key;
    }
  }
}

TEST(LawTable, MakesALawFromItsParametersByName) {
  const Law law = make_law("neo_hookean", {{"poissons_ratio", 0.25}, {"youngs_modulus", 5e4}});
  EXPECT_DOUBLE_EQ(small_strain(law).mu, 2e4);
  EXPECT_DOUBLE_EQ(small_strain(law).lambda, 2e4);
}

std::string error_of(std::string_view name, const LawValues& values) {
  try {
    make_law(name, values);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LawTable, SaysWhatIsMissing) {
  EXPECT_EQ(error_of("rubber", {}), "there is no material law \"rubber\"");
  EXPECT_EQ(error_of("neo_hookean", {{"youngs_modulus", 1}}),
            "a neo_hookean material needs poissons_ratio");
}

}  // namespace
}  // namespace eulersolid::test
