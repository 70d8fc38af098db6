#include "io/problems/matrix_market.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "kernels/core/error.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

/// A file that lives as long as the test.
class MatrixMarket : public testing::Test {
 protected:
  const fs::path path_ = fs::temp_directory_path() / ("es_mtx_" + std::to_string(getpid()));

  ~MatrixMarket() override { fs::remove(path_); }
  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  void write_compressed(const std::string& text) {
    const gzFile file = gzopen(path_.c_str(), "wb");
    ASSERT_EQ(gzwrite(file, text.data(), unsigned(text.size())), int(text.size()));
    gzclose(file);
  }
  /// What is said of the text as a matrix, without the name of the file.
  std::string complaint(const std::string& text) {
    write(text);
    return said([&] { read_symmetric_matrix(path_); });
  }
  std::string complaint_of_vector(const std::string& text) {
    write(text);
    return said([&] { read_vector(path_); });
  }
  template <class Call>
  std::string said(Call call) {
    try {
      call();
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path_.string() + ":")) << message;
      return message.substr(path_.string().size() + 1);
    }
    return "nothing";
  }
};

const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string general = "%%MatrixMarket matrix coordinate real general\n";
const std::string array = "%%MatrixMarket matrix array real general\n";

void expect_example(const SparseSymmetric& matrix) {
  ASSERT_EQ(matrix.order, 3);
  ASSERT_EQ(matrix.entries.size(), 4u);
  const SparseSymmetric::Entry expected[] = {{0, 0, 2.5}, {1, 0, -1}, {1, 1, 3e2}, {2, 2, 4}};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(matrix.entries[k].row, expected[k].row);
    EXPECT_EQ(matrix.entries[k].column, expected[k].column);
    EXPECT_EQ(matrix.entries[k].value, expected[k].value);
  }
}

TEST_F(MatrixMarket, ReadsElementsInAnyOrderOfEitherTriangle) {
  write(symmetric + "% a comment\n\n3 3 4\n3 3 4\n% another\n1 2 -1\n 1\t1  +2.5 \n2 2 3.0E2\n");
  expect_example(read_symmetric_matrix(path_));
}

TEST_F(MatrixMarket, ReadsLinesThatEndWithCrLfAndALastOneWithoutEnd) {
  write(
      "%%matrixmarket MATRIX Coordinate Real Symmetric\r\n3 3 4\r\n1 1 2.5\r\n2 1 -1\r\n2 2 300\r\n"
      "3 3 4");
  expect_example(read_symmetric_matrix(path_));
}

TEST_F(MatrixMarket, ReadsAGeneralMatrixThatIsSymmetric) {
  write(general + "3 3 6\n1 1 2.5\n1 2 -1\n2 1 -1\n2 2 300\n3 3 4\n3 1 0\n");
  const SparseSymmetric matrix = read_symmetric_matrix(path_);
  EXPECT_EQ(matrix.entries.size(), 5u);  // with the zero, whose mirror image is left out
  EXPECT_EQ(matrix.entries[1].value, -1);
}

TEST_F(MatrixMarket, ReadsWhatIsCompressed) {
  std::string text = symmetric + "2000 2000 2000\n";
  for (int i = 1; i <= 2000; ++i) text += std::to_string(i) + " " + std::to_string(i) + " 7\n";
  write_compressed(text);
  const SparseSymmetric matrix = read_symmetric_matrix(path_);
  ASSERT_EQ(matrix.entries.size(), 2000u);
  EXPECT_EQ(matrix.entries[1999].value, 7);
  const auto size = fs::file_size(path_);
  fs::resize_file(path_, size / 2);
  EXPECT_NE(said([&] { read_symmetric_matrix(path_); }).find("the compressed data end too early"),
            std::string::npos);
}

TEST_F(MatrixMarket, ReadsVectors) {
  write("%%MatrixMarket matrix array integer general\n3 1\n1\n-2\n3\n");
  EXPECT_EQ(read_vector(path_), (std::vector<double>{1, -2, 3}));
  write(array + "2 1\n-inf\n1e-3\n");
  EXPECT_EQ(read_vector(path_, Infinite::allowed), (std::vector<double>{-INFINITY, 1e-3}));
  EXPECT_EQ(complaint_of_vector(array + "2 1\n-inf\n1e-3\n"),
            "3: -inf is not a finite number that a double holds");
}

