#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "tests/fuzz/targets/target.h"

namespace eulersolid {

/// A file with a name of its own, for readers that go by what it ends with. It is removed again.
class NamedFile {
 public:
  NamedFile(const std::string& ending, const std::uint8_t* data, std::size_t size)
      : path_((std::filesystem::temp_directory_path() /
               ("es_fuzz_" + std::to_string(::getpid()) + ending))
                  .string()) {
    std::ofstream file(path_, std::ios::binary);
    file.write(reinterpret_cast<const char*>(data), std::streamsize(size));
    if (!file) std::abort();
  }
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;
  ~NamedFile() { ::unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace eulersolid
