#include "io/archive.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <system_error>

#include "io/hdf5_handle.h"
#include "kernels/core/error.h"
#include "tests/io/vdb/frames.h"

namespace eulersolid {
namespace {

namespace fs = std::filesystem;

const std::vector<double> numbers = {0.1, -0.0, 1e-320, std::numeric_limits<double>::max(), 5, 6};

void write(const fs::path& path) {
  ArchiveWriter archive;
  archive.add("group/inner/numbers", numbers.data(), 2, 3, "a,b,c");
  archive.add("plain", numbers.data(), 4);
  archive.add("nothing", nullptr, 0, 3, "x,y,z");
  archive.add("bytes", std::vector<std::int8_t>{-128, 0, 127});
  archive.add("keys", std::vector<std::uint64_t>{0, ~std::uint64_t(0)});
  archive.add("text", std::string("two\nlines, \xc3\xa9"));
  archive.add("empty text", std::string());
  archive.write(path);
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

bool is_refused(const fs::path& path) {
  try {
    const ArchiveReader archive(path);
  } catch (const InputError&) {
    return true;
  }
  return false;
}

TEST(Archive, GivesBackWhatWasWrittenToTheLastBit) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.h5";
  write(path);
  const ArchiveReader archive(path);
  EXPECT_EQ(archive.numbers("group/inner/numbers", 3, "a,b,c"), numbers);
  EXPECT_TRUE(std::signbit(archive.numbers("plain")[1]));
  EXPECT_EQ(archive.numbers("plain").size(), 4u);
  EXPECT_TRUE(archive.numbers("nothing", 3, "x,y,z").empty());
  EXPECT_EQ(archive.bytes("bytes"), (std::vector<std::int8_t>{-128, 0, 127}));
  EXPECT_EQ(archive.keys("keys"), (std::vector<std::uint64_t>{0, ~std::uint64_t(0)}));
  EXPECT_EQ(archive.text("text"), "two\nlines, \xc3\xa9");
  EXPECT_EQ(archive.text("empty text"), "");
}

TEST(Archive, SameContentIsTheSameFile) {
  const TemporaryFolder folder;
  write(folder.path() / "a.h5");
  write(folder.path() / "b.h5");
  EXPECT_EQ(bytes_of(folder.path() / "a.h5"), bytes_of(folder.path() / "b.h5"));
}

TEST(Archive, RefusesAFileThatIsCutOrDamagedAnywhere) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.h5";
  write(path);
  const std::string whole = bytes_of(path);
  // Every byte of both ends, where what HDF5 trusts and the checksum are, and some between.
  for (std::size_t at = 0; at < whole.size(); at += at < 600 || at + 100 > whole.size() ? 1 : 37) {
    std::string damaged = whole;
    damaged[at] = char(damaged[at] ^ 1 << at % 8);
    put(path, damaged);
    EXPECT_TRUE(is_refused(path)) << "byte " << at;
    put(path, whole.substr(0, at));
    EXPECT_TRUE(is_refused(path)) << "cut at " << at;
  }
  put(path, whole + '\0');
  EXPECT_TRUE(is_refused(path));
  put(path, whole);
  EXPECT_FALSE(is_refused(path));
}

TEST(Archive, RefusesWhatIsNotOfTheKindAskedFor) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.h5";
  write(path);
  const ArchiveReader archive(path);
  EXPECT_THROW(archive.numbers("missing"), InputError);
  EXPECT_THROW(archive.numbers("group/inner/numbers", 2, "a,b,c"), InputError);
  EXPECT_THROW(archive.numbers("group/inner/numbers", 3, "a,b,d"), InputError);
  EXPECT_THROW(archive.numbers("bytes"), InputError);
  EXPECT_THROW(archive.keys("bytes"), InputError);
  EXPECT_THROW(archive.bytes("plain"), InputError);
  EXPECT_THROW(archive.text("group"), InputError);
}

/// A sealed file whose array would be of terabytes, or lie in other files, is refused before there
/// is memory for it, and before HDF5 looks for a value.
TEST(Archive, RefusesArraysThatItDoesNotHold) {
  const TemporaryFolder folder;
  const auto is_refused_as = [&](hsize_t size, const auto& lay_out) {
    const fs::path path = folder.path() / "big.h5";
    {
      const Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                            H5Fclose);
      const Hdf5Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
      const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
      lay_out(creation);
      const Hdf5Handle set(
          H5Dcreate2(file, "text", H5T_NATIVE_UINT8, space, H5P_DEFAULT, creation, H5P_DEFAULT),
          H5Dclose);
      ASSERT_FALSE(set.failed());
    }
    std::string image = bytes_of(path);
    seal_archive(image);
    put(path, image);
    const ArchiveReader archive(path);
    try {
      archive.text("text");
      ADD_FAILURE() << "not refused";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("more numbers than the file holds"),
                std::string::npos)
          << error.what();
    }
  };
  const hsize_t chunk = 1024;
  is_refused_as(hsize_t(1) << 40, [&](hid_t creation) { H5Pset_chunk(creation, 1, &chunk); });
  is_refused_as(hsize_t(1) << 40, [](hid_t) {});  // of which nothing was ever written
  is_refused_as(16, [](hid_t creation) { H5Pset_external(creation, "/etc/hostname", 0, 16); });
}

TEST(Archive, SaysWhereItCannotBeWrittenOrRead) {
  const TemporaryFolder folder;
  EXPECT_THROW(write(folder.path() / "none" / "a.h5"), std::system_error);
  EXPECT_THROW(ArchiveReader(folder.path() / "none.h5"), std::system_error);
}

}  // namespace
}  // namespace eulersolid
