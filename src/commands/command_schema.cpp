#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "io/run/output_docs.h"
#include "io/scene/scene_docs.h"
#include "src/commands/commands.h"

namespace eulersolid {

void add_schema_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "schema", "Print every scene key: type, unit, default, range, meaning (JSON Schema)");
  const auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "Print the page docs/scenes.md instead");
  const auto outputs = std::make_shared<bool>(false);
  command
      ->add_flag("--outputs", *outputs, "Print the page docs/outputs.md instead: what tables hold")
      ->excludes("--markdown");
  command->callback([&chosen, markdown, outputs] {
    chosen = [markdown, outputs] {
      std::cout << (*outputs ? outputs_markdown() : *markdown ? schema_markdown() : schema_json());
      return ExitCode::done;
    };
  });
}

}  // namespace eulersolid
