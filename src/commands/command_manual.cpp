#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/commands/commands.h"

namespace eulersolid {

namespace {

/// Text for troff, where backslashes, hyphens and leading dots mean something.
std::string troff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\n')
      out += ' ';
    else
      out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

/// An option's words, without that for help.
std::vector<std::string> words_of(const CLI::Option& option) {
  std::vector<std::string> words;
  for (const std::string& name : option.get_snames()) words.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.push_back("--" + name);
  return words;
}

/// What an option takes, without what it is checked by.
std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0 || option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

/// The words that an option may be given, of those that are checked by a list; else none.
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}');
  std::vector<std::string> choices;
  if (open == type.npos || close == type.npos) return choices;
  std::string word;
  for (const char c : type.substr(open + 1, close - open - 1) + ",") {
    if (c != ',')
      word += c;
    else if (!word.empty())
      choices.push_back(std::exchange(word, ""));
  }
  return choices;
}

std::vector<const CLI::Option*> options_of(const CLI::App& command, bool positional) {
  std::vector<const CLI::Option*> options;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional() == positional) options.push_back(option);
  return options;
}

void add_options(const CLI::App& command, std::string& page) {
  for (const bool positional : {true, false})
    for (const CLI::Option* option : options_of(command, positional)) {
      const std::string value = value_of(*option);
      const std::string words = positional ? option->get_name(true)
                                           : fmt::format("{}", fmt::join(words_of(*option), ", "));
      page += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", troff(words),
                          positional || value.empty() ? "" : " \\fI" + troff(value) + "\\fR",
                          troff(option->get_description()));
    }
}

/// The manual page of the program, in troff.
std::string manual_page(const CLI::App& program) {
  std::string page = fmt::format(
      ".TH EULERSOLID 1 \"\" \"eulersolid {}\" \"User Commands\"\n.SH NAME\neulersolid \\- {}\n"
      ".SH SYNOPSIS\n.B eulersolid\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n",
      ES_VERSION, troff("simulate deformable solids in frictional contact on a fixed grid"));
  for (const CLI::App* command : program.get_subcommands({})) {
    page += fmt::format(".SS eulersolid {}\n{}\n", troff(command->get_name()),
                        troff(command->get_description()));
    add_options(*command, page);
  }
  page +=
      ".SH EXIT STATUS\n0 done; 2 bad input or usage; 3 simulation or solver failed; 4 file or "
      "device error; 130 interrupted after a whole step.\n"
      ".SH ENVIRONMENT\n.TP\n\\fBOMP_NUM_THREADS\\fR, \\fBOMP_WAIT_POLICY\\fR\nThreads, and "
      "whether they spin while they wait.\n.TP\n\\fBNO_COLOR\\fR\nNo colours on a terminal.\n"
      ".SH SEE ALSO\nScenes and files are described in the folder doc/eulersolid of the "
      "installation.\n";
  return page;
}

/// A script for bash, which zsh's bashcompinit takes, too.
std::string bash_script(const CLI::App& program) {
  std::vector<std::string> commands;
  std::string cases, values;
  for (const CLI::App* command : program.get_subcommands({})) {
    commands.push_back(command->get_name());
    std::vector<std::string> words;
    for (const CLI::Option* option : options_of(*command, false)) {
      const std::vector<std::string> own = words_of(*option);
      words.insert(words.end(), own.begin(), own.end());
      if (const std::vector<std::string> choices = choices_of(*option); !choices.empty())
        values += fmt::format(
            "    \"{} {}\") COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
            command->get_name(), fmt::join(own, fmt::format("\" | \"{} ", command->get_name())),
            fmt::join(choices, " "));
    }
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command->get_name(), fmt::join(words, " "));
  }
  return fmt::format(R"sh(# Completion for eulersolid; written by `eulersolid manual --bash`.
_eulersolid() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}} options=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "{} --help --version" -- "$word"))
    return
  fi
  if [[ $command == bench && $COMP_CWORD -eq 2 ]]; then
    COMPREPLY=($(compgen -W "list $(eulersolid bench list 2> /dev/null | cut -d' ' -f1)" -- "$word"))
    return
  fi
  case "$command $last" in
{}  esac
  case $command in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _eulersolid eulersolid
)sh",
                     fmt::join(commands, " "), values, cases);
}

/// Text between single quotes of zsh's _arguments, where colons and brackets mean something.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string zsh_script(const CLI::App& program) {
  std::string commands, cases;
  for (const CLI::App* command : program.get_subcommands({})) {
    commands +=
        fmt::format("    '{}:{}'\n", command->get_name(), zsh_text(command->get_description()));
    cases += fmt::format("    {}) _arguments", command->get_name());
    for (const CLI::Option* option : options_of(*command, false)) {
      const std::vector<std::string> choices = choices_of(*option);
      const std::string value = value_of(*option);
      for (const std::string& word : words_of(*option)) {
        cases += fmt::format(" \\\n      '{}[{}]", word, zsh_text(option->get_description()));
        if (!choices.empty())
          cases += fmt::format(":{}:({})", zsh_text(value), fmt::join(choices, " "));
        else if (!value.empty())
          cases += fmt::format(":{}:_files", zsh_text(value));
        cases += "'";
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return fmt::format(R"sh(#compdef eulersolid
# Completion for eulersolid; written by `eulersolid manual --zsh`.
local -a commands
if ((CURRENT == 2)); then
  commands=(
{}  )
  _describe command commands
  return
fi
local command=$words[2]
words=("$words[1]" "${{(@)words[3,-1]}}")
((CURRENT--))
case $command in
{}esac
)sh",
                     commands, cases);
}

}  // namespace

void add_manual_command(CLI::App& program, ChosenCommand& chosen) {
  CLI::App* command = program.add_subcommand(
      "manual", "Print the manual page (man), or what completes commands in a shell");
  const auto bash = std::make_shared<bool>(false), zsh = std::make_shared<bool>(false);
  CLI::Option* first = command->add_flag("--bash", *bash, "Print completion for bash instead");
  command->add_flag("--zsh", *zsh, "Print completion for zsh instead")->excludes(first);
  command->callback([&program, &chosen, bash, zsh] {
    chosen = [&program, bash, zsh] {
      fmt::print("{}", *bash  ? bash_script(program)
                       : *zsh ? zsh_script(program)
                              : manual_page(program));
      return ExitCode::done;
    };
  });
}

}  // namespace eulersolid
