#include "src/commands/streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace eulersolid {

void prepare_streams() {
  // For reading only, so that what is written to them fails, as it would if they were closed. The
  // lowest descriptor that is free is taken.
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", O_RDONLY);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void finish_output() {
  const bool lost = std::ferror(stdout) != 0;
  errno = 0;
  if (std::fflush(stdout) != 0 || lost)
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(),
                            "cannot write to stdout");
}

}  // namespace eulersolid
