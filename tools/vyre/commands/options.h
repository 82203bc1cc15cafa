#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "command_line.h"
#include "host/library.h"

// Options that several commands have.
namespace tool {

// An option that may come several times, with one text each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& option,
                  const std::string& help);
// An option that takes one of a few words.
template <class Value>
void add_choice(CLI::App& command, const std::string& name, Value& option,
                const std::map<std::string, Value>& values, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& one : values) words.push_back(one.first);
  command
      .add_option_function<std::string>(
          name, [&option, values](const std::string& word) { option = values.at(word); },
          help + ": " + listed(words))
      ->check(one_of(words));
}

void add_cache_folder(CLI::App& command, DeviceOptions& options);
void add_loading_options(CLI::App& command, DeviceOptions& options);
void add_device_options(CLI::App& command, DeviceOptions& options);
void add_trace(CLI::App& command, DeviceOptions& options);
void add_split_choice(CLI::App& command, vyre_split& option);

}  // namespace tool
