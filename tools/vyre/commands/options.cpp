#include "options.h"

#include <cstdio>

#include "commands.h"

namespace tool {

namespace {

// A mistake in what was asked for is the caller's to mend; all else is an answer.
int exit_code_of(vyre_error_code code) {
  switch (code) {
    case VYRE_ERROR_INVALID_ARGUMENT:
    case VYRE_ERROR_NOT_FOUND:
    case VYRE_ERROR_ALREADY_REGISTERED:
    case VYRE_ERROR_INPUT_OUTPUT:
    case VYRE_ERROR_MALFORMED_WIRE:
    case VYRE_ERROR_MALFORMED_JSON:
    case VYRE_ERROR_MALFORMED_MODULE:
      return kExitUsage;
    default:
      return kExitFailed;
  }
}

}  // namespace

int report(const Failure& failure) {
  const std::string name(view(vyre_error_code_name(failure.code)));
  std::fprintf(stderr, "vyre: error %s (%d): %s\n", name.c_str(), static_cast<int>(failure.code),
               failure.message.c_str());
  return exit_code_of(failure.code);
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
  add_choice<vyre_split>(command, "--split", option,
                         {{"automatic", VYRE_SPLIT_AUTOMATIC},
                          {"never", VYRE_SPLIT_NEVER},
                          {"always", VYRE_SPLIT_ALWAYS}},
                         "Whether programs with grid barriers are cut at them");
}

}  // namespace tool
