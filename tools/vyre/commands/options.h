#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "host/library.h"

// Options that several commands have.
namespace tool {

// An option that may come several times, with one text each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& option,
                  const std::string& help);
void add_cache_folder(CLI::App& command, DeviceOptions& options);
void add_loading_options(CLI::App& command, DeviceOptions& options);
void add_device_options(CLI::App& command, DeviceOptions& options);
void add_trace(CLI::App& command, DeviceOptions& options);
void add_split_choice(CLI::App& command, vyre_split& option);

}  // namespace tool
