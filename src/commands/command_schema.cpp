#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "io/scene/scene_schema.h"
#include "src/commands/commands.h"

namespace eulersolid {

void add_schema_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "schema", "Print every scene key: type, unit, default, range, meaning (JSON Schema)");
  const auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "Print the page docs/scenes.md instead");
  command->callback([&chosen, markdown] {
    chosen = [markdown] {
      std::cout << (*markdown ? schema_markdown() : schema_json());
      return ExitCode::done;
    };
  });
}

}  // namespace eulersolid
