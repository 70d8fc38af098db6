#include "src/run/machine.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <system_error>

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// The first number of a file; infinite where there is no such file or number, as with `max`.
double number_in(const char* path) {
  double number = 0;
  return std::ifstream(path) >> number ? number : INFINITY;
}

/// What the machine could hand out without swapping [bytes].
double spare_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("MemAvailable:")) return 1024 * std::stod(line.substr(13));
  return INFINITY;
}

double left_of_limit(__rlimit_resource what, double taken) {
  rlimit limit{};
  if (::getrlimit(what, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return INFINITY;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - taken);
}

}  // namespace

double available_memory() {
  const double address_space = number_in("/proc/self/statm") * double(::sysconf(_SC_PAGESIZE));
  const double group = number_in("/sys/fs/cgroup/memory.max") -
                       std::fmin(number_in("/sys/fs/cgroup/memory.current"), 1e18);
  const double limits =
      std::fmin(left_of_limit(RLIMIT_AS, address_space), left_of_limit(RLIMIT_DATA, address_space));
  return std::fmin(std::fmin(spare_memory(), limits), std::fmax(group, 0));
}

double resident_memory() {
  double all = 0, resident = 0;  // [pages]
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * double(::sysconf(_SC_PAGESIZE));
}

double free_disk(const fs::path& folder) {
  std::error_code unknown;
  fs::path there = fs::absolute(folder, unknown);
  while (!fs::exists(there, unknown) && there.has_relative_path()) there = there.parent_path();
  const fs::space_info space = fs::space(there, unknown);
  return unknown ? INFINITY : static_cast<double>(space.available);
}

}  // namespace eulersolid
