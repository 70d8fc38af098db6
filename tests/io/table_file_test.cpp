#include "io/table_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "kernels/core/error.h"
#include "tests/io/vdb/frames.h"

/// What others do to a table while it is written, and before it is gone on with.

namespace eulersolid::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* header = "step,time,dt";

class TableFiles : public testing::Test {
 protected:
  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "steps.csv", unfinished_ = folder_.path() / "steps.csv.tmp";

  std::string text(const fs::path& file) const {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  /// Three rows, of which two were there when the mark was made.
  FileMark three_rows() const {
    TableFile table(path_, header);
    table.add("1,0.1,0.1"), table.add("2,0.2,0.1");
    const FileMark mark = table.mark();
    table.add("3,0.3,0.1");
    table.close();
    return mark;
  }
  /// What the table holds when it is gone on with from the mark, and one row is added.
  std::string gone_on(const FileMark& mark) const {
    TableFile table(path_, header);
    table.require_rows(mark);
    table.reopen(mark);
    table.go_on_from(0.2);
    table.add("3,0.25,0.05");
    table.close();
    return text(path_);
  }
  std::string said(const FileMark& mark) const {
    TableFile table(path_, header);
    table.reopen(mark);
    return table.altered();
  }
};

TEST_F(TableFiles, GoOnFromWhatWasThere) {
  const FileMark mark = three_rows();
  EXPECT_EQ(said(mark), "");
  EXPECT_EQ(gone_on(mark), "step,time,dt\n1,0.1,0.1\n2,0.2,0.1\n3,0.25,0.05\n");
}

/// By an editor that ends lines in its own way, or leaves out the last end.
TEST_F(TableFiles, RowsThatWereChangedAreCutByTheirTimes) {
  const FileMark mark = three_rows();
  write("step,time,dt\r\n1,0.1,0.1\r\n2,0.2,0.1\r\n3,0.3,0.1\r\n");
  EXPECT_NE(said(mark).find("has other rows than the run wrote"), std::string::npos);
  EXPECT_EQ(gone_on(mark), "step,time,dt\r\n1,0.1,0.1\r\n2,0.2,0.1\r\n3,0.25,0.05\n");
  write("step,time,dt\n1,0.100,0.100\n2,0.200,0.100");
  EXPECT_EQ(gone_on(mark), "step,time,dt\n1,0.100,0.100\n2,0.200,0.100\n3,0.25,0.05\n");
}

TEST_F(TableFiles, RowsThatAreLostAreNotGoneOnWithout) {
  const FileMark mark = three_rows();
  write("step,time,dt\n2,0.2,0.1\n");
  try {
    gone_on(mark);
    FAIL() << "a row is lost";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("steps.csv holds 23 bytes, fewer than the 33"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(text(path_), "step,time,dt\n2,0.2,0.1\n");
}

TEST_F(TableFiles, OneThatIsGoneBeginsAnew) {
  const FileMark mark = three_rows();
  fs::remove(path_);
  EXPECT_NE(said(mark).find("is not there any more"), std::string::npos);
  fs::remove(path_);
  EXPECT_EQ(gone_on(mark), "step,time,dt\n3,0.25,0.05\n");
}

/// Most editors save under another name, and rename.
TEST_F(TableFiles, RowsAreWrittenAnewWhereAnotherProgramReplacedThem) {
  TableFile table(path_, header);
  EXPECT_FALSE(table.add("1,0.1,0.1"));
  std::ofstream(folder_.path() / "edited") << "step,time,dt\n";
  fs::rename(folder_.path() / "edited", unfinished_);
  EXPECT_TRUE(table.add("2,0.2,0.1"));
  EXPECT_EQ(text(unfinished_), "step,time,dt\n1,0.1,0.1\n2,0.2,0.1\n");
  fs::remove(unfinished_);
  EXPECT_TRUE(table.add("3,0.3,0.1"));
  EXPECT_FALSE(table.add("4,0.4,0.1"));
  fs::remove(unfinished_);
  EXPECT_TRUE(table.close());
  EXPECT_EQ(text(path_), "step,time,dt\n1,0.1,0.1\n2,0.2,0.1\n3,0.3,0.1\n4,0.4,0.1\n");
  EXPECT_FALSE(fs::exists(unfinished_));
}

}  // namespace
}  // namespace eulersolid::test
