#include "io/child_work.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>

#include "io/printable.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

// The first byte of what the child sends.
constexpr char is_result = 'r', is_message = 'm', is_out_of_memory = 'o';

[[noreturn]] void cannot_start(int reason) {
  throw std::system_error(reason, std::generic_category(), "cannot start a process to read a file");
}

/// Closes itself.
struct Descriptor {
  int number = -1;
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }
};

void limit(__rlimit_resource what, rlim_t most) {
  rlimit now{};
  ::getrlimit(what, &now);
  const rlim_t allowed = std::min(most, now.rlim_max);
  const rlimit lower{allowed, allowed};
  ::setrlimit(what, &lower);
}

/// The sanitizers' shadow takes more than any limit. Presets name them as g++ does.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_can_be_limited = false;
#else
constexpr bool memory_can_be_limited = true;
#endif

/// Memory that this process has of its own [bytes].
std::size_t data_size() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  file >> size >> resident >> shared >> text >> library >> data;
  return data * std::size_t(::sysconf(_SC_PAGESIZE));
}

bool is_confined = false;

void send(int pipe, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(pipe, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(std::size_t(written));
  }
}

std::string answer_of(const std::function<std::string()>& work) {
  try {
    return is_result + work();
  } catch (const std::bad_alloc&) {
    return {is_out_of_memory};
  } catch (const InputError& error) {
    return is_message + std::string(error.what());
  } catch (...) {
    // No answer says that too. Let through, it would have the child go on as if it were its parent.
    return "";
  }
}

/// All that the child sends until it closes the pipe; false where it takes too long, or too much.
bool receive(int pipe, double seconds, std::size_t max_sent, std::string& all) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::array<char, 1 << 16> part;
  while (all.size() <= max_sent) {
    const double left = std::chrono::duration<double>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{pipe, POLLIN, 0};
    if (::poll(&ready, 1, int(std::fmin(left * 1000, 1e9)) + 1) < 0 && errno != EINTR) return false;
    if (ready.revents == 0) continue;
    const ssize_t got = ::read(pipe, part.data(), part.size());
    if (got == 0) return true;
    if (got < 0 && errno != EINTR) return false;
    if (got > 0) all.append(part.data(), std::size_t(got));
  }
  return false;
}

/// How the child ended.
int end_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

[[noreturn]] void refuse_damaged(const std::string& name) {
  throw InputError(name + " cannot be read; it is damaged");
}

/// A child has none of the threads that its parent's TBB counts on, but the locks that they held.
void end_worker_threads() {
  tbb::task_scheduler_handle workers{tbb::attach{}};
  tbb::finalize(workers, std::nothrow);
}

std::string answer_of_child(const std::string& name, const std::function<std::string()>& work,
                            const ChildLimits& limits) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start(errno);
  Descriptor ours, theirs;
  ours.number = ends[0], theirs.number = ends[1];
  end_worker_threads();
  const pid_t child = ::fork();
  if (child < 0) cannot_start(errno);
  if (child == 0) {
    confine_this_process(limits);
    send(theirs.number, answer_of(work));
    std::_Exit(0);
  }
  theirs.close();
  std::string answer;
  const bool in_time = receive(ours.number, 10 * limits.seconds, limits.memory, answer);
  if (!in_time) ::kill(child, SIGKILL);
  const int status = end_of(child);
  const bool too_long = !in_time || (WIFSIGNALED(status) &&
                                     (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL));
  if (too_long)
    throw InputError(fmt::format("{} cannot be read within {:.0f} s; is it damaged?", name,
                                 std::ceil(limits.seconds)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) refuse_damaged(name);
  return answer;
}

}  // namespace

void confine_this_process(const ChildLimits& limits) {
  is_confined = true;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGXFSZ, SIGPIPE})
    std::signal(signal_number, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, limits.file);
  limit(RLIMIT_CPU, rlim_t(std::ceil(limits.seconds)));
  // The arrays of a simulation may be there already.
  if (memory_can_be_limited) limit(RLIMIT_DATA, data_size() + limits.memory);
}

std::string work_in_child(const std::string& name, const std::function<std::string()>& work,
                          const ChildLimits& limits) {
  const std::string answer = is_confined ? answer_of(work) : answer_of_child(name, work, limits);
  if (answer.empty()) refuse_damaged(name);
  if (answer[0] == is_out_of_memory)
    throw InputError(
        fmt::format("{} cannot be read: it is cut or damaged, or takes more than {} MB of memory",
                    name, limits.memory >> 20));
  if (answer[0] == is_message) throw InputError(answer.substr(1));
  return answer.substr(1);
}

ChildLimits limits_of_file(const std::string& path, double seconds) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  const double megabytes = unknown ? 0 : double(size) / (1 << 20);
  // Grids of one value each, with their masks, are packed to a hundredth of what they take.
  const double memory = std::fmin(1024 + 200 * megabytes, 1 << 20);
  return {seconds * (1 + 0.2 * megabytes), std::size_t(memory) << 20};
}

}  // namespace eulersolid
