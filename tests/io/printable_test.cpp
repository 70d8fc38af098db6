#include "io/printable.h"

#include <gtest/gtest.h>

namespace eulersolid {
namespace {

TEST(Printable, StaysOnItsLineAndGoesItsWay) {
  EXPECT_EQ(printable("a\nb\x1b[2J\x7f"), "a\\x0ab\\x1b[2J\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31mred"),
            "\\u009b31mred");
  EXPECT_EQ(printable("moc.\xe2\x80\xae"
                      "evil"),
            "moc.\\u202eevil");
  EXPECT_EQ(printable("\xe2\x81\xa6|\xe2\x80\xa8|\xd8\x9c|\xe2\x80\x8f"),
            "\\u2066|\\u2028|\\u061c|\\u200f");
  EXPECT_EQ(printable("\x9b"
                      "31m|\xc3"),
            "\\x9b31m|\\xc3");
}

TEST(Printable, LeavesWhatPeopleWrite) {
  for (const char* text : {"Würfel", "球.toml", "кубик", "μ = 0.3 — ½ π", "😀"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, CutsNoCharacterInTwo) {
  EXPECT_EQ(printable("ab\xc3\xa9", 3), "ab...");
  EXPECT_EQ(printable("ab\xc3\xa9", 4), "ab\xc3\xa9");
}

}  // namespace
}  // namespace eulersolid
