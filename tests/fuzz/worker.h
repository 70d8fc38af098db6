#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/child_work.h"

namespace eulersolid {

/// A process that is given one input after the other, so that one that ends it costs a process, not
/// each of them. It is confined as a child of io/child_work.h, and so reads hostile files itself.
///
/// It is this program anew, not a fork of it: libraries start threads before main(), and a fork at
/// a moment when one of them holds the lock of a sanitizer's allocator waits for that for ever.
class Worker {
 public:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr std::size_t longest = std::size_t(2) << 20;  ///< input [bytes]

  Worker() : memory_(::memfd_create("input", 0)), shared_(mapped(memory_)) {
    scratch_ = (std::filesystem::temp_directory_path() / "es_fuzz_XXXXXX").string();
    if (::mkdtemp(scratch_.data()) == nullptr) std::abort();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    stop();
    std::filesystem::remove_all(scratch_);
    ::close(memory_);
  }

  /// Is this process one? main() is to ask before all else, and then to serve().
  static bool is_this_one(int argc, char** argv) {
    return argc == 1 + arguments && std::string(argv[1]) == mark;
  }
  [[noreturn]] static void serve(char** argv, const std::function<void(const Bytes&)>& work) {
    const int from = std::atoi(argv[2]), to = std::atoi(argv[3]);
    const Shared& shared = *mapped(std::atoi(argv[4]));
    // What an input that ends it leaves goes with the folder.
    ::setenv("TMPDIR", argv[5], 1);
    confine_this_process(
        {.seconds = 1e5, .memory = std::size_t(512) << 20, .file = std::size_t(64) << 20});
    for (char go = 0; ::read(from, &go, 1) == 1;) {
      work({shared.bytes.data(), shared.bytes.data() + shared.size});
      if (::write(to, "x", 1) != 1) break;
    }
    std::_Exit(0);
  }

  /// @return false where the input ended the process: nobody knows why then
  bool survives(const Bytes& input) {
    if (process_ <= 0 || inputs_++ == inputs_of_one) start();
    shared_->size = input.size();
    std::copy(input.begin(), input.end(), shared_->bytes.begin());
    char done = 0;
    if (::write(to_[1], "x", 1) == 1 && ::read(from_[0], &done, 1) == 1) return true;
    stop();
    return false;
  }

 private:
  struct Shared {
    std::size_t size = 0;
    std::array<std::uint8_t, longest> bytes;
  };
  /// What leaks, and what an input has broken that did not show, goes with the process.
  static constexpr int inputs_of_one = 1000;

  static constexpr const char* mark = "--worker";
  static constexpr int arguments = 5;

  static Shared* mapped(int memory) {
    if (memory < 0 || ::ftruncate(memory, sizeof(Shared)) != 0) std::abort();
    void* at = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (at == MAP_FAILED) std::abort();
    return static_cast<Shared*>(at);
  }

  void start() {
    stop();
    inputs_ = 1;
    if (::pipe2(to_.data(), O_CLOEXEC) != 0 || ::pipe2(from_.data(), O_CLOEXEC) != 0) std::abort();
    std::array<std::string, 1 + arguments> words{"/proc/self/exe",        mark,
                                                 std::to_string(to_[0]),  std::to_string(from_[1]),
                                                 std::to_string(memory_), scratch_};
    std::array<char*, 2 + arguments> argv{};
    std::transform(words.begin(), words.end(), argv.begin(),
                   [](std::string& w) { return w.data(); });
    process_ = ::fork();
    if (process_ < 0) std::abort();
    if (process_ == 0) {  // nothing here may need a lock
      ::fcntl(to_[0], F_SETFD, 0), ::fcntl(from_[1], F_SETFD, 0);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    ::close(to_[0]), ::close(from_[1]);
  }

  void stop() {
    if (process_ <= 0) return;
    ::close(to_[1]), ::close(from_[0]);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
  }

  int memory_;
  Shared* shared_;
  std::string scratch_;
  pid_t process_ = 0;
  int inputs_ = 0;
  std::array<int, 2> to_{}, from_{};
};

}  // namespace eulersolid
