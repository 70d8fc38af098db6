#include "src/run/interrupt.h"

#include <csignal>

namespace eulersolid {

namespace {

volatile std::sig_atomic_t stop_asked = 0;  // a signal handler can reach nothing but a global

void ask_to_stop(int signal_number) {
  stop_asked = 1;
  std::signal(signal_number, SIG_DFL);  // the next one ends the program
}

}  // namespace

InterruptGuard::InterruptGuard() {
  stop_asked = 0;
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  // Who started the program with nohup wants it to live on.
  if (std::signal(SIGHUP, ask_to_stop) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool InterruptGuard::asked_to_stop() const { return stop_asked != 0; }

}  // namespace eulersolid
