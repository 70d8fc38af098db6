#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kernels/core/error.h"

/// One input, whatever bytes it has: what libFuzzer calls, and replay.cpp where there is none. It
/// ends the program where something is wrong.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace eulersolid {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Whatever the input, work is done or refused by an InputError that a terminal can show; any other
/// exception ends the program.
template <class Work>
void expect_done_or_refused(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    const bool one_line = message.find('\n') == message.npos && message.size() <= 1000;
    if (one_line && !message.empty()) return;
    std::fprintf(stderr, "no message for a terminal: %s\n", error.what());
    std::abort();
  }
}

/// A file in memory that holds the input, for readers of files.
class InputFile {
 public:
  InputFile(const std::uint8_t* data, std::size_t size)
      : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || ::write(descriptor_, data, size) != ssize_t(size)) std::abort();
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { ::close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace eulersolid
