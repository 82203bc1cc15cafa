#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// From the words of the command line to options. What is wrong is told in the tool's own words,
// with a way out, and ends it with kExitUsage.
namespace tool {

// The exit code when nothing is left to be done: help was wanted, or something is wrong.
std::optional<int> parse(CLI::App& app, int argc, char** argv);

// What an option takes.
CLI::Validator whole_number(uint64_t least, uint64_t most);
CLI::Validator one_of(const std::vector<std::string>& words);

// The words with commas between them.
std::string listed(const std::vector<std::string>& words);

}  // namespace tool