TEST_F(MatrixMarket, SaysWhatIsWrongWithTheHead) {
  EXPECT_TRUE(complaint("").starts_with("1: a Matrix Market file begins with")) << complaint("");
  EXPECT_TRUE(complaint("3 3 1\n1 1 1\n").starts_with("1: a Matrix Market file begins with"));
  EXPECT_EQ(complaint(array + "3 1\n"), "1: the format is \"array\", but must be coordinate");
  EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate complex symmetric\n"),
            "1: the field is \"complex\", but must be real or integer");
  EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate real skew-symmetric\n"),
            "1: the symmetry is \"skew-symmetric\", but must be symmetric or general");
  EXPECT_TRUE(complaint(symmetric).ends_with("the file ends before its sizes"));
  EXPECT_EQ(complaint(symmetric + "3 4 1\n"), "2: the matrix is 3 x 4, but must be square");
  EXPECT_EQ(complaint(symmetric + "0 0 0\n"),
            "2: the number of rows is 0, but must lie between 1 and 2147483647");
  EXPECT_EQ(complaint(symmetric + "3 3 99999999999999999999\n"),
            "2: the number of elements is 99999999999999999999, but must lie between 0 and 9");
  EXPECT_EQ(complaint_of_vector(array + "3 2\n"),
            "2: the number of columns is 2, but must lie between 1 and 1");
}

TEST_F(MatrixMarket, SaysWhatIsWrongWithAnElement) {
  const std::string head = symmetric + "3 3 2\n1 1 1\n";
  const std::pair<const char*, const char*> wrong[] = {
      {"4 1 1\n", "4: the row is 4, but must lie between 1 and 3"},
      {"1 0 1\n", "4: the column is 0, but must lie between 1 and 3"},
      {"2.5 1 1\n", "4: the row is \"2.5\", but must be a whole number"},
      {"2 1 nan\n", "4: nan is not a finite number that a double holds"},
      {"2 1 1e999\n", "4: 1e999 is not a finite number that a double holds"},
      {"2 1 1.0x\n", "4: \"1.0x\" is not a number"},
      {"2 1\n", "4: \"2 1\" is not an element: row, column and value"},
      {"", "4: the file ends after 1 of 2 elements"},
      {"2 1 1\n2 2 1\n", "5: there are more than the 2 elements announced"}};
  for (const auto& [element, words] : wrong) EXPECT_EQ(complaint(head + element), words);
  EXPECT_EQ(complaint_of_vector(array + "2 1\n1\n"), "4: the file ends after 1 of 2 numbers");
  EXPECT_EQ(complaint_of_vector(array + "1 1\n1\n2\n"),
            "4: there are more than the 1 numbers announced");
}

TEST_F(MatrixMarket, RefusesAnElementGivenTwice) {
  EXPECT_EQ(complaint(symmetric + "3 3 3\n2 1 1\n3 3 1\n2 1 1\n"),
            "5: element (2, 1) is also given in line 3");
  EXPECT_EQ(complaint(symmetric + "3 3 2\n2 1 1\n1 2 1\n"),
            "4: element (1, 2) is also given in line 3");
  EXPECT_EQ(complaint(general + "3 3 3\n2 1 1\n1 2 1\n1 2 1\n"),
            "5: element (1, 2) is also given in line 4");
}

TEST_F(MatrixMarket, RefusesWhatIsNotSymmetric) {
  EXPECT_EQ(complaint(general + "3 3 2\n2 1 1.5\n1 2 1\n"),
            "3: the matrix is not symmetric: element (2, 1) is 1.5, but its mirror image 1");
  EXPECT_EQ(complaint(general + "3 3 1\n1 2 1\n"),
            "3: the matrix is not symmetric: element (1, 2) is 1, but its mirror image 0");
}

TEST_F(MatrixMarket, RefusesWhatIsNoFile) {
  EXPECT_EQ(said([&] { read_vector(path_); }), " No such file or directory");
  fs::create_directory(path_);
  EXPECT_EQ(said([&] { read_vector(path_); }), " is a folder");
}

}  // namespace
}  // namespace eulersolid
