#include <gtest/gtest.h>

#include "kernels/math/cells.h"

/// Where asserts are on (in all tests, and in the program of a debug build) a look-up outside ends
/// the run where it happens.

namespace eulersolid {
namespace {

/// Of this file alone, so that no library without asserts has compiled its span.
struct Element {
  int value = 0;
};

TEST(SpanDeathTest, LookingOutsideEndsTheProgram) {
  Element elements[3] = {{1}, {2}, {3}};
  const Span<Element> span(elements, 3);
  EXPECT_EQ(span[2].value, 3);
  EXPECT_DEATH(span[3].value = 0, "i < size");
  EXPECT_DEATH(span[-1].value = 0, "i < size");
}

TEST(SpanDeathTest, PartsLieInside) {
  Element elements[3] = {{1}, {2}, {3}};
  const Span<Element> span(elements, 3);
  EXPECT_EQ(span.part(1, 2)[1].value, 3);
  EXPECT_DEATH(span.part(1, 3), "count <= size");
  EXPECT_DEATH(span.part(1, 1)[1].value = 0, "i < size");
}

TEST(CellsDeathTest, NumberOnlyWhatTheyContain) {
  const Cells box{4, 3, 2};
  EXPECT_EQ(box.index(3, 2, 1), 23);
  EXPECT_DEATH(box.index(4, 0, 0), "contains");  // not the first of the next row
  EXPECT_DEATH(box.index({0, -1, 1}), "contains");
}

/// Far away, or where a motion has failed, the cell is in no box and has neighbours.
TEST(Cells, AreFoundAroundAnyPlace) {
  const Cells box{5, 5, 6};
  EXPECT_EQ(cell_of({1.5, -0.5, 2}), (Int3{1, -1, 2}));
  for (const double away : {1e300, -1e300, double(INFINITY), -double(INFINITY), double(NAN)}) {
    EXPECT_FALSE(box.contains_around(cell_of({2, away, 2}), 1)) << away;
    EXPECT_FALSE(box.contains_around(cell_of({away, 2, 2}), 1)) << away;
  }
}

TEST(Cells, KnowWhatLiesAround) {
  const Cells box{5, 5, 6};
  EXPECT_TRUE(box.contains_around({2, 2, 2}, 2));
  EXPECT_TRUE(box.contains_around({2, 2, 3}, 2));
  EXPECT_FALSE(box.contains_around({2, 2, 4}, 2));
  EXPECT_FALSE(box.contains_around({1, 2, 2}, 2));
}

}  // namespace
}  // namespace eulersolid
