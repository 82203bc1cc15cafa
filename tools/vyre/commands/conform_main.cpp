// vyre_conform FILE...: `vyre conform` on kernels that are lowered as --optimizations says. It is
// linked with the rooms, for the interface has no such switch: no result depends on it.
#include <CLI/CLI.hpp>

#include "capi/core/create_context.h"
#include "commands.h"
#include "options.h"

namespace {

using vyre::spirv::OptimizationMode;

OptimizationMode mode = OptimizationMode::kAutomatic;

vyre_error* make_context(const vyre_context_desc* desc, vyre_context** out_context) {
  return vyre::capi::create_context(desc, mode, out_context);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs vector files and counts what passes.", "vyre_conform");
  tool::ConformOptions options;
  app.add_option("files", options.files, "Vector files in JSON")->required();
  tool::add_choice<OptimizationMode>(app, "--optimizations", mode,
                                     {{"automatic", OptimizationMode::kAutomatic},
                                      {"none", OptimizationMode::kNone},
                                      {"all", OptimizationMode::kAll}},
                                     "How kernels are lowered");
  tool::add_split_choice(app, options.split);
  tool::add_device_options(app, options.device);
  if (const auto ended = tool::parse(app, argc, argv)) return *ended;
  tool::make_context = make_context;
  return tool::conform(options);
}
