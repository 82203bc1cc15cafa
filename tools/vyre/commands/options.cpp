#include "options.h"

#include <cstdio>
#include <map>

#include "commands.h"

namespace tool {

int report(const Failure& failure, int exit_code) {
  std::fprintf(stderr, "vyre: %s\n", failure.message.c_str());
  return exit_code;
}

// An option that may come several times, with one text each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& option,
                  const std::string& help) {
  command.add_option(name, option, help)->allow_extra_args(false);
}

void add_cache_folder(CLI::App& command, DeviceOptions& options) {
  command.add_option("--cache", options.cache_folder,
                     "FOLDER: keep compiled kernels there; without it VYRE_CACHE_DIR");
}

void add_loading_options(CLI::App& command, DeviceOptions& options) {
  command.add_flag("--validation", options.validation,
                   "Run Vulkan devices under the validation layer");
  add_repeated(command, "--plugin", options.plugins,
               "PATH: load this plug-in first, which runs its code; its device is used unless "
               "--device names another");
}

void add_device_options(CLI::App& command, DeviceOptions& options) {
  command.add_option("--device", options.device,
                     "Device to use, as 'vyre info' names it; without it the best one");
  add_loading_options(command, options);
}

void add_trace(CLI::App& command, DeviceOptions& options) {
  command.add_option("--trace", options.trace,
                     "FILE: write what was done when, for chrome://tracing or ui.perfetto.dev");
}

void add_split_choice(CLI::App& command, vyre_split& option) {
  const std::map<std::string, vyre_split> values = {{"automatic", VYRE_SPLIT_AUTOMATIC},
                                                    {"never", VYRE_SPLIT_NEVER},
                                                    {"always", VYRE_SPLIT_ALWAYS}};
  command
      .add_option("--split", option,
                  "Whether programs with grid barriers are cut at them: automatic, never or always")
      ->transform(CLI::CheckedTransformer(values));
}

}  // namespace tool
