#pragma once

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>

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
class Worker {
 public:
  using Bytes = std::vector<std::uint8_t>;
  static constexpr std::size_t longest = std::size_t(2) << 20;  ///< input [bytes]

  explicit Worker(std::function<void(const Bytes&)> work) : work_(std::move(work)) {
    void* shared =
        ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) std::abort();
    shared_ = static_cast<Shared*>(shared);
    scratch_ = (std::filesystem::temp_directory_path() / "es_fuzz_XXXXXX").string();
    if (::mkdtemp(scratch_.data()) == nullptr) std::abort();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    stop();
    std::filesystem::remove_all(scratch_);
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

  void start() {
    stop();
    inputs_ = 1;
    if (::pipe(to_.data()) != 0 || ::pipe(from_.data()) != 0) std::abort();
    process_ = ::fork();
    if (process_ < 0) std::abort();
    if (process_ == 0) serve();
    ::close(to_[0]), ::close(from_[1]);
  }

  [[noreturn]] void serve() {
    ::close(to_[1]), ::close(from_[0]);
    for (const int end : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF})
      std::signal(end, SIG_DFL);
    // What an input that ends it leaves goes with the folder.
    ::setenv("TMPDIR", scratch_.c_str(), 1);
    confine_this_process(
        {.seconds = 1e5, .memory = std::size_t(512) << 20, .file = std::size_t(64) << 20});
    for (char go = 0; ::read(to_[0], &go, 1) == 1;) {
      work_({shared_->bytes.data(), shared_->bytes.data() + shared_->size});
      if (::write(from_[1], "x", 1) != 1) break;
    }
    std::_Exit(0);
  }

  void stop() {
    if (process_ <= 0) return;
    ::close(to_[1]), ::close(from_[0]);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
  }

  std::function<void(const Bytes&)> work_;
  Shared* shared_ = nullptr;
  std::string scratch_;
  pid_t process_ = 0;
  int inputs_ = 0;
  std::array<int, 2> to_{}, from_{};
};

}  // namespace eulersolid
