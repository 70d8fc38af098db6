#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "kernels/core/error.h"
#include "src/commands/commands.h"

namespace eulersolid {

namespace {

const std::string bench_program = "eulersolid-bench";

/// Becomes the program of the benchmarks, which is beside this one, or else on the PATH.
[[noreturn]] void become_bench(std::vector<std::string> words) {
  words.insert(words.begin(), bench_program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::error_code ignored;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  ::execv((own.parent_path() / bench_program).c_str(), arguments.data());
  ::execvp(bench_program.c_str(), arguments.data());
  throw InputError("the benchmarks are a program of their own, " + bench_program +
                   ", which is neither beside this one nor on the PATH; build its target");
}

}  // namespace

void add_bench_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* bench = program.add_subcommand(
      "bench", "Run an experiment of the thesis or another benchmark: starts eulersolid-bench");
  bench->set_help_flag();  // its own
  bench->prefix_command();
  bench->callback([&chosen, bench] {
    chosen = [words = bench->remaining()]() -> ExitCode { become_bench(words); };
  });
}

}  // namespace eulersolid
