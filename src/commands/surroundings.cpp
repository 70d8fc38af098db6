#include "src/commands/surroundings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "kernels/core/error.h"
#include "src/commands/become.h"

namespace eulersolid {

namespace {

/// A pipe whose other end is closed: `eulersolid schema | head` wants no more.
bool has_no_reader(int stream) {
  pollfd pipe{stream, POLLOUT, 0};
  return ::poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLERR) != 0;
}

}  // namespace

void prepare_streams() {
  // For reading only, so that what is written to them fails, as it would if they were closed. The
  // lowest descriptor that is free is taken.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void restart_with_short_waits(char** arguments) {
  constexpr const char* variable = "GOMP_SPINCOUNT";
  constexpr const char* turns = "1000";
  if (std::getenv(variable) != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  if (::setenv(variable, turns, 1) != 0) return;
  // By its own name, which lists of processes show.
  ::execv(own_program().c_str(), arguments);
  ::execv("/proc/self/exe", arguments);
}

void require_address_space() {
  constexpr rlim_t least = rlim_t(512) << 20;  // 340 MB do with two threads
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= least) return;
  throw DeviceError(fmt::format(
      "the limit on address space is {} MB, but the program needs {} MB at least; raise ulimit -v",
      limit.rlim_cur >> 20, least >> 20));
}

void finish_output() {
  const bool lost = std::ferror(stdout) != 0;
  errno = 0;
  if ((std::fflush(stdout) != 0 || lost) && !has_no_reader(STDOUT_FILENO))
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(),
                            "cannot write to stdout");
}

void leave(ExitCode code) {
  std::fflush(nullptr);
  std::quick_exit(static_cast<int>(code));
}

}  // namespace eulersolid
