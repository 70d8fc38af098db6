#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "src/commands/become.h"
#include "src/commands/commands.h"

namespace eulersolid {

namespace {

const std::string bench_program = "eulersolid-bench";

/// Becomes the program of the benchmarks, which is beside this one, or else on the PATH.
[[noreturn]] void become_bench(std::vector<std::string> words) {
  words.insert(words.begin(), bench_program);
  become(own_program().parent_path() / bench_program, words);
  become(bench_program, words);
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
