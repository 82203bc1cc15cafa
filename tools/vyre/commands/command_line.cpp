#include "command_line.h"

#include <algorithm>
#include <cctype>

#include "commands.h"
#include "host/arguments.h"
#include "host/joined.h"

namespace tool {

namespace {

using Words = std::vector<std::string>;

Words commands_of(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Failure lacks_a_command(const std::string& name, const Words& given, const Words& known) {
  const std::string what = given.empty() ? "' lacks a command" : "' has no command '" + given[0];
  return Failure{"'" + name + what + (given.empty() ? "" : "'") + ". Fix: use one of: " +
                 listed(known) + "; '" + name + " COMMAND --help' tells more."};
}

// The command is the first word. The parser would only say that one is missing.
std::optional<Failure> check_command(const CLI::App& app, const Words& words) {
  const Words known = commands_of(app);
  if (known.empty() || (!words.empty() && has(known, words[0]))) return std::nullopt;
  const bool asks = !words.empty() && has({"-h", "--help", "-V", "--version"}, words[0]);
  if (asks) return std::nullopt;
  for (const std::string& word : words)
    if (has(known, word))
      return Failure{"'" + words[0] + "' stands before the command '" + word +
                     "'. Fix: write the command first: vyre " + word + " " + words[0] + "."};
  return lacks_a_command(app.get_name(), words, known);
}

// The innermost command that was given.
const CLI::App& given(const CLI::App& app) {
  const auto inner = app.get_subcommands();
  return inner.empty() ? app : given(*inner.front());
}

std::string whole_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return (parent == nullptr ? "" : whole_name(*parent) + " ") + app.get_name();
}

std::string upper_case(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(letter));
  return text;
}

// What |command| needs, or of that what it did not get.
std::string needed(const CLI::App& command, bool only_missing) {
  const auto is_meant = [&](const CLI::Option* option) {
    return option->get_required() && !(only_missing && option->count() != 0);
  };
  Words names;
  for (const CLI::Option* option : command.get_options(is_meant))
    names.push_back(upper_case(option->get_name()));
  return joined(names, "", " ");
}

// The option that |told| begins with, as the parser writes it.
const CLI::Option* option_in(const CLI::App& command, const std::string& told) {
  for (const CLI::Option* option : command.get_options([](const CLI::Option*) { return true; }))
    if (told.rfind(option->get_name(), 0) == 0) return option;
  return nullptr;
}

// What is wrong with the words behind |command|, which the parser told as |told|.
Failure refusal(const CLI::App& command, const std::string& told) {
  const std::string name = whole_name(command);
  const Words extra = command.remaining(), known = commands_of(command);
  const std::string lacks = needed(command, true);
  if (!known.empty() && command.get_require_subcommand_min() != 0)
    return lacks_a_command(name, extra, known);
  if (!lacks.empty())
    return Failure{"'" + name + "' lacks " + lacks + ". Fix: write " + name + " " +
                   needed(command, false) + "; '" + name + " --help' tells more."};
  if (!extra.empty())
    return Failure{"'" + name + "' takes no '" + extra[0] + "'. Fix: see '" + name + " --help'."};
  const CLI::Option* option = option_in(command, told);
  if (option != nullptr && told.find("Fix: ") != std::string::npos) return Failure{told};
  if (option == nullptr)
    return Failure{"the words behind '" + name + "' do not fit. Fix: see '" + name + " --help'."};
  return Failure{option->get_name() +
                 (option->count() > 1 ? " is given twice. Fix: give it once."
                                      : " has no value, or one that it does not take. Fix: see '" +
                                            name + " --help'.")};
}

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  Words words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "help") {  // vyre help [COMMAND]
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (const auto failure = check_command(app, words)) return report(*failure);
  std::reverse(words.begin(), words.end());  // as the parser wants them
  try {
    app.parse(words);
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    return report(refusal(given(app), error.what()));
  }
  return std::nullopt;
}

CLI::Validator whole_number(uint64_t least, uint64_t most) {
  return {[least, most](std::string& text) -> std::string {
            const auto number = parse_number(text, UINT64_MAX, "");
            if (number && *number >= least && *number <= most) return {};
            return "'" + text + "' is no whole number from " + std::to_string(least) + " to " +
                   std::to_string(most) + ". Fix: write one, in decimal digits.";
          },
          ""};
}

CLI::Validator one_of(const Words& words) {
  return {[words](std::string& text) -> std::string {
            if (has(words, text)) return {};
            return "'" + text +
                   "' is none of the words that it takes. Fix: use one of: " + listed(words) + ".";
          },
          ""};
}

std::string listed(const Words& words) { return joined(words); }

}  // namespace tool
